#pragma once
// energy.csv, probes.csv, steps.csv while a run goes, and wear.csv at its end.

#include <memory>

#include "bristle/io/case.hpp"
#include "io/checkpoint.hpp"
#include "io/csv.hpp"

namespace bristle {

class Tables {
 public:
  /// New ones, with a row for the start, or, given a checkpoint, those that are there, cut back to it.
  Tables(const Output& output, const Simulation& run, const std::filesystem::path& directory, const Checkpoint* from);

  /// Throws IoError if the tables cannot go on from a checkpoint; changes nothing.
  static void check(const Output& output, const std::filesystem::path& directory, const Checkpoint& from);

  void add(const Simulation& run, const StepReport& report);
  /// The last row, where thinning has left it out.
  void finish(const Simulation& run);
  void flush(bool to_disk);
  /// Their part of a checkpoint.
  void describe(Checkpoint& checkpoint) const;

 private:
  void add_row(const Simulation& run);

  std::vector<Probe> columns_;
  double interval_;
  std::vector<std::string> gap_names_;
  std::unique_ptr<Csv> energy_, steps_, probes_;  // no probes: no table
  double last_row_ = 0.0;
};

/// Where the contacts with friction have rubbed; no file without any.
void write_wear(const Simulation& run, const std::filesystem::path& path);

}  // namespace bristle
