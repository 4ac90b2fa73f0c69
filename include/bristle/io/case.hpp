#pragma once
// Everything a model file says: the model, how to run it, and what to write down.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bristle/analysis/modes.hpp"
#include "bristle/analysis/simulation.hpp"

namespace bristle {

/// One column of probes.csv: a number read from a run after each step.
struct Probe {
  std::string name{};
  std::function<double(const Simulation&)> read{};
};

/// Modes about what a run has come to at a time.
struct ModesAt {
  double time = 0.0;  // s
  bool complex = false;
  bool frames = true;
  ModeOptions options{};
};

struct Output {
  bool frames = true;
  double frame_interval = 0.0;  // s, of simulated time: the first step at or past each multiple; 0: 1/200 of the run
  double event_interval = 0.0;  // s: closer frames for `event_window` after a contact closes or opens; 0: none
  double event_window = 0.0;    // s
  double table_interval = 0.0;  // s: rows of energy.csv and probes.csv; 0: every step
  double checkpoint_interval = 30.0;  // s, of computing time
  std::vector<Probe> probes{};
  std::vector<ModesAt> modes{};  // by rising time
};

struct Case {
  std::string title{};
  Model model{};
  SimulationOptions options{};
  double end = 1.0;  // s
  Output output{};
  /// Of everything that shapes the motion (files, included files, settings from the command line): a restart asks for
  /// the same. The end of the run and the output are not in it.
  std::string hash{};
  std::string source{};                         // the file it was read from
  std::map<std::string, std::string> places{};  // where bodies, joints and so on are described, by name
  std::vector<std::string> settings{};          // path=value, from the command line

  /// A message that names a thing in quotes, with the place where that is described in front: "crank.yaml:12:3: ...".
  std::string located(const std::string& message) const;
};

}  // namespace bristle
