#pragma once
// A path of equilibria as files.

#include <filesystem>
#include <memory>

#include "bristle/analysis/path.hpp"
#include "bristle/io/recorder.hpp"

namespace bristle {

/// DIR/path.csv with the share of the load, the unstable motions and the probes of every point, and frames for ParaView
/// whose time is the length of the path. Throws IoError.
class PathRecorder {
 public:
  PathRecorder(const Case& what, const System& system, const std::filesystem::path& directory, Existing existing);
  ~PathRecorder();

  /// The simulation reads the probes; it is left in the state of the point.
  void record(Simulation& run, const PathPoint& point);

 private:
  struct Files;
  std::unique_ptr<Files> files_;
};

}  // namespace bristle
