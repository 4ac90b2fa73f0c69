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
  pivoted_.clear();
  pivoted_.reserve(pattern.nonzeros());  // so that stepping allocates nothing for it
}

bool KluSolver::refactor(double* values) {
  if (!numeric_) return false;
  if (!klu_refactor(column_start_.data(), rows_.data(), values, symbolic_, numeric_, &common_)) return false;
  // The ratio of the pivots is free to have; when it falls far below that of the fresh factorization, so may the
  // accuracy of the kept pivots.
  klu_rcond(symbolic_, numeric_, &common_);
  return common_.rcond > 1e-3 * condition_;
}

SolveStatus KluSolver::factor(std::span<const double> values) {
  if (refactor(const_cast<double*>(values.data()))) return SolveStatus::ok;  // KLU does not write to it
  ++fresh_;
  return factor_afresh(values);
}

SolveStatus KluSolver::factor_afresh(std::span<const double> values) {
  pivoted_.clear();
  if (numeric_) klu_free_numeric(&numeric_, &common_);
  numeric_ = klu_factor(column_start_.data(), rows_.data(), const_cast<double*>(values.data()), symbolic_, &common_);
  if (!numeric_ || common_.status == KLU_SINGULAR) {
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    return SolveStatus::singular;
  }
  klu_rcond(symbolic_, numeric_, &common_);
  condition_ = common_.rcond;
  pivoted_.assign(values.begin(), values.end());
  return SolveStatus::ok;
}

/// Pivots are not copied but chosen again, from the same matrix: KLU keeps them in structures of its own.
bool KluSolver::restore(std::span<const double> history) {
  if (history.empty()) {
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    pivoted_.clear();
    return true;
  }
  if (history.size() != rows_.size()) return false;
  return factor_afresh(std::vector<double>(history.begin(), history.end())) == SolveStatus::ok;
}

void KluSolver::solve(std::span<double> b) { klu_solve(symbolic_, numeric_, symbolic_->n, 1, b.data(), &common_); }

}  // namespace bristle
