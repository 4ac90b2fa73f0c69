#pragma once
#include "bristle/solve/linear_solver.hpp"

namespace bristle {

/// SuiteSparse UMFPACK (GPL: only with BRISTLE_WITH_UMFPACK). One symbolic analysis, pivots anew every time.
class UmfpackSolver final : public LinearSolver {
 public:
  UmfpackSolver() = default;
  ~UmfpackSolver() override;
  UmfpackSolver(const UmfpackSolver&) = delete;
  UmfpackSolver& operator=(const UmfpackSolver&) = delete;

  void analyze(const BlockPattern& pattern) override;
  SolveStatus factor(std::span<const double> values) override;
  void solve(std::span<double> right_hand_side) override;
  int fresh_factorizations() const override { return fresh_; }
  std::string name() const override { return "UMFPACK"; }

 private:
  std::vector<int> column_start_, rows_;
  std::vector<double> values_, solution_;
  void* symbolic_ = nullptr;
  void* numeric_ = nullptr;
  int fresh_ = 0;
};

}  // namespace bristle
