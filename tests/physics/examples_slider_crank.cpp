// The slider-crank with clearance, as shipped, and with the ideal joint: against the rigid mechanism by hand.

#include <algorithm>
#include <array>
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

/// When the journal meets its bearing, by Runge and Kutta's method: rod angle, slider's place and their rates.
std::vector<double> impacts_by_runge_kutta(double end) {
  using Y = std::array<double, 4>;
  const double play = 0.5e-3, K = 4.0 / 3.0 * 207e9 / (2.0 * (1.0 - 0.09)) * std::sqrt(0.01 * 0.0095 / play);
  const double chi = 0.75 * (1.0 - 0.81), about_pin = 2.5e-4 + 0.21 * rod * rod / 4.0;
  double fastest = 1e-3;                          // closing speed since the contact closed; slower ones count as this
  const auto apart = [&](double t, const Y& y) {  // of the journal's centre from the bearing's; and its rate
    const double c = std::cos(speed * t), s = std::sin(speed * t), cp = std::cos(y[0]), sp = std::sin(y[0]);
    const Vec3 u(y[1] - crank * c - rod * cp, -crank * s - rod * sp, 0.0);
    const Vec3 v(y[3] + crank * speed * s + rod * y[2] * sp, -crank * speed * c - rod * y[2] * cp, 0.0);
    return std::pair(u, u.norm() > 0.0 ? u.dot(v) / u.norm() : 0.0);
  };
  const auto rate = [&](double t, const Y& y) {
    const auto [u, closing] = apart(t, y);
    const double depth = u.norm() - play;
    const double N = depth > 0.0
                         ? std::max(0.0, K * std::pow(depth, 1.5) * (1.0 + chi * closing / std::max(fastest, closing)))
                         : 0.0;
    const Vec3 on_rod = N > 0.0 ? Vec3(N * u / u.norm()) : Vec3(Vec3::Zero());
    const Vec3 along(std::cos(y[0]), std::sin(y[0]), 0.0);
    const Vec3 pin = -crank * speed * speed * Vec3(std::cos(speed * t), std::sin(speed * t), 0.0);
    const double moment = (rod * along).cross(on_rod).z() - (0.21 * 0.5 * rod * along).cross(pin).z();
    return Y{y[2], y[3], moment / about_pin, -on_rod.x() / 0.14};
  };
  const auto moved = [](const Y& y, double h, const Y& by) {
    return Y{y[0] + h * by[0], y[1] + h * by[1], y[2] + h * by[2], y[3] + h * by[3]};
  };
  std::vector<double> times;
  Y y{0.0, 0.17, -speed * crank / rod, 0.0};
  const double h = 2e-7;  // a three-hundredth of an impact
  bool closed = false;
  for (int k = 0; k * h < end; ++k) {
    const double t = k * h;
    const Y a = rate(t, y), b = rate(t + 0.5 * h, moved(y, 0.5 * h, a)), c = rate(t + 0.5 * h, moved(y, 0.5 * h, b)),
            d = rate(t + h, moved(y, h, c));
    for (std::size_t i = 0; i < 4; ++i) y[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
    const auto [u, closing] = apart(t + h, y);
    const bool closes = u.norm() > play;
    if (closes && !closed) times.push_back(t + h);
    fastest = closes ? std::max(fastest, closing) : 1e-3;
    closed = closes;
  }
  return times;
}

/// Free flights between contacts, and contacts by how long they last.
struct Phases {
  int impacts = 0, follows = 0;
  std::vector<double> closings{};  // s: ends of free flights
  double since = 0.0;
  bool closed = false;

  void see(double t, bool closes) {
    if (closes == closed) return;
    if (!closed)
      closings.push_back(t);
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
  CHECK(phases.closings.size() >= 10);
  // Steps are some 2 µs near contact, and each impact passes on the error of those before it.
  const std::vector<double> exact = impacts_by_runge_kutta(2e-3);
  REQUIRE(exact.size() == 8);
  for (std::size_t k = 0; k < exact.size(); ++k) CHECK(phases.closings[k] == Approx(exact[k]).margin(5e-6));
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
  CHECK(phases.closings.size() >= 3);
  CHECK(phases.impacts + phases.follows >= 3);
  // Its own inertia bends the rod: at θ = 90° some m ω² r/l over a hinged bar, m l ω² r/(9√3) at most.
  CHECK(bending > 0.5 * 0.21 * rod * speed * speed * crank / (9.0 * std::sqrt(3.0)));
  CHECK(machine.unaccounted() < 1e-9);
}

}  // namespace bristle::test
