#include "bristle/system/step.hpp"

namespace bristle {

Vec6 body_increment(const Frame& start, const Leg& leg) {
  const Vec3 turn = start.R.transpose() * leg.r;
  const Vec3 shift = start.R.transpose() * leg.dx;
  Vec6 u;
  u << shift - 0.5 * turn.cross(shift), turn;
  return u;
}

void complete(const Frame& start, Leg& leg) {
  leg.end.x = start.x + leg.dx;
  leg.end.R = cay(leg.r) * start.R;
  leg.mean = 0.5 * (start.R + leg.end.R);
}

void complete(NodeStep& node, double dt) {
  complete(node.start, node.f);
  complete(node.start, node.j);
  const Vec6 uf = body_increment(node.start, node.f);
  const Vec6 uj = body_increment(node.start, node.j);
  node.twist_f = (uf - 3.0 * uj) / dt;
  node.twist_j = (uf + 3.0 * uj) / dt;
}

}  // namespace bristle
