#pragma once
// Solves with a K + b D + c M on the motions that the joints allow.

#include <memory>

#include "bristle/system/balance.hpp"

namespace bristle {

class Kkt {
 public:
  explicit Kkt(const Linearisation& about);

  /// False if the matrix is singular.
  bool factor(double stiffness, double damping, double mass);
  /// The motion δ under forces (both of the size of the motions), with G δ = 0.
  Eigen::VectorXd solve(const Eigen::Ref<const Eigen::VectorXd>& forces) const;

 private:
  const Linearisation& about_;
  std::vector<bool> is_motion_;
  std::vector<double> values_;
  std::unique_ptr<LinearSolver> solver_;
};

/// ½ (A + Aᵀ), in the same pattern.
std::vector<double> symmetric_part(const Linearisation& about, const std::vector<double>& values);

/// Motions (rows of all nodes that move), one a column, and their eigenvalues.
struct EigenPairs {
  Eigen::VectorXd values{};
  Eigen::MatrixXd vectors{};
};

/// The eigenvalues λ nearest to a value, K φ = λ M φ on the motions that the joints allow, rising, with φᵀ M φ = 1. K
/// and M must be symmetric. Eigenvalues that are zero but for round-off are set to zero.
EigenPairs nearest_eigenpairs(const Linearisation& about, int number, double to = 0.0);

}  // namespace bristle
