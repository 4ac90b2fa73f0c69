#include "bristle/analysis/equilibrium.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/stiffened_rows.hpp"
#include "bristle/analysis/simulation.hpp"
#include "bristle/error.hpp"

namespace bristle {
namespace {

constexpr double longest_motion = 0.5;  // of one correction: rad, or sizes of the system

class Search {
 public:
  Search(const System& system, const EquilibriumOptions& options)
      : system_(system), options_(options), balance_(system), solver_(make_solver(SolverKind::klu)) {
    solver_->analyze(balance_.pattern());
  }

  Equilibrium run(const State& from);

 private:
  double length(const Eigen::VectorXd& motion) const;
  double force(const Eigen::VectorXd& residual) const;
  bool at_roundoff() const;
  bool factor(double drag);
  Eigen::VectorXd correction(const Eigen::VectorXd& residual);
  Eigen::VectorXd residual() const;
  void hold(const Mobility& free);
  void hold_spins();
  bool load_step(double share, const Eigen::VectorXd& out_of_balance);
  bool put_on_load();
  bool relax();
  [[noreturn]] void give_up();

  const System& system_;
  const EquilibriumOptions& options_;
  Balance balance_;
  std::unique_ptr<LinearSolver> solver_;
  std::unique_ptr<StiffenedRows> rows_;  // of the last factorization
  std::vector<int> pinned_;              // motions that are held
  State at_;                             // the last one in balance with its share of the load
  Equilibrium found_;
};

/// The largest motion of a node: lengths by the size of the system, and angles.
double Search::length(const Eigen::VectorXd& motion) const {
  double largest = 0.0;
  for (int j = 0; j < balance_.motions(); j += 3)
    largest = std::max(largest, motion.segment<3>(j).norm() / (j % 6 < 3 ? system_.size() : 1.0));
  return std::isfinite(largest) ? largest : std::numeric_limits<double>::infinity();
}

double Search::force(const Eigen::VectorXd& residual) const {
  double largest = 0.0;
  for (int j = 0; j < balance_.motions(); j += 3)
    largest = std::max(largest, residual.segment<3>(j).norm() / (j % 6 < 3 ? 1.0 : system_.size()));
  return std::isfinite(largest) ? largest : std::numeric_limits<double>::infinity();
}

/// What is out of balance, but for motions that are held.
Eigen::VectorXd Search::residual() const {
  Eigen::VectorXd r = balance_.residual();
  for (const int j : pinned_) r[j] = 0.0;
  return r;
}

bool Search::at_roundoff() const {
  const Eigen::VectorXd r = residual();
  const double unit = 6.4e4 * std::numeric_limits<double>::epsilon();
  for (int j = 0; j < balance_.motions(); j += 3)
    if (r.segment<3>(j).cwiseAbs().maxCoeff() > unit * balance_.traffic().segment<3>(j).maxCoeff()) return false;
  return true;
}

/// Of the tangent, with a drag (N/m) on all motions.
bool Search::factor(double drag) {
  const BlockPattern& p = balance_.pattern();
  std::vector<double> values = balance_.tangent();
  rows_ = std::make_unique<StiffenedRows>(p, balance_.motions(), values);
  std::vector<bool> pin(balance_.size(), false);
  for (const int j : pinned_) pin[j] = true;
  const double turning = drag * system_.size() * system_.size();
  for (int column = 0; column < balance_.motions(); ++column)
    for (int k = p.column_start[column]; k < p.column_start[column + 1]; ++k) {
      if (p.rows[k] == column) values[k] += column % 6 < 3 ? drag : turning;
      if (pin[column] || pin[p.rows[k]]) values[k] = p.rows[k] == column ? 1.0 : 0.0;
    }
  for (int column = balance_.motions(); column < balance_.size(); ++column)
    for (int k = p.column_start[column]; k < p.column_start[column + 1]; ++k)
      if (pin[p.rows[k]]) values[k] = 0.0;
  solver_->restore({});
  return solver_->factor(values) == SolveStatus::ok;
}

Eigen::VectorXd Search::correction(const Eigen::VectorXd& residual) {
  Eigen::VectorXd d = -residual;
  rows_->adjust(d);
  for (const int j : pinned_) d[j] = 0.0;
  solver_->solve({d.data(), static_cast<std::size_t>(d.size())});
  return d;
}

/// Holds as many single motions as there are free ones, those that take most part in them.
void Search::hold(const Mobility& free) {
  if (free.motions.cols() == 0) return;
  Eigen::MatrixXd rows = free.motions.transpose();
  for (int j = 0; j < rows.cols(); ++j)
    if (j % 6 >= 3) rows.col(j) *= system_.size();
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(rows);
  for (int k = 0; k < qr.rank(); ++k) pinned_.push_back(qr.colsPermutation().indices()[k]);
  found_.held = describe(free);
}

/// Holds the angle of parts that turn freely: no angle is the right one. What holds them is seen in how much of their
/// own forces a turn brings about; weight and loads that turn with them are none.
void Search::hold_spins() {
  const Linearisation about = balance_.linearise(at_);
  const Eigen::SparseMatrix<double> K = about.matrix(about.stiffness), size = K.cwiseAbs();
  for (const Eigen::VectorXd& turn : balance_.turns(at_)) {
    Eigen::VectorXd motion = Eigen::VectorXd::Zero(balance_.size());
    motion.head(balance_.motions()) = turn;
    const Eigen::VectorXd forces = K * motion, all = size * motion.cwiseAbs();
    const bool joined = ((forces.cwiseAbs() - 1e-9 * all).tail(about.size() - about.motions).array() > 0.0).any();
    if (joined || std::abs(motion.dot(forces)) > 1e-6 * motion.cwiseAbs().dot(all)) continue;
    int largest = 0, node = 0;
    while (turn.segment<6>(6 * node).isZero(0.0)) ++node;
    turn.segment<3>(6 * node + 3).cwiseAbs().maxCoeff(&largest);
    pinned_.push_back(6 * node + 3 + largest);
    found_.held +=
        fmt::format("{}the angle of {}", found_.held.empty() ? "" : ", ", in_words(bodies_in(balance_, turn)));
  }
}

/// Newton's method towards a share of the load, from at_. Corrections are shortened until the one that would follow
/// with the same tangent is shorter: a test that no choice of units changes.
bool Search::load_step(double share, const Eigen::VectorXd& out_of_balance) {
  const Eigen::VectorXd target = (1.0 - share) * out_of_balance;
  State now = at_;
  balance_.evaluate(now, true);
  for (int iteration = 0; iteration < options_.iterations; ++iteration) {
    ++found_.iterations;
    if (!factor(0.0)) return false;
    const Eigen::VectorXd d = correction(residual() - target);
    const double full = length(d);
    if (!(full < 1e6)) return false;
    double part = std::min(1.0, longest_motion / full);
    State next;
    for (;; part *= 0.5) {
      if (part < 1e-3) return false;
      next = now;
      balance_.move(next, part * d);
      balance_.remember(at_, next);
      balance_.evaluate(next, false);
      const Eigen::VectorXd after = correction(residual() - target);
      if (full < options_.tolerance || length(after) <= (1.0 - 0.25 * part) * full) break;
    }
    now = std::move(next);
    if (part == 1.0 && full < options_.tolerance) {
      at_ = std::move(now);
      return true;
    }
    balance_.evaluate(now, true);
  }
  return false;
}

bool Search::put_on_load() {
  balance_.evaluate(at_, false);
  const Eigen::VectorXd out_of_balance = residual();
  double done = 0.0, step = std::min(1.0, options_.load_step);
  while (done < 1.0) {
    const double share = std::min(1.0, done + step);
    if (load_step(share, out_of_balance)) {
      ++found_.load_steps;
      done = share;
      step = std::min(1.5 * step, 1.0);
    } else if ((step *= 0.5) < options_.smallest_load_step) {
      return false;
    }
  }
  return true;
}

/// Goes downhill in slow motion against a drag, which falls as long as energy does: for parts that are not in touch
/// yet, or stand where they would not stay.
bool Search::relax() {
  balance_.evaluate(at_, true);
  double drag = force(residual()) / (0.1 * system_.size());
  const double least = 1e-12 * std::max(drag, 1e-30);
  for (int k = 0; k < options_.relaxations; ++k) {
    ++found_.relaxations;
    const double before = force(residual());
    if (!factor(drag)) return false;
    const Eigen::VectorXd d = correction(residual());
    const double full = length(d);
    if (full > 0.2) {
      drag *= 4.0;
      continue;
    }
    State next = at_;
    balance_.move(next, d);
    balance_.remember(at_, next);
    const bool small = full < options_.tolerance;
    const double change = balance_.energy_change(at_, next);
    balance_.evaluate(next, false);
    const double after = force(residual());
    if (!small && !(change <= 0.0) && !(after < before)) {
      drag *= 4.0;
      balance_.evaluate(at_, true);
      continue;
    }
    at_ = std::move(next);
    balance_.evaluate(at_, true);
    if (small && at_roundoff()) return true;
    drag = std::max(least, drag * (after < before ? 0.2 : 0.5));
  }
  return false;
}

void Search::give_up() {
  const Mobility free = mobility(balance_, at_);
  balance_.evaluate(at_, false);
  const double left = force(residual());
  if (free.motions.cols() > 0 && !options_.hold)
    throw ModelError(
        fmt::format("there is no equilibrium: {} meet{} no resistance, and {:.3g} N (or N m by the size of the model) "
                    "stay out of balance. Support them, or ask for them to be held",
                    describe(free), free.motions.cols() == 1 ? "s" : "", left));
  throw NoConvergence(fmt::format("no equilibrium was found; {:.3g} N stay out of balance", left));
}

Equilibrium Search::run(const State& from) {
  at_ = from;
  if (options_.spinning) balance_.keep_turning(from);
  for (Vec6& twist : at_.twists) twist.setZero();
  for (const JointTerm& joint : system_.joints())  // λ_v belongs to motion
    for (int row = 0; row < joint.rows(); ++row) at_.multipliers[joint.slots.multiplier + joint.rows() + row] = 0.0;
  if (balance_.motions() > 0) {
    if (options_.spinning)
      hold_spins();
    else if (options_.hold)
      hold(mobility(balance_, at_));
    const State start = at_;
    if (!put_on_load()) {
      at_ = start;
      found_.load_steps = 0;
      if (!relax()) give_up();
    }
  }
  balance_.evaluate(at_, false);
  found_.imbalance = force(residual());
  balance_.set_twists(at_);
  balance_.report(at_);
  found_.mobility = mobility(balance_, at_);
  found_.state = std::move(at_);
  return found_;
}

}  // namespace

Equilibrium find_equilibrium(const System& system, const State& from, const EquilibriumOptions& options) {
  return Search(system, options).run(from);
}

}  // namespace bristle
