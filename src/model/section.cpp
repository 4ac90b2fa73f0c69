#include "bristle/model/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bristle/error.hpp"
#include "bristle/model/inertia.hpp"

namespace bristle {
namespace {

using std::numbers::pi;

void require_positive(const char* what, double value) {
  if (!(value > 0.0) || !std::isfinite(value))
    throw ModelError(fmt::format("{} must be a positive number; it is {}", what, value));
}

void check(const Material& m) {
  require_positive("Young's modulus", m.young);
  require_positive("the density of a material", m.density);
  if (!(m.poisson > -1.0 && m.poisson <= 0.5))
    throw ModelError(fmt::format("Poisson's ratio must lie in (-1, 0.5]; it is {}", m.poisson));
}

Section from_geometry(const Material& m, double area, double shear_factor, double torsion, double i2, double i3,
                      double radius) {
  const double g = m.shear();
  const double ga = shear_factor * g * area;
  const Vec6 stiffness = (Vec6() << m.young * area, ga, ga, g * torsion, m.young * i2, m.young * i3).finished();
  Section s = section(stiffness, m.density * area, m.density * Vec3(i2 + i3, i2, i3));
  s.radius = radius;
  return s;
}

}  // namespace

Section section(const Vec6& stiffness_diagonal, double mass_per_length, const Vec3& rotary_inertia,
                const Vec3& mass_centre) {
  Section s;
  s.stiffness = stiffness_diagonal.asDiagonal();
  s.inertia = inertia(mass_per_length, rotary_inertia, mass_centre);
  return s;
}

Section circle(const Material& material, double radius) { return tube(material, radius, 0.0); }

Section tube(const Material& material, double outer_radius, double inner_radius) {
  check(material);
  require_positive("the outer radius of a section", outer_radius);
  if (!(inner_radius >= 0.0 && inner_radius < outer_radius))
    throw ModelError(fmt::format("the inner radius of a tube must lie between 0 and the outer one ({}); it is {}",
                                 outer_radius, inner_radius));
  const double nu = material.poisson;
  const double ro2 = outer_radius * outer_radius;
  const double ri2 = inner_radius * inner_radius;
  const double m2 = ri2 / ro2;
  const double q = (1.0 + m2) * (1.0 + m2);
  const double shear_factor = 6.0 * (1.0 + nu) * q / ((7.0 + 6.0 * nu) * q + (20.0 + 12.0 * nu) * m2);
  const double second_moment = 0.25 * pi * (ro2 - ri2) * (ro2 + ri2);
  return from_geometry(material, pi * (ro2 - ri2), shear_factor, 2.0 * second_moment, second_moment, second_moment,
                       outer_radius);
}

Section rectangle(const Material& material, double width, double height) {
  check(material);
  require_positive("the width of a section", width);
  require_positive("the height of a section", height);
  const double a = std::max(width, height);
  const double b = std::min(width, height);
  double series = 0.0;
  for (int n = 19; n >= 1; n -= 2) series += std::tanh(0.5 * n * pi * a / b) / std::pow(n, 5);
  const double torsion = a * b * b * b * (1.0 - 192.0 * b / (std::pow(pi, 5) * a) * series) / 3.0;
  const double nu = material.poisson;
  const double i2 = width * std::pow(height, 3) / 12.0;  // bending about d2 bends the height along d3
  const double i3 = height * std::pow(width, 3) / 12.0;
  return from_geometry(material, width * height, 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu), torsion, i2, i3,
                       0.25 * (width + height));
}

}  // namespace bristle
