#pragma once
// One step as a term sees it: docs/theory.md, section 2.

#include <span>

#include "bristle/friction/work.hpp"
#include "bristle/model/frame.hpp"

namespace bristle {

/// A node over one step. Its unknowns are the increments (dx, r) to the end of the step and the jump U_j.
struct NodeStep {
  Frame start{};                      // at i
  Frame end{};                        // at f
  Vec3 dx = Vec3::Zero();             // displacement, kept apart from `end.x` so that velocities lose no digits
  Vec3 r = Vec3::Zero();              // Cayley rotation vector, space axes
  Vec6 jump = Vec6::Zero();           // U_j: body-frame increment over the time discontinuity
  Mat3 mean = Mat3::Identity();       // (R_i + R_f)/2: averages of body-fixed vectors
  Vec6 increment = Vec6::Zero();      // U_f = (u, r*): body-frame increment over the step
  Mat6 by_motion = Mat6::Identity();  // ∂U_f/∂(δx, δθ)
  Vec6 twist_i = Vec6::Zero();
  Vec6 twist_f = Vec6::Zero();
  Vec6 twist_j = Vec6::Zero();

  Vec6 z() const { return (Vec6() << dx, r).finished(); }
};

struct Step {
  double time = 0.0;  // at i
  double dt = 0.0;
  std::span<const NodeStep> nodes{};
  std::span<const double> multipliers{};  // impulses Λ = Δt λ
  std::span<const double> memory{};       // of the state at i
  bool timeless = false;                  // loads and drives keep their values of `time`: docs/theory.md, section 12
  double share = 1.0;                     // of loads, weight, and the time that drives have come to: section 12.5

  double end_time() const { return timeless ? time : time + dt; }
  double drives_from() const { return share * time; }
  double drives_to() const { return share * end_time(); }
};

/// A node that stays where it is: for measures of a single configuration.
inline NodeStep at_rest(const Frame& frame) { return {.start = frame, .end = frame, .mean = frame.R}; }

/// Fills everything that follows from start, dx, r, jump and twist_i.
void complete(NodeStep& node, double dt);

/// What one term, or all of them, did to the energy over a step (J). Losses are positive.
struct EnergyAccount {
  double kinetic_i = 0.0, kinetic_f = 0.0;
  double elastic_i = 0.0, elastic_f = 0.0;
  double contact_i = 0.0, contact_f = 0.0;
  double gravity_i = 0.0, gravity_f = 0.0;
  double external_work = 0.0;
  double damping_loss = 0.0;   // of structures and force elements
  double contact_loss = 0.0;   // of normal laws
  double friction_loss = 0.0;  // work against friction, with what the bristles store: negative when they release it
  double numerical_loss = 0.0;
  FrictionWork friction{};  // where friction_loss went

  double stored_i() const { return kinetic_i + elastic_i + contact_i + gravity_i; }
  double stored_f() const { return kinetic_f + elastic_f + contact_f + gravity_f; }
  double losses() const { return damping_loss + contact_loss + friction_loss + numerical_loss; }
  /// What does not add up: zero but for round-off.
  double residual() const { return stored_f() - stored_i() - external_work + losses(); }
};

/// Where a term keeps its own unknowns and memory.
struct TermSlots {
  int multiplier = -1;  // offset of its multipliers
  int memory = -1;      // offset of its memory
};

}  // namespace bristle
