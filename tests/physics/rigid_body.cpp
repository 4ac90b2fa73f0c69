// Free and pinned rigid bodies: conservation laws and observed orders.

#include <catch2/catch.hpp>
#include <cmath>

#include "bristle/bristle.hpp"
#include "momentum.hpp"
#include "order.hpp"

namespace bristle::test {
namespace {

/// An asymmetric body whose node is not at its mass centre, tumbling in free flight.
Model tumbling_body() {
  Model model;
  Node body{.name = "body", .inertia = inertia(2.0, Vec3(0.05, 0.09, 0.11), Vec3(0.1, -0.05, 0.2))};
  body.frame.x = Vec3(0.3, -0.2, 0.5);
  const NodeId id = model.add_node(body);
  model.set_rigid_velocity(id, Vec3(0.2, 0.1, -0.3), Vec3(3.0, 4.0, -2.0), body.frame.x);
  return model;
}

TEST_CASE("a torque-free body keeps its momenta and its ledger closes in every step", "[physics][rigid]") {
  Simulation run(tumbling_body(), {.step = 0.01});
  const Momentum start = total_momentum(run);
  const double energy = run.ledger().stored();
  run.run(5.0, [&](const Simulation&, const StepReport& report) {
    REQUIRE(std::abs(report.account.residual()) <= 1e-12 * energy);
    REQUIRE(report.account.numerical_loss >= 0.0);
    return true;
  });
  const Momentum end = total_momentum(run);
  CHECK((end.linear - start.linear).norm() <= 1e-11 * start.linear.norm());
  CHECK((end.angular - start.angular).norm() <= 1e-11 * start.angular.norm());
  CHECK(std::abs(run.ledger().residual()) <= 1e-11 * energy);
}

TEST_CASE("a torque-free body loses no energy at all, its state is of second order", "[physics][rigid]") {
  const auto simulate = [](double step) {
    Simulation run(tumbling_body(), {.step = step});
    run.run(1.0);
    return run;
  };
  const Simulation reference = simulate(1.0 / 12800.0);
  std::vector<double> error;
  for (const double step : {1.0 / 100.0, 1.0 / 200.0, 1.0 / 400.0}) {
    const Simulation run = simulate(step);
    error.push_back((run.frame(NodeId{1}).R - reference.frame(NodeId{1}).R).norm());
    // Without forces there is no jump, so the numerical loss, third order in general, is zero to round-off squared.
    CHECK(run.ledger().numerical_loss <= 1e-20 * run.ledger().kinetic);
    CHECK(run.ledger().kinetic == Approx(run.ledger().initial).epsilon(1e-12));
  }
  CAPTURE(error);
  CHECK(observed_order(error) == Approx(2.0).margin(0.1));
}

TEST_CASE("a tumbling body on a spring loses energy as the third power of the step", "[physics][rigid]") {
  std::vector<double> loss;
  for (const double step : {1.0 / 100.0, 1.0 / 200.0, 1.0 / 400.0}) {
    Model model = tumbling_body();
    model.add_spring({.name = "tether",
                      .first = {Model::ground()},
                      .second = {NodeId{1}, Vec3(0.2, 0.1, 0.0)},
                      .law = {.stiffness = 500.0},
                      .free_length = 0.3});
    Simulation run(model, {.step = step});
    run.run(1.0);
    loss.push_back(run.ledger().numerical_loss);
  }
  CAPTURE(loss);
  CHECK(observed_order(loss) == Approx(3.0).margin(0.1));
}

TEST_CASE("a spinning body flies on as if it stood still", "[physics][rigid]") {
  // In the body frame the velocity of flight turns; that must not feed or eat the spin, whatever the speed.
  for (const double speed : {0.0, 1.0, 100.0}) {
    Model model;
    const NodeId id = model.add_node({.name = "disk", .inertia = solid_cylinder(1.0, 0.1, 0.02)});
    model.set_rigid_velocity(id, Vec3(speed, 0.0, 0.0), Vec3(0.0, 0.0, 20.0), Vec3::Zero());
    Simulation run(model, {.step = 0.01});
    run.run(1.0);
    CHECK(run.state().twists[id.index][5] == Approx(20.0).epsilon(1e-10));
    // The path is short by sin²(φ/2), tan(φ/2) = ωΔt/2 (docs/theory.md, section 3.1).
    CHECK(run.frame(id).x.x() == Approx(speed * (1.0 - 0.01 / 1.01)).epsilon(1e-10).margin(1e-12));
  }
}

TEST_CASE("steady rotation about a principal axis goes on for ever", "[physics][rigid]") {
  Model model;
  const NodeId id = model.add_node({.name = "wheel", .inertia = solid_cylinder(3.0, 0.2, 0.05)});
  model.set_rigid_velocity(id, Vec3::Zero(), Vec3(0.0, 0.0, 10.0), Vec3::Zero());
  Simulation run(model, {.step = 0.05});  // half a radian a step
  const double energy = run.ledger().stored();
  run.run(50.0);
  CHECK(run.ledger().numerical_loss <= 1e-12 * energy);
  CHECK(run.ledger().stored() == Approx(energy).epsilon(1e-12));
}

TEST_CASE("a rod spinning on a pin keeps its energy over 500 steps", "[physics][rigid]") {
  Model model;
  const double half = 0.5;
  Node rod{.name = "rod", .frame = {Vec3(half, 0.0, 0.0)}, .inertia = inertia(1.0, Vec3(1e-4, 1.0 / 12.0, 1.0 / 12.0))};
  const NodeId id = model.add_node(rod);
  model.add_joint(
      {.name = "pin", .kind = JointKind::revolute, .first = {Model::ground()}, .second = {id, Vec3(-half, 0.0, 0.0)}});
  model.set_rigid_velocity(id, Vec3::Zero(), Vec3(0.0, 0.0, 10.0), Vec3::Zero());
  Simulation run(model, {.step = 0.01});  // ωΔt = 0.1
  const double energy = run.ledger().stored();
  run.run(5.0);
  CHECK(run.counters().steps == 500);
  CHECK(std::abs(run.ledger().stored() - energy) <= 1e-12 * energy);
  CHECK(std::abs(run.ledger().residual()) <= 1e-12 * energy);
  // The force that bends its path: m ω² r towards the pin. The discrete rotation speed is (2/Δt) tan(ωΔt/2)-like only
  // for prescribed motion; a free one keeps ω, and the mean force over a step is smaller by the chord, of second order.
  const double expected = 1.0 * 100.0 * half;
  CHECK(run.reaction(JointId{0}).force.norm() == Approx(expected).epsilon(0.01));
}

TEST_CASE("a heavy symmetric top precesses at the steady rate of theory", "[physics][rigid]") {
  // Steady precession at angle θ: A Ω² cosθ − C ω₃ Ω + m g h = 0, about the fixed point.
  const double mass = 0.5, h = 0.06, radius = 0.04, g = 9.81, theta = 0.5;
  const Mat6 about_tip = solid_cylinder(mass, radius, 0.01, Vec3(0.0, 0.0, h));
  const double A = about_tip(3, 3), C = about_tip(5, 5);
  const double spin = 250.0;  // ω₃, the axial component of the angular velocity
  const double precession = (C * spin - std::sqrt(C * C * spin * spin - 4.0 * A * mass * g * h * std::cos(theta))) /
                            (2.0 * A * std::cos(theta));
  Model model;
  model.gravity = Vec3(0.0, 0.0, -g);
  const Mat3 tilt = rotation(Vec3::UnitX(), theta);
  const NodeId top = model.add_node({.name = "top", .frame = {Vec3::Zero(), tilt}, .inertia = about_tip});
  const Vec3 axis = tilt.col(2);
  const Vec3 vertical = Vec3::UnitZ();
  const Vec3 omega = precession * vertical + (spin - precession * std::cos(theta)) * axis;
  model.set_rigid_velocity(top, Vec3::Zero(), omega, Vec3::Zero());
  model.add_joint({.name = "tip", .kind = JointKind::spherical, .first = {Model::ground()}, .second = {top}});

  std::vector<double> error;
  const double duration = 0.2;
  for (const double step : {4e-4, 2e-4, 1e-4}) {
    Simulation run(model, {.step = step});
    run.run(duration);
    const Vec3 expected = rotation(vertical, precession * duration) * axis;
    error.push_back((run.frame(top).R.col(2) - expected).norm());
    CHECK(std::abs(run.ledger().residual()) <= 1e-11 * run.ledger().stored());
  }
  CAPTURE(error, precession);
  CHECK(observed_order(error) == Approx(2.0).margin(0.2));
  CHECK(error.back() < 1e-2 * std::sin(theta));
}

}  // namespace
}  // namespace bristle::test
