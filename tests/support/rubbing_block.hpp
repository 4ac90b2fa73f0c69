#pragma once
// A block that rubs on a table under a prescribed load, in one dimension, and its differential equation.

#include <algorithm>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>

#include "bristle/friction/friction.hpp"

namespace bristle::test {

/// Bristles carried from step to step along x, with the load they work with: what a contact does between steps.
struct Bristles {
  LuGre law;
  double z = 0.0;  // in units of μ_k/σ0
  double frozen_load = 0.0;
  bool sticks = false;

  Rubbing rubbing(double velocity, double load, double dt) const {
    const double own = law.form == LuGre::Form::original ? law.reference_load : frozen_load;
    return {.bristle = z * Vec3::UnitX(),
            .velocity = velocity * Vec3::UnitX(),
            .load = load,
            .dt = dt,
            .frozen_load = law.form == LuGre::Form::amended ? 0.0 : own};
  }

  /// Takes the step. The load-frozen form sticks below v_s/50, until the bristles are at the static limit or the speed
  /// exceeds v_s; then the force goes on where it was.
  FrictionStep advance(double velocity, double load, double dt) {
    const FrictionStep out = friction_step(law, rubbing(velocity, load, dt));
    z = out.bristle.x();
    if (law.form != LuGre::Form::load_frozen) return out;
    const double speed = std::abs(velocity);
    const double held = out.bristle_load * law.kinetic_friction * std::abs(z);
    const bool does = sticks ? speed <= law.stribeck_velocity && held < law.static_friction * load
                             : speed < 0.02 * law.stribeck_velocity;
    if (sticks && !does) z *= out.bristle_load / load;
    frozen_load = !does ? 0.0 : sticks ? frozen_load : load;
    sticks = does;
    return out;
  }
};

/// m ẍ = pull − k x − f by the midpoint rule, friction constant over the step.
struct RubbingBlock {
  Bristles bristles;
  double mass = 1.0;
  double spring = 0.0;  // k
  double x = 0.0, v = 0.0;

  /// Pull and load are those of mid-step.
  FrictionStep advance(double pull, double load, double dt) {
    double mean = v;
    // The balance rises with the mean velocity for short steps; Newton's method stays between bounds that close in.
    double low = -1e3, high = 1e3;
    for (int n = 0; n < 200; ++n) {
      const FrictionStep f = friction_step(bristles.law, bristles.rubbing(mean, load, dt));
      const double balance = 2.0 * mass * (mean - v) / dt + f.force.x() + spring * (x + 0.5 * dt * mean) - pull;
      (balance > 0.0 ? high : low) = mean;
      const double slope = 2.0 * mass / dt + 0.5 * dt * spring + f.by_velocity(0, 0);
      double next = mean - balance / slope;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      const double change = std::abs(next - mean);
      mean = next;
      if (change <= 1e-15 * std::max(std::abs(mean), std::abs(v))) break;
    }
    x += dt * mean;
    v = 2.0 * mean - v;
    return bristles.advance(mean, load, dt);
  }
};

/// The law as an ordinary differential equation, in metres and newtons; `share` is N over the load of the bristles.
inline double stribeck_curve(const LuGre& law, double v) {
  return law.kinetic_friction + (law.static_friction - law.kinetic_friction) *
                                    std::exp(-std::pow(std::abs(v / law.stribeck_velocity), law.stribeck_exponent));
}
inline double bristle_velocity(const LuGre& law, double z, double v, double share = 1.0) {
  return v - law.stiffness * std::abs(v) * z / (share * stribeck_curve(law, v));
}
/// Force over the load of the bristles.
inline double friction_of(const LuGre& law, double z, double v, double share = 1.0) {
  return law.stiffness * z + law.damping * bristle_velocity(law, z, v, share) + law.viscous * v;
}

/// Boost.Odeint's Runge-Kutta method of Dormand and Prince.
template <class Y, class Rate>
void follow(const Rate& rate, Y& y, double start, double end, double tolerance = 1e-10) {
  using namespace boost::numeric::odeint;
  integrate_adaptive(make_controlled<runge_kutta_dopri5<Y>>(1e-3 * tolerance, tolerance), rate, y, start, end,
                     0.1 * (end - start));
}

}  // namespace bristle::test
