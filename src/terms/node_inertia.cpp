#include "bristle/terms/node_inertia.hpp"

namespace bristle {
namespace {

/// Momenta of a node in space axes, about the node's origin.
struct Momentum {
  Momentum(const Mat6& mass, const Mat3& R, const Vec6& twist) {
    const Vec6 body = mass * twist;
    p = R * body.head<3>();
    l = R * body.tail<3>();
  }
  Vec3 p, l;
};

/// ∂U/∂(δx, δθ) of a leg.
Mat6 increment_tangent(const Frame& start, const Leg& leg) {
  const Mat3 Rt = start.R.transpose();
  const Vec3 turn = Rt * leg.r;
  const Vec3 shift = Rt * leg.dx;
  const Mat3 dr = Rt * cay_tangent(leg.r);
  Mat6 g;
  g.topLeftCorner<3, 3>() = Rt - 0.5 * hat(turn) * Rt;
  g.topRightCorner<3, 3>() = 0.5 * hat(shift) * dr;
  g.bottomLeftCorner<3, 3>().setZero();
  g.bottomRightCorner<3, 3>() = dr;
  return g;
}

/// The rate of momentum over a leg, without and with its tangent (the part through the end's position and rotation).
Vec6 momentum_change(const Leg& leg, const Momentum& i, const Momentum& e) {
  Vec6 change;
  change << e.p - i.p, e.l - i.l + 0.5 * leg.dx.cross(e.p + i.p);
  return change;
}

Mat6 momentum_change_direct(const Leg& leg, const Momentum& i, const Momentum& e) {
  Mat6 k = Mat6::Zero();
  k.topRightCorner<3, 3>() = -hat(e.p);
  k.bottomLeftCorner<3, 3>() = -0.5 * hat(e.p + i.p);
  k.bottomRightCorner<3, 3>() = -hat(e.l) - 0.5 * hat_hat(leg.dx, e.p);
  return k;
}

/// ∂(momentum change)/∂(twist at the end).
Mat6 momentum_change_by_twist(const Leg& leg, const Mat6& mass) {
  Mat6 w;
  w.topRows<3>() = leg.end.R * mass.topRows<3>();
  w.bottomRows<3>() = leg.end.R * mass.bottomRows<3>() + 0.5 * hat(leg.dx) * w.topRows<3>();
  return w;
}

/// Takes a covector c on the body increment U of a leg to the covector on (Δx, r) that does the same work, c·U: by the
/// mean rotation, (R_m^-T c_u, R_m c_r).
struct OnIncrements {
  OnIncrements(const Frame& start, const Leg& leg)
      : force(start.R + 0.5 * hat(leg.r) * start.R), moment(leg.mean), start_R(start.R), leg_(leg) {}

  Vec6 operator*(const Vec6& c) const {
    Vec6 covector;
    covector << force * c.head<3>(), moment * c.tail<3>();
    return covector;
  }
  Mat6 operator*(const Mat6& dc) const {
    Mat6 k;
    k.topRows<3>() = force * dc.topRows<3>();
    k.bottomRows<3>() = moment * dc.bottomRows<3>();
    return k;
  }
  /// Its change with the rotation of the leg's end, at fixed c.
  Mat6 by_rotation(const Vec6& c) const {
    Mat6 k = Mat6::Zero();
    k.topRightCorner<3, 3>() = -0.5 * hat(start_R * c.head<3>()) * cay_tangent(leg_.r);
    k.bottomRightCorner<3, 3>() = -0.5 * hat(leg_.end.R * c.tail<3>());
    return k;
  }

  Mat3 force, moment;

 private:
  const Mat3& start_R;
  const Leg& leg_;
};

}  // namespace

void NodeInertia::evaluate(const Step& step, Local<capacity>& out) const {
  const NodeStep& n = step.nodes[nodes[0]];
  const Momentum i(mass, n.start.R, n.twist_i);
  const Momentum f(mass, n.f.end.R, n.twist_f);
  const Vec3 impulse = step.dt * weight;
  const Vec3 arm = n.f.mean * centre;

  // E1 balances the momenta in space; E2 takes the jump of the body-frame momenta, which does the same work and keeps a
  // translation from feeding the rotation (docs/theory.md, section 3.1).
  out.residual.segment<6>(leg_f) = momentum_change(n.f, i, f);
  out.residual.segment<3>(leg_f) -= impulse;
  out.residual.segment<3>(leg_f + 3) -= arm.cross(impulse);
  Vec6 jump = mass * (n.twist_j - n.twist_i);
  Vec6 drag = Vec6::Zero();
  if (damped) {
    drag = damping * body_increment(n.start, n.f);
    jump += damping * body_increment(n.start, n.j);
    out.residual.segment<6>(leg_f) += OnIncrements(n.start, n.f) * drag;
  }
  const OnIncrements on_j(n.start, n.j);
  out.residual.segment<6>(leg_j) = on_j * jump;

  // Sizes of what is added up, before parts cancel (a fast spin about the mass centre's axis has no momentum).
  const double m = mass(0, 0);
  const double coupling = m * centre.norm();
  const double rotary = mass.bottomRightCorner<3, 3>().diagonal().maxCoeff();
  const double speed = n.twist_i.head<3>().norm() + n.twist_f.head<3>().norm() + n.twist_j.head<3>().norm();
  const double spin = n.twist_i.tail<3>().norm() + n.twist_f.tail<3>().norm() + n.twist_j.tail<3>().norm();
  const double linear = m * speed + coupling * spin + impulse.norm();
  const double angular = coupling * speed + rotary * spin + n.f.dx.norm() * linear + arm.norm() * impulse.norm();
  out.traffic.setZero();
  out.add_traffic(0, linear, angular);
  if (!out.with_tangent) return;

  const Mat6 gf = increment_tangent(n.start, n.f);
  const Mat6 gj = increment_tangent(n.start, n.j);
  const Mat6 wf = momentum_change_by_twist(n.f, mass) / step.dt;
  const Mat6 per_dt = mass / step.dt;
  out.tangent.block<6, 6>(leg_f, leg_f) = wf * gf + momentum_change_direct(n.f, i, f);
  out.tangent.block<6, 6>(leg_f, leg_j) = -3.0 * wf * gj;
  out.tangent.block<6, 6>(leg_j, leg_f) = on_j * Mat6(per_dt * gf);
  out.tangent.block<6, 6>(leg_j, leg_j) = on_j * Mat6((3.0 * per_dt + damping) * gj) + on_j.by_rotation(jump);
  out.tangent.block<3, 3>(leg_f + 3, leg_f + 3) -= 0.5 * hat_hat(impulse, n.f.end.R * centre);
  if (damped) {
    const OnIncrements on_f(n.start, n.f);
    out.tangent.block<6, 6>(leg_f, leg_f) += on_f * Mat6(damping * gf) + on_f.by_rotation(drag);
  }
}

void NodeInertia::account(const Step& step, EnergyAccount& account) const {
  const NodeStep& n = step.nodes[nodes[0]];
  const Vec6 jump = n.twist_j - n.twist_i;
  account.kinetic_i += 0.5 * n.twist_i.dot(mass * n.twist_i);
  account.kinetic_f += 0.5 * n.twist_f.dot(mass * n.twist_f);
  account.numerical_loss += 0.5 * jump.dot(mass * jump);
  account.gravity_i -= weight.dot(n.start.x + n.start.R * centre);
  account.gravity_f -= weight.dot(n.f.end.x + n.f.end.R * centre);
  if (damped) {
    const Vec6 uf = body_increment(n.start, n.f);
    const Vec6 uj = body_increment(n.start, n.j);
    account.damping_loss += (uf.dot(damping * uf) + 3.0 * uj.dot(damping * uj)) / step.dt;
  }
}

}  // namespace bristle
