#include "bristle/analysis/modes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "analysis/kkt.hpp"
#include "analysis/mode_shape.hpp"
#include "bristle/error.hpp"

namespace bristle {

double Mode::frequency() const { return std::abs(s.imag()) / (2.0 * std::numbers::pi); }

void normalise(Mode& mode) {
  std::array<std::complex<double>, 2> largest{};  // of displacements, and of rotations
  for (int j = 0; j < mode.shape.size(); ++j) {
    auto& at = largest[j % 6 < 3 ? 0 : 1];
    if (std::abs(mode.shape[j]) > (1.0 + 1e-6) * std::abs(at)) at = mode.shape[j];  // the first of equals
  }
  mode.shape /= std::abs(largest[0]) > 1e-9 * std::abs(largest[1]) ? largest[0] : largest[1];
}

std::vector<Mode> modes(const Balance& balance, const State& state, const ModeOptions& options) {
  if (balance.motions() == 0) return {};
  State still = state;
  if (!options.about.turning_axes)
    for (Vec6& twist : still.twists) twist.setZero();
  Linearisation about = balance.linearise(still, options.about);
  about.stiffness = symmetric_part(about, about.stiffness);
  double low = -INFINITY, high = INFINITY, centre = 0.0;
  if (options.band) {
    const auto square = [](double hz) { return std::pow(2.0 * std::numbers::pi * hz, 2); };
    low = square((*options.band)[0]);
    high = square((*options.band)[1]);
    if (!(low < high)) throw ModelError("a band of frequencies goes from a lower to a higher one");
    centre = 0.5 * (low + high);
  }
  EigenPairs pairs;
  for (int number = options.band ? 20 : options.number;; number *= 2) {  // until the band is covered
    pairs = nearest_eigenpairs(about, number, centre);
    if (!options.band || pairs.values.size() < number) break;
    if (pairs.values.minCoeff() < low && pairs.values.maxCoeff() > high) break;
    if ((pairs.values.array() - centre).abs().maxCoeff() > 0.5 * (high - low)) break;
  }
  std::vector<Mode> out;
  for (int j = 0; j < pairs.values.size(); ++j) {
    const double value = pairs.values[j];
    if (value < low || value > high) continue;
    Mode mode{
        .s = value < 0.0 ? std::complex<double>(std::sqrt(-value), 0.0) : std::complex<double>(0.0, std::sqrt(value)),
        .shape = pairs.vectors.col(j).cast<std::complex<double>>()};
    normalise(mode);
    out.push_back(std::move(mode));
  }
  if (options.number > 0 && static_cast<int>(out.size()) > options.number) out.resize(options.number);
  return out;
}

bool looks_round(const Balance& balance, const State& state) {
  State turned = state;
  bool any = false;
  for (std::size_t n = 0; n < state.frames.size(); ++n) {
    const Vec3 rate = state.frames[n].R * state.twists[n].tail<3>(),
               velocity = state.frames[n].R * state.twists[n].head<3>();
    const double square = rate.squaredNorm();
    if (!(square > 0.0)) continue;
    any = true;
    const Vec3 about = state.frames[n].x + rate.cross(velocity) / square;
    const Mat3 turn = cay(2.0 * std::tan(0.35) * rate / std::sqrt(square));  // 0.7 rad: no symmetry of a blade row
    turned.frames[n] = {about + turn * (state.frames[n].x - about), turn * state.frames[n].R};
  }
  if (!any) return true;
  State still = state;
  for (State* s : {&still, &turned}) {
    for (Vec6& twist : s->twists) twist.setZero();
    std::fill(s->multipliers.begin(), s->multipliers.end(), 0.0);
    s->share = 0.0;
  }
  const Linearisation one = balance.linearise(still, {.contacts = ContactsAre::open});
  const Linearisation two = balance.linearise(turned, {.contacts = ContactsAre::open});
  const auto alike = [&](const std::vector<double>& a, const std::vector<double>& b) {
    const Eigen::VectorXd size = Eigen::SparseMatrix<double>(one.matrix(a)).diagonal().cwiseAbs();
    for (int column = 0; column < one.motions; ++column)
      for (int k = one.pattern.column_start[column]; k < one.pattern.column_start[column + 1]; ++k)
        if (const int row = one.pattern.rows[k]; row < one.motions)
          if (std::abs(a[k] - b[k]) > 1e-6 * (std::sqrt(size[row] * size[column]) + 1e-6 * size.maxCoeff()))
            return false;
    return true;
  };
  return alike(one.mass, two.mass) && alike(one.stiffness, two.stiffness);
}

void settle_reactions(const Balance& balance, State& state) {
  if (balance.size() == balance.motions()) return;
  std::fill(state.multipliers.begin(), state.multipliers.end(), 0.0);
  Balance forces = balance;
  forces.evaluate(state, true);
  Linearisation about = balance.linearise(state);
  about.stiffness = forces.tangent();
  const double size = balance.system().size();
  double mass = 0.0;
  for (int k = 0; k < balance.system().nodes(); ++k) mass += mass_of(balance.system().inertia(k));
  const double little = mass > 0.0 ? 1e-9 * mass / balance.system().nodes() : 1.0;
  for (int j = 0; j < about.motions; ++j)
    for (int k = about.pattern.column_start[j]; k < about.pattern.column_start[j + 1]; ++k) {
      if (about.pattern.rows[k] < about.motions) about.stiffness[k] = about.mass[k];
      if (about.pattern.rows[k] == j) about.stiffness[k] += j % 6 < 3 ? little : little * size * size;
    }
  Eigen::VectorXd x = -forces.residual() - balance.steady_inertia(state);
  x.tail(about.size() - about.motions).setZero();
  const auto solver = make_solver(SolverKind::klu);
  solver->analyze(about.pattern);
  if (solver->factor(about.stiffness) != SolveStatus::ok)
    throw ModelError("the reactions of the joints are not determined");
  solver->solve({x.data(), static_cast<std::size_t>(x.size())});
  x.head(about.motions).setZero();
  balance.move(state, x);
}

State displaced(const Balance& balance, const State& state, const Mode& mode, double amplitude, double phase) {
  State out = state;
  Eigen::VectorXd by = Eigen::VectorXd::Zero(balance.size());
  by.head(balance.motions()) = amplitude * (mode.shape * std::polar(1.0, phase)).real();
  balance.move(out, by);
  return out;
}

}  // namespace bristle
