// Which friction laws dissipate, and when; where they lead in steady sliding. docs/theory.md, section 10.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "friction_samples.hpp"

using namespace bristle;
using namespace bristle::test;

namespace {

/// What is gone for good: all of the work but the energy kept in the bristles.
double dissipated(const FrictionWork& w) { return w.sliding + w.damping + w.viscous + w.numerical; }

/// A block on dry steel, as used by Marques and others for its behaviour under a varying load.
const LuGre block{.static_friction = 0.15,
                  .kinetic_friction = 0.1,
                  .stribeck_velocity = 1e-3,
                  .stiffness = 1e4,
                  .damping = std::sqrt(1e5) / 10.0,
                  .viscous = 0.04};

Rubbing along_x(double bristle, double velocity, double dt) {
  return {.bristle = bristle * Vec3::UnitX(), .velocity = velocity * Vec3::UnitX(), .load = 10.0, .dt = dt};
}

}  // namespace

TEST_CASE("laws without bristles only dissipate, and book all of it", "[unit][friction]") {
  Random random(1);
  for (int n = 0; n < 3000; ++n) {
    const double kinetic = random(0.05, 0.5), v_s = random.logarithmic(1e-3, 1.0);
    const double stick = v_s * random.logarithmic(1e-3, 1.0);
    const GeneralKinetic general{kinetic * random(1.0, 2.0), kinetic, v_s, stick, random(0.0, 2.0), random(0.5, 3.0)};
    const RegularisedCoulomb coulomb{kinetic, v_s};
    const Rubbing in{.velocity = v_s * random.logarithmic(1e-9, 1e3) * random.vector(1.0).normalized(),
                     .load = random(1.0, 100.0),
                     .dt = random.logarithmic(1e-6, 1e-2)};
    for (const FrictionLaw& law : {FrictionLaw(general), FrictionLaw(coulomb)}) {
      const FrictionStep out = friction_step(law, in);
      const double work = out.force.dot(in.velocity) * in.dt;
      CHECK(work > 0.0);
      CHECK(out.force.cross(in.velocity).norm() <= 1e-15 * out.force.norm() * in.velocity.norm());  // round-off
      CHECK(std::abs(out.work.total() - work) <= 1e-14 * work);                                     // round-off
      CHECK(std::min(out.work.sliding, out.work.viscous) >= 0.0);
      CHECK(out.work.bristles == 0.0);
      CHECK(out.work.damping == 0.0);
      CHECK(out.work.numerical == 0.0);
    }
  }
}

TEST_CASE("general kinetic friction is continuous where sticking ends", "[unit][friction]") {
  const GeneralKinetic law{0.4, 0.25, 0.1, 0.01, 0.3, 1.3};
  const auto force = [&](double speed) {
    return friction_step(law, {.velocity = Vec3(0.6 * speed, 0.8 * speed, 0.0), .load = 10.0, .dt = 1e-3}).force;
  };
  const Vec3 below = force(law.stick_velocity * (1.0 - 1e-12)), above = force(law.stick_velocity * (1.0 + 1e-12));
  CHECK((above - below).norm() < 4e-12 * above.norm());  // the slope times the distance between the two
  CHECK(steady_friction(law, law.stick_velocity) == Approx(0.1 * above.norm()).epsilon(1e-11));
}

TEST_CASE("after long sliding every law rubs as in steady sliding", "[unit][friction]") {
  Random random(2);
  for (int n = 0; n < 600; ++n) {
    LuGre lugre = random_lugre(random, n);
    Rubbing in = random_rubbing(random, lugre, 0.5);
    if (in.frozen_load > 0.0) {  // σ2 goes with the bristles' load, μ with the present one: compare where they agree
      in.dt *= in.frozen_load / in.load;
      in.frozen_load = in.load;
    }
    const double speed = in.velocity.norm();
    const GeneralKinetic general{lugre.static_friction,         lugre.kinetic_friction, lugre.stribeck_velocity,
                                 0.1 * lugre.stribeck_velocity, lugre.viscous,          lugre.stribeck_exponent};
    const RegularisedCoulomb coulomb{lugre.kinetic_friction, lugre.stribeck_velocity};
    for (const FrictionLaw& law : {FrictionLaw(lugre), FrictionLaw(general), FrictionLaw(coulomb)}) {
      Rubbing now = in;
      FrictionStep out;
      for (int k = 0; k < 100; ++k) out = friction_step(law, now), now.bristle = out.bristle;  // exp(−50) is left
      const Vec3 steady = in.load * steady_friction(law, speed) * in.velocity.normalized();
      CHECK((out.force - steady).norm() <= 1e-13 * steady.norm());  // round-off
      CHECK(std::abs(out.work.bristles) + out.work.numerical + std::abs(out.work.damping) <= 1e-13 * out.work.total());
    }
  }
}

TEST_CASE("within the dissipative range of its damping, LuGre's law never creates energy", "[unit][friction]") {
  // β z² − σ̂1 β z·v + (σ̂1 + σ̂2) v², a quadratic form of z_g and v, is sliding, damping and viscous work. At the β of
  // the step it is positive for every z_g, at or beyond the limit alike, if and only if β σ̂1² ≤ 4(σ̂1 + σ̂2). With β
  // made from the present load that is damping_excess ≤ 1.
  Random random(3);
  int inside = 0;
  for (int n = 0; n < 20000; ++n) {
    LuGre law = random_lugre(random, n);
    law.form = LuGre::Form::amended;
    Rubbing in = random_rubbing(random, law, random.logarithmic(1e-6, 1e6));
    in.bristle = law.static_friction / law.kinetic_friction * random.vector(2.0);
    if (damping_excess(law, in.velocity.norm()) > 1.0) continue;
    ++inside;
    const FrictionWork w = friction_step(law, in).work;
    CHECK(w.sliding + w.damping + w.viscous >= -1e-14 * (w.sliding + w.viscous));  // round-off
  }
  CHECK(inside > 5000);
}

TEST_CASE("beyond that range, the bristle σ1 v/2 creates energy however short the step", "[unit][friction]") {
  LuGre law = block;
  law.viscous = 0.0;
  for (const double excess : {0.99, 1.01, 3.0}) {
    // Far beyond v_s the curve is at μ_k, β = v̂ and the excess β σ̂1/4.
    const double sigma1 = law.damping * law.stribeck_velocity / law.kinetic_friction;
    const double v = 4.0 * excess / sigma1;
    CHECK(damping_excess(law, v * law.stribeck_velocity) == Approx(excess).epsilon(1e-12));
    const FrictionWork w =
        friction_step(law, along_x(0.5 * sigma1 * v, v * law.stribeck_velocity, 1e-9 / bristle_rate(law))).work;
    // The form has its least value there: σ̂1 v² (1 − excess), to the order of βΔτ.
    const double unit = 10.0 * 0.1 * law.stribeck_velocity * 1e-9 / bristle_rate(law) * sigma1 * v * v;
    CHECK(dissipated(w) / unit == Approx(1.0 - excess).margin(1e-5));
  }
}

TEST_CASE("bristles at the static limit give back more than they hold above fourteen times v_s", "[unit][friction]") {
  // With z = μ_s/μ_k and ĝ = 1 the form vanishes at β = z²/(σ̂1 z − σ̂1 − σ̂2), 14.3 for this block.
  const double sigma1 = 1e-2 * block.damping, sigma2 = 1e-2 * block.viscous, z = 1.5;
  const double edge = z * z / (sigma1 * z - sigma1 - sigma2);
  CHECK(edge == Approx(14.3).epsilon(0.01));
  const auto work = [&](const LuGre& law, double v) {
    return friction_step(law, along_x(z, v * law.stribeck_velocity, 1e-9 / bristle_rate(law))).work;
  };
  CHECK(dissipated(work(block, 0.99 * edge)) > 0.0);
  const FrictionWork beyond = work(block, 1.5 * edge);
  CHECK(damping_excess(block, 1.5 * edge * block.stribeck_velocity) > 1.0);
  CHECK(beyond.total() < 0.0);                // the contact drives the bodies,
  CHECK(-beyond.total() > -beyond.bristles);  // by more than its bristles give up
  LuGre fading = block;
  fading.damping_fades = true;
  for (double v = 0.01; v < 1e4; v *= 1.1) CHECK(damping_excess(fading, v * fading.stribeck_velocity) < 1.0);
  CHECK(dissipated(work(fading, 1.5 * edge)) > 0.0);
}

TEST_CASE("a contact without load does not rub", "[unit][friction]") {
  for (const double load : {0.0, -1.0}) {
    Rubbing in = along_x(1.0, 1e-3, 1e-3);
    in.load = load;
    for (const FrictionLaw& law : {FrictionLaw(block), FrictionLaw(RegularisedCoulomb{0.3, 0.02}), FrictionLaw()}) {
      const FrictionStep out = friction_step(law, in);
      CHECK(out.force.norm() == 0.0);
      CHECK(out.work.total() == 0.0);
    }
  }
}
