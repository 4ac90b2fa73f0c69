#pragma once
// Friction laws and motions with nothing special about them, and the printed equations of the bristles' step in fifty
// digits.

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "bristle/friction/friction.hpp"
#include "random_step.hpp"

namespace bristle::test {

/// Of each form, with and without fading damping, with and without γ = 2.
inline LuGre random_lugre(Random& random, int variant) {
  LuGre law;
  law.kinetic_friction = random(0.05, 0.5);
  law.static_friction = law.kinetic_friction * random(1.0, 2.0);
  law.stribeck_velocity = random.logarithmic(1e-4, 1e-1);
  law.stiffness = random.logarithmic(1e2, 1e6);
  law.damping = law.kinetic_friction / law.stribeck_velocity * random.logarithmic(1e-3, 2.0);
  law.viscous = law.kinetic_friction / law.stribeck_velocity * random.logarithmic(1e-4, 1.0);
  law.form = static_cast<LuGre::Form>(variant % 3);
  law.damping_fades = variant / 3 % 2 == 1;
  law.stribeck_exponent = variant / 6 % 2 == 1 ? random(0.5, 3.0) : 2.0;
  law.reference_load = random(5.0, 50.0);
  return law;
}

/// A nondimensional speed from creeping to far beyond v_s, and the step that goes with βΔτ = b.
inline Rubbing random_rubbing(Random& random, const LuGre& law, double b) {
  Rubbing in;
  in.bristle = random.vector(1.0);
  in.velocity = law.stribeck_velocity * random.logarithmic(0.05, 50.0) * random.vector(1.0).normalized();
  in.load = random(5.0, 50.0);
  if (law.form == LuGre::Form::original) in.frozen_load = law.reference_load;
  if (law.form == LuGre::Form::load_frozen) in.frozen_load = random(5.0, 50.0);
  const double share = in.frozen_load > 0.0 ? in.load / in.frozen_load : 1.0;
  const double g = steady_friction(law, in.velocity.norm()) - law.viscous * in.velocity.norm();
  in.dt = b * share * g / (law.stiffness * in.velocity.norm());
  return in;
}

/// The nondimensional quantities of (25) to (28), and the unit of work: μ_k² N*/σ0, N* the load of the bristles.
struct InUnitsOfTheLaw {
  InUnitsOfTheLaw(const LuGre& law, const Rubbing& in) {
    const double bristle_load = in.frozen_load > 0.0 ? in.frozen_load : in.load;
    const double unit = law.stribeck_velocity / law.kinetic_friction;
    v = in.velocity / law.stribeck_velocity;
    const double speed = v.norm();
    const double g =
        1.0 + (law.static_friction / law.kinetic_friction - 1.0) * std::exp(-std::pow(speed, law.stribeck_exponent));
    beta = speed / (g * in.load / bristle_load);
    sigma1 = law.damping * unit * (law.damping_fades ? std::exp(-speed * speed) : 1.0);
    sigma2 = law.viscous * unit;
    dtau = law.stiffness * unit * in.dt;
    joule = law.kinetic_friction * law.kinetic_friction * bristle_load / law.stiffness;
  }
  Vec3 v;
  double beta, sigma1, sigma2, dtau, joule;
};

/// The two equations (29) solved by Cramer's rule.
class ExactUpdate {
 public:
  using Real = boost::multiprecision::cpp_bin_float_50;

  ExactUpdate(double old, double velocity, double beta, double dtau) : z_i_(old), v_(velocity), dtau_(dtau) {
    const Real b = Real(beta) * dtau_, right = z_i_ + dtau_ * v_;
    const Real determinant = (1 + b / 2) * (1 + b / 6) + b / 2 * (b / 6);
    z_f = ((1 + b / 6) * right - b / 2 * z_i_) / determinant;
    z_j = ((1 + b / 2) * z_i_ + b / 6 * right) / determinant;
    z_g = (z_f + z_j) / 2;
    // Both contributions to z_g, the one of v smaller than v/β.
    size_ = static_cast<double>(abs(z_i_) * (1 + b / 6) / determinant + abs(dtau_ * v_) / (1 + b));
  }

  Real z_f, z_j, z_g;

  /// Relative to what a value is made of.
  double error(double value, const Real& exact) const {
    return static_cast<double>(abs(Real(value) - exact)) / std::max(size_, std::abs(static_cast<double>(exact)));
  }
  double rate_error(double value) const {
    const Real exact = (z_f - z_i_) / dtau_;
    return static_cast<double>(abs(Real(value) - exact) / (abs(v_) + abs(v_ - exact)));
  }

 private:
  Real z_i_, v_, dtau_;
  double size_ = 0.0;
};

}  // namespace bristle::test
