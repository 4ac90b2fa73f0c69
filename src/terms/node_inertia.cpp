#include "bristle/terms/node_inertia.hpp"

#include "bristle/terms/on_increments.hpp"

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

/// The change of momentum over the step, in space.
Vec6 momentum_change(const NodeStep& n, const Momentum& i, const Momentum& f) {
  Vec6 change;
  change << f.p - i.p, f.l - i.l + 0.5 * n.dx.cross(f.p + i.p);
  return change;
}

/// Its tangent through position and rotation of the end, and through the twist there.
Mat6 momentum_change_direct(const NodeStep& n, const Momentum& i, const Momentum& f) {
  Mat6 k = Mat6::Zero();
  k.topRightCorner<3, 3>() = -hat(f.p);
  k.bottomLeftCorner<3, 3>() = -0.5 * hat(f.p + i.p);
  k.bottomRightCorner<3, 3>() = -hat(f.l) - 0.5 * hat_hat(n.dx, f.p);
  return k;
}

Mat6 momentum_change_by_twist(const NodeStep& n, const Mat6& mass) {
  Mat6 w;
  w.topRows<3>() = n.end.R * mass.topRows<3>();
  w.bottomRows<3>() = n.end.R * mass.bottomRows<3>() + 0.5 * hat(n.dx) * w.topRows<3>();
  return w;
}

/// δη = ξ' + ad(η) ξ for a variation ξ of a frame in its own axes.
Mat6 ad(const Vec6& twist) {
  Mat6 a = Mat6::Zero();
  a.topLeftCorner<3, 3>() = a.bottomRightCorner<3, 3>() = hat(twist.tail<3>());
  a.topRightCorner<3, 3>() = hat(twist.head<3>());
  return a;
}

/// R on both halves.
Mat6 both(const Mat3& R) {
  Mat6 m = Mat6::Zero();
  m.topLeftCorner<3, 3>() = m.bottomRightCorner<3, 3>() = R;
  return m;
}

}  // namespace

Vec6 NodeInertia::steady_wrench(const Frame& frame, const Vec6& twist) const {
  return both(frame.R) * (damping * twist - ad(twist).transpose() * (mass * twist));
}

NodeInertia::Matrices NodeInertia::in_turning_axes(const Frame& frame, const Vec6& twist) const {
  const Mat6 a = ad(twist);
  const Vec6 momentum = mass * twist;
  const Vec6 wrench = damping * twist - a.transpose() * momentum;
  Mat6 by_twist = damping - a.transpose() * mass;  // of the wrench in body axes, at fixed rate of the twist
  by_twist.topRightCorner<3, 3>() -= hat(momentum.head<3>());
  by_twist.bottomLeftCorner<3, 3>() -= hat(momentum.head<3>());
  by_twist.bottomRightCorner<3, 3>() -= hat(momentum.tail<3>());

  // M (ξ'' + a ξ') + by_twist (ξ' + a ξ), and the axes that turn with δθ.
  const Mat6 Q = both(frame.R);
  const Mat6 m = Q * mass * Q.transpose();
  const Mat6 d = Q * (mass * a + by_twist) * Q.transpose();
  Mat6 k = by_twist * a;
  k.topRightCorner<3, 3>() -= hat(wrench.head<3>());
  k.bottomRightCorner<3, 3>() -= hat(wrench.tail<3>());
  return {m, d, Q * k * Q.transpose()};
}

NodeInertia::Matrices NodeInertia::linearised(const Frame& frame, const Vec6& twist, double share_of_weight) const {
  // ξ = Qᵀ δ with Q' = spin Q.
  const auto [m, d, k] = in_turning_axes(frame, twist);
  const Mat6 spin = both(hat(frame.R * twist.tail<3>()));
  Matrices out{m, d - 2.0 * m * spin, k - d * spin + m * spin * spin};
  out.stiffness.bottomRightCorner<3, 3>() -= hat_hat(share_of_weight * weight, frame.R * centre);
  return out;
}

void NodeInertia::evaluate(const Step& step, Local<capacity>& out) const {
  const NodeStep& n = step.nodes[nodes[0]];
  const Momentum i(mass, n.start.R, n.twist_i);
  const Momentum f(mass, n.end.R, n.twist_f);
  const Vec3 impulse = step.share * step.dt * weight;
  const Vec3 arm = n.mean * centre;

  // E1 balances the momenta in space; E2 takes the jump of the body-frame momenta.
  out.residual.segment<6>(e1) = momentum_change(n, i, f);
  out.residual.segment<3>(e1) -= impulse;
  out.residual.segment<3>(e1 + 3) -= arm.cross(impulse);
  out.residual.segment<6>(e2) = mass * (n.twist_j - n.twist_i);
  if (damped) {
    out.residual.segment<6>(e1) += on_increments(n, damping * n.increment);
    out.residual.segment<6>(e2) += damping * n.jump;
  }

  // Sizes of what is added up, before parts cancel (a fast spin about the mass centre's axis has no momentum).
  const double m = mass(0, 0);
  const double coupling = m * centre.norm();
  const double rotary = mass.bottomRightCorner<3, 3>().diagonal().maxCoeff();
  const double speed = n.twist_i.head<3>().norm() + n.twist_f.head<3>().norm() + n.twist_j.head<3>().norm();
  const double spin = n.twist_i.tail<3>().norm() + n.twist_f.tail<3>().norm() + n.twist_j.tail<3>().norm();
  const double linear = m * speed + coupling * spin + impulse.norm();
  const double angular = coupling * speed + rotary * spin + n.dx.norm() * linear + arm.norm() * impulse.norm();
  out.traffic.setZero();
  out.add_traffic(0, linear, angular);
  if (!out.with_tangent) return;

  const Mat6 w = momentum_change_by_twist(n, mass) / step.dt;
  const Mat6 per_dt = mass / step.dt;
  out.tangent.block<6, 6>(e1, e1) = w * n.by_motion + momentum_change_direct(n, i, f);
  out.tangent.block<6, 6>(e1, e2) = -3.0 * w;
  out.tangent.block<6, 6>(e2, e1) = per_dt * n.by_motion;
  out.tangent.block<6, 6>(e2, e2) = 3.0 * per_dt;
  out.tangent.block<3, 3>(e1 + 3, e1 + 3) -= 0.5 * hat_hat(impulse, n.end.R * centre);
  if (damped) {
    out.tangent.block<6, 6>(e1, e1) += on_increments_tangent(n, damping * n.increment, Mat6(damping * n.by_motion));
    out.tangent.block<6, 6>(e2, e2) += damping;
  }
}

void NodeInertia::account(const Step& step, EnergyAccount& account) const {
  const NodeStep& n = step.nodes[nodes[0]];
  const Vec6 jump = n.twist_j - n.twist_i;
  account.kinetic_i += 0.5 * n.twist_i.dot(mass * n.twist_i);
  account.kinetic_f += 0.5 * n.twist_f.dot(mass * n.twist_f);
  account.numerical_loss += 0.5 * jump.dot(mass * jump);
  account.gravity_i -= weight.dot(n.start.x + n.start.R * centre);
  account.gravity_f -= weight.dot(n.end.x + n.end.R * centre);
  if (damped)
    account.damping_loss += (n.increment.dot(damping * n.increment) + 3.0 * n.jump.dot(damping * n.jump)) / step.dt;
}

}  // namespace bristle
