#include "system/row_rank.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>

namespace bristle {
namespace {

/// Rows as columns: rotations in units of the length, each of norm one (or zero).
Eigen::SparseMatrix<double> scaled(const Eigen::SparseMatrix<double>& rows, double length) {
  Eigen::SparseMatrix<double> transposed = rows.transpose();
  for (int row = 0; row < transposed.outerSize(); ++row) {
    double norm = 0.0;
    for (Eigen::SparseMatrix<double>::InnerIterator it(transposed, row); it; ++it) {
      if (it.row() % 6 >= 3) it.valueRef() /= length;
      norm += it.value() * it.value();
    }
    if (norm == 0.0) continue;  // dependent
    for (Eigen::SparseMatrix<double>::InnerIterator it(transposed, row); it; ++it) it.valueRef() /= std::sqrt(norm);
  }
  transposed.makeCompressed();
  return transposed;
}

}  // namespace

bool clearly_independent(const Eigen::SparseMatrix<double>& rows, double length) {
  if (rows.rows() == 0) return true;
  const Eigen::SparseMatrix<double> transposed = scaled(rows, length);
  const Eigen::SparseMatrix<double> products = transposed.transpose() * transposed;
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(products);
  // A pivot is the square of what is left of a row beside those before it; its round-off is some 1e-15.
  return factors.info() == Eigen::Success && factors.vectorD().minCoeff() > 1e-8;
}

void factor_rows(const Eigen::SparseMatrix<double>& rows, double length, RowFactors& factors) {
  factors.setPivotThreshold(1e-9);
  factors.compute(scaled(rows, length));
}

std::vector<int> dependent_rows(const Eigen::SparseMatrix<double>& rows, double length) {
  std::vector<int> out;
  if (clearly_independent(rows, length)) return out;
  RowFactors factors;
  factor_rows(rows, length, factors);
  for (int k = static_cast<int>(factors.rank()); k < rows.rows(); ++k)
    out.push_back(factors.colsPermutation().indices()[k]);
  return out;
}

}  // namespace bristle
