// A run that is restored from a snapshot goes on as if nothing had happened, to the last bit.

#include <catch2/catch.hpp>

#include "bits.hpp"
#include "rattling_arm.hpp"
#include "solver_kinds.hpp"

namespace bristle::test {
namespace {

constexpr double end = 10.0;  // never reached

/// A run of `count` steps with a snapshot before each and one after the last.
struct Reference {
  Reference(const Model& model, const SimulationOptions& options, int count) {
    Simulation run(model, options);
    std::vector<int> fresh;
    for (int k = 0; k <= count; ++k) {
      snapshots.push_back(run.snapshot());
      fresh.push_back(run.stepper().solver().fresh_factorizations());
      if (k > 1 && fresh[k] > fresh[k - 1]) repivoted.push_back(k);
      if (k == count) break;
      if (run.advance(end).rejections > 0) rejected.push_back(k + 1);
    }
  }
  std::vector<Snapshot> snapshots;
  std::vector<int> rejected, repivoted;  // snapshots right after such a step
};

TEST_CASE("a restored run goes on to the same bits, wherever the snapshot was taken", "[unit][snapshot]") {
  const Model model = rattling_arm();
  const int steps = 400, onward = 30;
  for (const SolverKind kind : solver_kinds()) {
    const SimulationOptions options{.step = 1e-3, .accuracy = 1e-6, .solver = kind};
    const Reference reference(model, options, steps + onward);
    CAPTURE(Simulation(model, options).stepper().solver().name());
    REQUIRE_FALSE(reference.rejected.empty());
    REQUIRE(reference.rejected.front() < steps);
    std::vector<int> places{0, 1, 2};
    for (int k = 3; k < steps; k += 17) places.push_back(k);
    for (const auto* some : {&reference.rejected, &reference.repivoted})
      for (const int k : *some)
        if (k < steps && places.size() < 60) places.push_back(k);
    int differ = 0;
    Simulation again(model, options);  // used over and over, so that it also has a past of its own to forget
    for (const int k : places) {
      CAPTURE(k);
      again.restore(reference.snapshots[k]);
      REQUIRE(bits_of(again.snapshot()) == bits_of(reference.snapshots[k]));
      for (int m = 1; m <= onward; ++m) {
        again.advance(end);
        REQUIRE(bits_of(again.snapshot()) == bits_of(reference.snapshots[k + m]));
      }
      REQUIRE(again.warnings() == reference.snapshots[k + onward].warnings);

      Snapshot forgetful = reference.snapshots[k];
      forgetful.solver = reference.snapshots[0].solver;
      again.restore(forgetful);
      for (int m = 1; m <= onward; ++m) again.advance(end);
      if (bits_of(again.state()) != bits_of(reference.snapshots[k + onward].state)) ++differ;
    }
    // The history of the blocks is needed on the way: without it the round-off differs.
    if (kind == SolverKind::block) CHECK(differ > 0);
    if (kind == SolverKind::klu) CHECK_FALSE(reference.snapshots[1].solver.empty());
  }
}

TEST_CASE("a snapshot of another model or solver is refused", "[unit][snapshot]") {
  const Model model = rattling_arm();
  Model smaller = model;
  smaller.contacts.pop_back();
  Simulation run(model, {.step = 1e-4});
  run.advance(end);
  const Bits before = bits_of(run.snapshot());
  CHECK_THROWS_WITH(run.restore(Simulation(smaller).snapshot()), Catch::Contains("another model"));
  Simulation other(model, {.step = 1e-4, .solver = SolverKind::block});
  CHECK_THROWS_WITH(run.restore(other.snapshot()), Catch::Contains("another linear solver"));
  CHECK(bits_of(run.snapshot()) == before);
}

}  // namespace
}  // namespace bristle::test
