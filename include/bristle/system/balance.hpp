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

/// How contacts count in what is linearised.
enum class ContactsAre {
  present,  // as they are: closed ones with the slope of their law, their damping and their bristles
  open,     // none acts
  closed,   // gaps cannot change; along the surfaces contacts act as they are
  stuck,    // nor does anything slide
};

struct LinearisationOptions {
  ContactsAre contacts = ContactsAre::present;
  bool turning_axes = false;  // the motion of each node is seen from axes that turn with it
};

/// K δ + D δ' + M δ'' + Gᵀ λ = force, G δ = 0 about a configuration, in one sparse pattern. G and Gᵀ are among the
/// values of the stiffness: the rows of the joints, then three of every gap where contacts are held.
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

/// How the force of a gap on its first body changes with (δx_K, δθ_K, δx_L, δθ_L) and their rates, in space axes.
struct GapSlopes {
  Mat3x12 by_motion = Mat3x12::Zero(), by_rate = Mat3x12::Zero();
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

  /// From now on the parts that turn at this state count as turning on, each node at its rate about the axis in space
  /// about which it turns here: forces of inertia of that motion are among those of evaluate().
  void keep_turning(const State& state);
  bool turning() const { return !turns_.empty(); }
  /// The motions (of the size of motions()) of parts that turn together about one axis, at rad/s of one, at a state.
  std::vector<Eigen::VectorXd> turns(const State& state) const;
  /// Gives a state the twists of that motion at its places; none without it.
  void set_twists(State& state) const;

  /// Internal less external forces at a state at rest, with the forces of its joints as its multipliers say, and the
  /// violations of the joints.
  void evaluate(const State& state, bool with_tangent);
  const Eigen::VectorXd& residual() const { return residual_; }
  /// Size of the numbers whose difference the residual is.
  const Eigen::VectorXd& traffic() const { return traffic_; }
  const std::vector<double>& tangent() const { return tangent_; }

  /// About a state of rest, or of steady motion with its twists. Throws ModelError where a contact is to be held that
  /// has no direction.
  Linearisation linearise(const State& state, const LinearisationOptions& options = {}) const;
  /// Of every gap about a state at rest.
  std::vector<GapSlopes> gap_slopes(const State& state) const;
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
  /// Reactions and contact reports alone.
  void report_forces(State& state) const;

  /// Change of potential energy (J) from one state to another, less the work of loads, with the work against friction.
  /// Of parts that turn, with the potential of the centrifugal forces.
  double energy_change(const State& from, const State& to) const;

 private:
  struct StillStep;  // a step with what it looks at
  struct Turn {      // of a node: rad/s and a point of the axis, in space
    Vec3 rate = Vec3::Zero(), about = Vec3::Zero();
  };
  void join_turns();
  void add_turning(const State& state, bool with_tangent);
  StillStep between(const State& from, const State& to) const;

  const System& system_;
  BlockPattern pattern_;
  int motions_ = 0;
  Eigen::VectorXd residual_, traffic_;
  std::vector<double> tangent_;
  std::vector<Turn> turns_;  // by node; empty unless turning
};

}  // namespace bristle
