#include "bristle/analysis/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bristle/error.hpp"

namespace bristle {

Simulation::Simulation(const Model& model, const SimulationOptions& options)
    : system_(std::make_unique<const System>(model)), options_(options) {
  if (!(options.step > 0.0) || !std::isfinite(options.step))
    throw ModelError(fmt::format("the step must be a positive time in seconds; it is {}", options.step));
  if (!(options.accuracy >= 0.0))
    throw ModelError(fmt::format("the accuracy must not be negative; it is {}", options.accuracy));
  if (options.smallest_step > options.step)
    throw ModelError(
        fmt::format("the smallest step, {} s, is longer than the largest, {} s", options.smallest_step, options.step));
  if (!(options.smallest_step >= 0.0))
    throw ModelError(fmt::format("the smallest step must not be negative; it is {} s", options.smallest_step));
  if (options_.smallest_step == 0.0) options_.smallest_step = 1e-6 * options.step;
  state_ = start_state(*system_, options.start);
  if (options.from_equilibrium) settle();
  next_ = state_;
  stepper_ = std::make_unique<Stepper>(*system_, options.newton, options.solver);
  control_ =
      std::make_unique<StepControl>(*system_, StepLimits{options.step, options_.smallest_step, options.accuracy});
  choice_ = control_->next(stepper_->contact_rates(state_, options_.smallest_step),
                           {.wanted = options.step, .taken = options.step, .may_grow = false});
  warned_.assign(model.contacts.size(), false);
}

void Simulation::settle() {
  const std::vector<Vec6> twists = state_.twists;
  Equilibrium found = find_equilibrium(*system_, state_, options_.equilibrium);
  state_ = std::move(found.state);
  for (std::size_t n = 0; n < twists.size(); ++n)
    if (!options_.equilibrium.spinning || twists[n].tail<3>().isZero(0.0)) state_.twists[n] = twists[n];
  agree_velocities(*system_, state_, options_.start);
  system_->open_ledger(state_);
  if (!found.mobility.stable && !options_.equilibrium.spinning)
    warnings_.push_back("the equilibrium that the run starts from is not stable");
}

void Simulation::run(double time, const Observer& observer) {
  if (!std::isfinite(time)) throw ModelError(fmt::format("the end of a run must be a time in seconds; it is {}", time));
  while (state_.time < time) {
    const StepReport report = advance(time);
    if (observer && !observer(*this, report)) return;
  }
}

StepReport Simulation::advance(double time_limit) {
  if (!(time_limit > state_.time))
    throw ModelError(
        fmt::format("a step must lead forward in time: it is {} s, the limit was {} s", state_.time, time_limit));
  StepReport report;
  for (;;) {
    // What is left is shared out evenly over the last two steps, so that no sliver remains for a third.
    const double left = time_limit - state_.time;
    const double steps_left = std::max(1.0, std::ceil(left / choice_.step - 1e-6));
    const bool last = steps_left < 1.5;
    const double dt = steps_left < 2.5 ? left / steps_left : choice_.step;
    const NewtonReport newton = stepper_->step(state_, dt, next_);
    counters_.iterations += newton.iterations;
    counters_.factorizations += newton.factorizations;
    report.iterations += newton.iterations;
    std::optional<StepChoice> shorter;
    if (newton.converged) {
      const double error = control_->error(stepper_->nodes(), dt);
      shorter = control_->redo(next_.contacts, error, dt);
      if (!shorter) {
        std::swap(state_, next_);
        if (last) state_.time = time_limit;
        ++counters_.steps;
        report.time = state_.time;
        report.step = dt;
        report.rule = dt < 0.999 * choice_.step ? StepRule::end : choice_.rule;
        report.gap = report.rule == StepRule::end ? -1 : choice_.gap;
        report.account = stepper_->account();
        choice_ = control_->next(state_.contacts, {choice_.step, dt, error, report.rejections == 0});
        warn();
        last_ = report;
        shown_accelerations_.clear();
        return report;
      }
    }
    ++report.rejections;
    ++counters_.rejections;
    if (!shorter && !control_->above_smallest(dt))
      throw NoConvergence(fmt::format("the step was shortened {} times, to {:.3g} s, without success: {}",
                                      report.rejections, dt, newton.diagnosis));
    choice_ = shorter ? *shorter : StepChoice{std::max(0.5 * dt, options_.smallest_step), StepRule::convergence, -1};
  }
}

Snapshot Simulation::snapshot() const {
  return {state_, choice_, counters_, warnings_, warned_, stepper_->solver().history()};
}

void Simulation::restore(const Snapshot& snapshot) {
  const State& s = snapshot.state;
  const bool fits = s.frames.size() == state_.frames.size() && s.twists.size() == state_.twists.size() &&
                    s.multipliers.size() == state_.multipliers.size() &&
                    s.reactions.size() == state_.reactions.size() && s.contacts.size() == state_.contacts.size() &&
                    s.memory.size() == state_.memory.size() && snapshot.warned.size() == warned_.size();
  if (!fits) throw ModelError("the snapshot is of another model: it has other nodes, joints or contacts");
  if (!stepper_->restore_solver(snapshot.solver))
    throw ModelError("the snapshot is of a run with another linear solver");
  state_ = s;
  choice_ = snapshot.choice;
  counters_ = snapshot.counters;
  warnings_ = snapshot.warnings;
  warned_ = snapshot.warned;
}

void Simulation::show(State state, std::vector<Vec3> accelerations) {
  if (state.frames.size() != state_.frames.size() || state.memory.size() != state_.memory.size() ||
      (!accelerations.empty() && accelerations.size() != state_.frames.size()))
    throw ModelError("the state is of another model");
  state_ = std::move(state);
  shown_accelerations_ = std::move(accelerations);
}

Vec3 Simulation::acceleration(NodeId node) const {
  if (!shown_accelerations_.empty()) return shown_accelerations_[node.index];
  if (!(last_.step > 0.0)) return Vec3::Zero();
  const NodeStep& n = stepper_->nodes()[node.index];
  return (n.end.R * n.twist_f.head<3>() - n.start.R * n.twist_i.head<3>()) / last_.step;
}

void Simulation::warn() {
  for (std::size_t k = 0; k < warned_.size(); ++k) {
    if (warned_[k]) continue;
    const System::GapRange gaps = system_->gaps_of({static_cast<int>(k)});
    const auto first = state_.contacts.begin() + gaps.first;
    const auto found = std::find_if(first, first + gaps.count, [](const auto& c) { return c.damping_excess > 1.0; });
    if (found == first + gaps.count) continue;
    const ContactReport& c = *found;
    warned_[k] = true;
    warnings_.push_back(fmt::format(
        "contact '{}' slides at {:.3g} m/s (t = {:.6g} s), where the damping of its bristles may create energy: beta "
        "sigma1^2 is {:.3g} times its bound 4 (sigma1 + sigma2). Reduce the damping sigma1, or let it fade with speed",
        system_->model().contacts[k].name, c.sliding_velocity.norm(), state_.time, c.damping_excess));
  }
}

}  // namespace bristle
