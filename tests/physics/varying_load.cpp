// A block under a load that varies, after Marques and others: the three forms of LuGre's law part company in stick.

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <numbers>
#include <vector>

#include "block_on_table.hpp"
#include "rubbing_block.hpp"

using namespace bristle;
using namespace bristle::test;

namespace {

constexpr double pi = std::numbers::pi;

LuGre dry_steel(LuGre::Form form) {
  return {.static_friction = 0.15,
          .kinetic_friction = 0.1,
          .stribeck_velocity = 1e-3,
          .stiffness = 1e4,
          .damping = std::sqrt(1e5) / 10.0,
          .viscous = 0.04,
          .form = form,
          .reference_load = 10.0};
}

struct Trial {
  double pull;  // N, there after a second without a shock: the bristles give way at far less than v_s/50
  std::function<double(double)> load;
  double dt, duration;

  double pull_at(double t) const { return t < 1.0 ? 0.5 * pull * (1.0 - std::cos(pi * t)) : pull; }
};

struct Course {
  std::vector<double> x{}, v{}, ratio{};  // at the ends of the steps; friction over load, at their middle
};

Course with_prescribed_load(LuGre::Form form, const Trial& trial) {
  Course course;
  RubbingBlock block{.bristles = {dry_steel(form)}};
  for (int k = 0; k < std::lround(trial.duration / trial.dt); ++k) {
    const double t = (k + 0.5) * trial.dt;
    const FrictionStep out = block.advance(trial.pull_at(t), trial.load(t), trial.dt);
    course.x.push_back(block.x);
    course.v.push_back(block.v);
    course.ratio.push_back(out.force.x() / trial.load(t));
  }
  return course;
}

/// As a contact of a model. What friction does is left over from the pull and the change of momentum.
Course with_a_contact(LuGre::Form form, const Trial& trial) {
  Model model;
  const NodeId block = add_block_on_table(model, dry_steel(form), Function::callable(trial.load),
                                          Function::callable([&](double t) { return trial.pull_at(t); }));
  Simulation run(model, {.step = trial.dt});
  Course course;
  double before = 0.0;
  run.run(trial.duration, [&](const Simulation& s, const StepReport& r) {
    const double v = s.velocity({block}).velocity.x(), t = r.time - 0.5 * r.step;
    course.x.push_back(s.frame(block).x.x());
    course.v.push_back(v);
    course.ratio.push_back((trial.pull_at(t) - (v - before) / r.step) / trial.load(t));
    before = v;
    return true;
  });
  return course;
}

const auto ways = {with_prescribed_load, with_a_contact};

/// When the speed first exceeds v_s.
double slip_time(const Course& course, double dt) {
  const auto first = std::find_if(course.v.begin(), course.v.end(), [](double v) { return v > 1e-3; });
  return dt * static_cast<double>(first - course.v.begin() + 1);
}

}  // namespace

TEST_CASE("under an oscillating load the amended form drifts in stick, the others stay", "[physics][friction]") {
  // In the amended form z follows P/(σ0 N), and x follows z by dx = dz/(1 ∓ σ0 z/μ_s) forwards and backwards: a cycle
  // leaves (μ_s/σ0) ln((1 − ζ₁²)/(1 − ζ₂²)), ζ = P/(μ_s N) at the largest and at the least load.
  const Trial trial{
      .pull = 0.5, .load = [](double t) { return 10.0 + std::sin(4.0 * pi * t); }, .dt = 1e-3, .duration = 7.0};
  const double least = 0.5 / (0.15 * 11.0), most = 0.5 / (0.15 * 9.0);
  const double drift = 0.15 / 1e4 * std::log((1.0 - least * least) / (1.0 - most * most));
  CHECK(drift == Approx(0.77e-6).margin(0.005e-6));  // two digits, as a reminder of its size

  for (const auto way : ways) {
    const auto drift_of = [&](LuGre::Form form) {
      const Course course = way(form, trial);
      return (course.x.back() - course.x[course.x.size() - 5001]) / 10.0;  // over the last ten cycles
    };
    // The formula is for slow changes. The mass adds (ω/ω_b)² = 0.2 % to the swing on bristles of ω_b = 316 rad/s, σ1
    // takes off half of the square of σ1 ω/σ0 = 4 %.
    CHECK(drift_of(LuGre::Form::amended) == Approx(drift).epsilon(2.0 * 0.04 * 0.04));
    for (const LuGre::Form form : {LuGre::Form::original, LuGre::Form::load_frozen})
      CHECK(std::abs(drift_of(form)) < 1e-6 * drift);  // no force changes, so nothing moves
  }
}

TEST_CASE("when the load falls the block is let go at the static limit, but for the original form",
          "[physics][friction]") {
  // The limit, 0.75 N at μ_s = 0.15, is reached with 5 N left, after 28/9 s.
  const double limit = 28.0 / 9.0;
  const Trial trial{.pull = 0.75,
                    .load = [](double t) { return t < 2.0 ? 10.0 : 10.0 - 4.5 * (t - 2.0); },
                    .dt = 5e-4,
                    .duration = 3.9};
  for (const auto way : ways) {
    const auto highest = [](const Course& c) { return *std::max_element(c.ratio.begin(), c.ratio.end()); };
    const Course amended = way(LuGre::Form::amended, trial), frozen = way(LuGre::Form::load_frozen, trial),
                 original = way(LuGre::Form::original, trial);
    // Letting go takes the bristles' time constant, 10 ms, in which the load falls by 0.9 %.
    CHECK(highest(frozen) > 0.15);
    CHECK(highest(frozen) < 0.15 * 1.009);
    // Its force goes on where it was, though its bristles are of another load: it falls within a time constant or more,
    // of twenty steps.
    double largest_change = 0.0;
    for (std::size_t k = 1; k < frozen.ratio.size(); ++k)
      largest_change = std::max(largest_change, std::abs(frozen.ratio[k] - frozen.ratio[k - 1]));
    CHECK(largest_change < 0.15 / 20.0);
    // From there it takes some time constants to pass v_s.
    CHECK(slip_time(frozen, trial.dt) > limit);
    CHECK(slip_time(frozen, trial.dt) < limit + 0.1);
    // The amended bristles creep all the time that the load falls, and break away a little early.
    CHECK(highest(amended) < 0.15);
    CHECK(highest(amended) > 0.14);
    // The original bristles hold a force that the load no longer justifies.
    CHECK(highest(original) > 1.2 * 0.15);
  }
}
