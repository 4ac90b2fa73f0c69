#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "bristle/contact/gap.hpp"
#include "unit_vector.hpp"

namespace bristle {
namespace {

using Vec2 = Eigen::Vector2d;
using Vec4 = Eigen::Vector4d;
using Mat4 = Eigen::Matrix4d;

constexpr double steepest = 1e-6;  // of h, so that a disk on edge does not divide by zero

Vec2 across(const Vec2& d) { return {-d.y(), d.x()}; }

/// Slope and curvature of the gap by φ.
struct Slope {
  double first, second;
};
Slope slope(const DiskInCylinder& radii, const Vec2& s, const Vec2& m, const Vec2& d) {
  const Vec2 t = across(d);
  const double g = d.dot(m), gt = t.dot(m);
  const double h = std::max(std::sqrt(std::max(0.0, (1.0 - g) * (1.0 + g))), steepest);
  // ∂h/∂φ = −g gt/h, ∂²h/∂φ² = −(gt² − g²)/h − g² gt²/h³
  return {radii.disk_radius * g * gt / h - t.dot(s),
          radii.disk_radius * ((gt * gt - g * g) / h + g * g * gt * gt / (h * h * h)) + d.dot(s)};
}

}  // namespace

DiskPlace disk_place(const DiskInCylinder& radii, const Vec2& s, const Vec2& m) {
  DiskPlace place{.gap = radii.cylinder_radius - radii.disk_radius};
  const double off = s.norm();
  if (!(off > 0.0) && !(m.norm() > 0.0)) return place;
  place.unique = true;
  double phi = off > 0.0 ? std::atan2(s.y(), s.x()) : std::atan2(m.x(), -m.y());
  const double scale = off + radii.disk_radius * m.squaredNorm();
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Vec2 d(std::cos(phi), std::sin(phi));
    const Slope at = slope(radii, s, m, d);
    // Newton where the gap is convex and the step is short; otherwise downhill by a tenth of a radian.
    double change = at.second > 0.0 ? -at.first / at.second : -std::copysign(0.1, at.first);
    change = std::clamp(change, -0.5, 0.5);
    phi += change;
    if (at.second > 0.0 && (std::abs(change) < 1e-15 || std::abs(at.first) < 4e-16 * scale)) break;
  }
  place.phi = phi;
  place.d = {std::cos(phi), std::sin(phi)};
  place.g = place.d.dot(m);
  place.h = std::max(std::sqrt(std::max(0.0, (1.0 - place.g) * (1.0 + place.g))), steepest);
  place.gap = radii.cylinder_radius - radii.disk_radius * place.h - place.d.dot(s);
  place.curvature = std::max(0.0, slope(radii, s, m, place.d).second);
  return place;
}

Gap gap_over(const DiskInCylinder& radii, const NodePair& pair, const Marker& first, const Marker& second) {
  // All that matters: y = (s₁, s₂, m₁, m₂), offset and normal of the disk by the cylinder's first two axes. Each has an
  // exact discrete gradient that balances forces and moments.
  const Vec3 normal_L = second.orientation.col(2);
  std::array<Measure, 4> y;
  for (const int a : {0, 1}) {
    const Vec3 axis = first.orientation.col(a);
    y[a] = along(pair, axis, first.offset, second.offset);
    y[a + 2] = direction(pair, {axis, axis}, {normal_L, normal_L});
  }
  const Vec4 y_i(y[0].at_i, y[1].at_i, y[2].at_i, y[3].at_i);
  const Vec4 y_f(y[0].at_f, y[1].at_f, y[2].at_f, y[3].at_f);
  Eigen::Matrix<double, 12, 4> discrete, end;
  for (int a = 0; a < 4; ++a) {
    discrete.col(a) = y[a].discrete;
    end.col(a) = y[a].end;
  }
  DiskPlace i = disk_place(radii, y_i.head<2>(), y_i.tail<2>());
  DiskPlace f = disk_place(radii, y_f.head<2>(), y_f.tail<2>());
  Gap gap;
  gap.at_i = i.gap;
  gap.at_f = f.gap;
  gap.radius =
      std::max(0.5 * (y_i.head<2>().norm() + y_f.head<2>().norm()), 0.5 * (radii.cylinder_radius - radii.disk_radius));
  if (!i.unique && !f.unique) return gap;  // centred at both ends: open, and without a normal
  // Where it is centred at one end, any φ will do there: that of the other end.
  if (!i.unique) i.phi = f.phi, i.d = f.d;
  if (!f.unique) f.phi = i.phi, f.d = i.d;

  // ∂φ_f/∂y and the change of d, g, h at the end.
  const Vec2 t_f = across(f.d);
  const double gt_f = t_f.dot(y_f.tail<2>());
  const double tilt_f = radii.disk_radius * f.g / f.h;  // κ: ∂gap/∂m = κ d
  Vec4 dphi;
  // slope = ρ_l g gt/h − t·s; its derivative by m is ρ_l ((gt/h + g² gt/h³) d + (g/h) t), since ∂(g/h)/∂g = 1/h³
  dphi << t_f, -radii.disk_radius * gt_f / (f.h * f.h * f.h) * f.d - tilt_f * t_f;
  dphi *= f.curvature > 0.0 ? 1.0 / f.curvature : 0.0;
  Vec4 dg = gt_f * dphi;
  dg.tail<2>() += f.d;
  const Vec4 dh = -f.g / f.h * dg;

  // Discrete gradient by y: γ = (−d_m, κ_m d_m) + the least correction that takes up R = (d_f − d_i)·(κ_m m_m − s_m),
  // which is what the mean violates the condition at the ends by.
  const Vec2 d_m = 0.5 * (i.d + f.d);
  const double kappa = radii.disk_radius * (i.g + f.g) / (i.h + f.h);
  const Vec4 dkappa = (radii.disk_radius * dg - kappa * dh) / (i.h + f.h);
  const Eigen::Matrix<double, 2, 4> dd = t_f * dphi.transpose();  // of d_f
  Vec4 gamma;
  gamma << -d_m, kappa * d_m;
  Mat4 dgamma;
  dgamma << -0.5 * dd, 0.5 * kappa * dd + d_m * dkappa.transpose();

  const Vec4 change = y_f - y_i;
  const Vec4 weight(1.0, 1.0, radii.disk_radius * radii.disk_radius, radii.disk_radius * radii.disk_radius);
  const Vec4 weighted = weight.cwiseProduct(change);
  const double size = change.dot(weighted);
  if (size > 0.0) {
    // d_f − d_i = 2 sin(Δφ/2) t(φ_m), free of cancellation
    const double turn = std::remainder(f.phi - i.phi, 2.0 * std::numbers::pi);
    const double middle = i.phi + 0.5 * turn;
    const Vec2 step = 2.0 * std::sin(0.5 * turn) * Vec2(-std::sin(middle), std::cos(middle));
    const Vec2 bracket = 0.5 * (kappa * (y_i.tail<2>() + y_f.tail<2>()) - (y_i.head<2>() + y_f.head<2>()));
    const double rest = step.dot(bracket);
    Vec4 drest = dd.transpose() * bracket + 0.5 * step.dot(y_i.tail<2>() + y_f.tail<2>()) * dkappa;
    drest.head<2>() -= 0.5 * step;
    drest.tail<2>() += 0.5 * kappa * step;
    gamma += weighted * (rest / size);
    dgamma += weighted * (drest / size - 2.0 * rest / (size * size) * weighted).transpose();
    dgamma.diagonal() += weight * (rest / size);
  }
  gap.discrete = discrete * gamma;
  Vec4 end_gradient;
  end_gradient << -f.d, tilt_f * f.d;
  gap.end = end * end_gradient;
  gap.discrete_tangent = discrete * dgamma * end.transpose();
  for (int a = 0; a < 4; ++a) gap.discrete_tangent += gamma[a] * y[a].discrete_tangent;

  // d₁ in space at both ends, and the direction (d₁ − g m)/h from the disk's centre to its nearest point.
  const Mat3 axes_i = pair.K.start.R * first.orientation, axes_f = pair.K.end.R * first.orientation;
  const Vec3 d_i = axes_i.leftCols<2>() * i.d, d_f = axes_f.leftCols<2>() * f.d;
  const Vec3 m_i = pair.L.start.R * normal_L, m_f = pair.L.end.R * normal_L;
  Mat3x12 dd_f = (axes_f.leftCols<2>() * t_f) * (end * dphi).transpose();
  dd_f.middleCols<3>(3) -= hat(d_f);
  const UnitVector n(d_i + d_f, dd_f);
  gap.normal = n.n;
  gap.normal_tangent = n.by_motion;
  const Vec3 arm_f = (d_f - f.g * m_f) / f.h;
  Mat3x12 darm = dd_f - m_f * (end * dg).transpose() - arm_f * (end * dh).transpose();
  darm.middleCols<3>(9) += f.g * hat(m_f);
  const UnitVector arm((d_i - i.g * m_i) / i.h + arm_f, darm / f.h);
  const MeanPoint centre(pair.L, second.offset, 6);
  gap.point = centre.x + radii.disk_radius * arm.n;
  gap.point_tangent = centre.by_motion + radii.disk_radius * arm.by_motion;
  return gap;
}

ContactPlace contact_place(const DiskInCylinder& radii, const Frame& first, const Frame& second) {
  const Vec3 u = first.R.transpose() * (second.x - first.x);
  const Vec3 m = first.R.transpose() * second.R.col(2);
  const DiskPlace at = disk_place(radii, u.head<2>(), m.head<2>());
  ContactPlace place;
  place.gap = at.gap;
  place.angle = std::atan2(at.d.y(), at.d.x());
  if (!at.unique) {
    place.on_first = place.on_second = second.x;
    return place;
  }
  place.normal = first.R.leftCols<2>() * at.d;
  place.on_second = second.x + radii.disk_radius * (place.normal - at.g * second.R.col(2)) / at.h;
  place.on_first = place.on_second + at.gap * place.normal;
  return place;
}

}  // namespace bristle
