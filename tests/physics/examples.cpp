// The examples, as they are shipped: each shows what its README says.

#include <catch2/catch.hpp>
#include <cmath>

#include "bristle/bristle.hpp"

namespace bristle::test {
namespace {

Case example(const std::string& name, const std::vector<std::string>& settings = {}) {
  return read_case(std::string(BRISTLE_SOURCE_DIR "/examples/") + name, settings);
}

const Probe& probe(const Case& what, const std::string& name) {
  for (const Probe& p : what.output.probes)
    if (p.name == name) return p;
  throw std::out_of_range(name);
}

TEST_CASE("the spinning top nods between the angles of theory", "[physics][example]") {
  const Case what = example("spinning_top/model.yaml");
  Simulation run(what.model, what.options);
  const Probe& angle = probe(what, "angle");
  double lowest = 0.0;
  run.run(what.end, [&](const Simulation& now, const StepReport&) {
    lowest = std::max(lowest, angle.read(now));
    return true;
  });
  // Conservation of energy and of both momenta: u = cos θ at the turning points solves a(1 − u²) = b² (u₀ − u), with
  // a = 2 m g h/A and b = C ω₃/A (Goldstein, Classical Mechanics, section 5.7).
  const Mat6 about_tip = what.model.nodes[1].inertia;
  const double mass = 0.5, height = 0.06, tilt = 0.5, spin = 250.0;
  const double a = 2.0 * mass * 9.81 * height / about_tip(3, 3), b = about_tip(5, 5) * spin / about_tip(3, 3);
  const double p = b * b / a, u0 = std::cos(tilt);
  const double theory = std::acos(0.5 * (p - std::sqrt(p * p - 4.0 * (p * u0 - 1.0))));
  // A step turns the top by 25 mrad; second order, so some 1e-4 of the 67 mrad that it nods.
  CHECK(lowest == Approx(theory).margin(1e-4 * 0.067 * 5.0));
  CHECK(run.ledger().numerical_loss < 1e-20);
  CHECK(std::abs(run.ledger().residual()) < 1e-12 * run.ledger().scale());
}

TEST_CASE("the flexible pendulum's energy never rises", "[physics][example]") {
  const Case what = example("flexible_pendulum/model.yaml");
  Simulation run(what.model, what.options);
  run.run(what.end, [&](const Simulation&, const StepReport& report) {
    REQUIRE(report.account.stored_f() <= report.account.stored_i() + 1e-12);  // round-off of some joules
    return true;
  });
  CHECK(std::abs(run.ledger().residual()) < 1e-12);
  CHECK(run.ledger().elastic > 0.1);  // it does bend
}

TEST_CASE("the slider of the ideal spatial crank goes where the rigid mechanism sends it", "[physics][example]") {
  const Case what = example("spatial_crank/ideal.yaml");
  Simulation run(what.model, what.options);
  const Probe& slider = probe(what, "slider");
  double least = 1.0, most = 0.0;
  run.run(what.end, [&](const Simulation& now, const StepReport&) {
    least = std::min(least, slider.read(now));
    most = std::max(most, slider.read(now));
    return true;
  });
  // Rigid: the crank's end P is at S + 0.2 (0, cos θ, sin θ), S = (0.6 + √0.75, 0.3, 0), and the slider 1 m from it on
  // the axis: farthest from P at θ = 0, where P is 0.5 m off the axis, nearest at θ = π, 0.1 m off.
  const double end = 0.6 + std::sqrt(0.75);
  CHECK(most == Approx(end - std::sqrt(1.0 - 0.25)).margin(2e-4));  // deflections under 170 N are some 0.1 mm
  CHECK(least == Approx(end - std::sqrt(1.0 - 0.01)).margin(2e-4));
  CHECK(std::abs(run.ledger().residual()) < 1e-12 * run.ledger().scale());
}

TEST_CASE("the ball of the spatial crank knocks and rubs in its race, and the ledger closes", "[physics][example]") {
  const Case what = example("spatial_crank/model.yaml");
  Simulation run(what.model, what.options);
  const ContactId ball{0};
  bool touched = false;
  run.run(0.08, [&](const Simulation& now, const StepReport& report) {
    touched |= now.contact(ball).gap < 0.0;
    REQUIRE(report.account.numerical_loss >= 0.0);
    return true;
  });
  CHECK(touched);
  CHECK(run.ledger().friction_loss > 0.0);
  CHECK(std::abs(run.ledger().residual()) < 1e-9 * run.ledger().scale());
}

}  // namespace
}  // namespace bristle::test
