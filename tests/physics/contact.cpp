// Impacts: what the ledger, the restitution and the step control do in them.

#include <catch2/catch.hpp>
#include <cmath>

#include "contact_support.hpp"

namespace bristle::test {
namespace {

const std::vector<ContactGeometry> races{BallInRace{race_radius, ball_radius},
                                         DiskInCylinder{race_radius, ball_radius}};

TEST_CASE("a ball that bounces in its race a hundred times keeps its energy", "[physics][contact]") {
  for (const ContactGeometry& race : races) {
    Journal j(race, Vec3(1e-4, 0.0, 0.0), {}, {PowerLaw{15e6, 1.5}, {}});
    j.model.gravity = Vec3(0.0, -9.81, 0.0);
    Simulation run(j.model, {.step = 1e-3});
    const double initial = run.ledger().stored();
    double largest = 0.0;  // energy that passes through: the height of the race
    int impacts = 0;
    bool open = true;
    while (impacts < 100) {
      run.advance(100.0);
      const bool opens = run.contact(j.contact).gap >= 0.0;
      impacts += open && !opens;
      open = opens;
      largest = std::max({largest, run.ledger().kinetic, run.ledger().contact});
      // The elastic contact and the free ball are both resolved without numerical loss: none is booked.
      REQUIRE(std::abs(run.ledger().residual()) <= 1e-12 * largest);
      REQUIRE(run.ledger().numerical_loss >= 0.0);
    }
    CHECK(run.ledger().contact_loss == 0.0);
    CHECK(run.ledger().friction_loss == 0.0);
    CHECK(run.ledger().stored() + run.ledger().numerical_loss == Approx(initial).margin(1e-12 * largest));
    CHECK(run.ledger().numerical_loss <= 1e-12 * largest);  // a sphere in flight and a force constant in the step
  }
}

/// Speed after over speed before a central impact on the race.
double restitution(const NormalLaw& law, double speed) {
  Journal j(BallInRace{race_radius, ball_radius}, Vec3(0.9 * play, 0.0, 0.0), {.velocity = Vec3(speed, 0.0, 0.0)}, law);
  const auto& elastic = std::get<PowerLaw>(law.elastic);
  const double p = elastic.exponent + 1.0;  // K δ^p/p = v²/2
  j.model.contacts[0].rules.penetration = std::pow(0.5 * p * speed * speed / elastic.stiffness, 1.0 / p) / 200.0;
  Simulation run(j.model, {.step = 1e-4});
  bool touched = false;
  for (;;) {
    run.advance(10.0);
    const ContactReport& c = run.contact(j.contact);
    REQUIRE(c.normal_force >= 0.0);
    touched |= c.gap < 0.0;
    if (touched && c.gap > 0.0) return -run.state().twists[j.ball.index][0] / speed;
  }
}

TEST_CASE("restitution by Hunt and Crossley falls in proportion to the speed of impact", "[physics][contact]") {
  const double damping = 0.5;
  for (const double exponent : {1.0, 1.5}) {
    double last = 0.0;
    for (const double speed : {0.08, 0.04, 0.02}) {
      const double e = restitution({PowerLaw{15e6, exponent}, HuntCrossley{damping}}, speed);
      const double slope = (1.0 - e) / (damping * speed);
      // e = 1 − (2/3) c v + O(c²v²): section 9.2. The remainder halves with the speed.
      CHECK(slope == Approx(2.0 / 3.0).margin(0.75 * damping * speed + 1e-3));
      if (last > 0.0) CHECK(std::abs(slope - 2.0 / 3.0) < last);
      last = std::abs(slope - 2.0 / 3.0);
    }
  }
}

TEST_CASE("a given coefficient of restitution is met where its law is good", "[physics][contact]") {
  const auto measured = [](double e, Restitution::Form form) {
    return restitution({PowerLaw{15e6, 1.5}, Restitution{e, form}}, 0.1);
  };
  // Lankarani and Nikravesh's is of first order in 1 − e; Flores' keeps near to e for all of them.
  CHECK(measured(0.99, Restitution::Form::lankarani_nikravesh) == Approx(0.99).margin(1e-3));
  CHECK(measured(0.95, Restitution::Form::lankarani_nikravesh) == Approx(0.95).margin(5e-3));
  for (const double e : {0.9, 0.7, 0.5}) CHECK(measured(e, Restitution::Form::flores) == Approx(e).margin(0.04));
  CHECK(measured(1.0, Restitution::Form::flores) == Approx(1.0).margin(1e-12));
}

TEST_CASE("a contact that rests is as springy as one that is hit in flight", "[physics][contact]") {
  // It closes slowly, so that its speed of impact is none to speak of, and is hit by a blow later.
  const auto rebound = [](double height, double speed) {
    Model model;
    const NodeId ball = model.add_node({.name = "ball",
                                        .frame = {Vec3(0.0, 0.0, height)},
                                        .inertia = solid_sphere(1.0, 0.01),
                                        .twist = {Vec3(0.0, 0.0, -speed)}});
    const ContactId ground = model.add_contact({.name = "ground",
                                                .geometry = PointsOnPlane{},
                                                .first = {Model::ground()},
                                                .second = {ball},
                                                .normal = {PowerLaw{1e6}, Restitution{0.8}}});
    Simulation run(model, {.step = 1e-3});
    bool touched = false;
    for (;;) {
      run.advance(10.0);
      const double gap = run.contact(ground).gap;
      touched |= gap < 0.0;
      if (touched && gap > 0.0) return run.state().twists[1][2] / speed;
    }
  };
  // The restitution of Flores' law is near to 0.8, and the same from a penetration of a micrometre on: that is 0.2 % of
  // the deepest one.
  CHECK(rebound(-1e-6, 0.5) == Approx(rebound(1e-3, 0.5)).epsilon(5e-3));
}

TEST_CASE("the first penetration keeps to the wanted depth at any speed", "[physics][contact]") {
  for (const ContactGeometry& race : races)
    for (const double speed : {1e-3, 0.1, 1.0, 30.0}) {
      Journal j(race, Vec3::Zero(), {.velocity = Vec3(0.6 * speed, 0.8 * speed, 0.0)}, {PowerLaw{15e6, 1.5}, {}});
      const double wanted = j.model.contacts[0].rules.penetration = 3e-6;
      Simulation run(j.model, {.step = 1e-2});
      double gap = play;
      for (;;) {
        const StepReport report = run.advance(100.0);
        const double now = run.contact(j.contact).gap;
        if (gap >= 0.0 && now < 0.0) {
          CHECK(-now <= 2.0 * wanted);
          CHECK((report.rule == StepRule::penetration || report.rule == StepRule::overshoot));
          CHECK(report.gap == 0);
          break;
        }
        gap = now;
      }
      CHECK(run.counters().steps < 200);
    }
}

TEST_CASE("a ball dropped on an inclined plane leaves it along the mirrored direction", "[physics][contact]") {
  // No friction: the velocity along the plane is untouched, the one across is turned back.
  Model model;
  const NodeId ball = model.add_node(
      {.name = "ball", .frame = {Vec3(0.0, 0.0, 1e-3)}, .inertia = solid_sphere(1.0, 0.01), .twist = {Vec3(0, 0, -1)}});
  const Vec3 n = Vec3(1.0, 0.0, 2.0).normalized();
  model.add_contact({.name = "slope",
                     .geometry = PointsOnPlane{},
                     .first = {Model::ground(), Vec3::Zero(), frame_about(n)},
                     .second = {ball},
                     .normal = {PowerLaw{1e7, 1.5}, {}}});
  Simulation run(model, {.step = 1e-3});
  run.run(0.01);
  const Vec3 v(0.0, 0.0, -1.0), mirrored = v - 2.0 * n * n.dot(v);
  const Vec3 found = run.state().twists[1].head<3>();
  CHECK((found - mirrored).norm() <= 1e-9);  // only the round-off of positions over the step
}

TEST_CASE("two free bodies in contact keep momentum and angular momentum", "[physics][contact]") {
  for (const ContactGeometry& race : races) {
    Model model;
    const NodeId outer = model.add_node({.name = "outer",
                                         .inertia = inertia(3.0, Vec3(0.01, 0.012, 0.015)),
                                         .twist = {Vec3(0.1, 0.0, 0.05), Vec3(0.3, -0.2, 4.0)}});
    const NodeId inner = model.add_node({.name = "inner",
                                         .frame = {Vec3(2e-4, 1e-4, 0.0)},
                                         .inertia = inertia(1.0, Vec3(1e-3, 1.1e-3, 9e-4)),
                                         .twist = {Vec3(-0.3, 0.2, 0.05), Vec3(0.4, -0.1, -20.0)}});
    model.add_contact({.name = "race",
                       .geometry = race,
                       .first = {outer},
                       .second = {inner},
                       .normal = {PowerLaw{15e6, 1.5}, HuntCrossley{0.1}},
                       .friction = dry(0.3)});
    Simulation run(model, {.step = 1e-4});
    const auto momenta = [&] {
      Vec6 sum = Vec6::Zero();
      for (const NodeId node : {outer, inner}) {
        const Frame& f = run.frame(node);
        const Vec6 body = run.system().inertia(node.index) * run.state().twists[node.index];
        sum.head<3>() += f.R * body.head<3>();
        sum.tail<3>() += f.R * body.tail<3>() + f.x.cross(f.R * body.head<3>());
      }
      return sum;
    };
    const Vec6 before = momenta();
    run.run(0.05);
    CHECK(run.ledger().friction_loss > 1e-3);  // they did rub
    // Round-off and the Newton tolerance of some thousand steps, each of the impulses that pass.
    CHECK((momenta() - before).head<3>().norm() <= 1e-11);
    CHECK((momenta() - before).tail<3>().norm() <= 1e-12);
    CHECK(std::abs(run.ledger().residual()) <= 1e-12);
  }
}

}  // namespace
}  // namespace bristle::test
