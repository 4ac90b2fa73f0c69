// Beams in large motion: energy, momenta, and what long steps do to forces. docs/theory.md, sections 4, 5 and 8.

#include <catch2/catch.hpp>

#include <algorithm>
#include <numbers>
#include <vector>

#include "beam_support.hpp"
#include "momentum.hpp"

using namespace bristle;
using namespace bristle::test;

namespace {

/// What a run does to the energy, step by step.
struct EnergyWatch {
  double largest_stored = 0.0, largest_residual = 0.0;
  double largest_gain = -1e300, smallest_loss = 1e300;  // of a step
  double average_iterations = 0.0;
  long rejections = 0;

  EnergyWatch(Simulation& simulation, double until) {
    simulation.run(until, [&](const Simulation&, const StepReport& step) {
      largest_stored = std::max(largest_stored, step.account.stored_f());
      largest_residual = std::max(largest_residual, std::abs(step.account.residual()));
      largest_gain = std::max(largest_gain, gain(step.account));
      smallest_loss = std::min(smallest_loss, step.account.numerical_loss);
      return true;
    });
    average_iterations = double(simulation.counters().iterations) / double(simulation.counters().steps);
    rejections = simulation.counters().rejections;
  }
};

const Vec6 slender = (Vec6() << 1e7, 5e6, 5e6, 1e4, 1e4, 1e4).finished();

/// Ten metres along x, clamped at the origin, with a constant force at the tip from the first instant.
struct LoadedCantilever {
  LoadedCantilever(int elements, int order, const Vec3& force) {
    const Section s = section(slender, 1.0, Vec3::Constant(1e-3));
    beam = model.add_straight_beam("beam", Vec3::Zero(), Vec3(10.0, 0.0, 0.0), Vec3::UnitY(), elements, order, s);
    wall = clamp(model, beam);
    model.add_load({.marker = {model.end(beam)}, .components = {force.x(), force.y(), force.z()}});
  }
  Model model;
  BeamId beam;
  JointId wall;
};

/// Shear forces along the beam, from the clamp to the tip.
std::vector<double> shear_forces(const Simulation& run, BeamId beam) {
  std::vector<double> forces;
  for (const auto& point : run.system().beam_points(run.state(), beam)) forces.push_back(point.force[1]);
  return forces;
}

}  // namespace

TEST_CASE("A cantilever thrown about by a heavy tip load gains no energy in any of a thousand steps", "[physics]") {
  const LoadedCantilever cantilever(40, 1, Vec3(0.0, 200.0, 0.0));
  for (const bool pure_newton : {false, true}) {  // by default the last corrections go on with the factors in hand
    SimulationOptions options{.step = 0.02};
    if (pure_newton) options.newton.keep_factors = 0.0;
    Simulation run(cantilever.model, options);
    const EnergyWatch watch(run, 20.0);
    CAPTURE(pure_newton, watch.largest_stored, watch.largest_residual, watch.largest_gain, watch.average_iterations);
    CHECK(run.counters().steps == 1000);
    CHECK(watch.largest_stored > 1000.0);  // a large motion: the tip moves by more than half the length
    // Round-off of strains (an ulp of 1 in Gamma) times EA and the strain rate; seen: 6e-15 of the largest energy.
    CHECK(watch.largest_residual < 5e-14 * watch.largest_stored);
    CHECK(watch.largest_gain < 5e-14 * watch.largest_stored);
    CHECK(watch.smallest_loss >= 0.0);
    CHECK(std::abs(run.ledger().residual()) < 5e-14 * watch.largest_stored * std::sqrt(1000.0));  // random in sign
    CHECK(watch.rejections == 0);
    if (pure_newton) CHECK(watch.average_iterations < 4.5);
    CHECK(2 * run.counters().factorizations < 9 * run.counters().steps);
  }
}

TEST_CASE("A flexible beam in free flight keeps its momenta and never gains energy", "[physics]") {
  for (const int order : {1, 2, 3}) {
    CAPTURE(order);
    const Section s = section((Vec6() << 1e4, 6e3, 6e3, 15.0, 25.0, 10.0).finished(), 1.0, Vec3(0.02, 0.01, 0.01),
                              Vec3(0.0, 0.02, 0.01));
    Model model;
    const BeamId beam =
        model.add_straight_beam("beam", Vec3::Zero(), Vec3(3.0, 1.0, 0.0), Vec3::UnitZ(), 12 / order, order, s);
    const auto pulse = [](double peak) { return Function::table({0.0, 0.5, 1.0}, {0.0, peak, 0.0}); };
    model.add_load({.marker = {model.start(beam)}, .components = {pulse(3.0), pulse(-8.0), pulse(5.0)}});
    model.add_load({.kind = Load::Kind::moment,
                    .marker = {model.end(beam)},
                    .components = {pulse(4.0), pulse(-6.0), pulse(15.0)}});
    Simulation run(model, {.step = 0.02});
    run.run(1.0);
    const auto [p, l] = total_momentum(run);
    REQUIRE(p.norm() > 1.0);
    REQUIRE(l.norm() > 1.0);
    const Mat3 before = run.frame(model.end(beam)).R;
    double drift = 0.0, turned = 0.0, bent = 0.0;
    double largest_gain = -1e300;
    run.run(5.0, [&](const Simulation& at, const StepReport& step) {
      const auto [pn, ln] = total_momentum(at);
      drift = std::max({drift, (pn - p).norm() / p.norm(), (ln - l).norm() / l.norm()});
      largest_gain = std::max(largest_gain, gain(step.account));
      turned = std::max(turned, (at.frame(model.end(beam)).R - before).norm());
      bent = std::max(bent, (at.frame(model.end(beam)).R - at.frame(model.start(beam)).R).norm());
      return true;
    });
    CAPTURE(drift, turned, bent, largest_gain);
    CHECK(turned > 2.0);  // by more than a right angle
    CHECK(bent > 0.8);    // the ends differ by more than half a radian
    // Newton may leave some ulp of the stiffest impulses, dt EA/h = 1e3 N s, in each of 200 steps. Seen: 2e-14.
    CHECK(drift < 1e-11);
    CHECK(largest_gain < 1e-12 * run.ledger().stored());
  }
}

TEST_CASE("A step load at long steps asks no more of clamp and beam than at short ones, and rings down", "[physics]") {
  const double force = 20.0, period = 1.787;  // of the first bending vibration
  for (const int order : {1, 2, 3}) {
    CAPTURE(order);
    const LoadedCantilever cantilever(24 / order, order, Vec3(0.0, force, 0.0));
    double reaction = 0.0, shear = 0.0;  // the largest of a resolved run
    Simulation resolved(cantilever.model, {.step = period / 100.0});
    resolved.run(4.0 * period, [&](const Simulation& at, const StepReport&) {
      reaction = std::max(reaction, std::abs(at.reaction(cantilever.wall).force.y()));
      for (const double q : shear_forces(at, cantilever.beam)) shear = std::max(shear, std::abs(q));
      return true;
    });
    // Twenty steps a period would resolve it; these are ten times longer.
    Simulation coarse(cantilever.model, {.step = 0.5 * period});
    std::vector<double> history;
    for (int step = 1; step <= 24; ++step) {
      coarse.advance(1e9);
      history.push_back(coarse.reaction(cantilever.wall).force.y());
      CHECK(std::abs(history.back()) < reaction);
      const auto along = shear_forces(coarse, cantilever.beam);
      int turns = 0;  // of the curve of shear along the beam; a sawtooth has as many as points
      for (std::size_t k = 2; k < along.size(); ++k)
        turns += (along[k] - along[k - 1]) * (along[k - 1] - along[k - 2]) < 0.0;
      CAPTURE(step, turns, along.size());
      CHECK(turns <= 2);
      for (const double q : along) CHECK(std::abs(q) < shear);
    }
    // What alternates from step to step falls with |A(iw)| = 0.66 at w = pi: 0.66^22 = 1e-4.
    const std::size_t last = history.size() - 1;
    CAPTURE(reaction, shear, history[last], history[last - 1], history[last - 2]);
    CHECK(std::abs(history[last] - 2.0 * history[last - 1] + history[last - 2]) / 4.0 < 1e-4 * force);
    CHECK(history[last] == Approx(-force).epsilon(1e-3));
  }
}

TEST_CASE("A bar pulled suddenly carries the static force after a step of many periods", "[physics]") {
  // Sixteen lumped masses have the modes sin(b j), b = (k - 1/2) pi/16. The force in element e is F less the sum of
  // F (-1)^(k+1)/(16 sin(b/2)) cos(b (e - 1/2)), each term times Re A(iw dt)^n after n steps (section 8).
  const double force = 1000.0, dt = 0.2;
  const int elements = 16;
  const LoadedCantilever bar(elements, 1, Vec3(force, 0.0, 0.0));
  Simulation run(bar.model, {.step = dt});
  for (int step = 1; step <= 4; ++step) {
    run.advance(1e9);
    const auto points = run.system().beam_points(run.state(), bar.beam);
    for (int e = 0; e < elements; ++e) {
      double exact = force;
      for (int k = 0; k < elements; ++k) {
        const double b = (k + 0.5) * std::numbers::pi / elements;
        const double w = 2.0 * std::sqrt(1e7) * elements / 10.0 * std::sin(0.5 * b);
        const double left = std::pow(amplification({0.0, w * dt}), step).real();
        exact -= force * (k % 2 == 0 ? 1.0 : -1.0) / (elements * std::sin(0.5 * b)) * std::cos(b * (e + 0.5)) * left;
      }
      CAPTURE(step, e, exact);
      CHECK(std::abs(points[e].force[0] - exact) < 1e-9 * force);  // EA times some ulp of strain: 1e-8 N
      CHECK(std::abs(points[e].force[0] - force) < 2e-3 * force);  // 14/(w dt)^2 = 1.4e-3; with rho = 1 it would double
    }
    CHECK(std::abs(run.reaction(bar.wall).force.x() + force) < 2e-3 * force);
  }
}

TEST_CASE("One step of a million radians leaves two millionths of a vibration", "[physics]") {
  // A single element, mass 1/2 kg at its end: w = 1e6 rad/s. The other modes are as stiff and stay at rest.
  const double w = 1e6, dt = 1.0;
  const Section s = section(Vec6::Constant(0.5 * w * w), 1.0, Vec3::Ones());
  Model model;
  const BeamId beam = model.add_straight_beam("bar", Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), 1, 1, s);
  model.nodes[model.start(beam).index].fixed = true;
  const System system(model);
  const int tip = model.end(beam).index;
  for (const bool displaced : {false, true}) {
    State from = system.initial_state();
    if (displaced)
      from.frames[tip].x.x() += 1e-3;
    else
      from.twists[tip][0] = 1.0;
    system.open(from);
    State to = from;
    Stepper stepper(system);
    REQUIRE(stepper.step(from, dt, to).converged);
    const double ratio = std::sqrt(to.ledger.stored() / from.ledger.stored());
    CAPTURE(displaced, ratio);
    CHECK(ratio < 1e-5);
    CHECK(ratio == Approx(std::abs(amplification({0.0, w * dt}))).epsilon(1e-3));  // 2/(w dt)
  }
}

TEST_CASE("A curved, twisted beam of coupled section keeps its ledger in wild motion", "[physics]") {
  Section s = section((Vec6() << 3e3, 1e3, 1.2e3, 13.0, 30.0, 10.0).finished(), 1.0, Vec3(0.02, 0.01, 0.01),
                      Vec3(0.0, 0.05, -0.03));
  s.stiffness(0, 5) = s.stiffness(5, 0) = 40.0;
  s.stiffness(1, 3) = s.stiffness(3, 1) = -30.0;
  s.stiffness(3, 4) = s.stiffness(4, 3) = 4.0;
  for (const double viscous_time : {0.0, 0.01})
    for (const int order : {1, 2, 3}) {
      s.viscous_time = viscous_time;
      s.mass_damping = 10.0 * viscous_time;
      Model model;
      model.gravity = Vec3(1.0, -2.0, -9.81);
      const BeamId beam = add_screw_beam(model, Vec3(0.6, -0.5, 0.9), 3.0, 12 / order, order, s);
      model.set_rigid_velocity(beam, Vec3::Zero(), Vec3(2.0, -3.0, 4.0), Vec3::Zero());
      model.add_joint({.kind = JointKind::spherical, .first = {Model::ground()}, .second = {model.start(beam)}});
      model.add_load({.marker = {.node = model.end(beam), .offset = Vec3(0.1, 0.2, -0.1)},
                      .components = {Function::expression("10*sin(3*t)"), 5.0, Function::expression("-4*t")},
                      .follower = true});
      Simulation run(model, {.step = 0.02});
      const EnergyWatch watch(run, 4.0);
      CAPTURE(viscous_time, order, watch.largest_stored, watch.largest_residual, watch.largest_gain);
      // Round-off of the balance, as above: seen 4e-15 of the largest energy.
      CHECK(watch.largest_residual < 5e-14 * watch.largest_stored);
      CHECK(watch.largest_gain < 5e-14 * watch.largest_stored);
      CHECK(watch.smallest_loss >= 0.0);
      CHECK((run.ledger().damping_loss > 0.0) == (viscous_time > 0.0));
      CHECK(std::abs(run.ledger().residual()) < 5e-14 * watch.largest_stored * std::sqrt(200.0));
    }
}
