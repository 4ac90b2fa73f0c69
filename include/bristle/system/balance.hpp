#pragma once
// Forces at a configuration and how they change with it, taken from the terms' own steps: docs/theory.md, sections 12.1
// and 13.1.
//
// Unknowns are the motions (δx, δθ), in space axes, of the nodes that move, and after them a force λ for each row of
// the joints.

#include <Eigen/SparseCore>
#include <vector>

#include "bristle/system/system.hpp"

namespace bristle {

/// K δ + D δ' + M δ'' + Gᵀ λ = force, G δ = 0 about a configuration, in one sparse pattern. G and Gᵀ are among the
/// values of the stiffness.
struct Linearisation {
  BlockPattern pattern{};
  int motions = 0;  // how many of the unknowns are motions
  std::vector<double> stiffness{}, damping{}, mass{};

  int size() const { return pattern.size(); }
  using Map = Eigen::Map<const Eigen::SparseMatrix<double>>;
  Map matrix(const std::vector<double>& values) const {
    return {size(), size(), pattern.nonzeros(), pattern.column_start.data(), pattern.rows.data(), values.data()};
  }
};

class Balance {
 public:
  explicit Balance(const System& system);

  const System& system() const { return system_; }
  const BlockPattern& pattern() const { return pattern_; }
  int size() const { return pattern_.size(); }
  int motions() const { return motions_; }
  /// First motion of a node that moves.
  int motion_of(int node) const { return system_.unknown_of_node(node) / 2; }
  int multiplier_of(const JointTerm& joint) const { return motions_ + joint.slots.multiplier / 2; }

  /// Internal less external forces at a state at rest, with the forces of its joints as its multipliers say, and the
  /// violations of the joints.
  void evaluate(const State& state, bool with_tangent);
  const Eigen::VectorXd& residual() const { return residual_; }
  /// Size of the numbers whose difference the residual is.
  const Eigen::VectorXd& traffic() const { return traffic_; }
  const std::vector<double>& tangent() const { return tangent_; }

  /// About a state of rest, or of steady motion with its twists.
  Linearisation linearise(const State& state) const;
  /// The forces (N, N m) that keep the nodes in steady motion with the twists of a state: centripetal and gyroscopic.
  Eigen::VectorXd steady_inertia(const State& state) const;

  /// The wrench of a load alone, as amplitudes of its components, at a state.
  Eigen::VectorXd load(const State& state, const Load& load) const;

  /// Moves the nodes, and changes the forces of the joints.
  void move(State& state, const Eigen::VectorXd& by) const;
  /// Gives the second state the memory it has after a slow step from the first.
  void remember(const State& from, State& to) const;
  /// Fills reactions, contact reports and the ledger for a state at rest.
  void report(State& state) const;

  /// Change of potential energy (J) from one state to another, less the work of loads, with the work against friction.
  double energy_change(const State& from, const State& to) const;

 private:
  struct StillStep;  // a step with what it looks at
  StillStep between(const State& from, const State& to) const;

  const System& system_;
  BlockPattern pattern_;
  int motions_ = 0;
  Eigen::VectorXd residual_, traffic_;
  std::vector<double> tangent_;
};

}  // namespace bristle
