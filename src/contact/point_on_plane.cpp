#include <cmath>

#include "bristle/contact/gap.hpp"
#include "unit_vector.hpp"

namespace bristle {

Gap gap_over(const PointOnPlane&, const NodePair& pair, const Marker& first, const Marker& second) {
  const Vec3 outward = first.orientation.col(2);
  const Measure height = along(pair, outward, first.offset, second.offset);
  Gap gap;
  gap.at_i = height.at_i;
  gap.at_f = height.at_f;
  gap.discrete = height.discrete;
  gap.end = height.end;
  gap.discrete_tangent = height.discrete_tangent;

  Mat3x12 turning = Mat3x12::Zero();  // of the inward direction, in the mean
  turning.middleCols<3>(3) = 0.5 * hat(pair.K.end.R * outward);
  const UnitVector n(-(pair.K.mean * outward), turning);
  gap.normal = n.n;
  gap.normal_tangent = n.by_motion;
  const MeanPoint point(pair.L, second.offset, 6);
  gap.point = point.x;
  gap.point_tangent = point.by_motion;
  return gap;
}

ContactPlace contact_place(const PointOnPlane&, const Frame& first, const Frame& second) {
  const Vec3 local = first.R.transpose() * (second.x - first.x);
  ContactPlace place;
  place.gap = local.z();
  place.normal = -first.R.col(2);
  place.on_second = second.x;
  place.on_first = second.x + place.gap * place.normal;
  place.angle = std::atan2(local.y(), local.x());
  return place;
}

}  // namespace bristle
