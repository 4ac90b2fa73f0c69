#pragma once
// Writes a run down as it goes: tables, frames, checkpoints and the record of the run, all in one directory.

#include <filesystem>
#include <memory>

#include "bristle/io/case.hpp"

namespace bristle {

enum class Existing { refuse, replace, resume };

class Recorder {
 public:
  /// Prepares the directory. Throws IoError where it cannot be written, or holds results and `existing` is refuse.
  /// With resume, the simulation is brought to the last checkpoint, and rows and frames after it are dropped; a model
  /// that has changed since is refused.
  Recorder(const Case& what, Simulation& run, std::filesystem::path directory, Existing existing);
  ~Recorder();

  /// To be called after each accepted step.
  void record(const Simulation& run, const StepReport& report);

  /// A checkpoint now: a run that is interrupted goes on from here.
  void checkpoint(const Simulation& run);

  /// The last rows and the last frame, and run.json.
  void finish(const Simulation& run);

  const std::filesystem::path& directory() const;

 private:
  struct Files;
  std::unique_ptr<Files> files_;
};

}  // namespace bristle
