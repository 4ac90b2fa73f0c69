#include "bristle/io/mode_files.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "bristle/io/vtk_series.hpp"
#include "io/csv.hpp"
#include "io/file.hpp"
#include "io/results_directory.hpp"

namespace bristle {

namespace fs = std::filesystem;

namespace {

void make_directory(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throw_io("make the directory", directory, error.value());
}

/// The sense in which nodes run around an axis, where most of them agree.
int whirl(const Balance& balance, const Mode& mode, const Vec3& axis) {
  double around = 0.0, most = 0.0;
  for (int j = 0; j < balance.motions(); j += 6)
    for (const int part : {0, 3}) {
      const Vec3 re = mode.shape.segment<3>(j + part).real(), im = mode.shape.segment<3>(j + part).imag();
      around -= re.cross(im).dot(axis);
      most += 0.5 * (re.squaredNorm() + im.squaredNorm());
    }
  return std::abs(around) < 1e-3 * most ? 0 : around > 0.0 ? 1 : -1;
}

}  // namespace

void write_modes(Simulation& run, const Balance& balance, const std::vector<Mode>& modes, const fs::path& directory,
                 bool frames) {
  make_directory(directory);
  discard_modes(directory);
  Csv table(directory / "modes.csv", {"mode", "frequency_hz", "omega_rad_s", "damping_ratio", "s_real", "s_imag"});
  for (std::size_t k = 0; k < modes.size(); ++k)
    table.row(static_cast<int>(k) + 1, modes[k].frequency(), modes[k].angular_frequency(),
              modes[k].damping_ratio() + 0.0,  // no minus before a zero
              modes[k].s.real() + 0.0, modes[k].s.imag());
  table.flush();
  if (!frames) return;
  const State rest = run.state();
  constexpr int phases = 24;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    VtkSeries series(run.system(), directory / fmt::format("mode_{:02}", k + 1));
    const bool turns_only = modes[k].shape(Eigen::seq(0, Eigen::last, 6)).cwiseAbs().maxCoeff() +
                                modes[k].shape(Eigen::seq(1, Eigen::last, 6)).cwiseAbs().maxCoeff() +
                                modes[k].shape(Eigen::seq(2, Eigen::last, 6)).cwiseAbs().maxCoeff() <
                            0.5;
    const double amplitude = turns_only ? 0.2 : 0.05 * run.system().size();
    const double period = modes[k].frequency() > 0.0 ? 1.0 / modes[k].frequency() : 1.0;
    for (int phase = 0; phase <= phases; ++phase) {
      State state = displaced(balance, rest, modes[k], amplitude, 2.0 * std::numbers::pi * phase / phases);
      state.time = rest.time + period * phase / phases;
      run.show(state);
      series.write(run);
    }
  }
  run.show(rest);
}

std::vector<Mode> write_modes_at(Simulation& run, const ModesAt& wanted, const fs::path& directory) {
  const Balance balance(run.system());
  State about = run.state();
  settle_reactions(balance, about);
  const std::vector<Mode> found =
      wanted.complex ? complex_modes(balance, about, wanted.options) : modes(balance, about, wanted.options);
  write_modes(run, balance, found, directory, wanted.frames);
  return found;
}

void write_campbell(const Balance& balance, const State& state, std::span<const SpinModes> rows, const fs::path& file) {
  Vec3 axis = Vec3::Zero();
  for (std::size_t n = 0; n < state.twists.size(); ++n) {
    const Vec3 spin = state.frames[n].R * state.twists[n].tail<3>();
    if (spin.norm() > axis.norm()) axis = spin;
  }
  if (axis.norm() > 0.0) axis.normalize();
  Csv table(file, {"spin_rad_s", "mode", "frequency_hz", "omega_rad_s", "damping_ratio", "whirl"});
  for (const SpinModes& row : rows)
    for (std::size_t k = 0; k < row.modes.size(); ++k)
      table.row(row.spin, static_cast<int>(k) + 1, row.modes[k].frequency(), row.modes[k].angular_frequency(),
                row.modes[k].damping_ratio() + 0.0, row.spin != 0.0 ? whirl(balance, row.modes[k], axis) : 0);
  table.flush();
}

void write_response(Simulation& run, const SmallMotion& about, const Output& output,
                    std::span<const double> frequencies, const Eigen::MatrixXcd& response, const fs::path& file) {
  Csv::Columns columns{"frequency_hz"};
  for (const Probe& probe : output.probes)
    columns.insert(columns.end(), {probe.name + "_amplitude", probe.name + "_phase"});
  if (file.has_parent_path()) make_directory(file.parent_path());
  Csv table(file, columns);
  const State rest = run.state();
  const auto readings = [&](const Eigen::VectorXcd& y, double omega, double part) {
    about.show(run, y, omega, part);
    std::vector<double> values;
    for (const Probe& probe : output.probes) values.push_back(probe.read(run));
    return values;
  };
  const double size = std::min(1.0, run.system().size());
  const int motions = run.system().unknown_of_multiplier(0) / 2;
  const std::complex<double> quarter(0.0, -1.0);  // Re(−i y) is the imaginary part of y
  for (std::size_t j = 0; j < frequencies.size(); ++j) {
    const Eigen::VectorXcd y = response.col(static_cast<int>(j));
    const double omega = 2.0 * std::numbers::pi * frequencies[j];
    const double largest = y.head(motions).cwiseAbs().maxCoeff();
    const double h = largest > 0.0 ? 1e-6 * size / largest : 1.0;
    const auto real_up = readings(y, omega, h), real_down = readings(y, omega, -h);
    const auto imag_up = readings(quarter * y, omega, h), imag_down = readings(quarter * y, omega, -h);
    table.add(frequencies[j]);
    for (std::size_t p = 0; p < output.probes.size(); ++p) {
      const std::complex<double> value((real_up[p] - real_down[p]) / (2.0 * h),
                                       (imag_up[p] - imag_down[p]) / (2.0 * h));
      table.add(std::abs(value));
      table.add(std::arg(value));
    }
    table.end_row();
  }
  table.flush();
  run.show(rest);
}

}  // namespace bristle
