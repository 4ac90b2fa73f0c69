// The rules for the length of a step, at their corners.

#include <catch2/catch.hpp>
#include <cmath>

#include "contact_support.hpp"

namespace bristle::test {
namespace {

TEST_CASE("the friction rule is Bauchau and Ju's (33)", "[unit][step]") {
  const LuGre law = dry(0.3);  // Ω = 1e5 · 1e-3/0.3 = 333.3 1/s
  const ContactRules rules{.time = 0.02, .slow = 5.0, .speedup = 1.2};
  const double base = 0.02 * 0.3 / (1e5 * 1e-3);
  CHECK(stribeck_step(rules, law, 0.0) == Approx(base).epsilon(1e-14));
  CHECK(stribeck_step(rules, law, 5e-3) == Approx(base).epsilon(1e-14));  // ν = 1: the corner
  CHECK(stribeck_step(rules, law, 5e-3 * (1.0 + 1e-9)) == Approx(base).epsilon(1e-8));
  CHECK(stribeck_step(rules, law, 5e-2) == Approx(base * std::pow(10.0, 1.2)).epsilon(1e-13));
}

TEST_CASE("the penetration rule is Bauchau and Ju's (19) and (20)", "[unit][step]") {
  const ContactRules rules{.penetration = 3e-6, .near = 5.0, .growth = 1.2};
  CHECK(penetration_step(rules, 15e-6, -0.1) == Approx(3e-5).epsilon(1e-14));  // κ = 1: the corner
  CHECK(penetration_step(rules, 0.0, -0.1) == Approx(3e-5).epsilon(1e-14));
  CHECK(penetration_step(rules, -1e-6, 0.1) == Approx(3e-5).epsilon(1e-14));
  CHECK(penetration_step(rules, 150e-6, -0.1) == Approx(3e-5 * std::pow(10.0, 1.2)).epsilon(1e-13));
  CHECK(std::isinf(penetration_step(rules, 15e-6, 0.1)));  // it opens: no reason to be careful
  CHECK(std::isinf(penetration_step(rules, 15e-6, 0.0)));
}

/// The rule for the step after one in which a ball in its race did what `report` says.
StepChoice choice_after(const ContactReport& report, double last, double largest, double accuracy = 0.0,
                        double error = 0.0) {
  Journal j(BallInRace{race_radius, ball_radius}, Vec3::Zero(), {}, {PowerLaw{15e6}, {}}, dry(0.3));
  j.model.contacts[0].rules.penetration = 3e-6;
  const System system(j.model);
  const StepControl control(system, {.largest = largest, .smallest = 1e-9, .accuracy = accuracy});
  const std::vector<ContactReport> reports{report};
  return control.next(reports, {.wanted = last, .taken = last, .error = error});
}

TEST_CASE("the shortest suggestion decides, and says so", "[unit][step]") {
  ContactReport open, pressed, rubbing;
  open.gap = 1e-4;
  CHECK(choice_after(open, 1e-3, 1e-3).rule == StepRule::largest);
  CHECK(choice_after(open, 1e-4, 1e-3).rule == StepRule::growth);
  CHECK(choice_after(open, 1e-4, 1e-3).step == Approx(1.5e-4));
  open.gap_rate = -10.0;
  CHECK(choice_after(open, 1e-3, 1e-3).rule == StepRule::penetration);
  CHECK(choice_after(open, 1e-3, 1e-3).gap == 0);
  pressed.gap = -1e-6;
  pressed.gap_rate = -1e4;
  CHECK(choice_after(pressed, 1e-3, 1e-3).rule == StepRule::smallest);
  CHECK(choice_after(pressed, 1e-3, 1e-3).step == 1e-9);
  rubbing.gap = -1e-6;
  rubbing.normal_force = 15.0;
  rubbing.sliding_velocity = Vec3(1e-3, 0.0, 0.0);
  CHECK(choice_after(rubbing, 1e-3, 1e-3).rule == StepRule::friction);
  CHECK(choice_after(rubbing, 1e-3, 1e-3).step == Approx(6e-5));
  CHECK(choice_after({}, 1e-3, 1e-3, 1e-6, 4e-6).rule == StepRule::accuracy);
  CHECK(choice_after({}, 1e-3, 1e-3, 1e-6, 4e-6).step == Approx(0.5e-3));
}

TEST_CASE("an accuracy tolerance is kept by steps that fall with its cube root", "[unit][step]") {
  // A mass that swings on a spring, with 10 rad/s.
  std::vector<double> steps, errors;
  for (const double accuracy : {1e-5, 1e-8}) {
    Model model;
    const NodeId mass =
        model.add_node({.name = "mass", .frame = {Vec3(1.1, 0.0, 0.0)}, .inertia = solid_sphere(1.0, 0.1)});
    model.add_spring({.name = "spring",
                      .first = {Model::ground()},
                      .second = {mass},
                      .law = {.stiffness = 100.0},
                      .free_length = 1.0});
    Simulation run(model, {.step = 0.5, .accuracy = accuracy});
    bool decided = false;
    run.run(2.0, [&](const Simulation&, const StepReport& report) {
      decided |= report.rule == StepRule::accuracy;
      return true;
    });
    CHECK(decided);
    steps.push_back(static_cast<double>(run.counters().steps));
    errors.push_back(std::abs(run.frame(mass).x.x() - 1.0 - 0.1 * std::cos(10.0 * 2.0)));
  }
  CHECK(errors[1] < 1e-2 * errors[0]);
  CHECK(steps[1] / steps[0] == Approx(10.0).epsilon(0.3));  // a thousandth of the error
}

TEST_CASE("steps that are not to become shorter end all the same", "[unit][step]") {
  // The step is the smallest: a first contact that overshoots is taken as it is, also where the end of the run makes
  // steps longer than that by round-off.
  Journal j(BallInRace{race_radius, ball_radius}, Vec3::Zero(), {.velocity = Vec3(1.1, 0.0, 0.0)},
            {PowerLaw{15e6, 1.5}, {}});
  j.model.contacts[0].rules.penetration = 1e-9;
  Simulation run(j.model, {.step = 1e-4, .smallest_step = 1e-4});
  for (int k = 1; k <= 20; ++k) run.advance(run.time() + 1e-4);
  CHECK(run.counters().steps == 20);
}

TEST_CASE("what weighs elsewhere in the model does not coarsen the steps of a contact", "[unit][step]") {
  Journal j(BallInRace{race_radius, ball_radius}, Vec3::Zero(), {}, {PowerLaw{15e6}, {}});
  const auto penetration = [&] { return StepControl(System(j.model), {}).rules(0).penetration; };
  const double alone = penetration();
  CHECK(alone == Approx(5.0 * 9.81 / 15e6).epsilon(1e-12));  // the ball has 1 kg
  j.model.add_node({.name = "anvil", .frame = {Vec3(5.0, 0.0, 0.0)}, .inertia = solid_sphere(1e4, 1.0)});
  CHECK(penetration() == alone);
}

TEST_CASE("a step that is redone leaves no trace", "[unit][step]") {
  // The same flight into contact, once with steps that overshoot and once with steps that happen to fit.
  Journal j(BallInRace{race_radius, ball_radius}, Vec3::Zero(), {.velocity = Vec3(1.1, 0.0, 0.0)},
            {PowerLaw{15e6, 1.5}, {}}, dry(0.3));
  j.model.contacts[0].rules = {.penetration = 3e-6, .near = 1e-9, .growth = 8.0};  // does not look ahead
  Simulation run(j.model, {.step = 1e-3});
  StepReport report;
  while (run.contact(j.contact).gap >= 0.0) report = run.advance(1.0);
  CHECK(report.rejections > 0);
  CHECK(report.rule == StepRule::overshoot);
  Simulation direct(j.model, {.step = report.step});
  while (direct.time() + 1.5 * report.step < run.time()) direct.advance(run.time() - report.step);
  direct.advance(run.time());
  CHECK(direct.time() == run.time());
  CHECK(direct.contact(j.contact).gap == Approx(run.contact(j.contact).gap).margin(1e-17));
  CHECK(direct.ledger().stored() == Approx(run.ledger().stored()).epsilon(1e-14));
  CHECK(run.ledger().residual() == Approx(0.0).margin(1e-15));
}

}  // namespace
}  // namespace bristle::test
