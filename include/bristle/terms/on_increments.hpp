#pragma once
// Body-frame loads in E1: docs/theory.md, sections 3.3 and 3.5.

#include "bristle/math/so3.hpp"
#include "bristle/system/step.hpp"

namespace bristle {

/// Takes a covector c on the body increment U_f to the covector on (Δx, r) that does the same work: by the mean
/// rotation, (R_m^-T c_u, R_m c_r).
inline Vec6 on_increments(const NodeStep& n, const Vec6& c) {
  const Vec3 force = n.start.R * c.head<3>();
  Vec6 covector;
  covector << force + 0.5 * n.r.cross(force), n.mean * c.tail<3>();
  return covector;
}

/// Its tangent when c changes by dc.
inline Mat6 on_increments_tangent(const NodeStep& n, const Vec6& c, const Mat6& dc) {
  Mat6 k;
  k.topRows<3>() = (n.start.R + 0.5 * hat(n.r) * n.start.R) * dc.topRows<3>();
  k.bottomRows<3>() = n.mean * dc.bottomRows<3>();
  k.topRightCorner<3, 3>() -= 0.5 * hat(n.start.R * c.head<3>()) * cay_tangent(n.r);
  k.bottomRightCorner<3, 3>() -= 0.5 * hat(n.end.R * c.tail<3>());
  return k;
}

}  // namespace bristle
