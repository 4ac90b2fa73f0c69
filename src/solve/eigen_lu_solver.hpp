#pragma once
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include "bristle/solve/linear_solver.hpp"

namespace bristle {

/// Eigen's SparseLU: no dependency beyond Eigen, pivots anew every time.
class EigenLuSolver final : public LinearSolver {
 public:
  void analyze(const BlockPattern& pattern) override {
    const int n = pattern.size();
    const std::vector<double> ones(pattern.nonzeros(), 1.0);
    const Eigen::Map<const Eigen::SparseMatrix<double>> shape(n, n, pattern.nonzeros(), pattern.column_start.data(),
                                                              pattern.rows.data(), ones.data());
    matrix_ = shape;
    solver_.analyzePattern(matrix_);
    solution_.resize(n);
  }

  SolveStatus factor(std::span<const double> values) override {
    std::copy(values.begin(), values.end(), matrix_.valuePtr());
    solver_.factorize(matrix_);
    ++fresh_;
    return solver_.info() == Eigen::Success ? SolveStatus::ok : SolveStatus::singular;
  }

  void solve(std::span<double> b) override {
    Eigen::Map<Eigen::VectorXd> rhs(b.data(), static_cast<Eigen::Index>(b.size()));
    solution_ = solver_.solve(rhs);
    rhs = solution_;
  }

  int fresh_factorizations() const override { return fresh_; }
  std::string name() const override { return "Eigen SparseLU"; }

 private:
  Eigen::SparseMatrix<double> matrix_;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver_;
  Eigen::VectorXd solution_;
  int fresh_ = 0;
};

}  // namespace bristle
