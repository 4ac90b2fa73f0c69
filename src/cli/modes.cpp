#include "bristle/analysis/modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bristle/io/mode_files.hpp"
#include "cli.hpp"

namespace bristle::cli {
namespace {

struct ModeArguments {
  ModelArguments model;
  AboutArguments about;
  ResultsArguments results;
  int number = 10;
  std::vector<double> band, spins;
  bool damped = false, no_frames = false;
};

double largest_spin(const State& state) {
  double spin = 0.0;
  for (const Vec6& twist : state.twists) spin = std::max(spin, twist.tail<3>().norm());
  return spin;
}

void print_table(const std::vector<Mode>& all) {
  fmt::print("{:>4}{:>16}{:>16}{:>14}\n", "mode", "frequency, Hz", "omega, rad/s", "damping");
  for (std::size_t k = 0; k < all.size(); ++k)
    fmt::print("{:>4}{:>16.6f}{:>16.6f}{:>14.3e}{}\n", k + 1, all[k].frequency(), all[k].angular_frequency(),
               all[k].damping_ratio() + 0.0,  // no minus before a zero
               all[k].s.real() > 1e-9 * std::abs(all[k].s) ? "  unstable" : "");
}

/// Where a frequency meets the speed, between two speeds: straight between them.
void print_criticals(const std::vector<SpinModes>& rows) {
  for (std::size_t r = 0; r + 1 < rows.size(); ++r)
    for (std::size_t k = 0; k < std::min(rows[r].modes.size(), rows[r + 1].modes.size()); ++k) {
      const double before = rows[r].modes[k].angular_frequency() - rows[r].spin;
      const double after = rows[r + 1].modes[k].angular_frequency() - rows[r + 1].spin;
      if (before > 0.0 && after <= 0.0)
        fmt::print("mode {:>2} meets the speed near {:.6g} rad/s\n", k + 1,
                   rows[r].spin + (rows[r + 1].spin - rows[r].spin) * before / (before - after));
    }
}

/// Speeds up all velocities of the start in proportion, so that the fastest part turns as fast as is asked for.
void campbell(const ModeArguments& a, const Simulation& run, const State& start,
              const std::filesystem::path& directory) {
  const Balance balance(run.system());
  const double now = largest_spin(start);
  const int count = static_cast<int>(a.spins[2]);
  std::vector<SpinModes> rows;
  for (int k = 0; k < count; ++k) {
    const double spin = a.spins[0] + (a.spins[1] - a.spins[0]) * k / std::max(1, count - 1);
    State state = start;
    for (Vec6& twist : state.twists) twist *= spin / now;
    state = a.about.reached_from(run.system(), state);
    rows.push_back({spin, complex_modes(balance, state, {.number = a.number, .about = a.about.options()})});
    fmt::print(stderr, "{:.6g} rad/s\n", spin);
  }
  print_criticals(rows);
  write_campbell(balance, run.state(), rows, directory / "campbell.csv");
}

int find(const ModeArguments& a) {
  const Case what = a.model.read();
  if (a.spins.size() == 3 && (a.spins[2] < 1.0 || a.spins[2] > 1e5 || a.spins[2] != std::floor(a.spins[2])))
    throw ModelError("--spin-range ends with how many speeds there are: a whole number");
  const std::filesystem::path directory = a.results.claim(a.model, "modes", "modes.csv");
  Simulation run = start(what);
  const bool damped = a.damped || a.spins.size() == 3;
  const State before = a.about.bring(run);
  if (a.spins.size() == 3 && !(largest_spin(before) > 0.0))
    throw ModelError("nothing turns at the start: give the parts that do their angular velocity, and it is scaled");
  const Balance balance(run.system());
  ModeOptions options{.number = a.number, .about = a.about.options()};
  if (a.band.size() == 2) options.band = {{a.band[0], a.band[1]}};
  const std::vector<Mode> all =
      damped ? complex_modes(balance, run.state(), options) : modes(balance, run.state(), options);
  print_table(all);
  if (all.empty()) fmt::print(stderr, "there is no mode{}\n", options.band ? " in that band" : "");
  if (damped && !a.about.turning_axes && !looks_round(balance, run.state()))
    fmt::print(
        stderr,
        "warning: what turns is not round, or not held alike from all sides: seen from space it changes with time, "
        "and these are no modes. Look from turning axes (--turning-axes)\n");
  write_modes(run, balance, all, directory, !a.no_frames);
  if (a.spins.size() == 3) campbell(a, run, before, directory);
  if (!damped && largest_spin(run.state()) > 0.0 && a.spins.empty())
    fmt::print(stderr, "parts turn at the start; --complex takes gyroscopic forces and damping into account\n");
  fmt::print(stderr, "results in {}\n", directory.string());
  return ok;
}

}  // namespace

void add_modes(CLI::App& app, Command& command) {
  CLI::App* sub = app.add_subcommand("modes", "Frequencies and shapes of vibration");
  auto a = std::make_shared<ModeArguments>();
  a->model.add_to(*sub);
  a->about.add_to(*sub);
  a->results.add_to(*sub, "modes");
  sub->add_option("-n,--number", a->number, "How many, the lowest; of a band, at most; 0: all of the band")
      ->capture_default_str()
      ->check(count_from(0));
  sub->add_option("--band", a->band, "Only those between two frequencies")
      ->expected(2)
      ->check(from_zero())
      ->type_name("HZ");
  sub->add_flag("--complex", a->damped, "With damping and, about parts that turn, gyroscopic forces");
  sub->add_option("--spin-range", a->spins,
                  "Campbell diagram: from, to (rad/s of the fastest part), how many speeds; implies --complex")
      ->expected(3)
      ->check(finite());
  sub->add_flag("--no-frames", a->no_frames, "No pictures of the shapes");
  sub->callback([a, &command] { command = [a] { return find(*a); }; });
}

}  // namespace bristle::cli
