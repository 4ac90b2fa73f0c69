// Probes read what they say they read.

#include <catch2/catch.hpp>
#include <cmath>

#include "bristle/bristle.hpp"
#include "bristle/io/reader.hpp"
#include "model_text.hpp"

namespace bristle::test {
namespace {

using Catch::Contains;

const std::string swing = R"(
gravity: [0, 0, -9.81]
parameters: {scale: 10}
sections: {s: {type: general, stiffness: [6e4, 5e4, 5e4, 3, 2, 2], mass_per_length: 2, rotary_inertia: [3, 2, 1]}}
bodies: {bob: {position: [1, 0, 0], mass: 2, inertia: [1, 1, 1], velocity: [0, 0, -1], angular_velocity: [0, 1, 0]}}
beams: {rod: {from: [5, 0, 0], to: [6, 0, 0], section: s, elements: 1}}
joints:
  hinge: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}
  root: {type: fixed, between: [ground, rod/start]}
springs: {coil: {between: [ground, bob], stiffness: 3}}
clearances:
  feet: {type: plane, between: [ground, bob], at: [0, 0, -5], points: [[0, 0, 1], [0, 0, 2]], normal: {type: linear, stiffness: 1}}
)";

double reading(const Case& c, const Simulation& run, const std::string& name) {
  for (const Probe& probe : c.output.probes)
    if (probe.name == name) return probe.read(run);
  FAIL("there is no column " << name);
  return 0.0;
}

TEST_CASE("probes read bodies, beams, joints, contacts, springs and energies", "[unit][reader]") {
  const Case c = case_of(swing + R"(
output:
  probes:
    bob: bob.position
    speed: bob.velocity.norm
    rate: bob.angular_velocity.y
    turn: bob.rotation.y
    tip: rod/end.displacement.z
    quarter: rod/0.25.position.x
    shear: rod/start.force
    pull: hinge.force.x
    angle: hinge.angle
    gap: feet/2.gap
    length: coil.length
    kinetic: energy.kinetic
    step: step.size
    mixed: {expression: scale*a + b^2, a: bob.position.x, b: bob.velocity.z}
)");
  Simulation run(c.model, c.options);
  CHECK(c.output.probes.size() == 18);  // two of them are vectors
  CHECK(reading(c, run, "bob_x") == 1.0);
  CHECK(reading(c, run, "mixed") == Approx(10.0 + 1.0));
  CHECK(reading(c, run, "step") == 0.0);
  run.run(0.05);
  const Vec3 x = run.frame(NodeId{1}).x;
  CHECK(reading(c, run, "bob_z") == x.z());
  CHECK(reading(c, run, "speed") == Approx(run.velocity({NodeId{1}}).velocity.norm()));
  CHECK(reading(c, run, "rate") == Approx(reading(c, run, "speed")));  // a metre from the hinge
  CHECK(reading(c, run, "turn") == Approx(std::atan2(-x.z(), x.x())));
  CHECK(reading(c, run, "angle") == Approx(reading(c, run, "turn")));
  CHECK(reading(c, run, "tip") < 0.0);
  CHECK(reading(c, run, "quarter") == Approx(5.25).epsilon(1e-3));  // it bends a little
  CHECK(reading(c, run, "pull") == run.reaction({0}).force.x());
  CHECK(reading(c, run, "gap") == run.contact({0}, 1).gap);
  CHECK(reading(c, run, "length") == Approx(x.norm()));
  CHECK(reading(c, run, "kinetic") == run.ledger().kinetic);
  CHECK(reading(c, run, "step") == run.last_step().step);
  CHECK(reading(c, run, "mixed") == Approx(10.0 * x.x() + std::pow(run.velocity({NodeId{1}}).velocity.z(), 2)));
}

TEST_CASE("a probe that reads nothing says what there is to read", "[unit][reader]") {
  const auto says = [](const std::string& probes) { return problems_in(swing + "output:\n  probes:\n" + probes); };
  CHECK_THAT(says("    p: bob.positon.x"), Contains("did you mean 'position'") && Contains("15:8"));
  CHECK_THAT(says("    p: bobb.position"), Contains("bobb") && Contains("did you mean 'bob'"));
  CHECK_THAT(says("    p: hing.force"), Contains("did you mean 'hinge'"));
  CHECK_THAT(says("    p: position"), Contains("NAME.QUANTITY"));
  CHECK_THAT(says("    p: rod.force"), Contains("is a beam") && Contains("rod/mid"));
  CHECK_THAT(says("    p: rod/1.5.force"), Contains("from 0 to 1"));
  CHECK_THAT(says("    p: hinge.angle.x"), Contains("one number"));
  CHECK_THAT(says("    p: feet/3.gap"), Contains("points 1 to 2"));
  CHECK_THAT(says("    p: {expression: a+c, a: bob.position.x}"), Contains("a+c") && Contains("c"));
  CHECK_THAT(says("    p: {expression: a, a: bob.position}"), Contains(".norm"));
  CHECK_THAT(says("    p: {a: bob.position.x}"), Contains("'expression'"));
  CHECK_THAT(says("    p: {expression: 'a, a', a: bob.position.x}"), Contains("2 values"));
  CHECK_THAT(says("    p: {expression: a, a: bob.position.x, a: bob.position.y}"), Contains("twice"));
  CHECK_THAT(says("    p: [1, 2]"), Contains("expected what to read"));
  CHECK_THAT(says("    p: "), Contains("expected what to read"));
  CHECK_THAT(says("    p q: bob.position"), Contains("letters, digits"));
  // Two columns of one name could not be told apart.
  CHECK_THAT(says("    time: step.size"), Contains("'time'"));
  CHECK_THAT(says("    p: bob.position\n    p_x: bob.velocity.x"), Contains("'p_x'"));
}

}  // namespace
}  // namespace bristle::test
