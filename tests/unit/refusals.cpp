// What cannot be simulated is refused with the name of the part and a remedy; small promises of the API.

#include <catch2/catch.hpp>
#include <cmath>

#include "bristle/bristle.hpp"

namespace bristle::test {
namespace {

using Catch::Contains;

/// A sphere on a driven hinge at the origin.
Model hinged(const Function& drive, const Mat3& marker = Mat3::Identity()) {
  Model model;
  const NodeId ball = model.add_node({.name = "ball", .inertia = solid_sphere(1.0, 0.5)});
  model.add_joint({.name = "hinge",
                   .kind = JointKind::revolute,
                   .first = {Model::ground()},
                   .second = {ball, Vec3::Zero(), marker},
                   .drives = {{0, drive}}});
  return model;
}

void start(const Model& model) { const Simulation run(model, {}); }

TEST_CASE("models that make no sense are refused by name", "[unit][refusal]") {
  CHECK_THROWS_WITH(start(Model{}), Contains("no node that can move"));
  Model model = hinged(0.0);
  model.nodes[1].inertia(0, 0) = 2.0;
  CHECK_THROWS_WITH(start(model), Contains("'ball'") && Contains("skew"));
  model = hinged(0.0);
  model.nodes[1].frame.R(0, 0) = 2.0;
  CHECK_THROWS_WITH(start(model), Contains("'ball'") && Contains("rotation"));
  model = hinged(0.0);
  model.joints[0].second.node.index = 7;
  CHECK_THROWS_WITH(start(model), Contains("'hinge'") && Contains("7"));
  model = hinged(0.0);
  model.joints[0].second.node = Model::ground();
  CHECK_THROWS_WITH(start(model), Contains("'hinge'") && Contains("itself"));
  model = hinged(0.0);
  model.add_node(model.nodes[1]);
  CHECK_THROWS_WITH(start(model), Contains("two nodes named 'ball'"));
  model = hinged(0.0);
  model.add_spring({.name = "coil", .first = {Model::ground()}, .second = {NodeId{1}}, .law = {.stiffness = -3.0}});
  CHECK_THROWS_WITH(start(model), Contains("'coil'") && Contains("-3"));
  model.springs[0].law = {.dissipative = Function::expression("-v", "v")};
  CHECK_THROWS_WITH(start(model), Contains("'coil'") && Contains("sign"));
  model = Model{};
  model.add_node({.name = "point", .inertia = inertia(1.0, Vec3(Vec3::Zero()))});
  model.add_spring({.first = {Model::ground(), Vec3::UnitX()}, .second = {NodeId{1}}, .law = {.stiffness = 1.0}});
  CHECK_THROWS_WITH(start(model), Contains("'point'") && Contains("rotary"));
  CHECK_THROWS_WITH(Simulation(hinged(0.0), {.step = 0.0}), Contains("step"));
}

TEST_CASE("contacts that make no sense are refused by name, value and reason", "[unit][refusal]") {
  const LuGre rubs{.static_friction = 0.3, .kinetic_friction = 0.2, .stribeck_velocity = 1e-3, .stiffness = 1e5};
  const auto refused = [&](const auto& spoil) {
    Model model = hinged(0.0);
    model.add_contact({.name = "pin",
                       .geometry = BallInRace{.race_radius = 0.05, .ball_radius = 0.0495},
                       .first = {Model::ground()},
                       .second = {NodeId{1}},
                       .normal = {PowerLaw{1e6}, {}},
                       .friction = rubs});
    spoil(model.contacts[0]);
    try {
      start(model);
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refused([](Contact&) {}) == "accepted");
  const auto says = [&](const auto& spoil, const char* value, const char* reason) {
    CHECK_THAT(refused(spoil), Contains("'pin'") && Contains(value) && Contains(reason));
  };
  says([](Contact& c) { c.normal.elastic = PowerLaw{-5e6}; }, "-5", "stiffness must be positive");
  says([](Contact& c) { c.normal.elastic = PowerLaw{1e6, 0.5}; }, "0.5", "one or more");
  says([](Contact& c) { c.normal.elastic = TableLaw{{0.0, 1.0}, {0.0, -2.0}}; }, "-2", "rise");
  says([](Contact& c) { c.normal.elastic = TableLaw{{0.1, 1.0}, {0.0, 2.0}}; }, "0.1", "begin with (0, 0)");
  says([](Contact& c) { c.normal.damping = HuntCrossley{-1.0}; }, "-1", "negative");
  says([](Contact& c) { c.normal.damping = Restitution{1.2}; }, "1.2", "restitution");
  says([](Contact& c) { c.geometry = BallInRace{0.05, 0.05}; }, "0.05", "does not fit");
  says([](Contact& c) { c.geometry = DiskInCylinder{0.05, 0.06}; }, "0.06", "does not fit");
  says([](Contact& c) { c.geometry = PointsOnPlane{{}}; }, "no points", "one or more");
  says([](Contact& c) { std::get<LuGre>(c.friction).stribeck_velocity = 0.0; }, "0 m/s", "Stribeck velocity");
  says([](Contact& c) { std::get<LuGre>(c.friction).static_friction = 0.1; }, "0.1", "must not be less");
  says([](Contact& c) { std::get<LuGre>(c.friction).stiffness = NAN; }, "nan", "sigma0");
  says([](Contact& c) { std::get<LuGre>(c.friction).form = LuGre::Form::original; }, "0 N", "reference load");
  says([](Contact& c) { c.friction = GeneralKinetic{0.3, 0.2, 1e-3, 0.0}; }, "0 m/s", "stick velocity");
  says([](Contact& c) { c.friction = RegularisedCoulomb{0.3, -1.0}; }, "-1", "slip velocity");
  says([](Contact& c) { c.rules.near = 0.0; }, "0", "'near'");
  says([](Contact& c) { c.bins = 0; }, "0", "bins");
  says([](Contact& c) { c.second.node = Model::ground(); }, "ground", "itself");
  Model model;
  CHECK_THROWS_WITH(model.add_journal_bearing({.name = "bush", .length = -1.0}), Contains("'bush'") && Contains("-1"));
  CHECK_THROWS_WITH(model.add_planar_clearance({.name = "flat", .geometry = PointsOnPlane{}}), Contains("'flat'"));
  CHECK_THROWS_WITH(Simulation(hinged(0.0), {.step = 1e-3, .smallest_step = 1.0}), Contains("smallest"));
}

TEST_CASE("a joint assembled wrongly is told so, whatever else that causes", "[unit][refusal]") {
  // Axes at right angles: the rows are also dependent there, but that is not what the user did wrong.
  CHECK_THROWS_WITH(start(hinged(0.0, rotation(Vec3::UnitX(), M_PI / 2))),
                    Contains("'hinge'") && Contains("out of line"));
  CHECK_THROWS_WITH(start(hinged(M_PI)), Contains("'hinge'") && Contains("half a turn"));
  CHECK_THROWS_WITH(start(hinged(Function::expression("log(t - 1)"))), Contains("'hinge'") && Contains("nan"));
  CHECK_THROWS_WITH(start(hinged(Function::expression("2*t"))), Contains("'hinge'") && Contains("velocities"));
  for (const char* gentle : {"1 - cos(t)", "1 - cos(0.1*t)", "5*(1 - cos(0.05*t))"})
    CHECK_NOTHROW(start(hinged(Function::expression(gentle))));
}

TEST_CASE("runs meet their ends in whole steps, and only go forward", "[unit][simulation]") {
  Simulation run(hinged(Function::expression("1 - cos(t)")), {.step = 1e-3});
  for (int k = 1; k <= 20; ++k) run.run(0.1 * k);
  CHECK(run.counters().steps == 2000);
  CHECK(run.time() == 2.0);
  // No step was a sliver: the speed is that of the drive and the moment that of its acceleration, I = 0.1 kg m².
  CHECK(run.state().twists[1][5] == Approx(std::sin(2.0)).epsilon(1e-9));
  CHECK(run.reaction(JointId{0}).moment.z() == Approx(0.1 * std::cos(2.0 - 0.5e-3)).epsilon(1e-5));
  CHECK_THROWS_AS(run.advance(1.0), ModelError);
  CHECK_THROWS_AS(run.run(NAN), ModelError);
  run.run(1.0);  // already there
  CHECK(run.time() == 2.0);
}

TEST_CASE("drives by expression keep their accuracy at the smallest steps", "[unit][simulation]") {
  for (const double step : {1e-4, 1e-5, 1e-6, 1e-7}) {
    Simulation run(hinged(Function::expression("1 - cos(t)")), {.step = step});
    run.run(200 * step);
    // The rate is good to 1e-12 or so; over a step of 1e-7 s that is 1e-5 of the acceleration.
    CHECK(run.reaction(JointId{0}).moment.z() == Approx(0.1).epsilon(1e-3));
  }
}

TEST_CASE("a hanging mass is held up by its joint, and holds on to the other side", "[unit][simulation]") {
  for (const bool swapped : {false, true}) {
    Model model;
    model.gravity = Vec3(0.0, 0.0, -10.0);
    const NodeId mass = model.add_node({.name = "mass", .inertia = solid_sphere(2.0, 0.1)});
    Joint hook{.name = "hook", .kind = JointKind::fixed, .first = {Model::ground()}, .second = {mass}};
    if (swapped) std::swap(hook.first, hook.second);
    const JointId id = model.add_joint(hook);
    Simulation run(model, {.step = 0.01});
    run.run(0.1, [&](const Simulation& now, const StepReport&) {
      CHECK(now.ledger().residual() == Approx(0.0).margin(1e-14));
      return true;
    });
    const Vec3 weight(0.0, 0.0, 20.0);  // what the second marker gets from the first
    CHECK((run.reaction(id).force - (swapped ? -weight : weight)).norm() <= 1e-10);
    CHECK(describe(run.ledger()).find("does not add up") != std::string::npos);
  }
}

}  // namespace
}  // namespace bristle::test
