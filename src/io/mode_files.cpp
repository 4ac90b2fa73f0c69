#include "bristle/io/mode_files.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "bristle/io/vtk_series.hpp"
#include "io/csv.hpp"
#include "io/file.hpp"

namespace bristle {

namespace fs = std::filesystem;

namespace {

void make_directory(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throw_io("make the directory", directory, error.value());
}

void put(Simulation& run, const State& state) {
  Snapshot snapshot = run.snapshot();
  snapshot.state = state;
  run.restore(snapshot);
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
  Csv table(directory / "modes.csv", {"mode", "frequency_hz", "omega_rad_s", "damping_ratio", "s_real", "s_imag"});
  for (std::size_t k = 0; k < modes.size(); ++k)
    table.row(static_cast<int>(k) + 1, modes[k].frequency(), modes[k].angular_frequency(), modes[k].damping_ratio(),
              modes[k].s.real(), modes[k].s.imag());
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
      put(run, state);
      series.write(run);
    }
  }
  put(run, rest);
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
                row.modes[k].damping_ratio(), whirl(balance, row.modes[k], axis));
  table.flush();
}

void write_response(Simulation& run, const Balance& balance, const Output& output, std::span<const double> frequencies,
                    const Eigen::MatrixXcd& motions, const fs::path& file) {
  Csv::Columns columns{"frequency_hz"};
  for (const Probe& probe : output.probes)
    columns.insert(columns.end(), {probe.name + "_amplitude", probe.name + "_phase"});
  if (file.has_parent_path()) make_directory(file.parent_path());
  Csv table(file, columns);
  const State rest = run.state();
  // Readings in a state displaced by ±h times a motion, with the velocities that belong to it.
  const auto readings = [&](const Eigen::VectorXd& motion, const Eigen::VectorXd& velocity) {
    State state = rest;
    Eigen::VectorXd by = Eigen::VectorXd::Zero(balance.size());
    by.head(balance.motions()) = motion;
    balance.move(state, by);
    for (int n = 0; n < balance.system().nodes(); ++n) {
      if (!balance.system().moves(n)) continue;
      const int at = balance.motion_of(n);
      state.twists[n].head<3>() += rest.frames[n].R.transpose() * velocity.segment<3>(at);
      state.twists[n].tail<3>() += rest.frames[n].R.transpose() * velocity.segment<3>(at + 3);
    }
    put(run, state);
    std::vector<double> values;
    for (const Probe& probe : output.probes) values.push_back(probe.read(run));
    return values;
  };
  for (std::size_t j = 0; j < frequencies.size(); ++j) {
    const Eigen::VectorXcd y = motions.col(static_cast<int>(j));
    const Eigen::VectorXcd rate = std::complex<double>(0.0, 2.0 * std::numbers::pi * frequencies[j]) * y;
    const double largest = y.cwiseAbs().maxCoeff();
    const double h = largest > 0.0 ? 1e-6 * std::min(1.0, balance.system().size()) / largest : 1.0;
    const auto real_up = readings(h * y.real(), h * rate.real()), real_down = readings(-h * y.real(), -h * rate.real());
    const auto imag_up = readings(h * y.imag(), h * rate.imag()), imag_down = readings(-h * y.imag(), -h * rate.imag());
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
  put(run, rest);
}

}  // namespace bristle
