// Reading a beam between its nodes.

#include <catch2/catch.hpp>
#include <numbers>

#include "beam_support.hpp"

namespace bristle::test {
namespace {

const Section soft = section((Vec6() << 1e5, 5e4, 5e4, 10.0, 10.0, 10.0).finished(), 1.0, Vec3::Constant(1e-3));

TEST_CASE("a fraction of a beam is one of its arc length, whatever its elements", "[unit][beam]") {
  const double pi = std::numbers::pi, radius = 2.0;
  Model model;  // half a circle, its nodes crowded towards the start
  const auto shape = [&](double s) {
    return screw(Vec3::UnitX(), Vec3(0.0, 0.0, 1.0 / radius), pi * radius * s * (0.6 + 0.4 * s));
  };
  const BeamId arc = model.add_curved_beam("arc", shape, 12, 3, soft);
  clamp(model, arc);
  const System system(model);
  const State state = system.initial_state();
  // elements of order 3 and 15 degrees follow the circle to about 1e-6 of its radius
  CHECK(system.length(arc) == Approx(pi * radius).epsilon(1e-6));
  for (const double fraction : {0.0, 0.1, 0.25, 0.5, 0.77, 1.0}) {
    const Frame expected = screw(Vec3::UnitX(), Vec3(0.0, 0.0, 1.0 / radius), pi * radius * fraction);
    const BeamReading reading = system.read_beam(state, arc, fraction);
    CAPTURE(fraction);
    CHECK((reading.frame.x - expected.x).norm() < 1e-4);
    CHECK((reading.frame.R - expected.R).norm() < 1e-4);
    CHECK((reading.frame.R.transpose() * reading.frame.R).isIdentity(1e-14));
    CHECK(reading.strain.norm() < 1e-12);
  }
  CHECK(system.read_beam(state, arc, -1.0).frame.x == state.frames[model.start(arc).index].x);
  CHECK((system.read_beam(state, arc, 2.0).frame.x - state.frames[model.end(arc).index].x).norm() < 1e-14);
}

TEST_CASE("beams are read with the velocities of their rigid motion", "[unit][beam]") {
  for (const int order : {1, 2, 3}) {
    Model model;
    const BeamId bar = model.add_straight_beam("bar", Vec3(1, 2, 3), Vec3(2, 4, 1), Vec3::UnitZ(), 3, order, soft);
    const Vec3 velocity(0.3, -0.1, 0.7), angular(1.0, -2.0, 0.5);
    model.set_rigid_velocity(bar, velocity, angular, Vec3::Zero());
    const System system(model);
    const State state = system.initial_state();
    for (const double fraction : {0.0, 0.2, 1.0 / 3.0, 0.9, 1.0}) {
      const BeamReading reading = system.read_beam(state, bar, fraction);
      CHECK((reading.frame.x - Vec3(1 + fraction, 2 + 2 * fraction, 3 - 2 * fraction)).norm() < 1e-13);
      CHECK((reading.velocity - velocity - angular.cross(reading.frame.x)).norm() < 1e-13);
      CHECK((reading.angular - angular).norm() < 1e-13);
    }
  }
}

TEST_CASE("between two elements a beam is read as the mean of both", "[unit][beam]") {
  Model model;
  const BeamId bar = model.add_straight_beam("bar", Vec3::Zero(), Vec3(2, 0, 0), Vec3::UnitY(), 2, 1, soft);
  clamp(model, bar);
  const System system(model);
  State state = system.initial_state();
  state.frames[model.end(bar).index].x.x() += 0.01;  // the second element is longer by a hundredth
  CHECK(system.read_beam(state, bar, 0.25).strain[0] == Approx(0.0).margin(1e-14));
  CHECK(system.read_beam(state, bar, 0.5).strain[0] == Approx(0.005).epsilon(1e-12));
  CHECK(system.read_beam(state, bar, 0.75).strain[0] == Approx(0.01).epsilon(1e-12));
  CHECK(system.read_beam(state, bar, 0.75).force[0] == Approx(1000.0).epsilon(1e-12));
}

}  // namespace
}  // namespace bristle::test
