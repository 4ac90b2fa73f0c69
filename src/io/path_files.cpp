#include "bristle/io/path_files.hpp"

#include <fmt/format.h>

#include "bristle/io/vtk_series.hpp"
#include "io/csv.hpp"
#include "io/results_directory.hpp"

namespace bristle {
namespace {

Csv::Columns columns(const Output& output) {
  Csv::Columns names{"arc", "share", "unstable", "event"};
  for (const Probe& probe : output.probes) names.push_back(probe.name);
  return names;
}

/// Ready for results: nothing of an earlier run is there.
ResultsDirectory cleared(const std::filesystem::path& path, Existing existing) {
  ResultsDirectory directory(path);
  const std::filesystem::path found = directory.find_results();
  if (existing == Existing::refuse && !found.empty())
    throw IoError(fmt::format("{} holds results ({}): replace them with --force, or choose another directory with -o",
                              path.string(), found.filename().string()));
  directory.clear();
  return directory;
}

}  // namespace

struct PathRecorder::Files {
  Files(const Case& what, const System& system, const std::filesystem::path& path, Existing existing)
      : directory(cleared(path, existing)),
        probes(what.output.probes),
        table(directory.file("path.csv"), columns(what.output)) {
    if (what.output.frames) frames = std::make_unique<VtkSeries>(system, path);
  }

  ResultsDirectory directory;
  std::vector<Probe> probes;
  Csv table;
  std::unique_ptr<VtkSeries> frames;
};

PathRecorder::PathRecorder(const Case& what, const System& system, const std::filesystem::path& directory,
                           Existing existing)
    : files_(std::make_unique<Files>(what, system, directory, existing)) {}

PathRecorder::~PathRecorder() = default;

void PathRecorder::record(Simulation& run, const PathPoint& point) {
  Snapshot snapshot = run.snapshot();
  snapshot.state = point.state;
  run.restore(snapshot);
  Csv& table = files_->table;
  table.add(point.arc);
  table.add(point.share);
  table.add(point.unstable);
  table.add(std::string_view(name_of(point.event)));
  for (const Probe& probe : files_->probes) table.add(probe.read(run));
  table.end_row();
  table.flush();  // whoever looks at the pictures finds the numbers
  if (!files_->frames) return;
  snapshot.state.time = point.arc;
  run.restore(snapshot);
  files_->frames->write(run);
}

}  // namespace bristle
