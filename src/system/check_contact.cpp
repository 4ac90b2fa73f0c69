#include <fmt/format.h>

#include <cmath>

#include "bristle/error.hpp"
#include "check_model.hpp"

namespace bristle {
namespace {

/// Refuses values with the name of the contact, the value and the reason.
struct Checker {
  const Contact& contact;

  [[noreturn]] void refuse(const std::string& reason) const {
    throw ModelError(fmt::format("contact '{}': {}", contact.name, reason));
  }
  void positive(const char* what, double value, const char* unit) const {
    if (!(value > 0.0) || !std::isfinite(value))
      refuse(fmt::format("the {} must be positive; it is {} {}", what, value, unit));
  }
  void not_negative(const char* what, double value, const char* unit) const {
    if (!(value >= 0.0) || !std::isfinite(value))
      refuse(fmt::format("the {} must not be negative; it is {} {}", what, value, unit));
  }

  // geometry
  void play(const char* inner, double inner_radius, const char* outer, double outer_radius) const {
    positive(fmt::format("radius of the {}", inner).c_str(), inner_radius, "m");
    positive(fmt::format("radius of the {}", outer).c_str(), outer_radius, "m");
    if (!(inner_radius < outer_radius))
      refuse(fmt::format("the {} (radius {} m) does not fit in the {} (radius {} m): make it smaller", inner,
                         inner_radius, outer, outer_radius));
  }
  void operator()(const BallInRace& g) const { play("ball", g.ball_radius, "race", g.race_radius); }
  void operator()(const DiskInCylinder& g) const { play("disk", g.disk_radius, "cylinder", g.cylinder_radius); }
  void operator()(const PointsOnPlane& g) const {
    if (g.points.empty()) refuse("it has no points: give one or more");
    for (const Vec3& p : g.points)
      if (!p.allFinite()) refuse("the place of a point is not a number");
  }

  // normal law
  void operator()(const PowerLaw& law) const {
    positive("stiffness", law.stiffness, "N/m^exponent");
    if (!(law.exponent >= 1.0) || !std::isfinite(law.exponent))
      refuse(fmt::format("the exponent of the normal law must be one or more; it is {}", law.exponent));
  }
  void operator()(const TableLaw& law) const {
    const std::size_t n = law.penetration.size();
    if (n < 2 || law.force.size() != n)
      refuse(
          fmt::format("the table of its normal law needs two columns of the same length, two or more; they have {} "
                      "and {} entries",
                      n, law.force.size()));
    if (law.penetration[0] != 0.0 || law.force[0] != 0.0)
      refuse(fmt::format("the table of its normal law must begin with (0, 0); it begins with ({}, {})",
                         law.penetration[0], law.force[0]));
    for (std::size_t k = 1; k < n; ++k)
      if (!(law.penetration[k] > law.penetration[k - 1]) || !(law.force[k] >= law.force[k - 1]) ||
          !std::isfinite(law.penetration[k]) || !std::isfinite(law.force[k]))
        refuse(fmt::format("the table of its normal law must rise; row {} is ({}, {}) after ({}, {})", k + 1,
                           law.penetration[k], law.force[k], law.penetration[k - 1], law.force[k - 1]));
  }
  void operator()(std::monostate) const {}
  void operator()(const HuntCrossley& law) const { not_negative("damping of the normal law", law.damping, "s/m"); }
  void operator()(const AdditiveDamping& law) const {
    not_negative("damping of the normal law", law.damping, "N s/m^(1 + exponent)");
    positive("exponent of the damping", law.exponent, "");
  }
  void operator()(const Restitution& law) const {
    if (!(law.coefficient > 0.0 && law.coefficient <= 1.0))
      refuse(fmt::format("the coefficient of restitution lies above 0 and up to 1; it is {}", law.coefficient));
    positive("slowest impact", law.slowest_impact, "m/s");
  }

  // friction law
  void stribeck(double static_friction, double kinetic_friction, double velocity, double exponent) const {
    positive("kinetic friction mu_k", kinetic_friction, "");
    if (!(static_friction >= kinetic_friction) || !std::isfinite(static_friction))
      refuse(fmt::format("the static friction mu_s = {} must not be less than the kinetic friction mu_k = {}",
                         static_friction, kinetic_friction));
    positive("Stribeck velocity v_s", velocity, "m/s");
    positive("Stribeck exponent", exponent, "");
  }
  void operator()(const LuGre& law) const {
    stribeck(law.static_friction, law.kinetic_friction, law.stribeck_velocity, law.stribeck_exponent);
    positive("stiffness of the bristles sigma0", law.stiffness, "1/m");
    not_negative("damping of the bristles sigma1", law.damping, "s/m");
    not_negative("viscous friction sigma2", law.viscous, "s/m");
    if (law.form == LuGre::Form::original)
      positive("reference load, which the original LuGre form needs,", law.reference_load, "N");
  }
  void operator()(const GeneralKinetic& law) const {
    stribeck(law.static_friction, law.kinetic_friction, law.stribeck_velocity, law.stribeck_exponent);
    positive("stick velocity", law.stick_velocity, "m/s");
    not_negative("viscous friction sigma2", law.viscous, "s/m");
  }
  void operator()(const RegularisedCoulomb& law) const {
    positive("friction mu", law.friction, "");
    positive("slip velocity", law.slip_velocity, "m/s");
  }

  void rules(const ContactRules& r) const {
    not_negative("penetration of the step rules", r.penetration, "m");
    positive("'near' of the step rules", r.near, "");
    not_negative("'growth' of the step rules", r.growth, "");
    positive("'overshoot' of the step rules", r.overshoot, "");
    positive("'time' of the step rules", r.time, "");
    positive("'slow' of the step rules", r.slow, "");
    not_negative("'speedup' of the step rules", r.speedup, "");
  }
};

}  // namespace

void check_contact(const Contact& contact) {
  const Checker check{contact};
  std::visit(check, contact.geometry);
  std::visit(check, contact.normal.elastic);
  std::visit(check, contact.normal.damping);
  std::visit(check, contact.friction);
  check.rules(contact.rules);
  if (contact.bins < 1 || contact.bins > 100000)
    check.refuse(fmt::format("the number of bins around the race lies between 1 and 100000; it is {}", contact.bins));
}

}  // namespace bristle
