#include "analysis/path_step.hpp"

#include <algorithm>
#include <cmath>

#include "bristle/error.hpp"

namespace bristle {
namespace {

constexpr double longest_correction = 0.5;  // rad, or sizes of the system
constexpr double furthest = 0.5;            // from the point that the tangent leads to, by the step
constexpr int settling = 3;                 // the first corrections may grow: a bend stretches slender beams
constexpr double sharpest_turn = 0.5;       // cosine between tangents at both ends of a step
constexpr double kinks_below = 0.01;        // of the longest step: contacts that close turn the tangent at once
constexpr double roundoff = 1e3;            // units of it
constexpr double share_difference = 1e-5;   // for the derivative by the share

}  // namespace

PathStepper::PathStepper(const System& system, const State& from, const PathOptions& options)
    : options_(options),
      balance_(system),
      tangent_(balance_),
      start_(brought_to_rest(system, from)),
      share_unit_(std::abs(options.to)) {
  start_.share = 0.0;
  if (options_.hold) {
    const Mobility free = mobility(balance_, start_);
    tangent_.hold(free);
    held_ = describe(free);
  }
  balance_.evaluate(start_, false);
  at_start_ = balance_.residual();
}

/// Of two directions of the path. Forces of joints have no length: they follow from the motion.
double PathStepper::dot(const Eigen::VectorXd& a, double rise_a, const Eigen::VectorXd& b, double rise_b) const {
  const double size = balance_.system().size();
  double lengths = 0.0, angles = 0.0;
  for (int j = 0; j < balance_.motions(); j += 6) {
    lengths += a.segment<3>(j).dot(b.segment<3>(j));
    angles += a.segment<3>(j + 3).dot(b.segment<3>(j + 3));
  }
  return 6.0 / balance_.motions() * (lengths / (size * size) + angles) + rise_a * rise_b / (share_unit_ * share_unit_);
}

Eigen::VectorXd PathStepper::out_of_balance(const State& state, bool with_tangent) {
  balance_.evaluate(state, with_tangent);
  Eigen::VectorXd r = balance_.residual() - (1.0 - state.share) * at_start_;
  for (const int j : tangent_.held()) r[j] = 0.0;
  return r;
}

/// Loads and weight are linear in the share, so that differences are exact for them; drives are smooth in it.
Eigen::VectorXd PathStepper::by_share(const State& state) {
  const double h = share_difference * share_unit_;
  State beside = state;
  beside.share = state.share + h;
  const Eigen::VectorXd more = out_of_balance(beside, false);
  beside.share = state.share - h;
  return (more - out_of_balance(beside, false)) / (2.0 * h);
}

std::optional<PathNode> PathStepper::begin() {
  PathNode node{.state = start_};
  out_of_balance(start_, true);
  const Eigen::VectorXd change = by_share(start_);
  State loaded = start_;
  loaded.share = options_.to;
  const Eigen::VectorXd all = out_of_balance(loaded, false);
  if (change.isZero(0.0) && (all - out_of_balance(start_, true)).isZero(0.0))
    throw ModelError("there is no path to follow: no load, weight or drive acts");
  if (!tangent_.factor()) return {};
  const Eigen::VectorXd z = tangent_.correction(change);
  const double unit = (options_.to < 0.0 ? -1.0 : 1.0) / std::sqrt(dot(z, 1.0, z, 1.0));
  if (!(tangent_.length(unit * z) < 1e6)) return {};
  node.along = unit * z;
  node.rise = unit;
  return node;
}

std::optional<PathNode> PathStepper::advance(const PathNode& from, double arc) {
  State trial = from.state;
  balance_.move(trial, arc * from.along);
  trial.share += arc * from.rise;
  balance_.remember(from.state, trial);
  return correct(from, std::move(trial), arc, false);
}

std::optional<PathNode> PathStepper::settle(const PathNode& from, const PathNode& near, double share) {
  State trial = near.state;
  trial.share = share;
  return correct(from, std::move(trial), near.arc - from.arc, true);
}

/// Newton's method for one equation less than there are unknowns: each correction is the shortest of those that make up
/// for what is out of balance, so at right angles to the path.
std::optional<PathNode> PathStepper::correct(const PathNode& from, State trial, double arc, bool share_fixed) {
  const bool smooth = arc > kinks_below * options_.arc;
  Eigen::VectorXd moved = Eigen::VectorXd::Zero(balance_.size());
  double risen = 0.0, before = longest_correction;
  for (int iteration = 1; iteration <= options_.iterations; ++iteration) {
    const Eigen::VectorXd left = out_of_balance(trial, true);
    const Eigen::VectorXd change = by_share(trial);
    if (!tangent_.factor()) return {};
    const Eigen::VectorXd z = tangent_.correction(change);  // (z, 1) is along the path
    Eigen::VectorXd d = tangent_.correction(left);
    const double squared = dot(z, 1.0, z, 1.0);
    const double rise = share_fixed ? 0.0 : -dot(d, 0.0, z, 1.0) / squared;
    d += rise * z;
    const double full = std::max(tangent_.length(d), std::abs(rise) / share_unit_);
    if (!left.allFinite() || !std::isfinite(full)) return {};
    if (full <= (iteration <= settling ? std::max(before, furthest * arc) : before)) {
      before = full;
      moved += d;
      risen += rise;
      if (smooth && !share_fixed && dot(moved, risen, moved, risen) > std::pow(furthest * arc, 2)) return {};
      balance_.move(trial, d);
      trial.share += rise;
      balance_.remember(from.state, trial);
      if (full > options_.tolerance) continue;
    } else if (!tangent_.at_roundoff(left, roundoff)) {  // which near a critical point is as far as it comes
      return {};
    }

    PathNode node{.state = std::move(trial), .arc = from.arc + arc, .iterations = iteration};
    double unit = 1.0 / std::sqrt(squared);
    const double turn = unit * dot(z, 1.0, from.along, from.rise);
    if (smooth && std::abs(turn) < sharpest_turn) return {};
    if (turn < 0.0) unit = -unit;
    node.along = unit * z;
    node.rise = unit;
    return node;
  }
  return {};
}

}  // namespace bristle
