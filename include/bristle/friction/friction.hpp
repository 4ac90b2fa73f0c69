#pragma once
// Friction over a step, constant in it: docs/theory.md, section 10. Pure functions of bristle, sliding velocity and
// load.

#include "bristle/friction/work.hpp"
#include "bristle/model/contact.hpp"

namespace bristle {

/// What a friction law is given: everything in the tangent plane. The bristle is in units of μ_k/σ0.
struct Rubbing {
  Vec3 bristle = Vec3::Zero();   // at the start of the step
  Vec3 velocity = Vec3::Zero();  // sliding velocity, mean over the step; m/s
  double load = 0.0;             // N
  double dt = 0.0;               // s
  double frozen_load = 0.0;      // N, if the load of the bristles is not the present one; otherwise 0
};

/// What it answers. The force is on the body that the velocity is measured from: along the velocity while it slides.
struct FrictionStep {
  Vec3 force = Vec3::Zero();    // N
  Vec3 bristle = Vec3::Zero();  // at the end of the step
  double bristle_load = 0.0;    // N: the load that the bristles work with
  Mat3 by_velocity = Mat3::Zero();
  Mat3 by_bristle = Mat3::Zero();
  Vec3 by_load = Vec3::Zero();
  FrictionWork work{};
};

FrictionStep friction_step(const FrictionLaw& law, const Rubbing& rubbing);

/// μ of steady sliding at a speed (m/s); of the original LuGre form, under its reference load.
double steady_friction(const FrictionLaw& law, double speed);

/// β σ̂1²/(4(σ̂1 + σ̂2)) at a speed, the load being a share of that of the bristles: above one the bristles' damping may
/// create energy (docs/theory.md, section 10.3).
double damping_excess(const LuGre& law, double speed, double load_share = 1.0);

/// 1/s: inverse of the time constant of the bristles, σ0 v_s/μ_k.
inline double bristle_rate(const LuGre& law) { return law.stiffness * law.stribeck_velocity / law.kinetic_friction; }

/// J: energy in bristles of a deflection (in units of μ_k/σ0) under a load.
double bristle_energy(const LuGre& law, const Vec3& bristle, double load);

}  // namespace bristle
