// The friction damper, as shipped: it sticks and rings, or slides to and fro, as the figures of the paper have it.

#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>

#include "shipped_example.hpp"

namespace bristle::test {
namespace {

struct Cycles {
  int turns = 0, swings = 0;  // changes of sign of velocity and acceleration, a cycle
  double amplitude = 0.0;     // m
  double friction = 0.0;      // N, at most
  double ringing = 0.0;       // Hz, by the shortest time between changes of sign of the acceleration
};

/// Two cycles after ten.
Cycles cycles(const std::string& file, double frequency) {
  ShippedExample damper("friction_damper/" + file);
  damper.go({}, 10.0 / frequency);
  Cycles seen;
  double speed = damper["speed"], acceleration = damper["acceleration"], low = 1.0, high = -1.0;
  double before_that = 0.0, last = 0.0;
  std::vector<double> half_periods;
  damper.go(
      [&] {
        const double v = damper["speed"], a = damper["acceleration"];
        seen.turns += v * speed < 0.0;
        if (a * acceleration < 0.0) {
          ++seen.swings;
          before_that = last, last = damper.middle();
          half_periods.push_back(last - before_that);
        }
        speed = v, acceleration = a;
        low = std::min(low, damper["place"]), high = std::max(high, damper["place"]);
        seen.friction = std::max(seen.friction, std::abs(damper["friction"]));
      },
      12.0 / frequency);
  seen.turns /= 2, seen.swings /= 2;
  seen.amplitude = 0.5 * (high - low);
  seen.ringing = 0.5 / *std::min_element(half_periods.begin(), half_periods.end());
  CHECK(damper.unaccounted() < 1e-9);
  return seen;
}

}  // namespace

TEST_CASE("the friction damper of the example rings on its bristles where it sticks", "[physics][example]") {
  const Cycles stuck = cycles("model.yaml", 35.0), sliding = cycles("less_load.yaml", 35.0);
  // To and fro twice a cycle, and one more swing of the acceleration as friction turns over, at each turn.
  CHECK(sliding.turns == 2);
  CHECK(sliding.swings <= 6);
  CHECK(stuck.turns >= 10);
  CHECK(stuck.swings >= 20);
  // It reaches the static limit before it slips, and no more: then bristles hardly move, and their damping is nothing.
  CHECK(stuck.friction < 1.01 * 1.297 * 1.2312);
  CHECK(stuck.friction > 0.99 * 1.297 * 1.2312);
  CHECK(sliding.friction < 1.01 * 0.760 * 1.2312);
  // In Fig. 13 the amplitude is within 30 to 150 µm, as the paper has it.
  CHECK(sliding.amplitude > 30e-6);
  CHECK(sliding.amplitude < 150e-6);
  // The mass on its bristles; they yield as it begins, and the first swing is the shortest.
  const double bristles = std::sqrt((17321.0 + 1.297 * 8.5247e6) / 0.2709) / (2.0 * std::numbers::pi);
  CHECK(stuck.ringing == Approx(bristles).epsilon(0.15));
}

TEST_CASE("the friction damper of the example sticks and rings on another shaker too", "[physics][example]") {
  const Cycles seen = cycles("other_shaker.yaml", 20.0);
  CHECK(seen.turns >= 6);
  CHECK(seen.swings >= 8);
  CHECK(seen.friction < 1.01 * 0.511 * 1.2312);
}

}  // namespace bristle::test
