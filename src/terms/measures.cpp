#include "bristle/terms/measures.hpp"

#include <cmath>

namespace bristle {
namespace {

// Places of (x_K, θ_K, x_L, θ_L) in the twelve.
constexpr int xK = 0, tK = 3, xL = 6, tL = 9;

auto part(Vec12& v, int at) { return v.segment<3>(at); }
auto block(Mat12& m, int row, int col) { return m.block<3, 3>(row, col); }

/// A body-fixed vector over the step: at its ends and its average.
struct Arm {
  Arm(const NodeStep& node, const Vec3& c) : Arm(node, Carried{c, c}) {}
  Arm(const NodeStep& node, const Carried& c) : i(node.start.R * c.at_i), f(node.end.R * c.at_f), m(0.5 * (i + f)) {}
  Vec3 i, f, m;
};

/// A pair of opposite forces n at the ends of two arms.
void spread(Vec12& v, const Vec3& n, const Vec3& arm_K, const Vec3& arm_L) {
  part(v, xK) = -n;
  part(v, xL) = n;
  part(v, tK) = -arm_K.cross(n);
  part(v, tL) = arm_L.cross(n);
}

}  // namespace

Measure point_component(const NodePair& pair, const Vec3& offset_K, const Vec3& offset_L, int axis) {
  const Arm a(pair.K, offset_K);
  const Arm b(pair.L, offset_L);
  const Vec3 n = Vec3::Unit(axis);
  Measure q;
  q.at_i = (pair.L.start.x + b.i - pair.K.start.x - a.i)[axis];
  q.at_f = (pair.L.end.x + b.f - pair.K.end.x - a.f)[axis];
  spread(q.discrete, n, a.m, b.m);
  spread(q.start, n, a.i, b.i);
  spread(q.end, n, a.f, b.f);
  block(q.end_tangent, tK, tK) = -hat_hat(n, a.f);
  block(q.end_tangent, tL, tL) = hat_hat(n, b.f);
  q.discrete_tangent = 0.5 * q.end_tangent;
  return q;
}

Measure direction(const NodePair& pair, const Carried& carried_K, const Carried& carried_L) {
  const Arm d(pair.K, carried_K);
  const Arm e(pair.L, carried_L);
  Measure q;
  q.at_i = d.i.dot(e.i);
  q.at_f = d.f.dot(e.f);
  const auto moments = [](Vec12& v, const Vec3& first, const Vec3& second) {
    part(v, tK) = first.cross(second);
    part(v, tL) = -part(v, tK);
  };
  moments(q.discrete, d.m, e.m);
  moments(q.start, d.i, e.i);
  moments(q.end, d.f, e.f);
  const auto tangents = [&](Mat12& m, const Vec3& first, const Vec3& second) {
    const Mat3 by_K = hat_hat(second, d.f);
    const Mat3 by_L = -hat_hat(first, e.f);
    block(m, tK, tK) = by_K;
    block(m, tK, tL) = by_L;
    block(m, tL, tK) = -by_K;
    block(m, tL, tL) = -by_L;
  };
  tangents(q.discrete_tangent, 0.5 * d.m, 0.5 * e.m);
  tangents(q.end_tangent, d.f, e.f);
  return q;
}

Measure along(const NodePair& pair, const Vec3& direction_K, const Vec3& offset_K, const Vec3& offset_L) {
  const Arm d(pair.K, direction_K);
  const Arm a(pair.K, offset_K);
  const Arm b(pair.L, offset_L);
  const Vec3 w_i = pair.L.start.x - pair.K.start.x + b.i;  // from K's node to L's point
  const Vec3 w_f = pair.L.end.x - pair.K.end.x + b.f;
  const Vec3 w_m = 0.5 * (w_i + w_f);
  Measure q;
  q.at_i = d.i.dot(w_i - a.i);
  q.at_f = d.f.dot(w_f - a.f);
  const auto covector = [](Vec12& v, const Vec3& n, const Vec3& w, const Vec3& arm_L) {
    part(v, xK) = -n;
    part(v, xL) = n;
    part(v, tK) = n.cross(w);  // −a × n from the force at K's point, n × (w − a) from n turning with K
    part(v, tL) = arm_L.cross(n);
  };
  covector(q.discrete, d.m, w_m, b.m);
  covector(q.start, d.i, w_i, b.i);
  covector(q.end, d.f, w_f, b.f);
  const Mat3 turn = -hat(d.f);  // δd = turn δθ_K
  const auto tangents = [&](Mat12& m, const Vec3& n, const Vec3& w, const Vec3& arm_L, double share) {
    block(m, xK, tK) = -share * turn;
    block(m, xL, tK) = share * turn;
    block(m, tK, tK) = -share * hat(w) * turn;
    block(m, tK, xK) = -share * hat(n);
    block(m, tK, xL) = share * hat(n);
    block(m, tK, tL) = -share * hat_hat(n, b.f);
    block(m, tL, tK) = share * hat(arm_L) * turn;
    block(m, tL, tL) = share * hat_hat(n, b.f);
  };
  tangents(q.discrete_tangent, d.m, w_m, b.m, 0.5);
  tangents(q.end_tangent, d.f, w_f, b.f, 1.0);
  return q;
}

Measure distance(const NodePair& pair, const Vec3& offset_K, const Vec3& offset_L) {
  const Arm a(pair.K, offset_K);
  const Arm b(pair.L, offset_L);
  const Vec3 u_i = pair.L.start.x + b.i - pair.K.start.x - a.i;
  const Vec3 u_f = pair.L.end.x + b.f - pair.K.end.x - a.f;
  Measure q;
  q.at_i = u_i.norm();
  q.at_f = u_f.norm();
  const double sum = q.at_i + q.at_f;
  if (!(sum > 0.0)) return q;  // the points coincide: no direction, no force
  const auto unit = [](const Vec3& u, double length) { return length > 0.0 ? Vec3(u / length) : Vec3(Vec3::Zero()); };
  const Vec3 n_m = (u_i + u_f) / sum;
  const Vec3 n_i = unit(u_i, q.at_i);
  const Vec3 n_f = unit(u_f, q.at_f);
  spread(q.discrete, n_m, a.m, b.m);
  spread(q.start, n_i, a.i, b.i);
  spread(q.end, n_f, a.f, b.f);

  Eigen::Matrix<double, 3, 12> du;  // of u at the end
  du << -Mat3::Identity(), hat(a.f), Mat3::Identity(), -hat(b.f);
  const auto tangents = [&](Mat12& m, const Vec3& n, double length, const Vec3& arm_K, const Vec3& arm_L,
                            double share) {
    const Mat3 project = (Mat3::Identity() - n * n_f.transpose()) / length;
    const Eigen::Matrix<double, 3, 12> dn = project * du;
    m.middleRows<3>(xK) = -dn;
    m.middleRows<3>(xL) = dn;
    m.middleRows<3>(tK) = -hat(arm_K) * dn;
    m.middleRows<3>(tL) = hat(arm_L) * dn;
    block(m, tK, tK) -= share * hat_hat(n, a.f);
    block(m, tL, tL) += share * hat_hat(n, b.f);
  };
  tangents(q.discrete_tangent, n_m, sum, a.m, b.m, 0.5);
  if (q.at_f > 0.0) tangents(q.end_tangent, n_f, q.at_f, a.f, b.f, 1.0);
  return q;
}

Measure angle(const NodePair& pair, const Mat3& axes_K, const Mat3& axes_L) {
  const Carried x_L{axes_L.col(0), axes_L.col(0)};
  const Measure c = direction(pair, {axes_K.col(0), axes_K.col(0)}, x_L);
  const Measure s = direction(pair, {axes_K.col(1), axes_K.col(1)}, x_L);
  Measure q;
  const double sine = c.at_i * s.at_f - s.at_i * c.at_f;    // ρ_i ρ_f sin Δθ
  const double cosine = c.at_i * c.at_f + s.at_i * s.at_f;  // ρ_i ρ_f cos Δθ
  const double turn = std::atan2(sine, cosine);
  q.at_i = std::atan2(s.at_i, c.at_i);
  q.at_f = q.at_i + turn;

  // Gradients at the ends: (C ∇S − S ∇C)/ρ².
  const double rho2_i = c.at_i * c.at_i + s.at_i * s.at_i;
  const double rho2_f = c.at_f * c.at_f + s.at_f * s.at_f;
  q.start = (c.at_i * s.start - s.at_i * c.start) / rho2_i;
  q.end = (c.at_f * s.end - s.at_f * c.end) / rho2_f;
  const Vec12 drho = (c.at_f * c.end + s.at_f * s.end) / rho2_f;  // dρ_f/ρ_f
  q.end_tangent =
      (c.at_f * s.end_tangent - s.at_f * c.end_tangent + s.end * c.end.transpose() - c.end * s.end.transpose()) /
          rho2_f -
      2.0 * q.end * drho.transpose();

  // Over the step: κ (C_m g_S − S_m g_C) with κ = Δθ/(ρ_i ρ_f sin Δθ), and series where the quotients would cancel.
  const bool small = std::abs(turn) < 1e-4;
  const double product = std::sqrt(rho2_i * rho2_f);
  const double kappa = (small ? 1.0 + turn * turn / 6.0 : turn / std::sin(turn)) / product;
  const double slope = small ? turn / 3.0  // of Δθ/sin Δθ
                             : (std::sin(turn) - turn * std::cos(turn)) / (std::sin(turn) * std::sin(turn));
  const double c_m = 0.5 * (c.at_i + c.at_f);
  const double s_m = 0.5 * (s.at_i + s.at_f);
  const Vec12 across = c_m * s.discrete - s_m * c.discrete;
  q.discrete = kappa * across;
  q.discrete_tangent = across * (slope / product * q.end - kappa * drho).transpose();
  q.discrete_tangent += kappa * (c_m * s.discrete_tangent - s_m * c.discrete_tangent +
                                 0.5 * s.discrete * c.end.transpose() - 0.5 * c.discrete * s.end.transpose());
  return q;
}

}  // namespace bristle
