#include "bristle/io/recorder.hpp"

#include <fmt/format.h>

#include <chrono>
#include <limits>

#include "bristle/io/vtk_series.hpp"
#include "io/cadence.hpp"
#include "io/results_directory.hpp"
#include "io/run_json.hpp"
#include "io/tables.hpp"

namespace bristle {

struct Recorder::Files {
  Files(const Case& the_case, std::filesystem::path path) : what(the_case), directory(std::move(path)) {}

  void begin(const Simulation& run);
  void resume(Simulation& run);
  void start_clock() { last_checkpoint = std::chrono::steady_clock::now(); }
  void remember_phases(const Simulation& run);
  void write_record(const Simulation& run, bool finished);
  bool wants_frame(double time) const;

  Case what;
  ResultsDirectory directory;
  std::unique_ptr<Tables> tables;
  std::unique_ptr<VtkSeries> frames;
  std::vector<bool> closed;                                      // by gap, at the last step
  double last_event = -std::numeric_limits<double>::infinity();  // s
  std::chrono::steady_clock::time_point last_checkpoint;
  std::string message;
};

void Recorder::Files::begin(const Simulation& run) {
  directory.clear();
  tables = std::make_unique<Tables>(what.output, run, directory.path(), nullptr);
  if (what.output.frames) {
    frames = std::make_unique<VtkSeries>(run.system(), directory.path());
    frames->write(run);
  }
}

/// All is looked at before anything is changed: where a restart is refused the results stay as they are.
void Recorder::Files::resume(Simulation& run) {
  const Checkpoint from = read_checkpoint(directory.file("checkpoint.bin"));
  if (from.hash != what.hash)
    throw IoError(
        fmt::format("the model has changed since the checkpoint in {} was written (t = {:.6g} s): run without "
                    "--restart (with --force to replace the results), or into another directory",
                    directory.path().string(), from.snapshot.state.time));
  if (from.frames != what.output.frames)
    throw IoError(
        fmt::format("the run in {} was recorded {} frames: ask for the same output, or begin anew with "
                    "--force or in another directory",
                    directory.path().string(), from.frames ? "with" : "without"));
  Tables::check(what.output, directory.path(), from);
  try {
    run.restore(from.snapshot);
  } catch (const ModelError& error) {
    throw IoError(fmt::format("the checkpoint in {} does not fit: {}", directory.path().string(), error.what()));
  }
  if (from.frames) {
    frames = std::make_unique<VtkSeries>(run.system(), directory.path());
    frames->resume(from.frame_times);
  }
  tables = std::make_unique<Tables>(what.output, run, directory.path(), &from);
  std::filesystem::remove(directory.file("wear.csv"));  // of an end that this run has not come to
  last_event = from.last_event;
  message = fmt::format("going on from t = {:.6g} s", run.time());
}

void Recorder::Files::remember_phases(const Simulation& run) {
  closed.clear();
  for (const ContactReport& c : run.state().contacts) closed.push_back(c.phase != ContactReport::Phase::open);
}

void Recorder::Files::write_record(const Simulation& run, bool finished) {
  replace_durably(directory.file("run.json"), run_json(what, run, finished));
}

bool Recorder::Files::wants_frame(double time) const {
  const Output& output = what.output;
  const double last = frames->times().back();
  const double interval = output.frame_interval > 0.0 ? output.frame_interval : what.end / 200.0;
  if (passes_multiple(last, time, interval)) return true;
  return output.event_interval > 0.0 && time <= last_event + output.event_window &&
         passes_multiple(last, time, output.event_interval);
}

Recorder::Recorder(const Case& what, Simulation& run, std::filesystem::path directory, Existing existing)
    : files_(std::make_unique<Files>(what, std::move(directory))) {
  Files& f = *files_;
  const std::filesystem::path results = f.directory.find_results();
  if (existing == Existing::refuse && !results.empty())
    throw IoError(
        fmt::format("{} holds the results of a run ({}): replace them with --force, go on with a run by --restart, "
                    "or choose another directory with -o",
                    f.directory.path().string(), results.filename().string()));
  if (existing == Existing::resume && std::filesystem::exists(f.directory.file("checkpoint.bin"))) {
    f.resume(run);
  } else {
    f.begin(run);
    if (existing == Existing::resume)
      f.message = fmt::format("{} holds no checkpoint: beginning from the start", f.directory.path().string());
  }
  f.remember_phases(run);
  f.write_record(run, false);
  f.start_clock();
}

Recorder::~Recorder() = default;

void Recorder::record(const Simulation& run, const StepReport& report) {
  Files& f = *files_;
  f.tables->add(run, report);
  for (std::size_t k = 0; k < f.closed.size(); ++k) {
    const bool closed = run.state().contacts[k].phase != ContactReport::Phase::open;
    if (closed != f.closed[k]) f.last_event = run.time();
    f.closed[k] = closed;
  }
  if (f.frames && f.wants_frame(run.time())) {
    f.frames->write(run);
    f.tables->flush(false);  // whoever looks at the pictures finds the numbers
  }
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - f.last_checkpoint;
  if (since.count() >= f.what.output.checkpoint_interval) checkpoint(run);
}

void Recorder::checkpoint(const Simulation& run) {
  Files& f = *files_;
  f.tables->flush(true);  // what the checkpoint counts on must be there before it
  Checkpoint c{.hash = f.what.hash, .snapshot = run.snapshot()};
  f.tables->describe(c);
  if (f.frames) {
    c.frames = true;
    c.frame_times = f.frames->times();
  }
  c.last_event = f.last_event;
  write_checkpoint(f.directory.file("checkpoint.bin"), c);
  f.start_clock();
}

void Recorder::finish(const Simulation& run) {
  Files& f = *files_;
  checkpoint(run);  // before the rows and the frame that only the end asks for, so that a later end has none of them
  f.tables->finish(run);
  f.tables->flush(true);
  if (f.frames && f.frames->times().back() != run.time()) f.frames->write(run);
  write_wear(run, f.directory.file("wear.csv"));
  f.write_record(run, run.time() >= f.what.end);
}

const std::filesystem::path& Recorder::directory() const { return files_->directory.path(); }

const std::string& Recorder::message() const { return files_->message; }

}  // namespace bristle
