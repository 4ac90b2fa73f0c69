#include <fmt/format.h>

#include "bristle/analysis/modes.hpp"
#include "cli.hpp"

namespace bristle::cli {

void AboutArguments::add_to(CLI::App& app) {
  app.add_option("--about", where, "start, or equilibrium: the one reached from the start")
      ->check(CLI::IsMember({"start", "equilibrium"}))
      ->capture_default_str();
  app.add_flag("--hold", hold, "Hold motions that meet no resistance while the equilibrium is sought");
}

void put(Simulation& run, const State& state) {
  Snapshot snapshot = run.snapshot();
  snapshot.state = state;
  run.restore(snapshot);
}

void AboutArguments::bring(Simulation& run) const {
  const Balance balance(run.system());
  State state = run.state();
  if (where == "equilibrium") {
    Equilibrium found = find_equilibrium(run.system(), state, {.hold = hold});
    if (!found.mobility.stable) fmt::print(stderr, "warning: the equilibrium is not stable\n");
    const std::vector<Vec6> twists = state.twists;
    state = std::move(found.state);
    state.twists = twists;
  } else {
    settle_reactions(balance, state);
  }
  put(run, state);
}

}  // namespace bristle::cli
