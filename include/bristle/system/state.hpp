#pragma once
// Everything that changes with time. Rejecting a step is forgetting a copy of it.

#include <vector>

#include "bristle/model/frame.hpp"
#include "bristle/system/contact_report.hpp"
#include "bristle/system/step.hpp"

namespace bristle {

/// The energy of a run in joules: what is stored now, and what has come and gone since the start.
struct Ledger {
  double kinetic = 0.0;
  double elastic = 0.0;
  double contact = 0.0;
  double gravitational = 0.0;
  double initial = 0.0;  // stored at the start
  double external_work = 0.0;
  double damping_loss = 0.0;      // of structures and force elements
  double contact_loss = 0.0;      // of the normal laws of contacts
  double friction_loss = 0.0;     // work against friction
  double numerical_loss = 0.0;    // never negative, in any step
  double largest_residual = 0.0;  // of any one step
  FrictionWork friction{};        // where friction_loss went

  double stored() const { return kinetic + elastic + contact + gravitational; }
  double losses() const { return damping_loss + contact_loss + friction_loss + numerical_loss; }
  /// What does not add up over the whole run: zero but for round-off.
  double residual() const { return stored() - initial - external_work + losses(); }
  /// The largest amount of energy in any of its lines: what the residual is compared with.
  double scale() const;

  void open(const EnergyAccount& account);
  void enter(const EnergyAccount& account);
};

/// What a joint does to its second marker, at that marker's point, in space axes (N, N m); the first gets the opposite
/// wrench, about the same point. Zero before the first step.
struct Reaction {
  Vec3 force = Vec3::Zero();
  Vec3 moment = Vec3::Zero();
};

struct State {
  double time = 0.0;
  double share = 1.0;  // of the load that acts, where a path of equilibria is followed; runs know no other than 1
  std::vector<Frame> frames;
  std::vector<Vec6> twists;
  std::vector<double> multipliers;      // λ of the last step, as JointTerm orders them: where the next one begins
  std::vector<Reaction> reactions;      // of the joints: means over the last step
  std::vector<ContactReport> contacts;  // of every gap: what it did over the last step
  std::vector<double> memory;           // of the terms
  Ledger ledger;

  const Frame& frame(int node) const { return frames[node]; }
};

}  // namespace bristle
