// The block on a spring, as shipped: it sticks and slips when the differential equation says.

#include <catch2/catch.hpp>
#include <vector>

#include "rubbing_block.hpp"
#include "shipped_example.hpp"

namespace bristle::test {
namespace {

/// When the speed passes v_s, up and down in turn.
struct Passages {
  std::vector<double> times{};

  void see(double t, double v, double next_t, double next_v) {
    const double edge = 1e-3;
    if ((v - edge) * (next_v - edge) < 0.0) times.push_back(t + (next_t - t) * (edge - v) / (next_v - v));
  }
};

Passages by_odeint() {
  const LuGre law{.static_friction = 0.15,
                  .kinetic_friction = 0.1,
                  .stribeck_velocity = 1e-3,
                  .stiffness = 1e4,
                  .damping = 31.6,
                  .viscous = 0.04};
  Passages passages;
  std::array<double, 3> y{0.0, 0.0, 0.0};  // x, v, z; 1 kg, 10 N, 100 N/m, 2 cm/s
  const auto rate = [&](const auto& s, auto& ds, double t) {
    ds = {s[1], 100.0 * (0.02 * t - s[0]) - 10.0 * friction_of(law, s[2], s[1]), bristle_velocity(law, s[2], s[1])};
  };
  const double dt = 1e-4;
  for (int k = 0; k < 30000; ++k) {
    const double v = y[1];
    follow(rate, y, k * dt, (k + 1) * dt);
    passages.see(k * dt, v, (k + 1) * dt, y[1]);
  }
  return passages;
}

}  // namespace

TEST_CASE("the block of the example sticks and slips three times, when the differential equation says",
          "[physics][example]") {
  ShippedExample block("stick_slip_mass/model.yaml");
  Passages passages;
  double t = 0.0, v = 0.0;
  block.go([&] {
    passages.see(t, v, block.time(), block["speed"]);
    t = block.time(), v = block["speed"];
  });
  const Passages exact = by_odeint();
  REQUIRE(exact.times.size() == 6);
  REQUIRE(passages.times.size() == 6);
  // Second order: steps of 0.2 ms near the passages, where those of 0.1 ms are good to 10 µs
  // (tests/physics/stick_slip).
  for (std::size_t k = 0; k < 6; ++k) CHECK(passages.times[k] == Approx(exact.times[k]).margin(4e-5));
  CHECK(block.unaccounted() < 1e-9);
}

}  // namespace bristle::test
