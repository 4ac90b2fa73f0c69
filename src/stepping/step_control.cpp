#include "bristle/stepping/step_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bristle {
namespace {

constexpr double growth = 1.5;
constexpr double never = std::numeric_limits<double>::infinity();

/// Radial play of a race; a plane has no end of it.
double clearance(const ContactGeometry& geometry) {
  if (const auto* race = std::get_if<BallInRace>(&geometry)) return race->race_radius - race->ball_radius;
  if (const auto* race = std::get_if<DiskInCylinder>(&geometry)) return race->cylinder_radius - race->disk_radius;
  return never;
}

/// kg: of what moves with a node: of its beam, or its own.
double moving_mass(const System& system, NodeId node) {
  if (!system.moves(node.index)) return never;
  double mass = mass_of(system.inertia(node.index));
  for (const Beam& beam : system.model().beams) {
    if (std::find(beam.nodes.begin(), beam.nodes.end(), node) == beam.nodes.end()) continue;
    for (const NodeId other : beam.nodes)
      if (!(other == node) && system.moves(other.index)) mass += mass_of(system.inertia(other.index));
  }
  return mass > 0.0 ? mass : never;
}

/// N: five times the weight on Earth of the lighter of the two sides, shared by the points of a plane. Neither large
/// nor small for a contact that knocks and rubs.
double usual_load(const System& system, const Contact& contact) {
  double mass = std::min(moving_mass(system, contact.first.node), moving_mass(system, contact.second.node));
  if (!std::isfinite(mass)) {  // frames without mass between others: all that moves
    mass = 0.0;
    for (int n = 0; n < system.nodes(); ++n)
      if (system.moves(n)) mass += mass_of(system.inertia(n));
  }
  const auto* points = std::get_if<PointsOnPlane>(&contact.geometry);
  return 5.0 * 9.81 * mass / static_cast<double>(points ? points->points.size() : 1);
}

}  // namespace

const char* name_of(StepRule rule) {
  switch (rule) {
    case StepRule::largest:
      return "largest";
    case StepRule::growth:
      return "growth";
    case StepRule::penetration:
      return "penetration";
    case StepRule::friction:
      return "friction";
    case StepRule::accuracy:
      return "accuracy";
    case StepRule::overshoot:
      return "overshoot";
    case StepRule::convergence:
      return "convergence";
    case StepRule::smallest:
      return "smallest";
    default:
      return "end";
  }
}

double penetration_step(const ContactRules& rules, double gap, double rate) {
  const bool matters = rate < 0.0 || (gap < 0.0 && rate > 0.0);  // it closes, or is still closed
  if (!matters) return never;
  const double kappa = gap / (rules.near * rules.penetration);
  const double change = rules.penetration * (kappa > 1.0 ? std::pow(kappa, rules.growth) : 1.0);
  return change / std::abs(rate);
}

double stribeck_step(const ContactRules& rules, const LuGre& law, double speed) {
  const double nu = speed / (law.stribeck_velocity * rules.slow);
  return rules.time / bristle_rate(law) * (nu > 1.0 ? std::pow(nu, rules.speedup) : 1.0);
}

StepControl::StepControl(const System& system, const StepLimits& limits) : system_(system), limits_(limits) {
  for (const ContactTerm& gap : system.gaps()) {
    ContactRules rules = gap.contact().rules;
    const Contact& contact = gap.contact();
    if (!(rules.penetration > 0.0))
      rules.penetration = std::min(0.01 * clearance(contact.geometry),
                                   penetration_under(contact.normal.elastic, usual_load(system, contact)));
    rules_.push_back(rules);
  }
}

StepChoice StepControl::next(std::span<const ContactReport> contacts, const Last& last) const {
  StepChoice choice{limits_.largest, StepRule::largest, -1};
  const auto suggest = [&](double step, StepRule rule, int gap = -1) {
    if (step < choice.step) choice = {step, rule, gap};
  };
  suggest(last.wanted * (last.may_grow ? growth : 1.0), StepRule::growth);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactReport& c = contacts[k];
    const int gap = static_cast<int>(k);
    suggest(penetration_step(rules_[k], c.gap, c.gap_rate), StepRule::penetration, gap);
    const auto* law = std::get_if<LuGre>(&system_.gaps()[k].contact().friction);
    if (law && c.gap < 0.0 && c.normal_force > 0.0)
      suggest(stribeck_step(rules_[k], *law, c.sliding_velocity.norm()), StepRule::friction, gap);
  }
  // The error goes with the third power of the step; aim at half of it.
  if (limits_.accuracy > 0.0 && last.error > 0.0)
    suggest(last.taken * std::cbrt(0.5 * limits_.accuracy / last.error), StepRule::accuracy);
  if (choice.step < limits_.smallest) choice = {limits_.smallest, StepRule::smallest, choice.gap};
  return choice;
}

std::optional<StepChoice> StepControl::redo(std::span<const ContactReport> contacts, double error, double step) const {
  if (!above_smallest(step)) return std::nullopt;
  std::optional<StepChoice> choice;
  const auto suggest = [&](double shorter, StepRule rule, int gap = -1) {
    shorter = std::max(shorter, limits_.smallest);
    if (!choice || shorter < choice->step) choice = {shorter, rule, gap};
  };
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactReport& c = contacts[k];
    if (!(c.gap_before >= 0.0 && -c.gap > rules_[k].overshoot * rules_[k].penetration)) continue;
    const double reach = (c.gap_before + rules_[k].penetration) / (c.gap_before - c.gap);  // to the wanted depth
    suggest(step * std::clamp(reach, 0.1, 0.5), StepRule::overshoot, static_cast<int>(k));
  }
  if (limits_.accuracy > 0.0 && error > limits_.accuracy) suggest(0.5 * step, StepRule::accuracy);
  return choice;
}

double StepControl::error(std::span<const NodeStep> nodes, double dt) const {
  double worst = 0.0;
  for (const NodeStep& node : nodes) {
    const Vec6 jump = dt * (node.twist_j - node.twist_i);
    worst = std::max({worst, jump.head<3>().norm() / system_.size(), jump.tail<3>().norm()});
  }
  return worst;
}

}  // namespace bristle
