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

/// The covector on (Δx, r) that does the work c·U: with the mean rotation, which keeps it centred in the step.
Vec6 on_increments(const Frame& start, const Leg& leg, const Vec6& c) {
  const Vec3 force = start.R * c.head<3>();
  Vec6 covector;
  covector << force + 0.5 * leg.r.cross(force), leg.mean * c.tail<3>();
  return covector;
}

/// Its tangent, with c = damping · U.
Mat6 on_increments_tangent(const Frame& start, const Leg& leg, const Vec6& c, const Mat6& dc) {
  const Mat3 turn = Mat3::Identity() + 0.5 * hat(leg.r);
  Mat6 k;
  k.topRows<3>() = turn * start.R * dc.topRows<3>();
  k.bottomRows<3>() = leg.mean * dc.bottomRows<3>();
  k.topRightCorner<3, 3>() -= 0.5 * hat(start.R * c.head<3>()) * cay_tangent(leg.r);
  k.bottomRightCorner<3, 3>() -= 0.5 * hat(leg.end.R * c.tail<3>());
  return k;
}

}  // namespace

void NodeInertia::evaluate(const Step& step, Local<capacity>& out) const {
  const NodeStep& n = step.nodes[nodes[0]];
  const Momentum i(mass, n.start.R, n.twist_i);
  const Momentum f(mass, n.f.end.R, n.twist_f);
  const Momentum j(mass, n.j.end.R, n.twist_j);
  const Vec3 impulse = step.dt * weight;
  const Vec3 arm = n.f.mean * centre;

  out.residual.segment<6>(leg_f) = momentum_change(n.f, i, f);
  out.residual.segment<6>(leg_j) = momentum_change(n.j, i, j);
  out.residual.segment<3>(leg_f) -= impulse;
  out.residual.segment<3>(leg_f + 3) -= arm.cross(impulse);
  out.traffic.setZero();
  // Sizes of what is added up, before parts cancel (a fast spin about the mass centre's axis has no momentum).
  const double m = mass(0, 0);
  const double coupling = m * centre.norm();
  const double rotary = mass.bottomRightCorner<3, 3>().diagonal().maxCoeff();
  const double speed = n.twist_i.head<3>().norm() + n.twist_f.head<3>().norm() + n.twist_j.head<3>().norm();
  const double spin = n.twist_i.tail<3>().norm() + n.twist_f.tail<3>().norm() + n.twist_j.tail<3>().norm();
  const double linear = m * speed + coupling * spin + impulse.norm();
  const double angular = coupling * speed + rotary * spin + n.f.dx.norm() * linear + arm.norm() * impulse.norm();
  out.add_traffic(0, linear, angular);

  if (damped) {
    out.residual.segment<6>(leg_f) += on_increments(n.start, n.f, damping * body_increment(n.start, n.f));
    out.residual.segment<6>(leg_j) += on_increments(n.start, n.j, damping * body_increment(n.start, n.j));
  }
  if (!out.with_tangent) return;

  const Mat6 gf = increment_tangent(n.start, n.f);
  const Mat6 gj = increment_tangent(n.start, n.j);
  const Mat6 wf = momentum_change_by_twist(n.f, mass) / step.dt;
  const Mat6 wj = momentum_change_by_twist(n.j, mass) / step.dt;
  out.tangent.block<6, 6>(leg_f, leg_f) = wf * gf + momentum_change_direct(n.f, i, f);
  out.tangent.block<6, 6>(leg_f, leg_j) = -3.0 * wf * gj;
  out.tangent.block<6, 6>(leg_j, leg_f) = wj * gf;
  out.tangent.block<6, 6>(leg_j, leg_j) = 3.0 * wj * gj + momentum_change_direct(n.j, i, j);
  out.tangent.block<3, 3>(leg_f + 3, leg_f + 3) -= 0.5 * hat_hat(impulse, n.f.end.R * centre);
  if (damped) {
    out.tangent.block<6, 6>(leg_f, leg_f) +=
        on_increments_tangent(n.start, n.f, damping * body_increment(n.start, n.f), damping * gf);
    out.tangent.block<6, 6>(leg_j, leg_j) +=
        on_increments_tangent(n.start, n.j, damping * body_increment(n.start, n.j), damping * gj);
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
