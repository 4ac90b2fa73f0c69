#include "klu_solver.hpp"

#include <new>

namespace bristle {

KluSolver::KluSolver() {
  klu_defaults(&common_);
  common_.btf = 0;    // the matrix of a step is irreducible but for separate mechanisms
  common_.scale = 2;  // rows by their largest element: momenta, moments and constraints have different units
}

KluSolver::~KluSolver() { release(); }

void KluSolver::release() {
  if (numeric_) klu_free_numeric(&numeric_, &common_);
  if (symbolic_) klu_free_symbolic(&symbolic_, &common_);
}

void KluSolver::analyze(const BlockPattern& pattern) {
  release();
  column_start_ = pattern.column_start;
  rows_ = pattern.rows;
  std::vector<int> order = pattern.order();
  symbolic_ =
      klu_analyze_given(pattern.size(), column_start_.data(), rows_.data(), order.data(), order.data(), &common_);
  if (!symbolic_) throw std::bad_alloc();
}

bool KluSolver::refactor(double* values) {
  if (!numeric_) return false;
  if (!klu_refactor(column_start_.data(), rows_.data(), values, symbolic_, numeric_, &common_)) return false;
  // The ratio of the pivots is free to have; when it falls far below that of the fresh factorization, so may the
  // accuracy of the kept pivots.
  klu_rcond(symbolic_, numeric_, &common_);
  return common_.rcond > 1e-3 * condition_;
}

SolveStatus KluSolver::factor(std::span<const double> const_values) {
  auto* values = const_cast<double*>(const_values.data());  // KLU does not write to it
  if (refactor(values)) return SolveStatus::ok;
  if (numeric_) klu_free_numeric(&numeric_, &common_);
  numeric_ = klu_factor(column_start_.data(), rows_.data(), values, symbolic_, &common_);
  ++fresh_;
  if (!numeric_ || common_.status == KLU_SINGULAR) {
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    return SolveStatus::singular;
  }
  klu_rcond(symbolic_, numeric_, &common_);
  condition_ = common_.rcond;
  return SolveStatus::ok;
}

void KluSolver::solve(std::span<double> b) { klu_solve(symbolic_, numeric_, symbolic_->n, 1, b.data(), &common_); }

}  // namespace bristle
