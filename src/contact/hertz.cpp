#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "bristle/error.hpp"
#include "bristle/model/contact.hpp"

namespace bristle {
namespace {

/// 1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂
double contact_modulus(const ElasticBody& a, const ElasticBody& b) {
  for (const ElasticBody& body : {a, b}) {
    if (!(body.young > 0.0))
      throw ModelError(fmt::format("Young's modulus must be positive; it is {} N/m²", body.young));
    if (!(body.poisson > -1.0 && body.poisson <= 0.5))
      throw ModelError(fmt::format("Poisson's ratio lies above -1 and up to 0.5; it is {}", body.poisson));
  }
  return 1.0 / ((1.0 - a.poisson * a.poisson) / a.young + (1.0 - b.poisson * b.poisson) / b.young);
}

void require_play(const char* inner, double inner_radius, const char* outer, double outer_radius) {
  if (!(inner_radius > 0.0) || !(outer_radius > inner_radius))
    throw ModelError(fmt::format("the {} (radius {} m) must be positive and smaller than the {} (radius {} m)", inner,
                                 inner_radius, outer, outer_radius));
}

}  // namespace

PowerLaw sphere_in_sphere(const BallInRace& radii, const ElasticBody& ball, const ElasticBody& race) {
  require_play("ball", radii.ball_radius, "race", radii.race_radius);
  const double radius = radii.ball_radius * radii.race_radius / (radii.race_radius - radii.ball_radius);
  return {.stiffness = 4.0 / 3.0 * contact_modulus(ball, race) * std::sqrt(radius), .exponent = 1.5};
}

PowerLaw cylinder_in_cylinder(const DiskInCylinder& radii, const ElasticBody& pin, const ElasticBody& race,
                              double length, double load) {
  require_play("pin", radii.disk_radius, "race", radii.cylinder_radius);
  if (!(length > 0.0)) throw ModelError(fmt::format("the length of a cylinder must be positive; it is {} m", length));
  if (!(load > 0.0)) throw ModelError(fmt::format("the expected load must be positive; it is {} N", load));
  const double modulus = contact_modulus(pin, race);
  const double per_length = load / length;
  const double logarithm =
      std::log(4.0 * std::numbers::pi * modulus * (radii.cylinder_radius - radii.disk_radius) / per_length);
  if (!(logarithm > 2.0))
    throw ModelError(
        fmt::format("a load of {} N is beyond Johnson's law for cylinders: the contact would be as wide as the pin. "
                    "Give a smaller load or a larger clearance than {:.3g} m",
                    load, radii.cylinder_radius - radii.disk_radius));
  const double penetration = per_length / (std::numbers::pi * modulus) * (logarithm - 1.0);
  return {.stiffness = load / penetration, .exponent = 1.0};
}

}  // namespace bristle
