#include "bristle/analysis/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bristle/error.hpp"

namespace bristle {

Simulation::Simulation(const Model& model, const SimulationOptions& options)
    : system_(std::make_unique<const System>(model)), options_(options), step_(options.step) {
  if (!(options.step > 0.0) || !std::isfinite(options.step))
    throw ModelError(fmt::format("the step must be a positive time in seconds; it is {}", options.step));
  if (!(options_.smallest_step > 0.0)) options_.smallest_step = 1e-6 * options.step;
  state_ = start_state(*system_, options.start);
  next_ = state_;
  stepper_ = std::make_unique<Stepper>(*system_, options.newton, options.solver);
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
    const double steps_left = std::max(1.0, std::ceil(left / step_ - 1e-6));
    const bool last = steps_left < 1.5;
    const double dt = steps_left < 2.5 ? left / steps_left : step_;
    const NewtonReport newton = stepper_->step(state_, dt, next_);
    counters_.iterations += newton.iterations;
    counters_.factorizations += newton.factorizations;
    report.iterations += newton.iterations;
    if (newton.converged) {
      std::swap(state_, next_);
      if (last) state_.time = time_limit;
      ++counters_.steps;
      report.time = state_.time;
      report.step = dt;
      report.account = stepper_->account();
      if (report.rejections == 0) step_ = std::min(options_.step, 1.5 * step_);
      return report;
    }
    ++report.rejections;
    ++counters_.rejections;
    step_ = 0.5 * dt;
    if (step_ < options_.smallest_step)
      throw NoConvergence(fmt::format("the step was halved {} times, to {:.3g} s, without success: {}",
                                      report.rejections, step_, newton.diagnosis));
  }
}

}  // namespace bristle
