#pragma once
// A run and its files between two steps, in one file: what a restart needs.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "bristle/analysis/snapshot.hpp"

namespace bristle {

struct Checkpoint {
  std::string hash{};  // Case::hash
  Snapshot snapshot{};
  // How far the files have come; tables that are not written are of no length.
  std::uint64_t energy_length = 0;
  std::uint64_t probes_length = 0;
  std::uint64_t steps_length = 0;
  bool frames = false;
  std::vector<double> frame_times{};
  double last_row = 0.0;    // s: time of the last row of energy.csv and probes.csv
  double last_event = 0.0;  // s: when a gap last closed or opened; minus infinity: never
};

/// In one move: whoever is killed meanwhile leaves the one before. Throws IoError.
void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Throws IoError for a file that is no checkpoint, is damaged, or is of another version of the program.
Checkpoint read_checkpoint(const std::filesystem::path& path);

}  // namespace bristle
