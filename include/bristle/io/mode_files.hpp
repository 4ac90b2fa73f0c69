#pragma once
// Modes and responses as files.

#include <filesystem>
#include <span>

#include "bristle/analysis/frequency_response.hpp"
#include "bristle/analysis/modes.hpp"
#include "bristle/io/case.hpp"

namespace bristle {

/// DIR/modes.csv and, with frames, DIR/mode_01/results.pvd and so on: 24 phases of one oscillation, the largest
/// displacement a twentieth of the model's size. The simulation is left in the state it had. Throws IoError.
void write_modes(Simulation& run, const Balance& balance, const std::vector<Mode>& modes,
                 const std::filesystem::path& directory, bool frames);

/// Finds modes about what a run has come to, and writes them. The simulation is left in the state it had.
std::vector<Mode> write_modes_at(Simulation& run, const ModesAt& wanted, const std::filesystem::path& directory);

/// The modes at one speed (rad/s) of the fastest part.
struct SpinModes {
  double spin = 0.0;
  std::vector<Mode> modes{};
};
/// One row a mode and speed; `whirl` is 1 forward and −1 backward about the axis of the fastest part, 0 for motions in
/// a line.
void write_campbell(const Balance& balance, const State& state, std::span<const SpinModes> rows,
                    const std::filesystem::path& file);

/// One row a frequency (Hz): amplitude and phase (rad, of the reading after the load) of each probe, from what
/// frequency_response returns.
void write_response(Simulation& run, const SmallMotion& about, const Output& output,
                    std::span<const double> frequencies, const Eigen::MatrixXcd& response,
                    const std::filesystem::path& file);

}  // namespace bristle
