#pragma once
// Vectors of a pair of nodes in the mean over a step, with their derivatives by the motion at its end.

#include "bristle/contact/gap.hpp"

namespace bristle {

/// The mean of a point's two places; `column` is where its node's (δx, δθ) begin.
struct MeanPoint {
  MeanPoint(const NodeStep& node, const Vec3& offset, int column)
      : x(node.start.x + 0.5 * node.dx + node.mean * offset) {
    by_motion.middleCols<3>(column).diagonal().array() = 0.5;
    by_motion.middleCols<3>(column + 3) = -0.5 * hat(node.end.R * offset);
  }
  Vec3 x;
  Mat3x12 by_motion = Mat3x12::Zero();
};

/// A vector made of unit length; zero if it has none.
struct UnitVector {
  UnitVector(const Vec3& v, const Mat3x12& dv) {
    const double length = v.norm();
    if (!(length > 0.0)) return;
    n = v / length;
    by_motion = (dv - n * (n.transpose() * dv)) / length;
  }
  Vec3 n = Vec3::Zero();
  Mat3x12 by_motion = Mat3x12::Zero();
};

}  // namespace bristle
