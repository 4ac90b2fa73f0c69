#pragma once
// A transient run: steps no longer than wanted, as short as contacts and accuracy ask for, to a given time.

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "bristle/analysis/equilibrium.hpp"
#include "bristle/analysis/snapshot.hpp"
#include "bristle/system/consistency.hpp"

namespace bristle {

struct SimulationOptions {
  double step = 1e-3;          // s: the largest
  double smallest_step = 0.0;  // s; 0: a millionth of the step
  double accuracy = 0.0;       // of a step (see StepLimits); 0: not looked at
  StartOptions start{};
  bool from_equilibrium = false;  // positions: those of static equilibrium at time zero; velocities stay
  EquilibriumOptions equilibrium{};
  NewtonOptions newton{};
  SolverKind solver = SolverKind::klu;
};

/// One accepted step.
struct StepReport {
  double time = 0.0;  // at its end
  double step = 0.0;
  int iterations = 0;
  int rejections = 0;                 // tries that failed before it
  StepRule rule = StepRule::largest;  // that decided about its length
  int gap = -1;                       // that the rule is about
  EnergyAccount account{};            // of this step
};

/// The step could not be made small enough to converge; the state is the last accepted one.
class NoConvergence : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Simulation {
 public:
  /// Called after each accepted step; returning false ends the run.
  using Observer = std::function<bool(const Simulation&, const StepReport&)>;

  explicit Simulation(const Model& model, const SimulationOptions& options = {});

  /// Runs until `time` (s), which the last step meets exactly. Throws NoConvergence.
  void run(double time, const Observer& observer = {});
  /// One accepted step, not beyond `time_limit`.
  StepReport advance(double time_limit);

  const System& system() const { return *system_; }
  const State& state() const { return state_; }
  const Ledger& ledger() const { return state_.ledger; }
  const Stepper& stepper() const { return *stepper_; }
  double time() const { return state_.time; }

  // Shorthands for what is most often read.
  const Frame& frame(NodeId node) const { return state_.frames[node.index]; }
  Frame frame(const Marker& marker) const { return system_->frame(state_, marker); }
  Twist velocity(const Marker& marker) const { return system_->velocity(state_, marker); }
  /// What a joint did to its second marker over the last step: the mean, so the value at the middle of the step.
  const Reaction& reaction(JointId joint) const { return state_.reactions.at(joint.index); }
  /// What a contact, or one of its points, did over the last step.
  const ContactReport& contact(ContactId contact, int point = 0) const {
    const System::GapRange gaps = system_->gaps_of(contact);
    if (point < 0 || point >= gaps.count) throw std::out_of_range("a contact has no point of that number");
    return state_.contacts[gaps.first + point];
  }
  std::vector<WearBin> wear(ContactId contact) const { return system_->wear(state_, contact); }
  /// Of a node's origin, in space axes (m/s²): the mean over the last step, zero before there is one.
  Vec3 acceleration(NodeId node) const;

  using Counters = RunCounters;
  const Counters& counters() const { return counters_; }
  /// The last accepted step of this object; of length zero before there is one.
  const StepReport& last_step() const { return last_; }
  /// What the user should know about this run, each thing once.
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// Between steps, everything that decides about the steps to come.
  Snapshot snapshot() const;
  /// Goes on from a snapshot of the same model and options, to the same bits as the run it was taken from. Throws
  /// ModelError, and changes nothing, where it is of another model or solver.
  void restore(const Snapshot& snapshot);

  /// Puts another state of this system in place of the present one, to be read, drawn or gone on from. `accelerations`
  /// (of the nodes, space axes) are what acceleration() says until the next step.
  void show(State state, std::vector<Vec3> accelerations = {});

 private:
  void settle();
  void warn();

  std::unique_ptr<const System> system_;
  SimulationOptions options_;
  std::unique_ptr<Stepper> stepper_;
  State state_, next_;
  std::unique_ptr<StepControl> control_;
  StepChoice choice_;  // of the next step
  StepReport last_;
  std::vector<Vec3> shown_accelerations_;
  Counters counters_;
  std::vector<std::string> warnings_;
  std::vector<bool> warned_;  // by contact
};

}  // namespace bristle
