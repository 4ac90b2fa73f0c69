// Loads, springs and bushings against closed forms and against Boost.Odeint.

#include <array>
#include <boost/numeric/odeint.hpp>
#include <catch2/catch.hpp>
#include <cmath>

#include "bristle/bristle.hpp"
#include "order.hpp"

namespace bristle::test {
namespace {

NodeId add_ball(Model& model, double mass, const Vec3& at = Vec3::Zero()) {
  return model.add_node({.name = "ball", .frame = {at}, .inertia = solid_sphere(mass, 0.1)});
}

/// A disk free to turn about the space axis z, its node at the centre.
NodeId add_wheel(Model& model, double polar_inertia) {
  const NodeId wheel = model.add_node({.name = "wheel", .inertia = inertia(1.0, Vec3(1.0, 1.0, polar_inertia))});
  model.add_joint({.name = "axle", .kind = JointKind::revolute, .first = {Model::ground()}, .second = {wheel}});
  return wheel;
}

TEST_CASE("a ball falls along the parabola of gravity, exactly", "[physics][force]") {
  Model model;
  model.gravity = Vec3(0.0, 1.0, -9.81);
  const NodeId ball = add_ball(model, 2.0);
  model.set_rigid_velocity(ball, Vec3(3.0, 0.0, 4.0), Vec3::Zero(), Vec3::Zero());
  Simulation run(model, {.step = 0.1});
  run.run(2.0);
  const Vec3 expected = 2.0 * Vec3(3.0, 0.0, 4.0) + 0.5 * 4.0 * model.gravity;
  CHECK((run.frame(ball).x - expected).norm() <= 1e-13 * expected.norm());  // 20 steps of round-off
  CHECK(std::abs(run.ledger().residual()) <= 1e-13 * run.ledger().kinetic);
}

TEST_CASE("a force that grows in proportion to time moves a mass by the cube of time, exactly", "[physics][force]") {
  for (const Function& force : {Function::expression("6*t"), Function::table({0.0, 10.0}, {0.0, 60.0}),
                                Function::callable([](double t) { return 6 * t; })}) {
    Model model;
    const NodeId ball = add_ball(model, 2.0);
    model.add_load({.name = "push", .marker = {ball}, .components = {force, 0.0, 0.0}});
    Simulation run(model, {.step = 0.1});
    run.run(1.0);
    CHECK(run.frame(ball).x.x() == Approx(0.5).epsilon(1e-13));              // x = t³/2
    CHECK(run.state().twists[ball.index][0] == Approx(1.5).epsilon(1e-13));  // v = 3 t²/2
    CHECK(run.ledger().external_work - run.ledger().numerical_loss == Approx(run.ledger().kinetic).epsilon(1e-13));
  }
}

TEST_CASE("moments and offset follower forces spin up a wheel at the same steady rate", "[physics][force]") {
  const double polar = 0.5, torque = 2.0, duration = 3.0;
  Load moment{.name = "motor", .kind = Load::Kind::moment, .components = {0.0, 0.0, torque}};
  Load follower_moment = moment;
  follower_moment.follower = true;
  Load rocket{.name = "rocket", .marker = {{}, Vec3(0.4, 0.0, 0.0)}, .components = {0.0, torque / 0.4, 0.0}};
  rocket.follower = true;
  for (Load load : {moment, follower_moment, rocket}) {
    std::vector<double> error;
    for (const double step : {0.02, 0.01, 0.005}) {
      Model model;
      load.marker.node = add_wheel(model, polar);
      model.add_load(load);
      Simulation run(model, {.step = step});
      run.run(duration);
      const double angle = 0.5 * torque / polar * duration * duration;
      error.push_back((run.frame(load.marker.node).R.col(0) - Vec3(std::cos(angle), std::sin(angle), 0.0)).norm());
      CHECK(std::abs(run.ledger().residual()) <= 1e-12 * run.ledger().kinetic);
    }
    CAPTURE(error);
    CHECK(error.back() < 0.02);  // of 18 rad
    CHECK(observed_order(error) == Approx(2.0).margin(0.1));
  }
}

TEST_CASE("a dead force at an offset does the work of its point of attack", "[physics][force]") {
  // A crane hook: the force turns the body towards itself and the potential −F·X is conserved with the kinetic energy.
  Model model;
  const NodeId body = model.add_node({.name = "body", .inertia = solid_box(2.0, Vec3(0.3, 0.2, 0.1))});
  const Vec3 force(1.0, 2.0, -0.5);
  const Marker hook{body, Vec3(0.15, -0.1, 0.05)};
  model.add_load({.name = "pull", .marker = hook, .components = {force.x(), force.y(), force.z()}});
  Simulation run(model, {.step = 0.01});
  const Vec3 start = run.frame(hook).x;
  run.run(2.0);
  CHECK(run.ledger().external_work == Approx(force.dot(run.frame(hook).x - start)).epsilon(1e-12));
}

/// x'' = −elastic(x) − dissipative(x'), by Odeint at a tolerance far below the errors looked at.
std::array<double, 2> reference_oscillator(const std::function<double(double)>& elastic,
                                           const std::function<double(double)>& dissipative, double x,
                                           double duration) {
  using namespace boost::numeric::odeint;
  using Y = std::array<double, 2>;
  Y y{x, 0.0};
  integrate_adaptive(
      make_controlled<runge_kutta_dopri5<Y>>(1e-12, 1e-12),
      [&](const Y& s, Y& rate, double) {
        rate = {s[1], -elastic(s[0]) - dissipative(s[1])};
      },
      y, 0.0, duration, 1e-3);
  return y;
}

TEST_CASE("nonlinear springs and dampers follow Odeint at second order", "[physics][force]") {
  const auto reference = reference_oscillator([](double e) { return 40.0 * e + 300.0 * e * e * e; },
                                              [](double v) { return 0.2 * v * (1.0 + v * v); }, 0.5, 1.0);
  std::vector<double> error;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    Model model;
    const NodeId ball = add_ball(model, 1.0, Vec3(2.5, 0.0, 0.0));
    model.add_spring({.name = "duffing",
                      .first = {Model::ground()},
                      .second = {ball},
                      .law = {.elastic = Function::expression("40*e + 300*e^3", "e"),
                              .dissipative = Function::expression("0.2*v*(1 + v^2)", "v")},
                      .free_length = 2.0});
    Simulation run(model, {.step = step});
    const double start = run.ledger().elastic;
    CHECK(start == Approx(40.0 / 2 * 0.25 + 300.0 / 4 * 0.0625).epsilon(1e-13));
    run.run(1.0);
    error.push_back(
        std::hypot(run.frame(ball).x.x() - 2.0 - reference[0], run.state().twists[ball.index][0] - reference[1]));
    CHECK(std::abs(run.ledger().residual()) <= 1e-13 * start);
    const double x = run.frame(ball).x.x() - 2.0;  // the energy stored along the way is that of the place
    CHECK(run.ledger().elastic == Approx(20.0 * x * x + 75.0 * x * x * x * x).margin(1e-10 * start));
  }
  CAPTURE(error);
  CHECK(observed_order(error) == Approx(2.0).margin(0.1));
}

TEST_CASE("a spring that swings about its pin in space follows Odeint", "[physics][force]") {
  // The elastic spherical pendulum: in space a linear spring is a nonlinear problem.
  using namespace boost::numeric::odeint;
  using Y = std::array<double, 6>;
  const double k = 60.0, length = 1.0, mass = 1.0, g = 9.81, duration = 2.0;
  Y y{1.2, 0.0, 0.0, 0.0, 1.5, 0.0};
  integrate_adaptive(
      make_controlled<runge_kutta_dopri5<Y>>(1e-12, 1e-12),
      [&](const Y& s, Y& rate, double) {
        const double r = std::sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
        for (int i = 0; i < 3; ++i) {
          rate[i] = s[3 + i];
          rate[3 + i] = -k / mass * (r - length) * s[i] / r - (i == 2 ? g : 0.0);
        }
      },
      y, 0.0, duration, 1e-3);
  std::vector<double> error;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    Model model;
    model.gravity = Vec3(0.0, 0.0, -g);
    const NodeId ball = add_ball(model, mass, Vec3(1.2, 0.0, 0.0));
    model.set_rigid_velocity(ball, Vec3(0.0, 1.5, 0.0), Vec3::Zero(), Vec3::Zero());
    model.add_spring({.name = "string",
                      .first = {Model::ground()},
                      .second = {ball},
                      .law = {.stiffness = k},
                      .free_length = length});
    Simulation run(model, {.step = step});
    run.run(duration);
    error.push_back((run.frame(ball).x - Vec3(y[0], y[1], y[2])).norm());
    CHECK(std::abs(run.ledger().residual()) <= 1e-12 * k);
  }
  CAPTURE(error);
  CHECK(observed_order(error) > 1.9);
}

TEST_CASE("a torsional spring remembers its turns", "[physics][force]") {
  // Wound up by three turns and released: θ = θ₀ cos ωt, through many half turns of the angle that a frame can show.
  const double k = 2.0, polar = 0.5, wound = 6.0 * M_PI;
  const double omega = std::sqrt(k / polar);
  std::vector<double> error;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    Model model;
    const NodeId wheel = add_wheel(model, polar);
    model.add_spring({.name = "mainspring",
                      .kind = Spring::Kind::torsional,
                      .first = {Model::ground()},
                      .second = {wheel},
                      .law = {.stiffness = k},
                      .free_length = -wound});
    Simulation run(model, {.step = step});
    CHECK(run.ledger().elastic == Approx(0.5 * k * wound * wound));
    run.run(2.0);
    const double angle = wound * std::cos(omega * 2.0) - wound;
    error.push_back((run.frame(wheel).R.col(0) - Vec3(std::cos(angle), std::sin(angle), 0.0)).norm());
    CHECK(std::abs(run.ledger().residual()) <= 1e-12 * run.ledger().initial);
  }
  CAPTURE(error);
  CHECK(observed_order(error) == Approx(2.0).margin(0.1));
}

TEST_CASE("a damped body on a bushing comes to rest where stiffness and load balance", "[physics][force]") {
  Model model;
  const NodeId body = model.add_node({.name = "body", .inertia = inertia(1.0, Vec3(0.1, 0.1, 0.1))});
  Mat6 a;
  a.setZero();
  a.diagonal() << 200.0, 300.0, 250.0, 20.0, 30.0, 25.0;
  a(0, 4) = a(4, 0) = 15.0;  // push and tilt coupled
  a(1, 3) = a(3, 1) = -10.0;
  model.add_bushing(
      {.name = "mount", .first = {Model::ground()}, .second = {body}, .stiffness = a, .damping = 0.05 * a});
  const Vec6 load = 1e-3 * (Vec6() << 2e-3, -1e-3, 3e-3, 1e-4, 2e-4, -1e-4).finished();
  model.add_load({.name = "force", .marker = {body}, .components = {load[0], load[1], load[2]}});
  model.add_load(
      {.name = "moment", .kind = Load::Kind::moment, .marker = {body}, .components = {load[3], load[4], load[5]}});
  Simulation run(model, {.step = 0.02});
  run.run(10.0);
  const Vec6 expected = a.ldlt().solve(load);
  const Vec3 turn = cay_inverse(run.frame(body).R);
  // Angles of 1e-8: what is not linear is smaller by that factor. What is left of the transient is below
  // e^(-ζω t) = e^(-0.025 · 200 · 10).
  CHECK((run.frame(body).x - expected.head<3>()).norm() <= 1e-7 * expected.norm());
  CHECK((turn - expected.tail<3>()).norm() <= 1e-7 * expected.norm());
  CHECK(run.ledger().damping_loss > 0.0);
}

TEST_CASE("a follower force on a hinged rod keeps pushing at its tip", "[physics][force]") {
  // Force along the rod's own normal: constant moment about the hinge, whatever the angle.
  Model model;
  const NodeId rod =
      model.add_node({.name = "rod", .inertia = inertia(3.0, Vec3(0.01, 0.25, 0.25), Vec3(0.5, 0.0, 0.0))});
  const JointId pin =
      model.add_joint({.name = "pin", .kind = JointKind::revolute, .first = {Model::ground()}, .second = {rod}});
  model.add_load(
      {.name = "jet", .marker = {rod, Vec3(1.0, 0.0, 0.0)}, .components = {0.0, 2.0, 0.0}, .follower = true});
  Simulation run(model, {.step = 1e-3});
  run.run(1.0);
  const double about_pin = 0.25 + 3.0 * 0.25;
  CHECK(run.state().twists[rod.index][5] == Approx(2.0 / about_pin).epsilon(1e-5));
  // Force on the rod from the pin: mass times acceleration of the centre, less the jet (at mid-step).
  const double t = 1.0 - 0.5e-3, alpha = 2.0 / about_pin, omega = alpha * t, angle = 0.5 * alpha * t * t;
  const Vec3 along(std::cos(angle), std::sin(angle), 0.0), across(-std::sin(angle), std::cos(angle), 0.0);
  const Vec3 expected = 3.0 * 0.5 * (alpha * across - omega * omega * along) - 2.0 * across;
  CHECK((run.reaction(pin).force - expected).norm() <= 1e-5 * expected.norm());  // second order, h = 1e-3 of the run
}

}  // namespace
}  // namespace bristle::test
