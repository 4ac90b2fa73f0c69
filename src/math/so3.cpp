#include "bristle/math/so3.hpp"

#include "bristle/error.hpp"

namespace bristle {

Mat3 frame_along(const Vec3& axis, const Vec3& up) {
  const double length = axis.norm();
  if (!(length > 0.0)) throw ModelError("an axis of zero length has no direction");
  const Vec3 first = axis / length;
  const Vec3 second = up - first * first.dot(up);
  if (!(second.norm() > 1e-9 * up.norm()))
    throw ModelError("the up vector is parallel to the axis: choose another one");
  Mat3 frame;
  frame.col(0) = first;
  frame.col(1) = second.normalized();
  frame.col(2) = first.cross(frame.col(1));
  return frame;
}

Mat3 frame_about(const Vec3& axis) {
  Eigen::Index smallest = 0;
  axis.cwiseAbs().minCoeff(&smallest);
  const Mat3 along = frame_along(axis, Vec3::Unit(smallest));
  Mat3 frame;
  frame << along.col(1), along.col(2), along.col(0);
  return frame;
}

}  // namespace bristle
