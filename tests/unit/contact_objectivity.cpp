// A contact seen from a turning world: forces in the axes of the body stay what they were.

#include <catch2/catch.hpp>
#include <functional>
#include <numbers>

#include "bristle/terms/contact_term.hpp"
#include "order.hpp"
#include "random_step.hpp"

namespace bristle::test {
namespace {

/// Forces on the second body over a course of steps, in the axes of the first at mid-step.
struct Course {
  std::vector<Vec3> forces;
  std::vector<ContactReport::Phase> phases;
  std::vector<double> bristles;
};

/// The second body is led through `relative(t)` in the frame of the first, while that turns about `spin`.
Course lead(const Contact& contact, const std::function<Frame(double)>& relative, const Vec3& spin, double dt,
            int steps) {
  ContactTerm term(contact, 0);
  term.slots.memory = 0;
  std::vector<double> memory(term.memory(), 0.0);
  const auto turned = [&](double t) {
    const double rate = spin.norm();
    return Frame{Vec3(0.2, -0.1, 0.3), rate > 0.0 ? rotation(spin / rate, rate * t) : Mat3(Mat3::Identity())};
  };
  Course course;
  for (int k = 0; k < steps; ++k) {
    RandomStep step;
    step.time = k * dt;
    step.dt = dt;
    step.memory = memory;
    for (const bool second : {false, true}) {
      const auto at = [&](double t) { return second ? turned(t) * relative(t) : turned(t); };
      NodeStep n;
      n.start = at(k * dt);
      const Frame end = at((k + 1) * dt);
      n.dx = end.x - n.start.x;
      n.r = cay_inverse(end.R * n.start.R.transpose());
      complete(n, dt);
      step.nodes.push_back(n);
    }
    term.remember(step.view(), memory);
    const ContactReport report = term.report(step.view(), memory);
    course.forces.push_back(turned((k + 0.5) * dt).R.transpose() * report.force());
    course.phases.push_back(report.phase);
    course.bristles.push_back(report.bristle.norm());
  }
  return course;
}

double largest_difference(const Course& a, const Course& b) {
  double worst = 0.0, largest = 0.0;
  for (std::size_t k = 0; k < a.forces.size(); ++k) {
    worst = std::max(worst, (a.forces[k] - b.forces[k]).norm());
    largest = std::max(largest, a.forces[k].norm());
  }
  return worst / largest;
}

const LuGre law{.static_friction = 0.4, .kinetic_friction = 0.3, .stribeck_velocity = 1e-2, .stiffness = 1e3};
const NormalLaw normal{PowerLaw{1e6}, {}};
const std::vector<Contact> contacts{
    {.name = "ball", .geometry = BallInRace{0.05, 0.04}, .second = {NodeId{1}}, .normal = normal, .friction = law},
    {.name = "disk", .geometry = DiskInCylinder{0.05, 0.04}, .second = {NodeId{1}}, .normal = normal, .friction = law},
    {.name = "point", .geometry = PointsOnPlane{}, .second = {NodeId{1}}, .normal = normal, .friction = law}};

/// In contact with all three geometries; slides along a curve from 0 to `path` (m) in the first `time`, then rests.
Frame slide(double t, double path, double time, double turn) {
  const double s = t < time ? 0.5 * (1.0 - std::cos(std::numbers::pi * t / time)) : 1.0;
  const double angle = 0.3 + path * s / 0.01;
  const double depth = 0.01 + 1e-5;
  return {Vec3(depth * std::cos(angle), depth * std::sin(angle), -1e-5), rotation(Vec3::UnitZ(), turn * s)};
}

TEST_CASE("a sticking contact keeps its force, to round-off, in a world that turns", "[unit][contact]") {
  for (const Contact& contact : contacts) {
    // Loaded in a tenth of the course by less than break-away, then carried through three turns about a skew axis.
    const double dt = 1e-3;
    const auto held = [&](double t) { return slide(t, 1e-4, 100 * dt, 0.002); };
    const Course still = lead(contact, held, Vec3::Zero(), dt, 1000);
    const Course turning = lead(contact, held, Vec3(1.0, -2.0, 1.5).normalized() * 20.0, dt, 1000);
    CHECK(still.phases.back() == ContactReport::Phase::stick);
    CHECK(still.forces.back().norm() > 10.0);
    // While it rests in a turning world the force does not move against the body at all.
    for (int k = 200; k < 1000; ++k)
      REQUIRE((turning.forces[k] - turning.forces[150]).norm() <= 1e-10 * turning.forces[150].norm());
  }
}

TEST_CASE("a sliding contact in a turning world has its forces to second order in the turn of a step",
          "[unit][contact]") {
  for (const Contact& contact : contacts) {
    std::vector<double> errors;
    for (const int steps : {500, 1000, 2000}) {
      const double time = 1.0, dt = time / steps;
      const auto sliding = [&](double t) { return slide(t, 5e-3, 2.0 * time, 0.3); };
      const Vec3 spin = Vec3(1.0, -2.0, 1.5).normalized() * 10.0;
      errors.push_back(
          largest_difference(lead(contact, sliding, Vec3::Zero(), dt, steps), lead(contact, sliding, spin, dt, steps)));
    }
    CHECK(errors.back() < 1e-4);  // a turn of 5 mrad a step
    CHECK(observed_order(errors) == Approx(2.0).margin(0.3));
  }
}

TEST_CASE("bristles are dropped when the gap opens", "[unit][contact]") {
  for (const Contact& contact : contacts) {
    const auto bounce = [&](double t) {
      Frame f = slide(std::min(t, 0.1), 1e-4, 0.1, 0.0);
      if (t > 0.2 && t < 0.3) f.x = Vec3(0.0, 0.0, 1e-3);  // out of contact with all of them
      return f;
    };
    const Course course = lead(contact, bounce, Vec3::Zero(), 1e-3, 400);
    CHECK(course.forces[190].norm() > 10.0);
    CHECK(course.phases[250] == ContactReport::Phase::open);
    CHECK(course.forces[250].norm() == 0.0);
    CHECK(course.bristles[190] > 1e-5);
    CHECK(course.bristles[250] == 0.0);
  }
}

}  // namespace
}  // namespace bristle::test
