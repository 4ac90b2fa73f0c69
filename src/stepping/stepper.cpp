#include "bristle/stepping/stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bristle {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double longest_rotation = 6.0;  // |r| of a Cayley vector: 143°, where its map grows steep

}  // namespace

Stepper::Stepper(const System& system, const NewtonOptions& options, SolverKind solver)
    : system_(system), options_(options), solver_(make_solver(solver)), assembly_(system) {
  solver_->analyze(system.pattern());
  nodes_.resize(system.nodes());
  impulses_.resize(system.multipliers());
  correction_.resize(system.unknowns());
}

NewtonReport Stepper::step(const State& from, double dt, State& to) {
  predict(from, dt);
  NewtonReport report = iterate(from, dt);
  if (report.converged) commit(from, dt, to);
  return report;
}

std::vector<ContactReport> Stepper::contact_rates(const State& state, double dt) {
  predict(state, dt);
  const Step step = view(state, dt);
  std::vector<ContactReport> reports;
  for (const ContactTerm& gap : system_.gaps()) reports.push_back(gap.report(step, state.memory));
  return reports;
}

void Stepper::predict(const State& from, double dt) {
  for (int n = 0; n < system_.nodes(); ++n) {
    NodeStep& node = nodes_[n];
    node.start = from.frames[n];
    node.twist_i = from.twists[n];
    node.jump.setZero();
    node.dx.setZero();
    node.r.setZero();
    if (system_.moves(n)) {  // U_f = Δt η_i: Δx = (I − r̃/2)⁻¹ R_i u, so steady screw motions are predicted exactly
      node.r = node.start.R * (dt * node.twist_i.tail<3>());
      const double size = node.r.norm();
      if (size > longest_rotation / 2.0) node.r *= longest_rotation / 2.0 / size;
      const Vec3 u = node.start.R * (dt * node.twist_i.head<3>());
      const Vec3& r = node.r;
      node.dx = (u + 0.5 * r.cross(u) + 0.25 * r * r.dot(u)) / (1.0 + 0.25 * r.squaredNorm());
    }
    complete(node, dt);
  }
  for (std::size_t k = 0; k < impulses_.size(); ++k) impulses_[k] = dt * from.multipliers[k];
}

Step Stepper::view(const State& from, double dt) const { return {from.time, dt, nodes_, impulses_, from.memory}; }

Stepper::Measures Stepper::measure() const {
  const Eigen::VectorXd& r = assembly_.residual();
  const Eigen::VectorXd& traffic = assembly_.traffic();
  Measures m;
  double worst = -1.0;
  const int first_multiplier = system_.unknown_of_multiplier(0);
  for (int row = 0; row < first_multiplier; row += 3) {  // forces and moments, three at a time
    const double size = r.segment<3>(row).cwiseAbs().maxCoeff();
    if (size == 0.0) continue;
    const double terms = traffic.segment<3>(row).maxCoeff();
    const double ratio = size / (epsilon * terms);
    if (!std::isfinite(ratio) || !std::isfinite(terms)) m.finite = false;
    m.residual = std::max(m.residual, ratio);
    if (ratio > worst || std::isnan(ratio)) {
      worst = ratio;
      m.worst_row = row;
    }
  }
  for (int row = first_multiplier; row < system_.unknowns(); ++row) {
    const double ratio = std::abs(r[row]) / (epsilon * traffic[row]);
    if (!std::isfinite(ratio) || !std::isfinite(traffic[row])) m.finite = false;
    m.constraint = std::max(m.constraint, ratio);
    if (ratio > worst || std::isnan(ratio)) {
      worst = ratio;
      m.worst_row = row;
    }
  }
  return m;
}

Stepper::Increment Stepper::correct(double dt) {
  double shift = 0.0, turn = 0.0;       // largest corrections
  double motion = 0.0, rotation = 0.0;  // largest increments of the step
  double extent = system_.size();
  for (int n = 0; n < system_.nodes(); ++n) {
    if (!system_.moves(n)) continue;
    NodeStep& node = nodes_[n];
    const double* d = correction_.data() + system_.unknown_of_node(n);
    const Eigen::Map<const Vec6> motion_change(d + e1);
    const Eigen::Map<const Vec6> jump_change(d + e2);
    node.dx += motion_change.head<3>();
    node.r = cay_compose(motion_change.tail<3>(), node.r);
    node.jump += jump_change;
    const auto larger = [](double& largest, const auto& a, const auto& b) {
      largest = std::max({largest, a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff()});
    };
    larger(shift, motion_change.head<3>(), jump_change.head<3>());
    larger(turn, motion_change.tail<3>(), jump_change.tail<3>());
    larger(motion, node.dx, node.jump.head<3>());
    larger(rotation, node.r, node.jump.tail<3>());
    complete(node, dt);
    extent = std::max(extent, node.end.x.cwiseAbs().maxCoeff());
  }
  for (std::size_t k = 0; k < impulses_.size(); ++k) impulses_[k] += correction_[system_.unknown_of_multiplier(0) + k];
  // Positions carry the round-off of their own size, rotations that of one; a correction below these counts as none.
  const auto ratio = [](double part, double whole, double floor) { return part > floor ? part / whole : 0.0; };
  Increment result;
  result.relative = std::max(ratio(shift, motion, 4.0 * epsilon * extent), ratio(turn, rotation, 4.0 * epsilon));
  result.in_range = std::isfinite(shift + turn) && rotation < longest_rotation;
  return result;
}

NewtonReport Stepper::iterate(const State& from, double dt) {
  NewtonReport report;
  const Step step = view(from, dt);
  double last = std::numeric_limits<double>::infinity();
  int growing = 0;
  bool keep_factors = false, kept_before = false;
  assembly_.evaluate(step, true);
  Measures measures = measure();
  while (report.iterations < options_.max_iterations && measures.finite) {
    if (!keep_factors) {
      ++report.factorizations;
      if (solver_->factor(assembly_.tangent()) != SolveStatus::ok) {
        report.diagnosis = fmt::format("the equations are singular (t = {:.6g} s, step {:.3g} s); {}", from.time, dt,
                                       describe(step, measures));
        return report;
      }
    }
    correction_ = -assembly_.residual();
    solver_->solve({correction_.data(), static_cast<std::size_t>(correction_.size())});
    const Increment increment = correct(dt);
    ++report.iterations;
    report.increment = increment.relative;
    if (!increment.in_range) {  // blame what the step began with: where the iterations went says little
      predict(from, dt);
      assembly_.evaluate(step, false);
      report.diagnosis = fmt::format(
          "a node would turn by half a turn or more in one step (t = {:.6g} s, step {:.3g} s); at its start {}",
          from.time, dt, describe(step, measure()));
      return report;
    }

    assembly_.evaluate(step, false);
    measures = measure();
    report.residual = measures.residual;
    report.constraint = measures.constraint;
    // The next correction would be the square of this one, or, with factors kept, fall by the same factor again; that
    // is a guess from two numbers, so ten times more is asked of it.
    const double next =
        keep_factors ? 10.0 * increment.relative * increment.relative / last : increment.relative * increment.relative;
    const bool settled = next <= options_.increment * options_.increment;
    // No digits left to gain: the correction is below round-off, or two with factors of their own have stopped
    // shrinking near the solution. Then the residual is as small as it gets, and may be larger than its traffic lets
    // expect.
    const bool fresh = !keep_factors && !kept_before;
    const bool stagnant =
        increment.relative == 0.0 || (fresh && increment.relative < 1e-3 && increment.relative > 0.25 * last);
    const double allowed = stagnant ? 1e3 * options_.roundoff : options_.roundoff;
    const bool balanced = measures.finite && measures.residual <= allowed && measures.constraint <= allowed;
    if (balanced && (settled || stagnant)) {
      report.converged = on_branch(step, report);
      return report;
    }
    growing = increment.relative > 2.0 * last ? growing + 1 : 0;
    if (growing >= 3) break;
    // Near the solution the factors in hand serve on, as long as they gain a digit or more.
    kept_before = keep_factors;
    keep_factors = increment.relative < (keep_factors ? 0.1 * last : options_.keep_factors);
    last = increment.relative;
    if (!keep_factors) assembly_.evaluate(step, true);
  }
  report.diagnosis = fmt::format("no convergence in {} iterations (t = {:.6g} s, step {:.3g} s); {}", report.iterations,
                                 from.time, dt, describe(step, measures));
  return report;
}

/// A driven angle may converge half a turn off; that is not the solution that was asked for. A disk may leave the range
/// of its gap.
bool Stepper::on_branch(const Step& step, NewtonReport& report) const {
  for (std::size_t k = 0; k < system_.joints().size(); ++k) {
    const JointTerm& joint = system_.joints()[k];
    if (joint.on_branch(nodes_[joint.nodes[0]].end, nodes_[joint.nodes[1]].end, step.end_time())) continue;
    report.diagnosis = fmt::format("the drive of joint '{}' was met half a turn off (t = {:.6g} s, step {:.3g} s)",
                                   system_.model().joints[k].name, step.time, step.dt);
    return false;
  }
  for (std::size_t k = 0; k < system_.gaps().size(); ++k) {
    const ContactTerm& gap = system_.gaps()[k];
    if (gap.in_range(nodes_[gap.nodes[0]].end, nodes_[gap.nodes[1]].end)) continue;
    report.diagnosis = fmt::format(
        "the disk of contact '{}' stands on edge in its cylinder, where a thin disk has no gap (t = {:.6g} s, "
        "step {:.3g} s): hold its tilt, with a second disk or a joint",
        gap.contact().name, step.time, step.dt);
    return false;
  }
  return true;
}

std::string Stepper::describe(const Step& step, const Measures& m) const {
  const int row = m.worst_row;
  if (row < 0) return "no residual is left to blame";
  const int first_multiplier = system_.unknown_of_multiplier(0);
  const std::string term = assembly_.largest_term(step, row);
  if (row >= first_multiplier)
    return fmt::format("worst is a constraint of {}, violated by {:.3g}", term, std::abs(assembly_.residual()[row]));
  std::string node = "?";
  for (int n = 0; n < system_.nodes(); ++n)
    if (system_.moves(n) && row >= system_.unknown_of_node(n) && row < system_.unknown_of_node(n) + node_size)
      node = system_.model().nodes[n].name;
  const char* what = row % 6 < 3 ? "force" : "moment";
  return fmt::format("worst is the {} balance of node '{}', off by {:.3g} N{} s; largest part from {}", what, node,
                     assembly_.residual().segment<3>(row).norm(), what[0] == 'm' ? " m" : "", term);
}

void Stepper::commit(const State& from, double dt, State& to) {
  const Step step = view(from, dt);
  account_ = assembly_.account(step);
  to = from;
  to.time = from.time + dt;
  for (int n = 0; n < system_.nodes(); ++n) {
    if (!system_.moves(n)) continue;
    to.frames[n] = {nodes_[n].end.x, orthonormalized(nodes_[n].end.R)};
    to.twists[n] = nodes_[n].twist_f;
  }
  for (std::size_t k = 0; k < impulses_.size(); ++k) to.multipliers[k] = impulses_[k] / dt;
  for (std::size_t k = 0; k < system_.joints().size(); ++k) to.reactions[k] = system_.joints()[k].reaction(step);
  for_each_list(system_.terms(), [&]<class T>(const std::vector<T>& list, int) {
    if constexpr (TermWithMemory<T>)
      for (const T& term : list) term.remember(step, std::span(to.memory).subspan(term.slots.memory, term.memory()));
  });
  for (std::size_t k = 0; k < system_.gaps().size(); ++k) to.contacts[k] = system_.gaps()[k].report(step, to.memory);
  to.ledger.enter(account_);
}

}  // namespace bristle
