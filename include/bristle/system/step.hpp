#pragma once
// One step as a term sees it: docs/theory.md, sections 2.1 and 2.2.

#include <span>

#include "bristle/model/frame.hpp"

namespace bristle {

/// A node's way from the start of the step (i) to one of its two ends (f, or j just after the time discontinuity).
struct Leg {
  Frame end{};
  Vec3 dx = Vec3::Zero();        // displacement from i; kept apart from `end.x` so that velocities lose no digits
  Vec3 r = Vec3::Zero();         // Cayley rotation vector from i, space axes
  Mat3 mean = Mat3::Identity();  // (R_i + R_end)/2: averages of body-fixed vectors
};

struct NodeStep {
  Frame start{};
  Leg f{};
  Leg j{};
  Vec6 twist_i = Vec6::Zero();
  Vec6 twist_f = Vec6::Zero();
  Vec6 twist_j = Vec6::Zero();
};

struct Step {
  double time = 0.0;  // at i
  double dt = 0.0;
  std::span<const NodeStep> nodes{};
  std::span<const double> multipliers{};  // impulses Λ = Δt λ
  std::span<const double> memory{};       // of the state at i

  double end_time() const { return time + dt; }
};

/// Body-frame increment U = (u, r*) of a leg.
Vec6 body_increment(const Frame& start, const Leg& leg);

/// Fills the frames of a leg from its increments.
void complete(const Frame& start, Leg& leg);

/// Fills both legs and the velocities of a node from its increments.
void complete(NodeStep& node, double dt);

/// What one term, or all of them, did to the energy over a step (J). Losses are positive.
struct EnergyAccount {
  double kinetic_i = 0.0, kinetic_f = 0.0;
  double elastic_i = 0.0, elastic_f = 0.0;
  double gravity_i = 0.0, gravity_f = 0.0;
  double external_work = 0.0;
  double damping_loss = 0.0;
  double numerical_loss = 0.0;

  double stored_i() const { return kinetic_i + elastic_i + gravity_i; }
  double stored_f() const { return kinetic_f + elastic_f + gravity_f; }
  /// What does not add up: zero but for round-off.
  double residual() const { return stored_f() - stored_i() - external_work + damping_loss + numerical_loss; }
};

/// Where a term keeps its own unknowns and memory.
struct TermSlots {
  int multiplier = -1;  // offset of its multipliers
  int memory = -1;      // offset of its memory
};

}  // namespace bristle
