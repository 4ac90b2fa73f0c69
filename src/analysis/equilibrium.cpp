#include "bristle/analysis/equilibrium.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/held_tangent.hpp"
#include "bristle/analysis/simulation.hpp"
#include "bristle/error.hpp"

namespace bristle {
namespace {

constexpr double longest_motion = 0.5;  // of one correction: rad, or sizes of the system

class Search {
 public:
  Search(const System& system, const EquilibriumOptions& options)
      : system_(system), options_(options), balance_(system), tangent_(balance_) {}

  Equilibrium run(const State& from);

 private:
  Eigen::VectorXd residual() const;
  void hold_spins();
  bool load_step(double share, const Eigen::VectorXd& out_of_balance);
  bool put_on_load();
  bool relax();
  [[noreturn]] void give_up();

  const System& system_;
  const EquilibriumOptions& options_;
  Balance balance_;
  HeldTangent tangent_;
  State at_;  // the last one in balance with its share of the load
  Equilibrium found_;
};

/// What is out of balance, but for motions that are held.
Eigen::VectorXd Search::residual() const {
  Eigen::VectorXd r = balance_.residual();
  for (const int j : tangent_.held()) r[j] = 0.0;
  return r;
}

/// Holds the angle of parts that turn freely: no angle is the right one. Free is what brings about no forces but
/// round-off, weight and loads apart.
void Search::hold_spins() {
  State unloaded = at_;
  unloaded.share = 0.0;
  const Linearisation about = balance_.linearise(unloaded);
  const Eigen::SparseMatrix<double> K = about.matrix(about.stiffness), size = K.cwiseAbs();
  for (const Eigen::VectorXd& turn : balance_.turns(at_)) {
    Eigen::VectorXd motion = Eigen::VectorXd::Zero(balance_.size());
    motion.head(balance_.motions()) = turn;
    const Eigen::VectorXd forces = K * motion, all = size * motion.cwiseAbs();
    const bool joined = ((forces.cwiseAbs() - 1e-9 * all).tail(about.size() - about.motions).array() > 0.0).any();
    if (joined || std::abs(motion.dot(forces)) > 1e-11 * motion.cwiseAbs().dot(all)) continue;
    int largest = 0, node = 0;
    while (turn.segment<6>(6 * node).isZero(0.0)) ++node;
    turn.segment<3>(6 * node + 3).cwiseAbs().maxCoeff(&largest);
    tangent_.hold(6 * node + 3 + largest);
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
    if (!tangent_.factor()) return false;
    const Eigen::VectorXd d = tangent_.correction(residual() - target);
    const double full = tangent_.length(d);
    if (!(full < 1e6)) return false;
    double part = std::min(1.0, longest_motion / full);
    State next;
    for (;; part *= 0.5) {
      if (part < 1e-3) return false;
      next = now;
      balance_.move(next, part * d);
      balance_.remember(at_, next);
      balance_.evaluate(next, false);
      const Eigen::VectorXd after = tangent_.correction(residual() - target);
      if (full < options_.tolerance || tangent_.length(after) <= (1.0 - 0.25 * part) * full) break;
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
      found_.put_on = done;
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
  double drag = tangent_.force(residual()) / (0.1 * system_.size());
  const double least = 1e-12 * std::max(drag, 1e-30);
  for (int k = 0; k < options_.relaxations; ++k) {
    ++found_.relaxations;
    const double before = tangent_.force(residual());
    if (!tangent_.factor(drag)) return false;
    const Eigen::VectorXd d = tangent_.correction(residual());
    const double full = tangent_.length(d);
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
    const double after = tangent_.force(residual());
    if (!small && !(change <= 0.0) && !(after < before)) {
      drag *= 4.0;
      balance_.evaluate(at_, true);
      continue;
    }
    at_ = std::move(next);
    balance_.evaluate(at_, true);
    if (small && tangent_.at_roundoff(residual(), 6.4e4)) return true;
    drag = std::max(least, drag * (after < before ? 0.2 : 0.5));
  }
  return false;
}

void Search::give_up() {
  const Mobility free = mobility(balance_, at_);
  balance_.evaluate(at_, false);
  const double left = tangent_.force(residual());
  if (free.motions.cols() > 0 && !options_.hold)
    throw ModelError(
        fmt::format("there is no equilibrium: {} meet{} no resistance, and {:.3g} N (or N m by the size of the model) "
                    "stay out of balance. Support them, or ask for them to be held",
                    describe(free), free.motions.cols() == 1 ? "s" : "", left));
  throw NoConvergence(
      fmt::format("no equilibrium was found; {:.3g} N stay out of balance. Of the load, a share of {:.4g} could be put "
                  "on step by step: if it has a limit there, follow the path through it (bristle static --path)",
                  left, found_.put_on));
}

Equilibrium Search::run(const State& from) {
  at_ = brought_to_rest(system_, from);
  if (options_.spinning) balance_.keep_turning(from);
  if (balance_.motions() > 0) {
    if (options_.spinning) hold_spins();
    if (options_.hold) {
      const Mobility free = mobility(balance_, at_);
      tangent_.hold(free);
      found_.held += (found_.held.empty() || free.motions.cols() == 0 ? "" : ", ") + describe(free);
    }
    const State start = at_;
    if (!put_on_load()) {
      at_ = start;
      found_.load_steps = 0;
      if (!relax()) give_up();
    }
  }
  balance_.evaluate(at_, false);
  found_.imbalance = tangent_.force(residual());
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
