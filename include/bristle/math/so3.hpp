#pragma once
// Rotations by the Cayley map: docs/theory.md, section 1.2.

#include <cmath>

#include "bristle/math/types.hpp"

namespace bristle {

/// hat(a) b = a × b.
inline Mat3 hat(const Vec3& a) {
  Mat3 m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

/// hat(a) hat(b) = b aᵀ − (a·b) I, without the two products.
inline Mat3 hat_hat(const Vec3& a, const Vec3& b) {
  Mat3 m = b * a.transpose();
  m.diagonal().array() -= a.dot(b);
  return m;
}

/// cay(r) = I + (r̃ + r̃²/2)/(1 + |r|²/4): the rotation about r by the angle 2 atan(|r|/2).
inline Mat3 cay(const Vec3& r) {
  const double scale = 1.0 / (1.0 + 0.25 * r.squaredNorm());
  return Mat3::Identity() + scale * (hat(r) + 0.5 * hat_hat(r, r));
}

/// The r of cay(r) = Q, for rotations short of half a turn.
inline Vec3 cay_inverse(const Mat3& q) {
  const Vec3 axial(q(2, 1) - q(1, 2), q(0, 2) - q(2, 0), q(1, 0) - q(0, 1));
  return (2.0 / (1.0 + q.trace())) * axial;
}

/// cay(compose(a, b)) = cay(a) cay(b).
inline Vec3 cay_compose(const Vec3& a, const Vec3& b) { return (a + b + 0.5 * a.cross(b)) / (1.0 - 0.25 * a.dot(b)); }

/// δr = cay_tangent(r) δθ when the rotation cay(r) is followed by the spatial rotation δθ.
inline Mat3 cay_tangent(const Vec3& r) {
  Mat3 t = 0.25 * r * r.transpose() - 0.5 * hat(r);
  t.diagonal().array() += 1.0;
  return t;
}

/// The rotation about a unit axis by an angle (rad).
inline Mat3 rotation(const Vec3& unit_axis, double angle) {
  const Mat3 k = hat(unit_axis);
  return Mat3::Identity() + std::sin(angle) * k + (1.0 - std::cos(angle)) * hat_hat(unit_axis, unit_axis);
}

/// One Newton step towards the nearest rotation: removes the drift that products of rotations collect at round-off.
inline Mat3 orthonormalized(const Mat3& r) { return 0.5 * r * (3.0 * Mat3::Identity() - r.transpose() * r); }

/// A rotation whose first column is along `axis` and whose second is as near to `up` as that allows.
Mat3 frame_along(const Vec3& axis, const Vec3& up);

/// A rotation whose third column is along `axis`; the other two are any perpendicular pair.
Mat3 frame_about(const Vec3& axis);

}  // namespace bristle
