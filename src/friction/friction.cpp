#include "bristle/friction/friction.hpp"

#include <algorithm>
#include <cmath>

#include "bristle/friction/bristle_update.hpp"

namespace bristle {
namespace {

/// A function of the speed, and its derivative.
struct OfSpeed {
  double value = 0.0;
  double slope = 0.0;
};

/// exp(−s^γ)
OfSpeed stribeck(double s, double exponent) {
  if (!(s > 0.0)) return {1.0, 0.0};
  const double power = std::pow(s, exponent);
  const double value = std::exp(-power);
  return {value, value > 0.0 ? -exponent * power / s * value : 0.0};
}

/// ĝ(v̂) = 1 + (μ_s/μ_k − 1) exp(−v̂^γ)
OfSpeed stribeck_curve(const LuGre& law, double v) {
  const OfSpeed fade = stribeck(v, law.stribeck_exponent);
  const double rise = law.static_friction / law.kinetic_friction - 1.0;
  return {1.0 + rise * fade.value, rise * fade.slope};
}

/// σ̂1, constant or fading.
OfSpeed micro_damping(const LuGre& law, double v) {
  const double sigma = law.damping * law.stribeck_velocity / law.kinetic_friction;
  if (!law.damping_fades) return {sigma, 0.0};
  const double value = sigma * std::exp(-v * v);
  return {value, -2.0 * v * value};
}

FrictionStep rub(const LuGre& law, const Rubbing& in) {
  FrictionStep out;
  const double bristle_load = in.frozen_load > 0.0 ? in.frozen_load : in.load;
  out.bristle_load = bristle_load;
  const double share = in.load / bristle_load;  // λ
  const double dtau = bristle_rate(law) * in.dt;
  const Vec3 v = in.velocity / law.stribeck_velocity;
  const double speed = v.norm();
  const Vec3 along = speed > 0.0 ? Vec3(v / speed) : Vec3(Vec3::Zero());
  const OfSpeed g = stribeck_curve(law, speed);
  const OfSpeed s1 = micro_damping(law, speed);
  const double s2 = law.viscous * law.stribeck_velocity / law.kinetic_friction;
  const double beta = speed / (share * g.value);
  const BristleUpdate u = bristle_update(in.bristle, v, beta, dtau);
  out.bristle = u.z_f;

  const double level = bristle_load * law.kinetic_friction;
  const Vec3 mu = u.z_g + s1.value * u.rate + s2 * v;
  out.force = level * mu;

  // δz_g = by_v δv + by_beta δβ + by_old δz_i and δ(rate) = δv − z_g δβ − β δz_g, β a function of speed and load.
  const double beta_slope = (1.0 - speed * g.slope / g.value) / (share * g.value);

  const double keep = 1.0 - s1.value * beta;  // share of δz_g in δμ
  const Vec3 by_beta = keep * u.by_beta - s1.value * u.z_g;
  out.by_velocity = (by_beta * beta_slope + s1.slope * u.rate) * along.transpose();
  out.by_velocity.diagonal().array() += keep * u.by_v + s1.value + s2;
  out.by_velocity *= level / law.stribeck_velocity;
  out.by_bristle = level * keep * u.by_old * Mat3::Identity();
  out.by_load = in.frozen_load > 0.0 ? Vec3(-level * beta / in.load * by_beta) : Vec3(law.kinetic_friction * mu);

  const double joules = level * law.stribeck_velocity * in.dt;  // of one unit of μ̂ v̂ over the step
  out.work.sliding = joules * beta * u.z_g.squaredNorm();
  out.work.bristles = joules / dtau * 0.5 * (u.z_f - in.bristle).dot(u.z_f + in.bristle);
  out.work.damping = joules * s1.value * u.rate.dot(v);
  out.work.viscous = joules * s2 * speed * speed;
  out.work.numerical = joules / dtau * bristle_loss(u, in.bristle, beta, dtau);
  return out;
}

/// A force along the velocity, μ(|v|) times the load; `ratio` is μ/|v|.
FrictionStep without_bristle(const Rubbing& in, const OfSpeed& mu, double ratio, double viscous) {
  FrictionStep out;
  const double speed = in.velocity.norm();
  const Vec3 along = speed > 0.0 ? Vec3(in.velocity / speed) : Vec3(Vec3::Zero());
  out.bristle_load = in.load;
  out.force = in.load * ratio * in.velocity;
  out.by_velocity = in.load * (mu.slope - ratio) * along * along.transpose();
  out.by_velocity.diagonal().array() += in.load * ratio;
  out.by_load = ratio * in.velocity;
  out.work.viscous = in.load * viscous * speed * speed * in.dt;
  out.work.sliding = in.load * (ratio - viscous) * speed * speed * in.dt;
  return out;
}

OfSpeed coefficient(const GeneralKinetic& law, double speed) {
  const OfSpeed fade = stribeck(speed / law.stribeck_velocity, law.stribeck_exponent);
  const double rise = law.static_friction - law.kinetic_friction;
  return {law.kinetic_friction + rise * fade.value + law.viscous * speed,
          rise * fade.slope / law.stribeck_velocity + law.viscous};
}

FrictionStep rub(const GeneralKinetic& law, const Rubbing& in) {
  const double speed = in.velocity.norm();
  if (speed >= law.stick_velocity) {
    const OfSpeed mu = coefficient(law, speed);
    return without_bristle(in, mu, mu.value / speed, law.viscous);
  }
  const double ratio = coefficient(law, law.stick_velocity).value / law.stick_velocity;
  return without_bristle(in, {ratio * speed, ratio}, ratio, law.viscous);
}

FrictionStep rub(const RegularisedCoulomb& law, const Rubbing& in) {
  const double s = in.velocity.norm() / law.slip_velocity;
  const OfSpeed mu{-law.friction * std::expm1(-s), law.friction / law.slip_velocity * std::exp(-s)};
  const double ratio = (s > 0.0 ? mu.value / s : law.friction) / law.slip_velocity;
  return without_bristle(in, mu, ratio, 0.0);
}

FrictionStep rub(std::monostate, const Rubbing&) { return {}; }

}  // namespace

FrictionStep friction_step(const FrictionLaw& law, const Rubbing& rubbing) {
  if (!(rubbing.load > 0.0)) return {};  // nothing presses: no force; what holds the bristles then lets them go
  return std::visit([&](const auto& l) { return rub(l, rubbing); }, law);
}

double steady_friction(const FrictionLaw& law, double speed) {
  struct {
    double speed;
    double operator()(std::monostate) const { return 0.0; }
    double operator()(const LuGre& l) const {
      return l.kinetic_friction * stribeck_curve(l, speed / l.stribeck_velocity).value + l.viscous * speed;
    }
    double operator()(const GeneralKinetic& l) const {
      return coefficient(l, std::max(speed, l.stick_velocity)).value * std::min(1.0, speed / l.stick_velocity);
    }
    double operator()(const RegularisedCoulomb& l) const { return -l.friction * std::expm1(-speed / l.slip_velocity); }
  } const at{speed};
  return std::visit(at, law);
}

double damping_excess(const LuGre& law, double speed, double load_share) {
  const double v = speed / law.stribeck_velocity;
  const double s1 = micro_damping(law, v).value;
  const double s2 = law.viscous * law.stribeck_velocity / law.kinetic_friction;
  if (!(s1 > 0.0)) return 0.0;
  return v / (load_share * stribeck_curve(law, v).value) * s1 * s1 / (4.0 * (s1 + s2));
}

double bristle_energy(const LuGre& law, const Vec3& bristle, double load) {
  return 0.5 * load * law.kinetic_friction * law.kinetic_friction / law.stiffness * bristle.squaredNorm();
}

}  // namespace bristle
