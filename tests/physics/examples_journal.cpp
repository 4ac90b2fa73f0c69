// The journal bearing, as shipped: the shaft hangs where friction holds it, and friction runs it down.

#include <catch2/catch.hpp>
#include <numbers>

#include "shipped_example.hpp"

namespace bristle::test {

TEST_CASE("the shaft of the example hangs at tan θ = μ and runs down by friction at its radius", "[physics][example]") {
  ShippedExample shaft("journal_bearing/model.yaml");
  const double weight = 2.0 * 9.81, radius = 0.02, J = 0.5 * 2.0 * radius * radius, angle = std::atan(0.1);
  const double friction_torque = weight * std::sin(angle) * radius;
  const double off_centre = 1e-4 + weight / 2.0 / 2e7,
               period = 2.0 * std::numbers::pi * std::sqrt(off_centre * std::cos(angle) / 9.81);

  shaft.go({}, 0.12);
  double spin = shaft["spin"];
  shaft.go({}, 0.29);
  // It swings by 0.01 rad about its angle, and the load by 0.01 tan θ: over a part of a period of 1/8 of this time,
  // 1e-4.
  CHECK((shaft["spin"] - spin) / 0.17 == Approx((0.1 - friction_torque) / J).epsilon(1e-4));

  shaft.go({}, 0.35);
  spin = shaft["spin"];
  double mean = 0.0, t = shaft.time();
  const double whole = 14.0 * period;
  shaft.go(
      [&] {
        mean -= shaft["angle"] * (shaft.time() - t) / whole;
        t = shaft.time();
      },
      0.35 + whole);
  CHECK((shaft["spin"] - spin) / whole == Approx(-friction_torque / J).epsilon(1e-4));
  // The square of the swing, and 1/40 of a period to either side.
  CHECK(std::tan(mean) == Approx(0.1).epsilon(1e-3));
  CHECK(shaft["load"] == Approx(weight * std::cos(angle)).epsilon(2e-3));

  shaft.go();
  CHECK(std::abs(shaft["spin"]) < 0.5);  // it has stopped, and rocks
  CHECK(shaft.unaccounted() < 1e-9);
}

}  // namespace bristle::test
