#pragma once
// The command line: one file a subcommand. Messages go to stderr, data to stdout.

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bristle/io/reader.hpp"
#include "bristle/system/balance.hpp"

namespace bristle::cli {

enum Exit { ok = 0, usage = 1, invalid_model = 2, no_convergence = 3, io = 4, interrupted = 130 };

/// Checks of options, with messages for people: finite numbers, from zero on, above zero; whole numbers from one on.
CLI::Validator finite();
CLI::Validator from_zero();
CLI::Validator above_zero();
CLI::Validator count_from(int least);

/// Each adds its subcommand, which sets `run` when it was chosen.
using Command = std::function<int()>;
void add_run(CLI::App& app, Command& command);
void add_check(CLI::App& app, Command& command);
void add_info(CLI::App& app, Command& command);
void add_static(CLI::App& app, Command& command);
void add_modes(CLI::App& app, Command& command);
void add_response(CLI::App& app, Command& command);
void add_schema(CLI::App& app, Command& command);

/// A model file and what the command line replaces in it.
struct ModelArguments {
  std::string file;
  std::vector<std::string> settings;

  void add_to(CLI::App& app);
  Case read() const { return read_case(file, settings); }
};

/// results/NAME, by the file; model.yaml goes by its folder.
std::filesystem::path usual_directory(const std::string& file);

/// Where a command writes, and whether it may replace what an earlier one left there.
struct ResultsArguments {
  std::string directory;
  bool force = false;

  void add_to(CLI::App& app, const std::string& name);
  /// The directory; the usual one, results/NAME/COMMAND, where none is given. Throws IoError where `shows`, a file of
  /// an earlier run of the command, is in it and may not be replaced.
  std::filesystem::path claim(const ModelArguments& model, const std::string& name, const char* shows) const;
};

/// What modes and responses are about: the start, a moment of the run, or an equilibrium reached from there.
struct AboutArguments {
  std::string where = "start";
  double at = 0.0, time = 0.0;
  ContactsAre contacts = ContactsAre::present;
  bool hold = false, turning_axes = false;

  void add_to(CLI::App& app);
  LinearisationOptions options() const { return {contacts, turning_axes}; }
  /// Brings the simulation there, with the forces of its joints; says on stderr what is worth knowing. Returns the
  /// state from which an equilibrium was sought.
  State bring(Simulation& run) const;
  /// What is reached from such a state.
  State reached_from(const System& system, const State& state) const;
};

/// Makes the simulation; what is wrong is reported with its place in the file. Throws InvalidModel.
Simulation start(const Case& what);

}  // namespace bristle::cli
