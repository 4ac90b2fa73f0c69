#include "bristle/terms/measures.hpp"

#include <cmath>

namespace bristle {
namespace {

// Places of (x_K, θ_K, x_L, θ_L) in the twelve.
constexpr int xK = 0, tK = 3, xL = 6, tL = 9;

auto part(Vec12& v, int at) { return v.segment<3>(at); }
auto block(Mat12& m, int row, int col) { return m.block<3, 3>(row, col); }

/// A body-fixed vector along a leg: at its ends and its average.
struct Arm {
  Arm(const Frame& start, const Leg& leg, const Vec3& c) : Arm(start, leg, Carried{c, c}) {}
  Arm(const Frame& start, const Leg& leg, const Carried& c)
      : i(start.R * c.at_i), e(leg.end.R * c.at_end), m(0.5 * (i + e)) {}
  Vec3 i, e, m;
};

}  // namespace

Measure point_component(const PairLeg& leg, const Vec3& offset_K, const Vec3& offset_L, int axis) {
  const Arm a(leg.K_start, leg.K, offset_K);
  const Arm b(leg.L_start, leg.L, offset_L);
  const Vec3 n = Vec3::Unit(axis);
  Measure q;
  q.at_i = (leg.L_start.x + b.i - leg.K_start.x - a.i)[axis];
  q.at_end = (leg.L.end.x + b.e - leg.K.end.x - a.e)[axis];
  part(q.g, xK) = part(q.gradient, xK) = -n;
  part(q.g, xL) = part(q.gradient, xL) = n;
  part(q.g, tK) = -a.m.cross(n);
  part(q.g, tL) = b.m.cross(n);
  part(q.gradient, tK) = -a.e.cross(n);
  part(q.gradient, tL) = b.e.cross(n);
  block(q.dg, tK, tK) = -0.5 * hat_hat(n, a.e);
  block(q.dg, tL, tL) = 0.5 * hat_hat(n, b.e);
  return q;
}

Measure direction(const PairLeg& leg, const Carried& carried_K, const Carried& carried_L) {
  const Arm d(leg.K_start, leg.K, carried_K);
  const Arm e(leg.L_start, leg.L, carried_L);
  Measure q;
  q.at_i = d.i.dot(e.i);
  q.at_end = d.e.dot(e.e);
  part(q.g, tK) = d.m.cross(e.m);
  part(q.g, tL) = e.m.cross(d.m);
  part(q.gradient, tK) = d.e.cross(e.e);
  part(q.gradient, tL) = e.e.cross(d.e);
  const Mat3 by_K = 0.5 * hat_hat(e.m, d.e);
  const Mat3 by_L = -0.5 * hat_hat(d.m, e.e);
  block(q.dg, tK, tK) = by_K;
  block(q.dg, tK, tL) = by_L;
  block(q.dg, tL, tK) = -by_K;
  block(q.dg, tL, tL) = -by_L;
  return q;
}

Measure along(const PairLeg& leg, const Vec3& direction_K, const Vec3& offset_K, const Vec3& offset_L) {
  const Arm d(leg.K_start, leg.K, direction_K);
  const Arm a(leg.K_start, leg.K, offset_K);
  const Arm b(leg.L_start, leg.L, offset_L);
  const Vec3 w_i = leg.L_start.x - leg.K_start.x + b.i;  // from K's node to L's point
  const Vec3 w_e = leg.L.end.x - leg.K.end.x + b.e;
  const Vec3 w_m = 0.5 * (w_i + w_e);
  Measure q;
  q.at_i = d.i.dot(w_i - a.i);
  q.at_end = d.e.dot(w_e - a.e);
  part(q.g, xK) = -d.m;
  part(q.g, xL) = d.m;
  part(q.g, tK) = d.m.cross(w_m);  // −a × d from the force at K's point, d × (w − a) from d turning with K
  part(q.g, tL) = b.m.cross(d.m);
  part(q.gradient, xK) = -d.e;
  part(q.gradient, xL) = d.e;
  part(q.gradient, tK) = d.e.cross(w_e);
  part(q.gradient, tL) = b.e.cross(d.e);
  const Mat3 turn = -0.5 * hat(d.e);  // δd_m = turn δθ_K
  block(q.dg, xK, tK) = -turn;
  block(q.dg, xL, tK) = turn;
  block(q.dg, tK, tK) = -hat(w_m) * turn;
  block(q.dg, tK, xK) = -0.5 * hat(d.m);
  block(q.dg, tK, xL) = 0.5 * hat(d.m);
  block(q.dg, tK, tL) = -0.5 * hat_hat(d.m, b.e);
  block(q.dg, tL, tK) = hat(b.m) * turn;
  block(q.dg, tL, tL) = 0.5 * hat_hat(d.m, b.e);
  return q;
}

Measure distance(const PairLeg& leg, const Vec3& offset_K, const Vec3& offset_L) {
  const Arm a(leg.K_start, leg.K, offset_K);
  const Arm b(leg.L_start, leg.L, offset_L);
  const Vec3 u_i = leg.L_start.x + b.i - leg.K_start.x - a.i;
  const Vec3 u_e = leg.L.end.x + b.e - leg.K.end.x - a.e;
  Measure q;
  q.at_i = u_i.norm();
  q.at_end = u_e.norm();
  const double sum = q.at_i + q.at_end;
  if (!(sum > 0.0)) return q;  // the points coincide: no direction, no force
  const Vec3 n_m = (u_i + u_e) / sum;
  const Vec3 n_e = q.at_end > 0.0 ? Vec3(u_e / q.at_end) : Vec3::Zero();
  const auto spread = [&](Vec12& v, const Vec3& n, const Vec3& arm_K, const Vec3& arm_L) {
    part(v, xK) = -n;
    part(v, xL) = n;
    part(v, tK) = -arm_K.cross(n);
    part(v, tL) = arm_L.cross(n);
  };
  spread(q.g, n_m, a.m, b.m);
  spread(q.gradient, n_e, a.e, b.e);

  Eigen::Matrix<double, 3, 12> du;  // of u at the end
  du << -Mat3::Identity(), hat(a.e), Mat3::Identity(), -hat(b.e);
  const Mat3 project = (Mat3::Identity() - n_m * n_e.transpose()) / sum;
  const Eigen::Matrix<double, 3, 12> dn = project * du;
  q.dg.middleRows<3>(xK) = -dn;
  q.dg.middleRows<3>(xL) = dn;
  q.dg.middleRows<3>(tK) = -hat(a.m) * dn;
  q.dg.middleRows<3>(tL) = hat(b.m) * dn;
  block(q.dg, tK, tK) -= 0.5 * hat_hat(n_m, a.e);
  block(q.dg, tL, tL) += 0.5 * hat_hat(n_m, b.e);
  return q;
}

Measure angle(const PairLeg& leg, const Mat3& axes_K, const Mat3& axes_L) {
  const Carried x_L{axes_L.col(0), axes_L.col(0)};
  const Measure c = direction(leg, {axes_K.col(0), axes_K.col(0)}, x_L);
  const Measure s = direction(leg, {axes_K.col(1), axes_K.col(1)}, x_L);
  Measure q;
  const double sine = c.at_i * s.at_end - s.at_i * c.at_end;    // ρ_i ρ_e sin Δθ
  const double cosine = c.at_i * c.at_end + s.at_i * s.at_end;  // ρ_i ρ_e cos Δθ
  const double turn = std::atan2(sine, cosine);
  q.at_i = std::atan2(s.at_i, c.at_i);
  q.at_end = q.at_i + turn;

  // κ = Δθ/(ρ_i ρ_e sin Δθ), written without cancellation near Δθ = 0.
  const double product2 = sine * sine + cosine * cosine;
  const double product = std::sqrt(product2);
  const double x = turn / std::sin(turn);
  const double sinc_inverse = std::abs(turn) < 1e-4 ? 1.0 + turn * turn / 6.0 : x;
  const double kappa = sinc_inverse / product;
  const double c_m = 0.5 * (c.at_i + c.at_end);
  const double s_m = 0.5 * (s.at_i + s.at_end);
  q.g = kappa * (c_m * s.g - s_m * c.g);

  const double rho2 = c.at_end * c.at_end + s.at_end * s.at_end;
  q.gradient = (c.at_end * s.gradient - s.at_end * c.gradient) / rho2;
  // d(Δθ/sin Δθ)/dΔθ, and dκ = that·dΔθ/(ρ_i ρ_e) − κ dρ_e/ρ_e.
  const double slope =
      std::abs(turn) < 1e-4 ? turn / 3.0 : (std::sin(turn) - turn * std::cos(turn)) / (std::sin(turn) * std::sin(turn));
  const Vec12 drho = (c.at_end * c.gradient + s.at_end * s.gradient) / rho2;  // dρ_e/ρ_e
  const Vec12 dkappa = slope / product * q.gradient - kappa * drho;
  q.dg = (c_m * s.g - s_m * c.g) * dkappa.transpose();
  q.dg += kappa * (c_m * s.dg - s_m * c.dg + 0.5 * s.g * c.gradient.transpose() - 0.5 * c.g * s.gradient.transpose());
  return q;
}

}  // namespace bristle
