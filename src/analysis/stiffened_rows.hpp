#pragma once
// Constraints added to a stiffness as springs of its own size: docs/theory.md, section 13.3.

#include <span>
#include <vector>

#include "bristle/math/types.hpp"
#include "bristle/solve/linear_solver.hpp"

namespace bristle {

/// K + Gᵀ γ G in place of K beside the rows G. The solution is the same if the right-hand side gets Gᵀ γ times that of
/// the rows; but nodes that only joints hold have pivots of their own, and the order of elimination can stay.
class StiffenedRows {
 public:
  /// `values` hold K, G and Gᵀ, the first `motions` unknowns being motions.
  StiffenedRows(const BlockPattern& pattern, int motions, std::vector<double>& values);

  void adjust(Eigen::VectorXd& right) const;

 private:
  struct Entry {
    int motion;
    double value;
  };
  int motions_;
  std::vector<std::vector<Entry>> rows_;
  std::vector<double> weights_;  // γ
};

}  // namespace bristle
