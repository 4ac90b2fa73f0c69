#include "bristle/system/step.hpp"

namespace bristle {

void complete(NodeStep& node, double dt) {
  const Mat3& R = node.start.R;
  node.end.x = node.start.x + node.dx;
  node.end.R = cay(node.r) * R;
  node.mean = 0.5 * (R + node.end.R);

  const Vec3 turn = R.transpose() * node.r;
  const Vec3 shift = R.transpose() * node.dx;
  node.increment << shift - 0.5 * turn.cross(shift), turn;
  const Mat3 dr = R.transpose() * cay_tangent(node.r);
  node.by_motion.topLeftCorner<3, 3>() = R.transpose() - 0.5 * hat(turn) * R.transpose();
  node.by_motion.topRightCorner<3, 3>() = 0.5 * hat(shift) * dr;
  node.by_motion.bottomLeftCorner<3, 3>().setZero();
  node.by_motion.bottomRightCorner<3, 3>() = dr;

  node.twist_f = (node.increment - 3.0 * node.jump) / dt;
  node.twist_j = (node.increment + 3.0 * node.jump) / dt;
}

}  // namespace bristle
