#pragma once
#include "bristle/math/so3.hpp"
#include "bristle/math/types.hpp"

namespace bristle {

/// A frame in space: a position (m) and a rotation whose columns are the directors d1, d2, d3.
struct Frame {
  Vec3 x = Vec3::Zero();
  Mat3 R = Mat3::Identity();

  Frame operator*(const Frame& inner) const { return {x + R * inner.x, R * inner.R}; }
  Frame inverse() const { return {-(R.transpose() * x), R.transpose()}; }
};

/// A body-frame twist: velocity of the frame's origin (m/s) and angular velocity (rad/s), both in the frame's own axes.
struct Twist {
  Vec3 velocity = Vec3::Zero();
  Vec3 angular = Vec3::Zero();

  Vec6 vector() const { return (Vec6() << velocity, angular).finished(); }
};

}  // namespace bristle
