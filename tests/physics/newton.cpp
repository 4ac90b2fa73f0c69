// One set of Newton defaults for every mesh, step, size and place; failures that explain themselves and leave no trace.

#include <catch2/catch.hpp>

#include "bristle/bristle.hpp"
#include "cantilever.hpp"

namespace bristle::test {
namespace {

TEST_CASE("Newton's defaults serve every mesh, step and size", "[physics][newton]") {
  for (const double size : {1e-3, 1.0, 1e3})
    for (const int elements : {10, 160, 640})
      for (const double step : {1e-7, 1e-5, 1e-3, 1e-1}) {
        CAPTURE(size, elements, step);
        Simulation run(cantilever(elements, 1, 200.0 * size * size, size), {.step = step * size});
        for (int k = 0; k < 3; ++k) run.advance(1e9);
        // At 0.1 s the tip swings through some 40° in a step: more iterations and a retry are allowed there, only
        // there.
        CHECK(run.counters().factorizations <= (step < 1e-1 ? 4 : 12) * run.counters().steps);
        if (step < 1e-1) CHECK(run.counters().rejections == 0);
        const Ledger& ledger = run.ledger();
        CHECK(std::abs(ledger.residual()) <= 1e-12 * std::abs(ledger.external_work));
      }
}

TEST_CASE("similar models behave alike in millimetres and in kilometres", "[physics][newton]") {
  const auto tip = [](double size) {
    Simulation run(cantilever(20, 1, 200.0 * size * size, size), {.step = 1e-3 * size});
    run.run(0.3 * size);
    return std::pair(Vec3(tip_of(run) / size), run.counters().iterations);
  };
  const auto [metre, iterations] = tip(1.0);
  for (const double size : {1e-3, 1e3}) {
    const auto [other, other_iterations] = tip(size);
    CHECK((other - metre).norm() <= 1e-9);  // 300 steps of round-off, grown by the stiffness of the beam
    CHECK(std::abs(other_iterations - iterations) <= iterations / 50);
  }
}

TEST_CASE("a model far from the origin still converges", "[physics][newton]") {
  Model model = cantilever(40, 1, 200.0);
  const Vec3 far(1e5, -3e5, 2e5);
  for (Node& node : model.nodes)
    if (!node.fixed) node.frame.x += far;
  model.joints[0].first.offset = far;
  Simulation there(model, {.step = 1e-3});
  Simulation here(cantilever(40, 1, 200.0), {.step = 1e-3});
  there.run(0.1);
  here.run(0.1);
  CHECK(there.counters().rejections == 0);
  // Positions of 3e5 m carry 6e-11 m of round-off: 1e-10 of strain in an element, against the 5e-3 m of motion here.
  CHECK((tip_of(there) - far - tip_of(here)).norm() <= 1e-7);
}

TEST_CASE("all solvers take the same steps", "[physics][newton]") {
  std::vector<SolverKind> kinds{SolverKind::klu, SolverKind::block, SolverKind::eigen_lu};
#ifdef BRISTLE_WITH_UMFPACK
  kinds.push_back(SolverKind::umfpack);
#endif
  std::vector<Vec3> tips;
  for (const SolverKind kind : kinds) {
    Simulation run(cantilever(10, 2, 200.0), {.step = 5e-3, .solver = kind});
    run.run(0.5);
    tips.push_back(tip_of(run));
  }
  for (const Vec3& tip : tips) CHECK((tip - tips.front()).norm() <= 1e-10 * tips.front().norm());
}

TEST_CASE("a failed step leaves no trace and says what went wrong", "[physics][newton]") {
  const System system(cantilever(10, 1, 1e12));  // a force that no step of this size can follow
  Stepper stepper(system);
  const State before = start_state(system);
  State to = before;
  to.time = -7.0;
  const NewtonReport report = stepper.step(before, 0.1, to);
  REQUIRE_FALSE(report.converged);
  CHECK(to.time == -7.0);
  for (int n = 0; n < system.nodes(); ++n) CHECK(to.frames[n].x == before.frames[n].x);
  CAPTURE(report.diagnosis);
  CHECK(report.diagnosis.find("node 'beam/10'") != std::string::npos);
  CHECK(report.diagnosis.find("load 'tip'") != std::string::npos);

  // What came before has no influence on a good step after it.
  const System calm(cantilever(10, 1, 200.0));
  Stepper used(calm), fresh(calm);
  State a = start_state(calm), b = a;
  const State start = a;
  State other = start;
  for (Vec6& twist : other.twists) twist.setConstant(1e7);
  other.twists[0].setZero();
  State sink = start;
  CHECK_FALSE(used.step(other, 0.1, sink).converged);
  REQUIRE(used.step(start, 1e-3, a).converged);
  REQUIRE(fresh.step(start, 1e-3, b).converged);
  for (int n = 0; n < calm.nodes(); ++n) CHECK((a.frames[n].x - b.frames[n].x).norm() <= 1e-14);
}

TEST_CASE("a step that is too large is halved, and the size recovers", "[physics][newton]") {
  // A tip force that jumps to a violent value for a moment.
  const Function burst = Function::callable([](double t) { return t > 0.5 && t < 0.52 ? 5e4 : 20.0; });
  Simulation run(cantilever(10, 1, burst), {.step = 0.05});
  double smallest = 1.0;
  bool recovered = false;
  run.run(4.0, [&](const Simulation&, const StepReport& report) {
    smallest = std::min(smallest, report.step);
    recovered = recovered || (report.time > 0.6 && report.step == 0.05);
    CHECK(std::abs(report.account.residual()) <= 1e-11 * report.account.stored_f());
    return true;
  });
  CHECK(run.counters().rejections > 0);
  CHECK(smallest < 0.05);
  CHECK(run.time() == 4.0);
  CHECK(recovered);
}

}  // namespace
}  // namespace bristle::test
