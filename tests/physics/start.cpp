// Starting states: which are refused, which are corrected and how; and steps that cannot be made.

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "bristle/error.hpp"
#include "mechanism_support.hpp"

using namespace bristle;
using namespace mechanism;
using Catch::Matchers::Contains;

namespace {

/// The message of the error that starting a model raises; empty if it starts.
std::string refusal(const Model& model, const StartOptions& start = {}) {
  try {
    SimulationOptions options;
    options.start = start;
    Simulation simulation(model, options);
    return {};
  } catch (const ModelError& error) {
    return error.what();
  }
}

StartOptions with(StartPositions positions, StartVelocities velocities) {
  return {.positions = positions, .velocities = velocities};
}

/// A parallel crank in the x-y plane with a weight hanging from its coupler and a pendulum beside it.
Model four_bar(double size, JointKind b, JointKind c) {
  Model model;
  const Mat6 bar = inertia(1.0, Vec3(Vec3::Constant(0.1 * size * size)));
  const NodeId crank = model.add_node({.frame = {size * Vec3(0.2, 0.5, 0.0)}, .inertia = bar});
  const NodeId coupler = model.add_node({.frame = {size * Vec3(1.2, 1.1, 0.0)}, .inertia = bar});
  const NodeId rocker = model.add_node({.frame = {size * Vec3(2.0, 0.6, 0.0)}, .inertia = bar});
  const NodeId weight = model.add_node({.frame = {size * Vec3(1.2, 0.5, 0.0)}, .inertia = bar});
  const NodeId aside = model.add_node({.frame = {size * Vec3(-1.0, -0.5, 0.3)}, .inertia = bar});
  const auto join = [&](const char* name, JointKind kind, NodeId first, NodeId second, const Vec3& at) {
    const Frame frame{size * at};
    model.add_joint(
        {.name = name, .kind = kind, .first = model.marker_at(first, frame), .second = model.marker_at(second, frame)});
  };
  join("bearing A", JointKind::revolute, Model::ground(), crank, {0.0, 0.0, 0.0});
  join("hanger", JointKind::revolute, coupler, weight, {1.2, 1.0, 0.0});
  join("pin B", b, crank, coupler, {0.4, 1.0, 0.0});
  join("pin C", c, coupler, rocker, {2.0, 1.2, 0.0});
  join("aside", JointKind::universal, Model::ground(), aside, {-1.0, 0.0, 0.3});
  join("bearing D", JointKind::revolute, Model::ground(), rocker, {2.0, 0.0, 0.0});
  return model;
}

/// A rod along x, pinned at the origin, its centre at half its length: mass 2, 0.2 about the centre (for length 1).
struct Rod {
  double length, mass = 2.0, about_centre, arm;
  Model model{};
  NodeId body{};

  explicit Rod(double size) : length(size), about_centre(0.2 * size * size), arm(0.5 * size) {
    body = model.add_node(
        {.name = "rod", .frame = {arm * Vec3::UnitX()}, .inertia = inertia(mass, Vec3(Vec3::Constant(about_centre)))});
    model.add_joint({.name = "hinge", .kind = JointKind::revolute, .second = model.marker_at(body, {})});
    const NodeId other = model.add_node({.frame = {size * Vec3(0.0, 0.0, 1.0)}, .inertia = model.nodes[1].inertia});
    model.add_joint({.name = "other", .kind = JointKind::spherical, .second = {other}});
    model.joints.back().first.offset = size * Vec3::UnitZ();
  }
  Node& node() { return model.nodes[body.index]; }
  double about_pin() const { return about_centre + mass * arm * arm; }
};

bool same(const State& a, const State& b) {
  bool equal = a.time == b.time && a.multipliers == b.multipliers && a.memory == b.memory && a.twists == b.twists &&
               a.ledger.kinetic == b.ledger.kinetic && a.ledger.external_work == b.ledger.external_work &&
               a.ledger.numerical_loss == b.ledger.numerical_loss;
  for (std::size_t n = 0; n < a.frames.size(); ++n)
    equal = equal && a.frames[n].x == b.frames[n].x && a.frames[n].R == b.frames[n].R;
  return equal;
}

}  // namespace

TEST_CASE("a loop with a redundant constraint is refused by the names of its joints at any size", "[physics]") {
  const double size = GENERATE(1e-3, 1.0, 1e3);
  CAPTURE(size);
  // In the plane the loop needs 6 out-of-plane constraints less than four revolutes give: 17 of 20, or of 18.
  const std::string four = refusal(four_bar(size, JointKind::revolute, JointKind::revolute));
  const std::string one = refusal(four_bar(size, JointKind::spherical, JointKind::revolute));
  CHECK_THAT(four, Contains("3 of the 29"));
  CHECK_THAT(one, Contains("1 of the 27"));
  for (const std::string& message : {four, one}) {
    for (const char* joint : {"'bearing A'", "'pin B'", "'pin C'", "'bearing D'"}) CHECK_THAT(message, Contains(joint));
    for (const char* joint : {"hanger", "aside"}) CHECK_THAT(message, !Contains(joint));
  }
  CHECK(refusal(four_bar(size, JointKind::spherical, JointKind::cylindrical)).empty());
}

TEST_CASE("positions that part a joint are refused with its name and the gap, and assembled on demand", "[physics]") {
  const double size = GENERATE(1e-3, 1.0, 1e3);
  CAPTURE(size);
  Rod rod(size);
  const double gap = 1e-4 * size;
  rod.node().frame.x.y() += gap;
  const std::string message = refusal(rod.model);
  CHECK_THAT(message, Contains("'hinge'") && Contains(fmt::format("{:.6g} m", gap)) && !Contains("'other'"));

  const System system(rod.model);
  const State state = start_state(system, with(StartPositions::assemble, StartVelocities::check));
  CHECK(violation(system, state) < 1e-15);
  // Least mass-weighted motion that closes y − arm θ = gap: shares by 1/m and arm²/J, to first order in the gap.
  const double by_shift = 1.0 / rod.mass, by_turn = rod.arm * rod.arm / rod.about_centre;
  const Frame& frame = state.frames[rod.body.index];
  CHECK(frame.x.y() / gap == Approx(1.0 - by_shift / (by_shift + by_turn)).epsilon(1e-3));
  CHECK(frame.R(1, 0) * rod.arm / gap == Approx(by_turn / (by_shift + by_turn)).epsilon(1e-3));

  Rod nearly(size);  // a gap at the level of round-off is nobody's error
  nearly.node().frame.x.y() += 1e-12 * size;
  CHECK(refusal(nearly.model).empty());
  CHECK(violation(System(nearly.model), start_state(System(nearly.model))) < 1e-15);
}

TEST_CASE("axes out of line are refused with the sine of their angle", "[physics]") {
  Rod rod(1.0);
  rod.model.joints[0].second.orientation = rotation(Vec3::UnitX(), 0.02);
  CHECK_THAT(refusal(rod.model), Contains("'hinge'") && Contains(fmt::format("{:.6g} (sine", std::sin(0.02))));
}

TEST_CASE("velocities against a joint are refused or changed with the least kinetic energy", "[physics]") {
  const double size = GENERATE(1e-3, 1.0, 1e3);
  CAPTURE(size);
  Rod rod(size);
  const double speed = 3.0 * size;
  rod.node().twist.velocity = {0.0, speed, 0.0};
  CHECK_THAT(refusal(rod.model), Contains("'hinge'") && Contains(fmt::format("{:.6g} m/s", speed)));

  // The pin's impulse keeps the moment of momentum about it: ω = m v c / (J + m c²).
  const double turn = rod.mass * speed * rod.arm / rod.about_pin();
  const System system(rod.model);
  const State state = start_state(system, with(StartPositions::check, StartVelocities::project));
  Vec6 expected;
  expected << 0.0, turn * rod.arm, 0.0, 0.0, 0.0, turn;
  const Vec6 twist = state.twists[rod.body.index];
  // The metric of a rotation about which a body has little inertia is raised by 1e-12 of its largest.
  CHECK((twist - expected).head<3>().norm() < 1e-11 * speed);
  CHECK((twist - expected).tail<3>().norm() < 1e-11 * turn);
  CHECK(std::abs(twist[1] - rod.arm * twist[5]) < 1e-14 * speed);  // but the joint is met exactly
  CHECK(state.ledger.initial == Approx(0.5 * rod.about_pin() * turn * turn).epsilon(1e-11));
}

TEST_CASE("the projection of a part's velocities does not depend on parts far away", "[physics]") {
  Rod rod(1.0);
  rod.model.nodes[2].frame.x.z() = rod.model.joints[1].first.offset.z() = 1000.0;
  rod.node().twist.velocity = {0.0, 3.0, 0.0};
  const State state = start_state(System(rod.model), with(StartPositions::check, StartVelocities::project));
  const double turn = rod.mass * 3.0 * rod.arm / rod.about_pin();
  CHECK(state.twists[rod.body.index][5] == Approx(turn).epsilon(1e-5));
}

TEST_CASE("velocities left as they are engage the joint by an impact in the first step", "[physics]") {
  Rod rod(1.0);
  const double speed = 3.0;
  rod.node().twist.velocity = {0.0, speed, 0.0};
  SimulationOptions options{.step = 1e-5};
  options.start.velocities = StartVelocities::as_is;
  Simulation simulation(rod.model, options);
  const double before = simulation.ledger().kinetic;
  CHECK(before == Approx(0.5 * rod.mass * speed * speed));
  simulation.run(1e-5);
  const double turn = rod.mass * speed * rod.arm / rod.about_pin();
  CHECK(simulation.velocity({rod.body}).angular.z() ==
        Approx(turn).epsilon(1e-8));  // rotation in the step: 4e-5, squared
  CHECK(simulation.ledger().numerical_loss == Approx(before - 0.5 * rod.about_pin() * turn * turn).epsilon(1e-8));
  CHECK(std::abs(simulation.ledger().residual()) < 1e-12 * before);
}

// The rate of an expression is a difference, whose round-off must not count as a velocity.
TEST_CASE("a body at rest may be driven from rest by an expression", "[physics]") {
  Model model;
  const NodeId body = model.add_node({.frame = {Vec3::UnitZ()}, .inertia = solid_sphere(1.0, 0.2)});
  model.add_joint(
      {.kind = JointKind::prismatic, .second = {body}, .drives = {{0, Function::expression("1 + 0.2*t^3")}}});
  CHECK(refusal(model) == "");
}

TEST_CASE("a step that does not converge leaves no trace", "[physics]") {
  Model model;
  const NodeId body = model.add_node({.inertia = solid_box(1.0, {0.3, 0.4, 0.5})});
  model.nodes[body.index].twist.angular = {0.1, 20.0, 0.2};
  const Vec3 pivot(0.2, 0.1, 0.0);
  model.add_joint({.kind = JointKind::spherical, .first = {Model::ground(), pivot}, .second = {body, pivot}});
  model.gravity = {0.0, 0.0, -9.81};
  const SimulationOptions options = projected(1.0);  // twenty radians a step cannot be

  const System system(model);
  const State from = start_state(system, options.start);
  const State from_copy = from;
  State to = from;
  to.time = 42.0;
  const State to_copy = to;
  Stepper stepper(system);
  const NewtonReport report = stepper.step(from, 1.0, to);
  CHECK_FALSE(report.converged);
  CHECK_THAT(report.diagnosis, Contains("'node 1'") || Contains("'joint 1'"));
  CHECK(same(from, from_copy));
  CHECK(same(to, to_copy));

  Simulation halved(model, options);
  const StepReport first = halved.advance(10.0);
  CHECK(first.rejections > 0);
  CHECK(first.step == std::ldexp(1.0, -first.rejections));
  Simulation direct(model, projected(first.step));
  direct.advance(10.0);
  CHECK(direct.counters().rejections == 0);
  // The same equations from the same start; only the order of pivots may differ.
  CHECK(distance(halved.frame(body), direct.frame(body)) < 1e-13);
  CHECK((halved.state().twists[body.index] - direct.state().twists[body.index]).norm() < 1e-12 * 20.0);
  CHECK(std::abs(halved.ledger().residual()) < 1e-12 * halved.ledger().kinetic);
}

TEST_CASE("a mechanism driven beyond its reach stops short of it and says where", "[physics]") {
  SliderCrank sc;
  sc.rod = 0.3;  // shorter than the crank: sin θ = 3/4 is as far as it goes
  const SliderCrankModel m(sc, 0.1, Function::expression("0.1 + 2*t"));
  Simulation simulation(m.model, projected(0.01));
  std::string message;
  try {
    simulation.run(1.0);
  } catch (const NoConvergence& error) {
    message = error.what();
  }
  CHECK_THAT(message, Contains("joint '") || Contains("node '"));
  const double reach = 0.5 * (std::asin(sc.rod / sc.crank) - 0.1);
  CHECK(simulation.time() < reach);
  CHECK(simulation.time() > reach - 0.01);  // within a step of the wanted size
  CHECK(violation(simulation.system(), simulation.state()) < 1e-13);
}
