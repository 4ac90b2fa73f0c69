#pragma once
// What the tests of beams share: reference lines, momenta, observed orders.

#include <array>
#include <cmath>
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

inline JointId clamp(Model& model, BeamId beam) {
  const NodeId root = model.start(beam);
  const Marker wall = model.marker_at(Model::ground(), model.nodes[root.index].frame);
  return model.add_joint({.name = "clamp", .kind = JointKind::fixed, .first = wall, .second = {root}});
}

/// Linear momentum, and angular momentum about the origin.
inline std::array<Vec3, 2> momenta(const System& system, const State& state) {
  std::array<Vec3, 2> sum{Vec3::Zero(), Vec3::Zero()};
  for (int n = 0; n < system.nodes(); ++n) {
    const Frame& frame = state.frames[n];
    const Vec6 body = system.inertia(n) * state.twists[n];
    const Vec3 p = frame.R * body.head<3>();
    sum[0] += p;
    sum[1] += frame.x.cross(p) + frame.R * body.tail<3>();
  }
  return sum;
}

/// The order that the errors on a mesh (or step) and on one of half its size show.
inline double observed_order(double coarse, double fine) { return std::log2(coarse / fine); }

/// What a step created out of nothing (J): what is stored, less the work of the loads. Never positive but for
/// round-off.
inline double gain(const EnergyAccount& a) { return a.stored_f() - a.stored_i() - a.external_work; }

}  // namespace bristle::test
