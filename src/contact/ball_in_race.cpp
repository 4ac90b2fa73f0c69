#include <cmath>

#include "bristle/contact/gap.hpp"
#include "unit_vector.hpp"

namespace bristle {

Gap gap_over(const BallInRace& race, const NodePair& pair, const Marker& first, const Marker& second) {
  const Measure apart = distance(pair, first.offset, second.offset);
  Gap gap;
  gap.at_i = race.race_radius - race.ball_radius - apart.at_i;
  gap.at_f = race.race_radius - race.ball_radius - apart.at_f;
  gap.discrete = -apart.discrete;
  gap.end = -apart.end;
  gap.discrete_tangent = -apart.discrete_tangent;
  gap.radius = 0.5 * (apart.at_i + apart.at_f);

  // n ~ u_i + u_f, the rest of the discrete gradient's linear part; the point is ρ_l n from the mean centre of the
  // ball.
  const MeanPoint centre(pair.L, second.offset, 6);
  const MeanPoint race_centre(pair.K, first.offset, 0);
  const UnitVector n(centre.x - race_centre.x, centre.by_motion - race_centre.by_motion);
  gap.normal = n.n;
  gap.normal_tangent = n.by_motion;
  gap.point = centre.x + race.ball_radius * n.n;
  gap.point_tangent = centre.by_motion + race.ball_radius * n.by_motion;
  return gap;
}

ContactPlace contact_place(const BallInRace& race, const Frame& first, const Frame& second) {
  const Vec3 u = second.x - first.x;
  const double apart = u.norm();
  ContactPlace place;
  place.gap = race.race_radius - race.ball_radius - apart;
  if (apart > 0.0) place.normal = u / apart;
  place.on_first = first.x + race.race_radius * place.normal;
  place.on_second = second.x + race.ball_radius * place.normal;
  place.angle = std::atan2(first.R.col(1).dot(place.normal), first.R.col(0).dot(place.normal));
  return place;
}

}  // namespace bristle
