#pragma once
// The tangent of a balance, factored, with some motions held where they are: what the ways to an equilibrium share.

#include <memory>

#include "analysis/stiffened_rows.hpp"
#include "bristle/analysis/mechanisms.hpp"

namespace bristle {

/// A state without velocities, and without the forces of joints that belong to them.
State brought_to_rest(const System& system, State state);

class HeldTangent {
 public:
  explicit HeldTangent(const Balance& balance);

  /// Holds as many single motions as there are free ones, those that take most part in them.
  void hold(const Mobility& free);
  /// Holds a single motion.
  void hold(int motion) { held_.push_back(motion); }
  const std::vector<int>& held() const { return held_; }

  /// Of the tangent last evaluated, with a drag (N/m) on all motions. False if it is singular.
  bool factor(double drag = 0.0);
  /// The motion (and forces of joints) that makes up for what is out of balance.
  Eigen::VectorXd correction(const Eigen::VectorXd& out_of_balance);

  /// The largest motion of a node: lengths by the size of the system, and angles. Infinite if it is not a number.
  double length(const Eigen::VectorXd& motion) const;
  /// The largest force, or moment by the size of the system (N).
  double force(const Eigen::VectorXd& residual) const;
  /// Whether no force is left but round-off, in units of the spacing of the numbers it is the difference of.
  bool at_roundoff(const Eigen::VectorXd& residual, double units) const;

 private:
  const Balance& balance_;
  std::unique_ptr<LinearSolver> solver_;
  std::unique_ptr<StiffenedRows> rows_;  // of the last factorization
  std::vector<int> held_;
};

}  // namespace bristle
