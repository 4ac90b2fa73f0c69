// The supercritical rotor, as shipped: its critical speeds by the frequency equation, its start-up in an ideal bearing
// against a rotor of three degrees of freedom, and its start-up in the bearing with play.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <numbers>

#include "beam_frequencies.hpp"
#include "bristle/analysis/modes.hpp"
#include "bristle/system/consistency.hpp"
#include "shipped_example.hpp"

namespace bristle::test {
namespace {

constexpr double length = 6.0, per_length = 0.848, offset = 1e-3, disk = 5.0, disk_radius = 0.015;
constexpr double about_axis = length * 2.12e-3 + 0.5 * disk * disk_radius * disk_radius;  // kg m², of shaft and disk
constexpr double rigid = 1e12;                                                            // N, of Euler and Bernoulli

/// First bending of the shaft in a plane, clamped at R and pinned at T; the shape is 1 at mid-span.
struct Bending {
  double omega = 0.0, mass = 0.0, with_rotary = 0.0;  // rad/s; kg
  double first_moment = 0.0;                          // kg, ∫ m w dx of the shaft

  Bending(double EI, double GA, double guess) {
    const UniformBeam beam{EI, per_length, 1.0 / GA, 1.06e-3};
    const auto whole = [&](double w) {
      const Eigen::Matrix4d half = beam.transfer(0.5 * length, w);
      return Eigen::Matrix4d(half * hub(w) * half);
    };
    omega = frequency_near(guess, whole, End::clamped, End::pinned);
    // By Simpson's rule, with the moment at R as one and the shear force there by w(T) = 0.
    constexpr int half = 100;
    const double h = 0.5 * length / half;
    const Eigen::Matrix4d t = whole(omega), step = beam.transfer(h, omega);
    Eigen::Vector4d y(0.0, 0.0, 1.0, -t(0, 2) / t(0, 3));
    double w_disk = 0.0;
    for (int k = 0; k <= 2 * half; ++k) {
      const double weight = h / 3.0 * (k == 0 || k == 2 * half ? 1.0 : k % 2 == 1 ? 4.0 : 2.0);
      mass += weight * per_length * y(0) * y(0);
      with_rotary += weight * beam.rotary * y(1) * y(1);
      first_moment += weight * per_length * y(0);
      if (k == half) {
        w_disk = y(0);
        with_rotary += 0.25 * disk * disk_radius * disk_radius * y(1) * y(1);
        y = hub(omega) * y;
      }
      y = step * y;
    }
    mass = mass / (w_disk * w_disk) + disk;
    with_rotary = with_rotary / (w_disk * w_disk) + mass;
    first_moment /= w_disk;
  }

  static Eigen::Matrix4d hub(double omega) { return across_mass(disk, 0.25 * disk * disk_radius * disk_radius, omega); }
};

double impulse(double t) {  // of the torque, N m s
  const double pi = std::numbers::pi, until = std::min(t, 0.93);
  return 0.825 * (until - std::sin(2.0 * pi * until) / (2.0 * pi)) +
         0.825 * (1.0 - std::cos(2.0 * pi * 0.93)) * (t - until);
}

/// The rotor in an ideal bearing, one shape of bending in each plane, in axes that turn with it: places u (of the mass
/// centre's side) and v of mid-span, their rates, and the speed; by Runge and Kutta's method.
struct ReducedRotor {
  const Bending in_u{28.7e3, 4.35e6, 44.6}, in_v{28.2e3, 4.35e6, 44.2};
  double time = 0.0;
  std::array<double, 5> y{};

  std::array<double, 5> rate(double t, const std::array<double, 5>& at) const {
    const auto [u, v, du, dv, W] = at;
    const double m = in_u.mass, s = in_u.first_moment * offset;
    const double torque = 0.825 * (1.0 - std::cos(2.0 * std::numbers::pi * std::min(t, 0.93)));
    const double J = about_axis + length * per_length * offset * offset + m * (u * u + v * v) + 2.0 * s * u;
    Eigen::Matrix3d M;
    M << in_u.with_rotary, 0.0, -m * v, 0.0, in_v.with_rotary, m * u + s, -m * v, m * u + s, J;
    const Vec3 force(2.0 * m * W * dv + (m * u + s) * W * W - in_u.with_rotary * in_u.omega * in_u.omega * u,
                     -2.0 * m * W * du + m * v * W * W - in_v.with_rotary * in_v.omega * in_v.omega * v,
                     torque - 2.0 * W * (m * (u * du + v * dv) + s * du));
    const Vec3 a = M.inverse() * force;
    return {du, dv, a.x(), a.y(), a.z()};
  }

  void go(double until, double longest = 5e-4) {
    const int steps = static_cast<int>(std::ceil((until - time) / longest - 1e-9));
    const double h = (until - time) / steps, start = time;
    const auto moved = [&](double by, const std::array<double, 5>& d) {
      std::array<double, 5> out = y;
      for (std::size_t i = 0; i < 5; ++i) out[i] += by * d[i];
      return out;
    };
    for (int k = 0; k < steps; ++k) {
      const double t = start + k * h;
      const auto a = rate(t, y), b = rate(t + 0.5 * h, moved(0.5 * h, a)), c = rate(t + 0.5 * h, moved(0.5 * h, b)),
                 d = rate(t + h, moved(h, c));
      for (std::size_t i = 0; i < 5; ++i) y[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
    }
    time = until;
  }

  double amplitude() const { return std::hypot(y[0], y[1]); }
  double speed() const { return y[4]; }
};

}  // namespace

TEST_CASE("the critical speeds of the rotor example are roots of the frequency equation", "[physics][example]") {
  const auto speeds = [](const std::vector<std::string>& settings) {
    const Case what = read_case(BRISTLE_SOURCE_DIR "/examples/supercritical_rotor/pinned.yaml", settings);
    const System system(what.model);
    State state = start_state(system);
    const Balance balance(system);
    settle_reactions(balance, state);
    const std::vector<Mode> found = modes(balance, state, {.number = 3});
    CHECK(found[0].angular_frequency() < 1e-3);  // the shaft turns freely
    return std::array{found[1].angular_frequency(), found[2].angular_frequency()};
  };
  const auto expect = [](double EI, double GA, double guess, bool coupled) {
    const Bending b(EI, GA, guess);
    // The offset couples motion across it with the free turn: (m − s²/J) ω² = k.
    const double s = coupled ? b.first_moment * offset : 0.0;
    return b.omega / std::sqrt(1.0 - s * s / (about_axis * b.with_rotary));
  };
  for (const double GA : {rigid, 4.35e6, 2.0e6}) {
    const double guess = GA == rigid ? 44.5 : 44.3;
    const auto found = speeds({"parameters.elements=2", "parameters.shear=" + std::to_string(GA)});
    // Of sixth order in the mesh: 3e-6 as shipped, a 64th of it here.
    CHECK(found[0] == Approx(expect(28.2e3, GA, guess, true)).epsilon(3e-7));
    CHECK(found[1] == Approx(expect(28.7e3, GA, guess, false)).epsilon(3e-7));
  }
  // Published: 44.069 and 44.453 rad/s, but not the shear stiffness, about which this half of a percent is: with 2.0 MN
  // both are met to all digits.
  CHECK(Bending(28.2e3, 2.0e6, 44.3).omega == Approx(44.069).margin(1e-3));
  CHECK(Bending(28.7e3, 2.0e6, 44.3).omega == Approx(44.453).margin(1e-3));
  const auto found = speeds({});
  CHECK(found[0] == Approx(44.069).epsilon(5e-3));
  CHECK(found[1] == Approx(44.453).epsilon(5e-3));
  CHECK(found[1] / found[0] == Approx(44.453 / 44.069).epsilon(1e-3));
}

TEST_CASE("the rotor example in an ideal bearing passes the critical speeds as its reduced model",
          "[physics][example]") {
  ShippedExample rotor("supercritical_rotor/pinned.yaml");
  ReducedRotor reduced;
  double largest = 0.0, difference = 0.0, speed = 0.0, peak = 0.0;
  rotor.go([&] {
    reduced.go(rotor.time());
    const double amplitude = std::hypot(rotor["mid_y"], rotor["mid_z"]);
    if (amplitude > largest) largest = amplitude, peak = rotor.time();
    difference = std::max(difference, std::abs(amplitude - reduced.amplitude()));
    speed = std::max(speed, std::abs(rotor["speed"] - reduced.speed()));
  });
  // The other shapes of bending follow the unbalance by (44/238)² of what the first does at rest, times their small
  // share at mid-span: 1 %. They turn by as much: that, times the turn that goes into whirl, 1 % of the speed.
  CHECK(difference < 0.01 * largest);
  CHECK(speed < 1e-4 * rotor["speed"]);
  CHECK(largest > 2.5e-3);
  CHECK(peak > 0.75);  // after the critical speeds, which it passes at 0.61 s
  CHECK(rotor.unaccounted() < 1e-9);
}

TEST_CASE("the rotor example passes its critical speeds, loses contact now and then, and settles",
          "[physics][example]") {
  ShippedExample rotor("supercritical_rotor/model.yaml");
  double friction = 0.0, t = 0.0, largest = 0.0, peak = 0.0, following = 0.0, knocks = 0.0, slowest = 1e9, rest = 0.0;
  double before_contact = 0.0, passes = 0.0, at_two = 0.0, smallest = 1.0, inmost = 0.0;
  std::vector<double> opens;  // s, at least 0.1 s after the one before
  double last_open = 0.0;
  rotor.go([&] {
    const double h = rotor.time() - t, force = rotor["normal_force"], amplitude = rotor["mid"];
    t = rotor.time();
    if (t < 0.15) {
      // Before it touches its bearing, the torque turns it. The offset adds 4e-4 to its inertia, twist at R as much.
      REQUIRE(force == 0.0);
      if (t > 0.1) before_contact = std::max(before_contact, std::abs(about_axis * rotor["speed"] / impulse(t) - 1.0));
    }
    // The resultant of the pressure goes through the race's axis; friction acts at its radius.
    friction += h * rotor["friction_force"] * 0.0808;
    if (passes == 0.0 && rotor["speed"] > 44.4) passes = t;
    if (amplitude > largest) largest = amplitude, peak = t;
    if (t > 0.9 && t < 1.3 && amplitude < smallest) smallest = amplitude, inmost = t;
    if (t <= 2.0) at_two = rotor["speed"];
    if (t > 0.6 && rotor["gap"] > 0.0) {
      if (t > last_open + 0.1) opens.push_back(t);
      last_open = t;
    }
    (t < 1.9 ? following : knocks) = std::max(t < 1.9 ? following : knocks, force);
    if (force > 0.0 && t > 0.6) slowest = std::min(slowest, rotor["sliding_speed"]);
    if (t > 3.0) rest += h * amplitude;
    if (t > 0.8) {
      // Angular momentum about the axis of the bearings: what turning and friction leave is in the whirl.
      const double whirl = impulse(t) - friction - about_axis * rotor["speed"];
      REQUIRE(std::abs(whirl) < 8.0 * largest * largest * rotor["speed"]);  // kg: disk, and part of the shaft
    }
  });
  CHECK(before_contact < 1e-3);
  // Runs with half and a quarter of the steps, or twice the elements, agree to 1 ms, 0.01 mm, 0.1 rad/s and 0.3 N; the
  // knocks' highest forces to 5 N. Published: of the order of 10 N, near 2.1 s and 2.6 s, up to about 100 N, about
  // 50 rad/s, towards 1 mm.
  CHECK(passes == Approx(0.625).margin(5e-3));
  CHECK(largest == Approx(2.92e-3).margin(0.05e-3));
  CHECK(peak == Approx(0.825).margin(0.02));
  CHECK(inmost == Approx(1.07).margin(0.02));
  CHECK(following == Approx(12.3).margin(1.0));
  REQUIRE(opens.size() == 4);
  CHECK(opens[0] == Approx(2.056).margin(0.01));
  CHECK(opens[1] == Approx(2.598).margin(0.02));
  CHECK(knocks == Approx(52.0).margin(20.0));
  CHECK(slowest > 1000.0 * 1e-3);  // Stribeck velocities
  CHECK(at_two == Approx(50.2).margin(0.5));
  CHECK(rotor["speed"] == Approx(51.2).margin(1.0));
  CHECK(rest == Approx(0.9e-3).margin(0.1e-3));
  CHECK(rotor.unaccounted() < 1e-9);
}

}  // namespace bristle::test
