// The closed form of the bristles' step and the friction laws over a step: identities, bounds, derivatives, signs.
// Bauchau and Ju (2006), equations (25) to (32); docs/theory.md, section 10.

#include "bristle/friction/friction.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bristle/friction/bristle_update.hpp"
#include "friction_samples.hpp"

using namespace bristle;
using namespace bristle::test;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Central differences of fourth order.
template <class Function>
Vec3 slope(Function f, double h) {
  return (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h);
}

struct DerivativeErrors {
  double velocity = 0.0, bristle = 0.0, load = 0.0;  // relative to what the quantity can change of the force
};

DerivativeErrors derivative_errors(const FrictionLaw& law, const Rubbing& at) {
  const auto force = [&](auto change) {
    Rubbing in = at;
    change(in);
    return friction_step(law, in).force;
  };
  const FrictionStep exact = friction_step(law, at);
  const double h = 1e-3;  // truncation h⁴, round-off eps/h: both below 1e-11 of the force
  const double speed = at.velocity.norm();
  const double level = std::max(exact.force.norm(), exact.by_velocity.norm() * speed);
  DerivativeErrors e;
  for (int k = 0; k < 3; ++k) {
    const Vec3 v = slope([&](double by) { return force([&](Rubbing& r) { r.velocity[k] += by * speed; }); }, h);
    const Vec3 z = slope([&](double by) { return force([&](Rubbing& r) { r.bristle[k] += by; }); }, h);
    e.velocity = std::max(e.velocity, (v - exact.by_velocity.col(k) * speed).norm() / level);
    e.bristle = std::max(e.bristle, (z - exact.by_bristle.col(k)).norm() / level);
  }
  const Vec3 load = slope([&](double by) { return force([&](Rubbing& r) { r.load *= 1.0 + by; }); }, h);
  e.load = (load - exact.by_load * at.load).norm() / level;
  return e;
}

}  // namespace

TEST_CASE("what the sliding velocity gives the bristles is stored, slides away or is lost in the jump: (30)",
          "[unit][friction]") {
  Random random(30);
  for (int n = 0; n < 6000; ++n) {
    const bool line = n % 2 == 0;
    const double b = random.logarithmic(1e-12, 1e12), dtau = random.logarithmic(1e-6, 1e6), beta = b / dtau;
    Vec3 z_i = random.vector(2.0);
    Vec3 v = random.logarithmic(1e-2, 1e2) * beta * random.vector(1.0);
    if (line) z_i.tail<2>().setZero(), v.tail<2>().setZero();
    const BristleUpdate u = bristle_update(z_i, v, beta, dtau);
    const double given = dtau * u.z_g.dot(v);
    const double slid = b * u.z_g.squaredNorm();
    const double stored_i = 0.5 * z_i.squaredNorm(), stored_f = 0.5 * u.z_f.squaredNorm();
    const double printed = 0.5 * (1.0 + 6.0 / b) * (u.z_j - z_i).squaredNorm();
    const double loss = bristle_loss(u, z_i, beta, dtau);
    // Round-off of the energies that meet in the balance.
    const double scale = std::abs(given) + slid + stored_i + stored_f + loss;
    CHECK(std::abs(stored_f - stored_i - given + slid + loss) <= 1e-14 * scale);
    CHECK(std::abs(loss - printed) <= 1e-14 * scale);
    CHECK(loss >= 0.0);
    if (line) CHECK(u.z_f.tail<2>().norm() + u.z_j.tail<2>().norm() == 0.0);
  }
}

TEST_CASE("the work against friction is the sum of its five parts, each as (32) has it", "[unit][friction]") {
  Random random(32);
  for (int n = 0; n < 6000; ++n) {
    const LuGre law = random_lugre(random, n);
    const Rubbing in = random_rubbing(random, law, random.logarithmic(1e-12, 1e12));
    const FrictionStep out = friction_step(law, in);
    const InUnitsOfTheLaw s(law, in);
    const BristleUpdate u = bristle_update(in.bristle, s.v, s.beta, s.dtau);
    const double b = s.beta * s.dtau, vv = s.v.squaredNorm();
    const FrictionWork& w = out.work;
    const double stored = s.joule * (0.5 * in.bristle.squaredNorm() + 0.5 * u.z_f.squaredNorm());
    const double scale = stored + w.sliding + w.viscous + w.numerical + s.joule * s.dtau * s.sigma1 * vv;
    // Round-off of the largest energy that meets in the balance, what the bristles hold among them.
    CHECK(std::abs(w.total() - out.force.dot(in.velocity) * in.dt) <= 1e-14 * scale);
    CHECK(std::abs(w.sliding - s.joule * b * u.z_g.squaredNorm()) <= 1e-14 * w.sliding);
    CHECK(std::abs(w.bristles - s.joule * 0.5 * (u.z_f.squaredNorm() - in.bristle.squaredNorm())) <= 1e-14 * stored);
    CHECK(std::abs(w.damping - s.joule * s.dtau * s.sigma1 * (vv - s.beta * u.z_g.dot(s.v))) <= 1e-14 * scale);
    CHECK(std::abs(w.viscous - s.joule * s.dtau * s.sigma2 * vv) <= 1e-14 * w.viscous);
    CHECK(std::abs(w.numerical - s.joule * 0.5 * (1.0 + 6.0 / b) * (u.z_j - in.bristle).squaredNorm()) <=
          1e-14 * scale);
    CHECK(std::min({w.sliding, w.viscous, w.numerical}) >= 0.0);
    CHECK(std::abs(w.bristles - bristle_energy(law, out.bristle, out.bristle_load) +
                   bristle_energy(law, in.bristle, out.bristle_load)) <= 1e-14 * stored);
  }
}

TEST_CASE("the closed form solves (29) to round-off whatever the step", "[unit][friction]") {
  Random random(29);
  for (int n = 0; n < 4000; ++n) {
    const double b = n % 50 == 0 ? 0.0 : n % 2 == 0 ? random.logarithmic(1e-3, 1e3) : random.logarithmic(1e-30, 1e100);
    const double dtau = random.logarithmic(1e-3, 1e3), beta = b / dtau;
    const Vec3 z_i = random.vector(2.0);
    const Vec3 v = (n % 3 == 0 ? std::max(beta, 1e-6) : random.logarithmic(1e-3, 1e3)) * random.vector(1.0);
    const BristleUpdate u = bristle_update(z_i, v, beta, dtau);
    for (int k = 0; k < 3; ++k) {
      const ExactUpdate e(z_i[k], v[k], beta, dtau);
      // A dozen roundings of numbers that may be as large as the two contributions.
      CHECK(e.error(u.z_f[k], e.z_f) <= 8.0 * epsilon);
      CHECK(e.error(u.z_j[k], e.z_j) <= 8.0 * epsilon);
      CHECK(e.error(u.z_g[k], e.z_g) <= 8.0 * epsilon);
      CHECK(e.rate_error(u.rate[k]) <= 16.0 * epsilon);
    }
  }
}

TEST_CASE("bristles do not outgrow the Stribeck curve, or what they were", "[unit][friction]") {
  // z_g and z_j lie between z_i and the steady v/β. z_f = z_ss + A (z_i − z_ss), A = (6 − 2b)/(6 + 4b + b²), which is
  // least where b = 3 + √27, so beyond b = 3 it may step over the steady state by that.
  const double b_worst = 3.0 + std::sqrt(27.0);
  const double over = -(6.0 - 2.0 * b_worst) / (6.0 + 4.0 * b_worst + b_worst * b_worst);
  Random random(33);
  for (int n = 0; n < 6000; ++n) {
    const double b = random.logarithmic(1e-12, 1e100), dtau = random.logarithmic(1e-3, 1e3), g = random(1.0, 2.0);
    const Vec3 z_i = random.vector(2.0), v = b / dtau * g * random.vector(1.0).normalized();
    const BristleUpdate u = bristle_update(z_i, v, b / dtau, dtau);
    const double bound = std::max(z_i.norm(), g) * (1.0 + 8.0 * epsilon);  // round-off
    CHECK(u.z_g.norm() <= bound);
    CHECK(u.z_j.norm() <= bound);
    CHECK(u.z_f.norm() <= bound * (b <= 3.0 ? 1.0 : 1.0 + 2.0 * over));
  }
}

TEST_CASE("derivatives of every friction law agree with differences", "[unit][friction]") {
  Random random(5);
  for (int n = 0; n < 2000; ++n) {
    const LuGre law = random_lugre(random, n);
    const DerivativeErrors e = derivative_errors(law, random_rubbing(random, law, random.logarithmic(1e-4, 1e4)));
    // Fourth order differences: 1e-12 of the fifth derivative, which Stribeck's curve makes up to some thousands.
    CHECK(e.velocity < 1e-7);
    CHECK(e.bristle < 1e-9);
    CHECK(e.load < 1e-8);
  }
  const GeneralKinetic kinetic{0.4, 0.25, 0.1, 0.01, 0.3, 1.3};
  const RegularisedCoulomb coulomb{0.3, 0.02};
  for (int n = 0; n < 1000; ++n) {
    const double speed = n % 2 == 0 ? random(1e-4, 9e-3) : random(0.012, 0.4);  // away from the kink at 0.01
    const Rubbing at{.velocity = speed * random.vector(1.0).normalized(), .load = 20.0, .dt = 1e-3};
    for (const FrictionLaw& law : {FrictionLaw(kinetic), FrictionLaw(coulomb)}) {
      const DerivativeErrors e = derivative_errors(law, at);
      CHECK(std::max({e.velocity, e.bristle, e.load}) < 1e-8);
    }
  }
}

TEST_CASE("at rest the derivative is the mean of the two sides", "[unit][friction]") {
  // β = |v|/g has a kink there.
  Random random(6);
  const LuGre lugre = random_lugre(random, 1);
  const Rubbing at{.bristle = random.vector(1.0), .load = 20.0, .dt = 1e-3};
  const FrictionLaw laws[] = {lugre, GeneralKinetic{0.4, 0.25, 0.1, 0.01, 0.3}, RegularisedCoulomb{0.3, 0.02}};
  for (const FrictionLaw& law : laws)
    for (int k = 0; k < 3; ++k) {
      const double h = 1e-6 * lugre.stribeck_velocity;  // round-off of the force, and the next term in v/v_s
      Rubbing ahead = at, behind = at;
      ahead.velocity[k] = h, behind.velocity[k] = -h;
      const Vec3 mean = (friction_step(law, ahead).force - friction_step(law, behind).force) / (2.0 * h);
      const Mat3 exact = friction_step(law, at).by_velocity;
      CHECK((mean - exact.col(k)).norm() < 1e-5 * exact.norm());
    }
}
