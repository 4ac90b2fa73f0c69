// Contacts that rub: where a spinning journal rests, what a resting block does, where the energy goes.

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "contact_support.hpp"

namespace bristle::test {
namespace {

const std::vector<ContactGeometry> races{BallInRace{race_radius, ball_radius},
                                         DiskInCylinder{race_radius, ball_radius}};
const std::vector<Vec3> four_points{{0.05, 0.05, 0.0}, {-0.05, 0.05, 0.0}, {-0.05, -0.05, 0.0}, {0.05, -0.05, 0.0}};

TEST_CASE("a spinning journal climbs its race to the angle of friction and spins down as it must",
          "[physics][contact][friction]") {
  const double mu = 0.3, g = 9.81, stiffness = 15e6, spin = 40.0;
  const double theta = std::atan(mu), load = g * std::cos(theta);  // N sin θ = μ N cos θ, N cos θ + μ N sin θ = m g
  for (const ContactGeometry& race : races) {
    const double off = play + load / stiffness;
    Journal j(race, off * Vec3(-std::sin(theta), -std::cos(theta), 0.0), {.angular = Vec3(0.0, 0.0, spin)},
              {PowerLaw{stiffness}, {}}, dry(mu));
    j.model.gravity = Vec3(0.0, -g, 0.0);
    Simulation run(j.model, {.step = 1e-4});
    const double inertia = 0.4 * ball_radius * ball_radius;
    double impulse = 0.0;
    run.run(0.1, [&](const Simulation& now, const StepReport& step) {
      const ContactReport& c = now.contact(j.contact);
      // The bristles begin slack: for some 10 µs friction is short of μ N, which leaves the journal with 30 µm/s. In a
      // race of radius e it then swings with √(g/e) = 140 rad/s, by 0.4 mrad, and N with it.
      if (now.time() > 1e-3) {
        REQUIRE(std::atan2(-c.normal.x(), -c.normal.y()) == Approx(theta).margin(1e-3));
        REQUIRE(c.normal_force == Approx(load).epsilon(1e-3));
        REQUIRE(c.friction_coefficient() == Approx(mu).epsilon(1e-9));
        REQUIRE(c.phase == ContactReport::Phase::slip);
      }
      impulse += step.step * c.friction_coefficient() * c.normal_force;
      // The friction acts at the radius of the ball, exactly: angular momentum about its centre is its impulse.
      REQUIRE(now.state().twists[j.ball.index][5] == Approx(spin - impulse * ball_radius / inertia).epsilon(1e-12));
      return true;
    });
    CHECK(run.state().twists[j.ball.index][5] == Approx(spin - mu * load * ball_radius / inertia * 0.1).epsilon(1e-3));
    CHECK(std::abs(run.ledger().residual()) <= 1e-13);
    // All of the wear is in the one bin about the place of contact, −90° − θ from the x axis.
    const std::vector<WearBin> wear = run.wear(j.contact);
    const double turn = (1.5 * std::numbers::pi - theta) / (2.0 * std::numbers::pi);
    const ContactReport& c = run.contact(j.contact);
    CHECK(wear.at(static_cast<std::size_t>(turn * 36)).friction_work == Approx(c.friction_work).epsilon(1e-12));
    CHECK(c.friction_work == Approx(run.ledger().friction_loss).epsilon(1e-12));
    CHECK(c.sliding_distance == Approx(c.friction_work / (mu * load)).epsilon(2e-3));
  }
}

TEST_CASE("a journal bearing carries a moment with its two disks", "[physics][contact]") {
  // A shaft of 2 kg on one bearing, loaded off its middle: the disks share the load by the lever rule.
  Model model;
  const double length = 0.1, arm = 0.03, weight = 20.0;
  const NodeId shaft =
      model.add_node({.name = "shaft", .inertia = solid_cylinder(2.0, 0.0495, 0.2), .mass_damping = 200.0});
  const Mat3 along = Mat3::Identity();
  const auto ends = model.add_journal_bearing({.name = "bearing",
                                               .radii = {race_radius, ball_radius},
                                               .length = length,
                                               .first = {Model::ground(), Vec3::Zero(), along},
                                               .second = {shaft, Vec3::Zero(), along},
                                               .normal = {PowerLaw{15e6}, HuntCrossley{10.0}}});
  model.add_load({.name = "weight", .marker = {shaft, Vec3(0.0, 0.0, arm)}, .components = {0.0, -weight, 0.0}});
  CHECK(model.contacts[0].name == "bearing/1");
  Simulation run(model, {.step = 1e-3});
  run.run(0.5);
  // The loaded end lies deeper by 12 N/15 MN/m: tilted by it, both disks touch off their planes by tilt times radius.
  const double tilt = (16.0 - 4.0) / 15e6 / length;
  const double lever = (arm + tilt * ball_radius) / length;
  CHECK(run.contact(ends[0]).normal_force == Approx(weight * (0.5 - lever)).epsilon(1e-8));
  CHECK(run.contact(ends[1]).normal_force == Approx(weight * (0.5 + lever)).epsilon(1e-8));
}

TEST_CASE("a planar clearance joint keeps to its plane", "[physics][contact]") {
  Model model;
  model.gravity = Vec3(0.0, -9.81, 0.0);
  const NodeId pin =
      model.add_node({.name = "pin", .inertia = solid_sphere(1.0, 0.02), .twist = {Vec3(0.1, 0.0, 0.0)}});
  const ContactId contact = model.add_planar_clearance({.name = "pin joint",
                                                        .geometry = BallInRace{race_radius, ball_radius},
                                                        .first = {Model::ground()},
                                                        .second = {pin},
                                                        .normal = {PowerLaw{15e6, 1.5}, {}},
                                                        .friction = dry(0.1)});
  Simulation run(model, {.step = 1e-3});
  bool touched = false;
  run.run(0.1, [&](const Simulation& now, const StepReport&) {
    touched |= now.contact(contact).gap < 0.0;
    return std::abs(now.frame(pin).x.z()) < 1e-14;
  });
  CHECK(touched);
  CHECK(run.time() == 0.1);
  CHECK(std::abs(run.ledger().residual()) <= 1e-12);
}

TEST_CASE("a block held by friction below break-away does not creep in a hundred thousand steps",
          "[physics][contact][friction]") {
  const double mass = 1.0, g = 10.0, pull = 0.5;
  const LuGre law{.static_friction = 0.15,
                  .kinetic_friction = 0.1,
                  .stribeck_velocity = 1e-3,
                  .stiffness = 1e4,
                  .damping = 31.6,
                  .viscous = 0.04,
                  .damping_fades = true};
  Block block(mass, g, {Vec3::Zero()}, {PowerLaw{1e6, 1.0}, HuntCrossley{10.0}}, law);
  block.model.add_load({.name = "pull",
                        .marker = {block.body},
                        .components = {Function::expression("t < 0.2 ? 2.5*t : 0.5"), 0.0, 0.0}});
  // A point gives no hold against tipping; a planar joint lets it slide only.
  block.model.add_joint(
      {.name = "upright",
       .kind = JointKind::prismatic,
       .first = {Model::ground(), Vec3(0.0, 0.0, block.model.nodes[1].frame.x.z()), frame_about(Vec3::UnitX())},
       .second = {block.body, Vec3::Zero(), frame_about(Vec3::UnitX())}});
  Simulation run(block.model, {.step = 1e-3});
  // Time constant of the bristles under the mass: m/(σ1 N) = 3 ms, and σ1/σ0 = 3 ms; after 0.3 s only round-off moves
  // it.
  run.run(0.5);
  const double settled = run.frame(block.body).x.x();
  // dz = (1 − z/z_s) dx as the pull grows to a third of break-away: x = −z_s ln(2/3), z_s = μ_s/σ0. The ramp begins and
  // ends with corners, at which the block rings in its bristles: by 25 µm/s over √(σ0 N/m) = 316 rad/s, 1 % of x.
  CHECK(settled == Approx(-law.static_friction / law.stiffness * std::log(2.0 / 3.0)).epsilon(1e-2));
  const long begin = run.counters().steps;
  while (run.counters().steps - begin < 100000) run.advance(1e6);
  CHECK(std::abs(run.frame(block.body).x.x() - settled) <= 1e-9 * settled);
  CHECK(run.contact(block.contact).phase == ContactReport::Phase::stick);
  CHECK(run.contact(block.contact).friction.x() == Approx(-pull).epsilon(1e-9));
}

TEST_CASE("energy rises by no more than the bristles release, step by step", "[physics][contact][friction]") {
  // A disk that is thrown into its cylinder and rolls, slips and bounces there; and a block that slides to rest.
  const auto check = [](const Model& model, double time) {
    Simulation run(model, {.step = 1e-3});
    double largest = run.ledger().stored(), released = 0.0;
    const double initial = run.ledger().stored();
    run.run(time, [&](const Simulation& now, const StepReport& step) {
      const EnergyAccount& a = step.account;
      largest = std::max(largest, a.stored_f());
      released = std::max(released, -a.friction.bristles);
      REQUIRE(a.stored_f() - a.stored_i() <= std::max(0.0, -a.friction.bristles) + 1e-10 * largest);
      REQUIRE(std::abs(a.friction.total() - a.friction_loss) <= 1e-12 * largest);
      REQUIRE(std::abs(now.ledger().residual()) <= 1e-10 * largest);
      return true;
    });
    CHECK(run.ledger().friction_loss > 0.1 * initial);
    CHECK(released > 0.0);  // they did release some
  };
  for (const ContactGeometry& race : races) {
    Journal j(race, Vec3::Zero(), {Vec3(0.3, 0.0, 0.0), Vec3(0.0, 0.0, 30.0)}, {PowerLaw{15e6, 1.5}, HuntCrossley{0.2}},
              dry(0.3));
    check(j.model, 0.2);
  }
  LuGre law = dry(0.2);
  law.static_friction = 0.3;
  Block block(1.0, 10.0, four_points, {PowerLaw{1e6, 1.5}, HuntCrossley{1.0}}, law);
  block.model.nodes[1].twist = {Vec3(0.3, 0.1, 0.0), Vec3(0.0, 0.0, 3.0)};
  check(block.model, 0.4);
}

TEST_CASE("the energy of friction is the same however the world is turned", "[physics][contact][friction]") {
  // The same block sliding and turning on a plane that leans anywhere, gravity with it.
  LuGre law = dry(0.2);
  law.static_friction = 0.3;
  std::vector<double> losses;
  std::vector<Vec3> places;
  for (const Mat3& turn : {Mat3(Mat3::Identity()), Mat3(orthonormalized(cay(Vec3(0.7, -1.1, 0.4))))}) {
    Block block(1.0, 10.0, four_points, {PowerLaw{1e6, 1.5}, HuntCrossley{1.0}}, law);
    Node& body = block.model.nodes[1];
    body.twist = {Vec3(0.3, 0.1, 0.0), Vec3(0.0, 0.0, 3.0)};
    body.frame = Frame{Vec3::Zero(), turn} * body.frame;
    block.model.gravity = turn * block.model.gravity;
    block.model.contacts[0].first.orientation = turn;
    Simulation run(block.model, {.step = 1e-3});
    run.run(0.1);
    losses.push_back(run.ledger().friction_loss);
    places.push_back(turn.transpose() * run.frame(block.body).x);
  }
  // Round-off, grown in a hundred thousandth of a second at a time by contacts of 1e6 N/m^1.5.
  CHECK(losses[1] == Approx(losses[0]).epsilon(1e-9));
  CHECK((places[1] - places[0]).norm() <= 1e-10);
}

TEST_CASE("a run that leaves the dissipative range of sigma1 warns once, by name", "[physics][contact][friction]") {
  LuGre law = dry(0.1);
  law.static_friction = 0.15;
  law.stiffness = 1e4;
  law.damping = 31.6;
  law.viscous = 0.04;
  for (const bool fades : {false, true}) {
    law.damping_fades = fades;
    Block block(1.0, 10.0, four_points, {PowerLaw{1e6, 1.5}, HuntCrossley{1.0}}, law);
    block.model.nodes[1].twist.velocity = Vec3(0.1, 0.0, 0.0);  // a hundred Stribeck velocities
    Simulation run(block.model, {.step = 1e-3});
    run.run(0.01);
    REQUIRE(run.warnings().size() == (fades ? 0 : 1));  // not one a point
    if (!fades) CHECK_THAT(run.warnings()[0], Catch::Contains("'base'") && Catch::Contains("times"));
  }
}

}  // namespace
}  // namespace bristle::test
