#include <fmt/format.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <memory>

#include "bristle/analysis/summary.hpp"
#include "bristle/io/mode_files.hpp"
#include "bristle/io/recorder.hpp"
#include "cli.hpp"
#include "progress.hpp"

namespace bristle::cli {
namespace {

volatile std::sig_atomic_t stop_wanted = 0;
extern "C" void want_stop(int) { stop_wanted = 1; }

enum class Level { error, warning, info, debug };

struct RunArguments {
  ModelArguments model;
  std::string directory;
  double until = 0.0;
  bool restart = false, force = false, quiet = false;
  Level level = Level::info;
};

void print_summary(const Simulation& run, const Progress& progress, double from) {
  const Simulation::Counters& c = run.counters();
  fmt::print(stderr, "\n{} steps ({} redone), {:.2f} Newton iterations each, {} for {:.6g} s\n\n{}", c.steps,
             c.rejections, static_cast<double>(c.iterations) / static_cast<double>(std::max(1L, c.steps)),
             duration(progress.seconds()), run.time() - from, describe(run.ledger()));
}

void print_contents(const Case& what, const std::filesystem::path& directory) {
  const auto line = [&](const char* file, const char* text) {
    fmt::print(stderr, "  {:<40} {}\n", (directory / file).string(), text);
  };
  fmt::print(stderr, "\nresults\n");
  line("energy.csv", "the ledger over time");
  if (!what.output.probes.empty()) line("probes.csv", "what the model asks for");
  line("steps.csv", "every step, and what decided about its length");
  if (!what.model.contacts.empty()) line("wear.csv", "where the races wear");
  if (what.output.frames) line("results.pvd", "for ParaView");
  for (std::size_t k = 0; k < what.output.modes.size(); ++k)
    if (what.output.modes[k].time <= what.end)
      line(fmt::format("modes_{}", k + 1).c_str(), "modes on the way, and their shapes");
}

/// Runs to a time by way of the times at which modes are wanted; false where it was stopped before.
template <class Go>
bool go_by_modes(const Case& what, Simulation& run, const std::filesystem::path& directory, bool talk, Go&& go) {
  for (std::size_t k = 0; k < what.output.modes.size(); ++k) {
    const ModesAt& wanted = what.output.modes[k];
    if (wanted.time < run.time() || wanted.time > what.end) continue;
    go(wanted.time);
    if (run.time() < wanted.time) return false;
    std::vector<Mode> found;
    try {
      found = write_modes_at(run, wanted, directory / fmt::format("modes_{}", k + 1));
    } catch (const ModelError& error) {  // the run need not end for that
      fmt::print(stderr, "warning: no modes at t = {:.6g} s: {}\n", wanted.time, error.what());
      continue;
    }
    if (!talk) continue;
    fmt::print(stderr, "modes at t = {:.6g} s, Hz:", wanted.time);
    for (const Mode& mode : found) fmt::print(stderr, " {:.6g}", mode.frequency());
    fmt::print(stderr, "\n");
  }
  go(what.end);
  return run.time() >= what.end;
}

int run_model(const RunArguments& a) {
  Case what = a.model.read();
  if (a.until > 0.0) what.end = a.until;
  Simulation run = start(what);
  const std::filesystem::path directory =
      a.directory.empty() ? usual_directory(a.model.file) : std::filesystem::path(a.directory);
  const Existing existing = a.restart ? Existing::resume : a.force ? Existing::replace : Existing::refuse;
  Recorder recorder(what, run, directory, existing);
  const bool talk = a.level >= Level::info;
  if (!recorder.message().empty() && a.level >= Level::warning) fmt::print(stderr, "{}\n", recorder.message());
  if (talk)
    fmt::print(stderr, "{}\n{} unknowns a step; results in {}\n", what.title, run.system().unknowns(),
               directory.string());

  std::signal(SIGINT, want_stop);
  std::signal(SIGTERM, want_stop);
  const double from = run.time();
  Progress progress(talk ? usual_form() : Progress::Form::none, from, what.end);
  std::size_t warned = run.warnings().size();
  const auto watch = [&](const Simulation& now, const StepReport& report) {
    recorder.record(now, report);
    progress.show(now, report);
    for (; warned < now.warnings().size(); ++warned) {
      if (a.level < Level::warning) continue;
      progress.clear();
      fmt::print(stderr, "warning: {}\n", now.warnings()[warned]);
    }
    if (a.level == Level::debug)
      fmt::print(stderr, "t = {:.9g} s  step {:.3g} s ({})  {} iterations  {} redone\n", report.time, report.step,
                 name_of(report.rule), report.iterations, report.rejections);
    return stop_wanted == 0;
  };
  bool arrived = false;
  try {
    arrived = go_by_modes(what, run, directory, talk, [&](double time) {
      run.run(time, watch);
      if (run.time() >= time) progress.clear();
    });
  } catch (const NoConvergence&) {
    progress.clear();
    recorder.finish(run);  // what there is stays, up to the last step that converged
    if (talk) fmt::print(stderr, "results up to t = {:.6g} s are in {}\n", run.time(), directory.string());
    throw;
  }
  progress.clear();
  if (!arrived) {
    recorder.checkpoint(run);
    fmt::print(stderr, "interrupted at t = {:.6g} s; go on with --restart\n", run.time());
    return interrupted;
  }
  recorder.finish(run);
  if (!talk) return ok;
  print_summary(run, progress, from);
  if (!run.warnings().empty())
    fmt::print(stderr, "\n{} warning{}, above and in run.json\n", run.warnings().size(),
               run.warnings().size() == 1 ? "" : "s");
  print_contents(what, directory);
  return ok;
}

}  // namespace

void add_run(CLI::App& app, Command& command) {
  CLI::App* sub = app.add_subcommand("run", "Simulate a model and write its results");
  auto a = std::make_shared<RunArguments>();
  a->model.add_to(*sub);
  sub->add_option("-o,--output", a->directory, "Directory for the results (default: results/NAME)")->type_name("DIR");
  sub->add_option("--until", a->until, "End of the run, instead of the model's")
      ->type_name("SECONDS")
      ->check(above_zero());
  auto* restart = sub->add_flag("--restart", a->restart, "Go on from the last checkpoint in the directory");
  sub->add_flag("--force", a->force, "Replace results that are there")->excludes(restart);
  sub->add_flag("-q,--quiet", a->quiet, "Only warnings and errors");
  sub->add_option("--log-level", a->level, "error, warning, info or debug")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Level>{
          {"error", Level::error}, {"warning", Level::warning}, {"info", Level::info}, {"debug", Level::debug}}))
      ->type_name("LEVEL");
  sub->callback([a, &command] {
    if (a->quiet) a->level = std::min(a->level, Level::warning);
    command = [a] { return run_model(*a); };
  });
}

}  // namespace bristle::cli
