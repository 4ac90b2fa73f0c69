// The slider-crank with clearance, as shipped, and with the ideal joint: against the rigid mechanism by hand.

#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>

#include "shipped_example.hpp"

namespace bristle::test {
namespace {

constexpr double crank = 0.05, rod = 0.12, speed = 5000.0 * std::numbers::pi / 30.0;

struct Rigid {
  double place, velocity, energy;  // of the slider; of rod and slider
};

Rigid rigid(double t) {
  const double c = std::cos(speed * t), s = std::sin(speed * t), tilt = std::asin(crank / rod * s);
  const double turn = speed * crank * c / (rod * std::cos(tilt));  // of the rod, clockwise
  const double velocity = -crank * speed * s - rod * turn * std::sin(tilt);
  const double middle_x = -crank * speed * s - 0.5 * rod * turn * std::sin(tilt), middle_y = 0.5 * crank * speed * c;
  return {crank * c + rod * std::cos(tilt), velocity,
          0.5 * 0.14 * velocity * velocity + 0.5 * 0.21 * (middle_x * middle_x + middle_y * middle_y) +
              0.5 * 2.5e-4 * turn * turn};
}

/// Free flights between contacts, and contacts by how long they last.
struct Phases {
  int flights = 0, impacts = 0, follows = 0;
  double since = 0.0;
  bool closed = false;

  void see(double t, bool closes) {
    if (closes == closed) return;
    if (!closed)
      ++flights;
    else
      ++(t - since < 1.5e-4 ? impacts : follows);
    closed = closes, since = t;
  }
};

}  // namespace

TEST_CASE("the slider-crank of the example with an ideal joint moves as the formulas say", "[physics][example]") {
  ShippedExample machine("slider_crank_clearance/ideal.yaml");
  double acceleration = 0.0, moment = 0.0, t = 0.0;
  machine.go([&] {
    // Accelerations and moments are means over the step: Δv/Δt, and ΔT/Δθ.
    const Rigid before = rigid(t), after = rigid(machine.time());
    const double dt = machine.time() - t;
    const double a = (after.velocity - before.velocity) / dt, m = (after.energy - before.energy) / (speed * dt);
    acceleration = std::max(acceleration, std::abs(machine["acceleration"] - a));
    moment = std::max(moment, std::abs(machine["moment"] - m));
    t = machine.time();
  });
  // The crank turns by ω Δt = 0.0105 in a step. Second order: some 1e-4 of the amplitudes 19,419 m/s² and 138.5 N m.
  CHECK(acceleration < 1e-4 * 19419.0);
  CHECK(moment < 1e-4 * 138.5);
  CHECK(machine.unaccounted() < 1e-9);
}

TEST_CASE("the pin of the slider-crank example flies, knocks and follows its bearing", "[physics][example]") {
  ShippedExample machine("slider_crank_clearance/model.yaml");
  Phases phases;
  double highest = 0.0, strays = 0.0, pulls = 0.0;
  machine.go(
      [&] {
        phases.see(machine.time(), machine["gap"] < 0.0);
        highest = std::max(highest, std::abs(machine["acceleration"]));
        pulls = std::max(pulls, -machine["normal_force"]);
        // The slider is off its ideal place by the journal's way in the bearing; the rod tilts by up to asin(5/12).
        const double way = (0.5e-3 + machine["penetration"]) / std::cos(std::asin(crank / rod));
        strays = std::max(strays, std::abs(machine["place"] - rigid(machine.time()).place) / way);
      },
      0.018);
  CHECK(phases.flights >= 10);
  CHECK(phases.impacts >= 10);
  CHECK(phases.follows >= 2);
  CHECK(highest > 3.0 * 19419.0);  // of the ideal joint
  CHECK(strays <= 1.0 + 1e-3);     // the formula is for small ways, of 1e-2 of the crank
  CHECK(strays > 0.5);             // and it uses its play
  CHECK(pulls <= 0.0);             // the bearing never pulls
  CHECK(machine.unaccounted() < 1e-9);
}

TEST_CASE("a flexible rod leaves the slider-crank example its energy balance", "[physics][example]") {
  ShippedExample machine("slider_crank_clearance/flexible_rod.yaml");
  Phases phases;
  double bending = 0.0;
  machine.go(
      [&] {
        phases.see(machine.time(), machine["gap"] < 0.0);
        REQUIRE(machine.run.last_step().account.numerical_loss >= 0.0);
        bending = std::max(bending, std::hypot(machine["bending_y"], machine["bending_z"]));
      },
      0.006);
  CHECK(phases.flights >= 3);
  CHECK(phases.impacts + phases.follows >= 3);
  // Its own inertia bends the rod: at θ = 90° some m ω² r/l over a hinged bar, m l ω² r/(9√3) at most.
  CHECK(bending > 0.5 * 0.21 * rod * speed * speed * crank / (9.0 * std::sqrt(3.0)));
  CHECK(machine.unaccounted() < 1e-9);
}

}  // namespace bristle::test
