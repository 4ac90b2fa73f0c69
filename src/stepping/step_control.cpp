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

/// N: of all that moves, on Earth. A force that is neither large nor small for the model.
double weight(const System& system) {
  double mass = 0.0;
  for (int n = 0; n < system.nodes(); ++n)
    if (system.moves(n)) mass += mass_of(system.inertia(n));
  return 9.81 * mass;
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

double friction_step(const ContactRules& rules, const LuGre& law, double speed) {
  const double nu = speed / (law.stribeck_velocity * rules.slow);
  return rules.time / bristle_rate(law) * (nu > 1.0 ? std::pow(nu, rules.speedup) : 1.0);
}

StepControl::StepControl(const System& system, const StepLimits& limits) : system_(system), limits_(limits) {
  for (const ContactTerm& gap : system.gaps()) {
    ContactRules rules = gap.contact().rules;
    const Contact& contact = gap.contact();
    if (!(rules.penetration > 0.0))
      rules.penetration =
          std::min(0.01 * clearance(contact.geometry), penetration_under(contact.normal.elastic, weight(system)));
    rules_.push_back(rules);
  }
}

StepChoice StepControl::next(std::span<const ContactReport> contacts, double error, double last, bool may_grow) const {
  StepChoice choice{limits_.largest, StepRule::largest, -1};
  const auto suggest = [&](double step, StepRule rule, int gap = -1) {
    if (step < choice.step) choice = {step, rule, gap};
  };
  suggest(last * (may_grow ? growth : 1.0), StepRule::growth);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactReport& c = contacts[k];
    const int gap = static_cast<int>(k);
    suggest(penetration_step(rules_[k], c.gap, c.gap_rate), StepRule::penetration, gap);
    const auto* law = std::get_if<LuGre>(&system_.gaps()[k].contact().friction);
    if (law && c.gap < 0.0) suggest(friction_step(rules_[k], *law, c.sliding_velocity.norm()), StepRule::friction, gap);
  }
  // The error goes with the third power of the step; aim at half of it.
  if (limits_.accuracy > 0.0 && error > 0.0)
    suggest(last * std::cbrt(0.5 * limits_.accuracy / error), StepRule::accuracy);
  if (choice.step < limits_.smallest) choice = {limits_.smallest, StepRule::smallest, choice.gap};
  return choice;
}

std::optional<StepChoice> StepControl::redo(std::span<const ContactReport> contacts, double error, double step) const {
  if (!(step > limits_.smallest)) return std::nullopt;
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
