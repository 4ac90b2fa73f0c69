#pragma once
// The examples as they are shipped: their model files, run with what they say.

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bristle/bristle.hpp"

namespace bristle::test {

/// An example on its way: readings by the names that its model file gives to probes.
class ShippedExample {
 public:
  explicit ShippedExample(const std::string& file, const std::vector<std::string>& settings = {})
      : what(read_case(std::string(BRISTLE_SOURCE_DIR "/examples/") + file, settings)), run(what.model, what.options) {}

  double operator[](const std::string& probe) const {
    for (const Probe& p : what.output.probes)
      if (p.name == probe) return p.read(run);
    throw std::out_of_range(probe);
  }
  double time() const { return run.time(); }
  /// The middle of the last step, whose mean forces are.
  double middle() const { return run.time() - 0.5 * run.last_step().step; }

  /// To the end of the run, or to `until`; `see` is called after each step.
  void go(const std::function<void()>& see = {}, double until = 0.0) {
    run.run(until > 0.0 ? until : what.end, [&](const Simulation&, const StepReport&) {
      if (see) see();
      return true;
    });
  }

  /// What the ledger does not account for, of the energy that passed through.
  double unaccounted() const { return std::abs(run.ledger().residual()) / run.ledger().scale(); }

  const Case what;
  Simulation run;
};

}  // namespace bristle::test
