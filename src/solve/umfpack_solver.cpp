#include "umfpack_solver.hpp"

#include <umfpack.h>

#include <algorithm>
#include <new>

namespace bristle {

UmfpackSolver::~UmfpackSolver() {
  if (numeric_) umfpack_di_free_numeric(&numeric_);
  if (symbolic_) umfpack_di_free_symbolic(&symbolic_);
}

void UmfpackSolver::analyze(const BlockPattern& pattern) {
  if (symbolic_) umfpack_di_free_symbolic(&symbolic_);
  column_start_ = pattern.column_start;
  rows_ = pattern.rows;
  solution_.resize(pattern.size());
  const int n = pattern.size();
  if (umfpack_di_symbolic(n, n, column_start_.data(), rows_.data(), nullptr, &symbolic_, nullptr, nullptr) !=
      UMFPACK_OK)
    throw std::bad_alloc();
}

SolveStatus UmfpackSolver::factor(std::span<const double> values) {
  if (numeric_) umfpack_di_free_numeric(&numeric_);
  values_.assign(values.begin(), values.end());
  ++fresh_;
  const int status =
      umfpack_di_numeric(column_start_.data(), rows_.data(), values_.data(), symbolic_, &numeric_, nullptr, nullptr);
  return status == UMFPACK_OK ? SolveStatus::ok : SolveStatus::singular;
}

void UmfpackSolver::solve(std::span<double> b) {
  umfpack_di_solve(UMFPACK_A, column_start_.data(), rows_.data(), values_.data(), solution_.data(), b.data(), numeric_,
                   nullptr, nullptr);
  std::copy(solution_.begin(), solution_.end(), b.begin());
}

}  // namespace bristle
