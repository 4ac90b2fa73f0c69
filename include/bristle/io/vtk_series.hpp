#pragma once
// A run as pictures: results.pvd and one compressed binary file for each frame and part. docs/guide.md lists the
// arrays.

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "bristle/analysis/simulation.hpp"

namespace bristle {

class VtkSeries {
 public:
  /// Writes to `directory`/results.pvd and `directory`/frames/. The first frame clears away those of earlier runs.
  /// Throws IoError, here and below. The system must outlive the series.
  VtkSeries(const System& system, std::filesystem::path directory);
  ~VtkSeries();

  /// Adds a frame: the state after the last step. The collection is replaced in one move, so that a run that is killed
  /// can be viewed up to its last whole frame.
  void write(const Simulation& run);

  /// Times of the frames so far.
  const std::vector<double>& times() const;

  /// For a restart: keeps the first frames, which are of these times, and drops the rest.
  void resume(std::span<const double> times);

 private:
  struct Writer;
  std::unique_ptr<Writer> writer_;
};

}  // namespace bristle
