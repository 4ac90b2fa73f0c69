#pragma once
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>
#include <vector>

namespace bristle {

/// Rows of constraints on motions (δx, δθ), six columns a node, factored so that a row is found dependent in any units:
/// rotations count in units of a length, rows are scaled to one. docs/theory.md, section 7.2.
using RowFactors = Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>>;
void factor_rows(const Eigen::SparseMatrix<double>& rows, double length, RowFactors& factors);

/// Quickly: true if no row is near to a combination of the others. False says nothing.
bool clearly_independent(const Eigen::SparseMatrix<double>& rows, double length);

/// Rows without which the others allow the same motions.
std::vector<int> dependent_rows(const Eigen::SparseMatrix<double>& rows, double length);

}  // namespace bristle
