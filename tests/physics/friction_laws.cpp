// LuGre's bristles along a prescribed motion: against Boost.Odeint, and what Canudas de Wit and others (1995) claim.

#include <catch2/catch.hpp>

#include <functional>
#include <numbers>
#include <vector>

#include "order.hpp"
#include "rubbing_block.hpp"

using namespace bristle;
using namespace bristle::test;

namespace {

constexpr double pi = std::numbers::pi;
using OfTime = std::function<double(double)>;

/// The time constant of its bristles is 10 ms.
LuGre dry_steel(LuGre::Form form = LuGre::Form::amended) {
  return {.static_friction = 0.15,
          .kinetic_friction = 0.1,
          .stribeck_velocity = 1e-3,
          .stiffness = 1e4,
          .damping = 5.0,
          .viscous = 2.0,
          .form = form,
          .reference_load = 8.0};
}

struct Motion {
  OfTime x, v;
};

/// Never at rest, and to and fro; the second passes through rest at multiples of a quarter second.
const Motion onwards{[](double t) { return 3e-3 * t - 2e-3 / 12.0 * std::sin(12.0 * t); },
                     [](double t) { return 3e-3 - 2e-3 * std::cos(12.0 * t); }};
Motion to_and_fro(double amplitude) {
  const double w = 4.0 * pi;
  return {[=](double t) { return amplitude * (1.0 - std::cos(w * t)) / w; },
          [=](double t) { return amplitude * std::sin(w * t); }};
}

struct Errors {
  std::vector<double> bristle{}, friction{};  // relative to the largest that came by
};

/// The bristles at the ends of the steps, and the force at their middle, where a mean is a value to second order.
Errors errors_of(const Bristles& start, const Motion& motion, const OfTime& load) {
  const LuGre& law = start.law;
  const double unit = law.kinetic_friction / law.stiffness, duration = 1.0;
  const double own_load = law.form == LuGre::Form::original ? law.reference_load : start.frozen_load;
  const auto share = [&](double t) { return own_load > 0.0 ? load(t) / own_load : 1.0; };
  Errors errors;
  for (const int steps : {2000, 4000, 8000}) {
    const double dt = duration / steps;
    Bristles bristles = start;
    std::array<double, 1> z{start.z * unit};
    double bristle_error = 0.0, force_error = 0.0, largest_bristle = 0.0, largest_force = 0.0;
    for (int k = 0; k < steps; ++k) {
      const double t = k * dt, middle = t + 0.5 * dt;
      const FrictionStep out = bristles.advance((motion.x(t + dt) - motion.x(t)) / dt, load(middle), dt);
      REQUIRE(bristles.sticks == start.sticks);  // the load-frozen form is followed in one phase
      const auto rate = [&](const auto& y, auto& dy, double at) {
        dy[0] = bristle_velocity(law, y[0], motion.v(at), share(at));
      };
      follow(rate, z, t, middle);
      const double force = out.bristle_load * friction_of(law, z[0], motion.v(middle), share(middle));
      follow(rate, z, middle, t + dt);
      bristle_error = std::max(bristle_error, std::abs(bristles.z * unit - z[0]));
      force_error = std::max(force_error, std::abs(out.force.x() - force));
      largest_bristle = std::max(largest_bristle, std::abs(z[0]));
      largest_force = std::max(largest_force, std::abs(force));
    }
    errors.bristle.push_back(bristle_error / largest_bristle);
    errors.friction.push_back(force_error / largest_force);
  }
  return errors;
}

}  // namespace

TEST_CASE("all forms of LuGre's law follow Odeint at second order, whatever the load does", "[physics][friction]") {
  const OfTime load = [](double t) { return 10.0 + 3.0 * std::sin(7.0 * t); };
  struct Case {
    const char* what;
    Bristles start;
    Motion motion;
  };
  const double presliding = 1e-5 * 2.0 * pi;  // m/s: a stroke of 1e-5 m, two thirds of the bristles' reach at 10 N
  Bristles stuck{dry_steel(LuGre::Form::load_frozen)};
  stuck.sticks = true, stuck.frozen_load = 10.0;
  const Case cases[] = {
      {"amended, onwards", {dry_steel()}, onwards},
      {"amended, to and fro", {dry_steel()}, to_and_fro(4e-3)},
      {"original, onwards", {dry_steel(LuGre::Form::original)}, onwards},
      {"original, to and fro", {dry_steel(LuGre::Form::original)}, to_and_fro(4e-3)},
      {"load-frozen, in stick", stuck, to_and_fro(presliding)},
      {"load-frozen, sliding on", {dry_steel(LuGre::Form::load_frozen)}, onwards},
  };
  for (const Case& c : cases) {
    INFO(c.what);
    const Errors e = errors_of(c.start, c.motion, load);
    // The next term in the step is a fiftieth of the first or less.
    CHECK(observed_order(e.bristle) == Approx(2.0).margin(0.05));
    CHECK(observed_order(e.friction) == Approx(2.0).margin(0.05));
    // Second order: the last step is an eightieth of the time constant of the bristles.
    CHECK(e.bristle.back() < 1.0 / (80.0 * 80.0));
    CHECK(e.friction.back() < 1.0 / (80.0 * 80.0));
  }
}

TEST_CASE("at constant speed friction comes to Stribeck's curve, exponentially", "[physics][friction]") {
  const LuGre law = dry_steel();
  for (const double v : {1e-5, 5e-4, 1e-3, 3e-3, 0.1}) {
    const double steady = stribeck_curve(law, v);
    const double time = steady / (law.stiffness * v);  // of the bristles at this speed
    Bristles bristles{law};
    const int steps = 200;
    const double dt = time / steps;
    FrictionStep out;
    for (int k = 0; k < steps; ++k) out = bristles.advance(v, 10.0, dt);
    const double z = law.kinetic_friction * bristles.z;
    // At constant v and β the scheme is one for y' = −β y: third order, 1/(72 steps³).
    CHECK(z == Approx(steady * (1.0 - std::exp(-1.0))).epsilon(1e-8));
    for (int k = 0; k < 40 * steps; ++k) out = bristles.advance(v, 10.0, dt);
    CHECK(out.force.x() / 10.0 == Approx(steady + law.viscous * v).epsilon(1e-13));  // exp(−40) is below round-off
  }
}

TEST_CASE("a presliding loop closes, and its area is what is dissipated", "[physics][friction]") {
  // Far below v_s the law is Dahl's, dz/dx = 1 − σ0 z sgn(v)/μ_s: over a stroke of ±X it settles at the loop between
  // ±z_s tanh(X/z_s), z_s = μ_s/σ0, of area 4 N μ_s (X − z_s tanh(X/z_s)).
  LuGre law = dry_steel();
  law.damping = law.viscous = 0.0;
  law.stribeck_velocity = 1.0;
  const double load = 10.0, reach = law.static_friction / law.stiffness, stroke = 0.6 * reach;
  const int steps = 4000;
  const double dt = 1.0 / steps;
  const auto x = [&](double t) { return -stroke * std::cos(2.0 * pi * t); };
  Bristles bristles{law};
  double before = 0.0, area = 0.0;
  FrictionWork work;
  for (int cycle = 0; cycle < 12; ++cycle) {
    before = bristles.z, area = 0.0, work = {};
    for (int k = 0; k < steps; ++k) {
      const double move = x((k + 1) * dt) - x(k * dt);
      const FrictionStep out = bristles.advance(move / dt, load, dt);
      area += out.force.x() * move;
      work += out.work;
    }
  }
  const double unit = law.kinetic_friction / law.stiffness;
  const double exact = 4.0 * load * law.static_friction * (stroke - reach * std::tanh(stroke / reach));
  // What is left of the start: exp(−4 X/z_s) after a cycle, 1e-12 after eleven.
  CHECK(bristles.z == Approx(before).epsilon(1e-10));
  CHECK(work.sliding + work.numerical == Approx(area).epsilon(1e-10));
  CHECK(std::abs(work.bristles) < 1e-10 * area);
  // Second order at π/2000 rad a step; (v/v_s)² is below 1e-8.
  CHECK(area == Approx(exact).epsilon(1e-5));
  CHECK(bristles.z * unit == Approx(-reach * std::tanh(stroke / reach)).epsilon(1e-5));
  CHECK(work.numerical < 1e-5 * area);
}

TEST_CASE("friction lags behind the speed, the less the slower that changes", "[physics][friction]") {
  // To first order in the frequency friction is that of a moment ago, so the lag is in proportion to it.
  LuGre law = dry_steel();
  law.damping = 0.0;
  const double mean = 1e-3, swing = 0.8e-3;
  std::vector<double> lags;
  for (const double frequency : {4.0, 2.0, 1.0, 0.1, 0.05}) {
    const double w = 2.0 * pi * frequency;
    const auto x = [&](double t) { return mean * t - swing / w * std::cos(w * t); };
    const int steps = 4002;  // an even number, so that one is centred at each passage through the mean speed
    const double dt = 1.0 / (frequency * steps);
    Bristles bristles{law};
    double rising = 0.0, falling = 0.0;
    for (int k = 0; k < 6 * steps; ++k) {
      const double t = (k - 0.5) * dt;
      const FrictionStep out = bristles.advance((x(t + dt) - x(t)) / dt, 10.0, dt);
      if (k % steps == 0) rising = out.force.x();
      if (k % steps == steps / 2) falling = out.force.x();
    }
    CHECK(falling < rising);
    lags.push_back((rising - falling) / 10.0);
  }
  for (std::size_t k = 1; k < lags.size(); ++k) CHECK(lags[k] < lags[k - 1]);
  CHECK(lags[3] / lags[4] == Approx(2.0).epsilon(0.02));  // the next term is of third order in w × 10 ms
}
