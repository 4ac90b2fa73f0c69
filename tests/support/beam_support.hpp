#pragma once
// What the tests of beams share: reference lines, exact vibrations, energy.

#include <cmath>
#include <complex>
#include <limits>

#include "bristle/bristle.hpp"

namespace bristle::test {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// The line x' = R a, R' = R hat(k) from the origin, a and k constant in section axes: straight, circular or helical.
inline Frame screw(const Vec3& a, const Vec3& k, double s) {
  const double rate = k.norm();
  if (rate == 0.0) return {s * a, Mat3::Identity()};
  const Vec3 axis = k / rate;
  const Vec3 turned =
      (1.0 - std::cos(rate * s)) / rate * axis.cross(a) + (s - std::sin(rate * s) / rate) * axis.cross(axis.cross(a));
  return {s * a + turned, rotation(axis, rate * s)};
}

/// A beam of the given length along a screw line.
inline BeamId add_screw_beam(Model& model, const Vec3& k, double length, int elements, int order, const Section& s) {
  const auto shape = [&](double fraction) { return screw(Vec3::UnitX(), k, fraction * length); };
  return model.add_curved_beam("beam", shape, elements, order, s);
}

/// The first node of a beam, held where it is.
inline JointId clamp(Model& model, BeamId beam) {
  const NodeId root = model.start(beam);
  const Marker wall = model.marker_at(Model::ground(), model.nodes[root.index].frame);
  return model.add_joint({.name = "clamp", .kind = JointKind::fixed, .first = wall, .second = {root}});
}

/// What a step multiplies y by when y' = nu y, with z = nu dt: section 8.
inline std::complex<double> amplification(std::complex<double> z) {
  return (1.0 + z / 3.0) / (1.0 - 2.0 * z / 3.0 + z * z / 6.0);
}

/// exp(m) by its series, after scaling by a power of two.
inline Mat12 exponential(Mat12 m) {
  int halvings = 0;
  for (; m.cwiseAbs().colwise().sum().maxCoeff() > 0.25; ++halvings) m *= 0.5;
  Mat12 sum = Mat12::Identity(), term = Mat12::Identity();
  for (int k = 1; k < 16; ++k) sum += (term = term * m / k);
  for (; halvings > 0; --halvings) sum = sum * sum;
  return sum;
}

/// Zero at a natural frequency of a cantilever along a line of constant curvature k. Displacements q = (u, theta) and
/// forces f = (n, m) in section axes obey q' = -ad q + f/C, f' = ad^T f - w^2 M q, ad = [k~, e1~; 0, k~]: the linear
/// equations of Simo's beam. q = 0 at the clamp, f = 0 at the end.
inline double cantilever_equation(const Vec3& k, const Section& section, double length, double w) {
  Mat6 ad = Mat6::Zero();
  ad.topLeftCorner<3, 3>() = ad.bottomRightCorner<3, 3>() = hat(k);
  ad.topRightCorner<3, 3>() = hat(Vec3::UnitX());
  Mat12 a;
  a << -ad, section.stiffness.inverse(), -w * w * section.inertia, ad.transpose();
  return exponential(length * a).bottomRightCorner<6, 6>().determinant();
}

/// What a step created out of nothing (J): what is stored, less the work of the loads. Never positive but for
/// round-off.
inline double gain(const EnergyAccount& a) { return a.stored_f() - a.stored_i() - a.external_work; }

}  // namespace bristle::test
