#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "bristle/analysis/simulation.hpp"
#include "bristle/error.hpp"
#include "bristle/system/consistency.hpp"

namespace bristle::test {
namespace {

constexpr double g = 9.81, pi = std::numbers::pi;

Equilibrium equilibrium_of(const Model& model, const EquilibriumOptions& options = {}) {
  const System system(model);
  return find_equilibrium(system, start_state(system), options);
}

/// A block of 2 kg on four feet, a height above a table that leans by an angle about y.
Model block(double height, double lean, const FrictionLaw& friction) {
  Model model;
  model.gravity = Vec3(g * std::sin(lean), 0.0, -g * std::cos(lean));
  const NodeId body = model.add_node(
      {.name = "block", .frame = {Vec3(0.0, 0.0, height)}, .inertia = solid_box(2.0, Vec3(0.2, 0.2, 0.1))});
  const Vec3 x(0.1, 0.0, 0.0), y(0.0, 0.1, 0.0);
  model.add_contact({.name = "table",
                     .geometry = PointsOnPlane{{x + y, x - y, -x + y, -x - y}},
                     .first = {Model::ground()},
                     .second = {body},
                     .normal = {PowerLaw{.stiffness = 1e6}},
                     .friction = friction});
  return model;
}

Model pendulum(double angle) {  // from hanging
  Model model;
  model.gravity = Vec3(0.0, -g, 0.0);
  const Frame at{Vec3::Zero(), rotation(Vec3::UnitZ(), angle)};
  const NodeId arm = model.add_node(
      {.name = "arm", .frame = at, .inertia = solid_box(1.0, Vec3(0.02, 1.0, 0.02), Vec3(0.0, -0.5, 0.0))});
  model.add_joint({.name = "pin", .kind = JointKind::revolute, .first = {Model::ground()}, .second = {arm}});
  return model;
}

}  // namespace

TEST_CASE("a block falls on its table and rests there, weight/k deep", "[physics][static]") {
  const Equilibrium found = equilibrium_of(block(1e-3, 0.0, {}));
  CHECK(found.relaxations > 0);  // nothing held it at the start
  CHECK(found.state.frames[1].x.z() == Approx(-2.0 * g / 4e6).epsilon(1e-9));
  for (const ContactReport& foot : found.state.contacts) CHECK(foot.normal_force == Approx(0.5 * g).epsilon(1e-9));
  // Without friction it may slide and turn on the table.
  CHECK(found.mobility.motions.cols() == 3);
  CHECK(found.mobility.bodies == std::vector<std::string>{"block"});
  CHECK(found.mobility.stable);
}

TEST_CASE("bristles hold a block on a slope, bent by tan(slope)/sigma0", "[physics][static]") {
  const LuGre friction{.static_friction = 0.4, .kinetic_friction = 0.3, .stribeck_velocity = 1e-3, .stiffness = 1e5};
  const double lean = 0.2;
  const Equilibrium found = equilibrium_of(block(-1e-6, lean, friction));
  double pull = 0.0, weight = 0.0;
  for (const ContactReport& foot : found.state.contacts) {
    CHECK(foot.phase == ContactReport::Phase::stick);
    CHECK(foot.bristle.norm() ==
          Approx(std::tan(lean) / friction.stiffness).epsilon(0.02));  // feet are not loaded alike
    pull -= foot.friction.x();
    weight += foot.normal_force;
  }
  CHECK(pull == Approx(2.0 * g * std::sin(lean)).epsilon(1e-8));
  CHECK(weight == Approx(2.0 * g * std::cos(lean)).epsilon(1e-8));
  CHECK(found.mobility.motions.cols() == 0);
}

TEST_CASE("bristles do not hold a block on a slope steeper than their static friction", "[physics][static]") {
  const LuGre friction{.static_friction = 0.4, .kinetic_friction = 0.3, .stribeck_velocity = 1e-3, .stiffness = 1e5};
  CHECK_THROWS(equilibrium_of(block(-1e-6, 0.5, friction), {.relaxations = 100}));
}

TEST_CASE("a pendulum comes to hang", "[physics][static]") {
  for (const double angle : {0.3, 1.2, 0.5 * pi}) {
    const Equilibrium found = equilibrium_of(pendulum(angle));
    CHECK((found.state.frames[1].R - Mat3::Identity()).norm() < 1e-8);
    CHECK(found.state.reactions[0].force.y() == Approx(g).epsilon(1e-9));
    CHECK(found.mobility.stable);
  }
}

TEST_CASE("a pendulum near the top is balanced there, and found unstable", "[physics][static]") {
  const Equilibrium found = equilibrium_of(pendulum(pi - 0.1));
  CHECK(found.state.frames[1].R(1, 1) == Approx(-1.0).epsilon(1e-12));
  CHECK_FALSE(found.mobility.stable);
}

TEST_CASE("a mechanism is named, and can be held", "[physics][static]") {
  Model model = pendulum(0.0);
  const NodeId cart = model.add_node({.name = "cart", .inertia = solid_box(3.0, Vec3(1.0, 1.0, 1.0))});
  model.add_joint({.name = "rail",
                   .kind = JointKind::prismatic,
                   .first = model.marker_at(Model::ground(), {Vec3::Zero(), rotation(Vec3::UnitY(), 0.5 * pi)}),
                   .second = model.marker_at(cart, {Vec3::Zero(), rotation(Vec3::UnitY(), 0.5 * pi)})});
  const Equilibrium idle = equilibrium_of(model);  // nothing pushes it
  CHECK(idle.mobility.bodies == std::vector<std::string>{"cart"});
  CHECK(describe(idle.mobility) == "1 motion of 'cart'");

  model.add_load({.name = "push", .marker = {cart}, .components = {5.0, 0.0, 0.0}});
  CHECK_THROWS_WITH(equilibrium_of(model, {.relaxations = 50}), Catch::Contains("1 motion of 'cart'"));
  const Equilibrium held = equilibrium_of(model, {.hold = true});
  CHECK(held.held == "1 motion of 'cart'");
  CHECK(held.state.frames[cart.index].x.norm() < 1e-12);
  CHECK(held.state.reactions[0].force.y() == Approx(g).epsilon(1e-9));
}

TEST_CASE("a chain hangs as its polygon of forces says", "[physics][static]") {
  // Ten rods of 0.1 kg and 0.1 m between supports 0.6 m apart, straight down and up again to begin with. In equilibrium
  // rod k leans by tan φ = w (k − 4.5)/H, H such that the cosines add up to the span.
  constexpr int rods = 10;
  constexpr double l = 0.1, w = 0.1 * g, span = 0.6;
  Model model;
  model.gravity = Vec3(0.0, -g, 0.0);
  Frame at{};
  const double lean = std::acos(span / (rods * l));
  Marker last{Model::ground()};
  for (int k = 0; k < rods; ++k) {
    at.R = rotation(Vec3::UnitZ(), k < rods / 2 ? -lean : lean);
    const NodeId rod = model.add_node(
        {.name = "rod", .frame = at, .inertia = solid_box(0.1, Vec3(l, 0.01, 0.01), Vec3(0.5 * l, 0.0, 0.0))});
    model.nodes.back().name += std::to_string(k);
    model.add_joint({.name = "pin" + std::to_string(k),
                     .kind = k == 0 ? JointKind::spherical : JointKind::revolute,
                     .first = last,
                     .second = {rod}});
    last = {rod, Vec3(l, 0.0, 0.0)};
    at.x += at.R * Vec3(l, 0.0, 0.0);
  }
  model.add_joint({.name = "end",
                   .kind = JointKind::spherical,
                   .first = model.marker_at(Model::ground(), {Vec3(span, 0.0, 0.0)}),
                   .second = last});
  const Equilibrium found = equilibrium_of(model);
  const auto width = [&](double H) {
    double sum = 0.0;
    for (int k = 0; k < rods; ++k) sum += l / std::hypot(1.0, w * (k - 4.5) / H);
    return sum;
  };
  double low = 1e-3, high = 1e3;
  for (int k = 0; k < 200; ++k) (width(std::sqrt(low * high)) < span ? low : high) = std::sqrt(low * high);
  for (int k = 0; k < rods; ++k) {
    const Vec3 along = found.state.frames[k + 1].R.col(0);
    CHECK(along.y() / along.x() == Approx(w * (k - 4.5) / low).epsilon(1e-7));
  }
  CHECK(found.mobility.stable);
}

TEST_CASE("a run that starts from equilibrium stays there, bristles and all", "[physics][static]") {
  const LuGre friction{.static_friction = 0.4, .kinetic_friction = 0.3, .stribeck_velocity = 1e-3, .stiffness = 1e5};
  Simulation run(block(1e-4, 0.2, friction), {.step = 1e-3, .from_equilibrium = true});
  const Vec3 start = run.frame(NodeId{1}).x;
  CHECK(start.z() < 0.0);
  run.run(0.1);
  CHECK((run.frame(NodeId{1}).x - start).norm() < 1e-12);
  CHECK(run.ledger().kinetic < 1e-18);
}

}  // namespace bristle::test
