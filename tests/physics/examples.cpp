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

}  // namespace
}  // namespace bristle::test
