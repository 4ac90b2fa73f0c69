#pragma once
// Writes a run down as it goes: tables, frames, checkpoints and the record of the run, all in one directory.

#include <filesystem>
#include <memory>
#include <string>

#include "bristle/io/case.hpp"

namespace bristle {

/// What to do about a directory that holds results.
enum class Existing {
  refuse,   // an error
  replace,  // they are removed, and nothing else that is there
  resume,   // the run goes on from the last checkpoint; without one, from the beginning
};

class Recorder {
 public:
  /// Prepares the directory. Throws IoError where it cannot be written, or holds results and `existing` is refuse.
  /// With resume, the simulation is brought to the last checkpoint, and rows and frames after it are dropped; a model
  /// that has changed since is refused, and the results stay as they are.
  Recorder(const Case& what, Simulation& run, std::filesystem::path directory, Existing existing);
  /// Leaves the rows so far, and the last checkpoint.
  ~Recorder();

  /// To be called after each accepted step.
  void record(const Simulation& run, const StepReport& report);

  /// A checkpoint now: a run that is interrupted goes on from here.
  void checkpoint(const Simulation& run);

  /// The last rows, the last frame, wear.csv, run.json and a checkpoint, from which the run goes on when a later end is
  /// asked for. The rows and the frame that only the end has asked for are then dropped; the steps that were cut to
  /// meet it remain.
  void finish(const Simulation& run);

  const std::filesystem::path& directory() const;
  /// How a run that was to be resumed began: from which time, or why from the beginning. Empty otherwise.
  const std::string& message() const;

 private:
  struct Files;
  std::unique_ptr<Files> files_;
};

}  // namespace bristle
