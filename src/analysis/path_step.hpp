#pragma once
// From one equilibrium on a path to the next: docs/theory.md, section 12.5.

#include <optional>

#include "analysis/held_tangent.hpp"
#include "bristle/analysis/path.hpp"

namespace bristle {

/// A point of the path and its tangent there, of length one.
struct PathNode {
  State state{};
  Eigen::VectorXd along{};  // motions and forces of joints
  double rise = 0.0;        // of the share
  double arc = 0.0;
  int iterations = 0;
};

class PathStepper {
 public:
  /// The share of the load is zero at the start, whatever is out of balance there.
  PathStepper(const System& system, const State& from, const PathOptions& options);

  const Balance& balance() const { return balance_; }
  const State& start() const { return start_; }
  const std::string& held() const { return held_; }

  /// The start, looking towards the end; nothing if the tangent there is singular.
  std::optional<PathNode> begin();
  /// A step of a length along the tangent and back to the path; nothing if Newton's method fails, or if it leads too
  /// far from where the tangent points.
  std::optional<PathNode> advance(const PathNode& from, double arc);
  /// The point of the same branch near a node that has a share exactly.
  std::optional<PathNode> settle(const PathNode& from, const PathNode& near, double share);

 private:
  double dot(const Eigen::VectorXd& a, double rise_a, const Eigen::VectorXd& b, double rise_b) const;
  Eigen::VectorXd out_of_balance(const State& state, bool with_tangent);
  Eigen::VectorXd by_share(const State& state);
  std::optional<PathNode> correct(const PathNode& from, State trial, double arc, bool share_fixed);

  const PathOptions& options_;
  Balance balance_;
  HeldTangent tangent_;
  State start_;
  Eigen::VectorXd at_start_;  // out of balance without the load
  double share_unit_;
  std::string held_;
};

}  // namespace bristle
