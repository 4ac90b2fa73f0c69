#pragma once
// How long the next step should be, and whether the last was too long: docs/theory.md, section 11.

#include <optional>
#include <span>

#include "bristle/stepping/stepper.hpp"

namespace bristle {

/// What decided about the length of a step.
enum class StepRule {
  largest,      // the user's step
  growth,       // grows by no more than a half from step to step
  penetration,  // a gap closes or a contact is pressed
  friction,     // bristles rub near the Stribeck velocity
  accuracy,     // velocities jump by more than the tolerance
  overshoot,    // redone, since it closed a contact too deep
  convergence,  // redone, since the iteration failed
  smallest,     // a rule asked for less than the user's least step
  end,          // meets the end of the run
};
const char* name_of(StepRule rule);

struct StepChoice {
  double step = 0.0;  // s
  StepRule rule = StepRule::largest;
  int gap = -1;  // that the rule is about, as System::gaps() counts them
};

/// (19), (20) of Bauchau and Ju: seconds in which a gap that changes at a rate (m/s) changes by the wanted amount.
double penetration_step(const ContactRules& rules, double gap, double rate);
/// (33): seconds that bristles allow at a sliding speed (m/s).
double stribeck_step(const ContactRules& rules, const LuGre& law, double speed);

struct StepLimits {
  double largest = 1e-3;   // s
  double smallest = 1e-9;  // s
  double accuracy = 0.0;   // of a step: positions relative to the size of the model, angles in rad; 0: not looked at
};

class StepControl {
 public:
  StepControl(const System& system, const StepLimits& limits);

  /// The step before: the length it should have had, the one it had (the end of the run may cut it), its error.
  struct Last {
    double wanted = 0.0;
    double taken = 0.0;
    double error = 0.0;
    bool may_grow = true;
  };
  StepChoice next(std::span<const ContactReport> contacts, const Last& last) const;

  /// A shorter step instead of one that has converged, if that was too long.
  std::optional<StepChoice> redo(std::span<const ContactReport> contacts, double error, double step) const;

  /// Δt times the jumps of the velocities, in the units of StepLimits::accuracy. The jumps come from forces that change
  /// within the step, elastic ones, loads and drives; they are of order Δt², so the error is of order Δt³. Contact
  /// forces make none: contacts have rules of their own.
  double error(std::span<const NodeStep> nodes, double dt) const;

  /// Whether a step can be made shorter. Steps that share out the end of a run may exceed the smallest by round-off.
  bool above_smallest(double step) const { return step > 1.001 * limits_.smallest; }

  const ContactRules& rules(int gap) const { return rules_[gap]; }

 private:
  const System& system_;
  StepLimits limits_;
  std::vector<ContactRules> rules_;  // of every gap, with the penetration filled in
};

}  // namespace bristle
