#pragma once
#include <filesystem>
#include <functional>

#include "bristle/io/recorder.hpp"
#include "rattling_arm.hpp"

namespace bristle::test {

/// A contact model with everything that is recorded: some two hundred steps, frames, events, thinned tables, probes.
inline Case rattling_case() {
  Case what;
  what.title = "rattling arm";
  what.model = rattling_arm();
  what.options = {.step = 1e-4, .solver = SolverKind::block};
  what.end = 4e-3;
  what.output.frame_interval = 5e-4;
  what.output.event_interval = 1e-4;
  what.output.event_window = 2e-4;
  what.output.table_interval = 5e-5;
  what.output.checkpoint_interval = 1e9;  // not by the clock: the tests say when
  what.output.probes = {{"height of ball, m", [](const Simulation& run) { return run.frame(NodeId{8}).x.z(); }},
                        {"force", [](const Simulation& run) { return run.contact(ContactId{0}).normal_force; }}};
  what.hash = "0123abcd";
  what.source = "arm.yaml";
  what.settings = {"arm.length=0.5"};
  return what;
}

/// Runs a case to its end, or until `each` says to stop; then without finishing.
inline void run_recorded(const Case& what, const std::filesystem::path& directory, Existing existing,
                         const std::function<bool(const Simulation&, Recorder&)>& each = {}) {
  Simulation run(what.model, what.options);
  Recorder recorder(what, run, directory, existing);
  bool stopped = false;
  run.run(what.end, [&](const Simulation& now, const StepReport& report) {
    recorder.record(now, report);
    stopped = each && !each(now, recorder);
    return !stopped;
  });
  if (!stopped) recorder.finish(run);
}

}  // namespace bristle::test
