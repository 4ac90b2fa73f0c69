#pragma once
#include <klu.h>

#include "bristle/solve/linear_solver.hpp"

namespace bristle {

/// SuiteSparse KLU: refactors with kept pivots, and pivots anew when the elements grow.
class KluSolver final : public LinearSolver {
 public:
  KluSolver();
  ~KluSolver() override;
  KluSolver(const KluSolver&) = delete;
  KluSolver& operator=(const KluSolver&) = delete;

  void analyze(const BlockPattern& pattern) override;
  SolveStatus factor(std::span<const double> values) override;
  void solve(std::span<double> right_hand_side) override;
  int fresh_factorizations() const override { return fresh_; }
  std::vector<double> history() const override { return pivoted_; }
  bool restore(std::span<const double> history) override;
  std::string name() const override { return "KLU"; }

 private:
  bool refactor(double* values);
  SolveStatus factor_afresh(std::span<const double> values);
  void release();

  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  std::vector<int> column_start_, rows_;
  std::vector<double> pivoted_;  // values of the matrix the pivots were chosen for; empty: no pivots
  double condition_ = 0.0;       // reciprocal condition estimate when the pivots were chosen
  int fresh_ = 0;
};

}  // namespace bristle
