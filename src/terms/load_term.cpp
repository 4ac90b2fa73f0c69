#include "bristle/terms/load_term.hpp"

#include "bristle/terms/on_increments.hpp"

namespace bristle {

LoadTerm::LoadTerm(const Load& load) : nodes{load.marker.node.index}, load_(load) {}

LoadTerm::Impulse LoadTerm::impulse(const Step& step) const {
  Impulse p;
  for (int k = 0; k < 3; ++k) {
    const LinearFit fit = load_.components[k].fit(step.time, step.end_time());
    p.mean[k] = 0.5 * step.share * step.dt * (fit.start + fit.end);
    p.change[k] = step.share * step.dt * (fit.end - fit.start) / 6.0;
  }
  return p;
}

/// The point of attack as three measures, its coordinates.
MeasureSet<1, 3> LoadTerm::point(const NodeStep& n) const {
  const Vec3& c = load_.marker.offset;
  MeasureSet<1, 3> set;
  set.nodes = {&n};
  set.discrete << Mat3::Identity(), hat(n.mean * c);
  set.start << Mat3::Identity(), hat(n.start.R * c);
  set.end << Mat3::Identity(), hat(n.end.R * c);
  return set;
}

/// A follower load as a covector on body-frame motions of the node.
Vec6 LoadTerm::in_body(const Vec3& load) const {
  const Vec3 local = load_.marker.orientation * load;
  Vec6 c;
  if (load_.kind == Load::Kind::force)
    c << local, load_.marker.offset.cross(local);
  else
    c << Vec3::Zero(), local;
  return c;
}

void LoadTerm::evaluate(const Step& step, Local<capacity>& out) const {
  out.clear();
  const NodeStep& n = step.nodes[nodes[0]];
  const Impulse p = impulse(step);
  const double size = p.mean.norm() + p.change.norm();
  const bool force = load_.kind == Load::Kind::force;
  out.add_traffic(0, force ? size : 0.0, force ? size * (load_.marker.offset.norm() + n.dx.norm()) : size);
  if (load_.follower)
    evaluate_follower(n, p, out);
  else if (force)
    evaluate_dead_force(n, p, out);
  else
    evaluate_dead_moment(n, p, out);
}

void LoadTerm::evaluate_dead_force(const NodeStep& n, const Impulse& p, Local<capacity>& out) const {
  const MeasureSet<1, 3> set = point(n);
  Response<3> response;  // a stress −F on the measure X
  response.s1 = -p.mean;
  response.s2 = p.change;
  add_residual<1, 3>(set, response, out);
  if (!out.with_tangent) return;
  const Vec3 arm = n.end.R * load_.marker.offset;
  MeasureCurvature<1, 3> curvature;
  curvature.discrete.setZero();
  curvature.end.setZero();
  curvature.motion.setZero();  // not needed: the load does not depend on the measure
  curvature.discrete.bottomRightCorner<3, 3>() = 0.5 * hat_hat(response.s1, arm);
  curvature.end.bottomRightCorner<3, 3>() = hat_hat(response.s2, arm);
  add_tangent<1, 3>(set, response, curvature, out);
}

void LoadTerm::evaluate_dead_moment(const NodeStep& n, const Impulse& p, Local<capacity>& out) const {
  out.residual.segment<3>(e1 + 3) -= p.mean;
  out.residual.segment<3>(e2 + 3) += n.mean.transpose() * p.change;
  if (!out.with_tangent) return;
  out.tangent.block<3, 3>(e2 + 3, e1 + 3) += 0.5 * n.end.R.transpose() * hat(p.change);
}

void LoadTerm::evaluate_follower(const NodeStep& n, const Impulse& p, Local<capacity>& out) const {
  const Vec6 mean = in_body(p.mean);
  out.residual.segment<6>(e1) -= on_increments(n, mean);
  out.residual.segment<6>(e2) += in_body(p.change);
  if (!out.with_tangent) return;
  out.tangent.block<6, 6>(e1, e1) -= on_increments_tangent(n, mean, Mat6::Zero());
}

void LoadTerm::account(const Step& step, EnergyAccount& account) const {
  const NodeStep& n = step.nodes[nodes[0]];
  const Impulse p = impulse(step);
  double action = 0.0;
  if (load_.follower) {
    action = in_body(p.mean).dot(n.increment) - 3.0 * in_body(p.change).dot(n.jump);
  } else if (load_.kind == Load::Kind::force) {
    const MeasureSet<1, 3> set = point(n);
    action = p.mean.dot(set.discrete.transpose() * n.z()) - 3.0 * p.change.dot(set.jump());
  } else {
    action = p.mean.dot(n.r) - 3.0 * p.change.dot(n.mean * n.jump.tail<3>());
  }
  account.external_work += action / step.dt;
}

}  // namespace bristle
