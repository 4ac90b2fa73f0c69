// Dynamics of mechanisms: reactions, drive moments, periods and energy against closed forms.

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <catch2/catch.hpp>
#include <numbers>

#include "mechanism_support.hpp"

using namespace bristle;
using namespace mechanism;
using std::numbers::pi;

namespace {

struct SliderCrankRun {
  double kinematic_error = 0.0, force_error = 0.0, moment_error = 0.0, out_of_plane = 0.0;
  double largest_force = 0.0, largest_moment = 0.0;
  std::vector<Vec3> computed, exact;  // of the crank pin, step by step
  double first_step_error = 0.0;      // of any force
  Watch watch{};
};

struct Turning {  // of the crank
  std::function<double(double)> angle, speed, acceleration;
};

SliderCrankRun run_slider_crank(const SliderCrank& sc, const Turning& turning, double step, double time) {
  const SliderCrankModel m(sc, turning.angle(0.0), Function::callable(turning.angle, turning.speed));
  Simulation simulation(m.model, projected(step));
  SliderCrankRun run;
  run.watch = watched(simulation, time, [&](const Simulation& s, const StepReport& r) {
    const double theta = turning.angle(r.time);
    const double phi = sc.rod_angle(theta);
    const Vec3 x = sc.crank * along(theta) + sc.rod * along(phi);
    run.kinematic_error = std::max({run.kinematic_error, (s.frame(m.slider).x - x).norm(),
                                    (s.frame(m.rod).R - about_z(phi)).cwiseAbs().maxCoeff()});
    const double mid = r.time - 0.5 * r.step;
    const auto f = sc.forces(turning.angle(mid), turning.speed(mid), turning.acceleration(mid));
    const bool first = r.time < 1.5 * step;
    const auto compare = [&](JointId joint, const Vec3& force, double moment) {
      const Reaction reaction = s.reaction(joint);
      double& force_error = first ? run.first_step_error : run.force_error;
      force_error = std::max(force_error, (reaction.force - force).head<2>().norm());
      if (!first) run.moment_error = std::max(run.moment_error, std::abs(reaction.moment.z() - moment));
      run.largest_force = std::max(run.largest_force, force.norm());
      run.largest_moment = std::max(run.largest_moment, std::abs(moment));
      run.out_of_plane = std::max({run.out_of_plane, std::abs(reaction.force.z()), reaction.moment.head<2>().norm()});
    };
    compare(m.bearing, f.bearing, f.drive);
    compare(m.crank_pin, f.crank_pin, 0.0);
    compare(m.slider_pin, f.slider_pin, 0.0);
    compare(m.guide, f.guide, f.guide_moment);
    run.computed.push_back(s.reaction(m.crank_pin).force);
    run.exact.push_back(f.crank_pin);
  });
  return run;
}

const Turning uneven{[](double t) { return 0.3 + 6.0 * t + 0.2 * std::sin(4.0 * t); },
                     [](double t) { return 6.0 + 0.8 * std::cos(4.0 * t); },
                     [](double t) { return -3.2 * std::sin(4.0 * t); }};

}  // namespace

TEST_CASE("a driven slider-crank has the reactions and the drive moment of its inverse dynamics", "[physics]") {
  SliderCrank sc;
  const bool weight = GENERATE(true, false);
  if (!weight) sc.gravity.setZero();
  const SliderCrankRun coarse = run_slider_crank(sc, uneven, 0.002, 2.0);
  const SliderCrankRun fine = run_slider_crank(sc, uneven, 0.001, 2.0);
  CHECK(coarse.kinematic_error < 1e-13);  // positions meet the joints at round-off
  // Signs and sizes of four forces and two moments, within what half a step changes them (rates are below 20 max/s).
  CHECK(fine.force_error < 20.0 * 0.5e-3 * fine.largest_force);
  CHECK(fine.moment_error < 20.0 * 0.5e-3 * fine.largest_moment);
  CHECK(order(coarse.force_error, fine.force_error) > 0.9);
  CHECK(order(coarse.moment_error, fine.moment_error) == Approx(2.0).margin(0.3));
  CHECK(coarse.out_of_plane < 1e-10 * coarse.largest_force);  // round-off of impulses divided by the step
  CHECK(coarse.watch.largest_residual < 1e-13 * coarse.watch.energy);
  CHECK(coarse.watch.least_numerical_loss >= 0.0);
}

TEST_CASE("mean reactions of a slider-crank equal those at mid-step to second order", "[physics]") {
  const SliderCrankRun coarse = run_slider_crank({}, uneven, 0.01, 2.0);
  const SliderCrankRun fine = run_slider_crank({}, uneven, 0.005, 2.0);
  CHECK(order(coarse.force_error, fine.force_error) == Approx(2.0).margin(0.3));
}

TEST_CASE("reactions in the first step converge to the exact ones", "[physics]") {
  const SliderCrankRun coarse = run_slider_crank({}, uneven, 0.002, 0.01);
  const SliderCrankRun fine = run_slider_crank({}, uneven, 0.001, 0.01);
  CHECK(order(coarse.first_step_error, fine.first_step_error) > 0.9);
}

TEST_CASE("reactions at ten times the usual step are bounded and free of sawtooth", "[physics]") {
  // 16 steps a turn, with a crank that starts at full angular acceleration.
  const Turning started{[](double t) { return 0.3 + 5.0 * t + 2.0 * t * t; }, [](double t) { return 5.0 + 4.0 * t; },
                        [](double) { return 4.0; }};
  const SliderCrankRun run = run_slider_crank({}, started, 0.05, 1.5);
  double largest = 0.0, largest_exact = 0.0;
  std::vector<double> x, y;  // without the first step: see above
  for (std::size_t k = 1; k < run.exact.size(); ++k) {
    largest = std::max(largest, run.computed[k].norm());
    largest_exact = std::max(largest_exact, run.exact[k].norm());
    x.push_back(run.computed[k].x());
    y.push_back(run.computed[k].y());
  }
  CHECK(largest < 1.25 * largest_exact);  // chords of 20° to 40° change forces by their share of a turn
  CHECK(longest_zigzag(x) <= 1);          // the exact forces bend at most every third step
  CHECK(longest_zigzag(y) <= 1);
}

// ---- physical pendulum ----

namespace {

/// A rod that swings in the x-y plane about a pin that is neither its node nor its centre; angle from the downward
/// vertical, released at rest. sin(θ/2) = k cd(ω0 t, k), k = sin(θ0/2).
struct Pendulum {
  double mass = 1.7, arm = 0.6, about_centre = 0.13, g = 9.81, amplitude = 2.4;

  double about_pin() const { return about_centre + mass * arm * arm; }
  double frequency() const { return std::sqrt(mass * g * arm / about_pin()); }
  double modulus() const { return std::sin(0.5 * amplitude); }
  double period() const { return 4.0 / frequency() * boost::math::ellint_1(modulus()); }
  double angle(double t) const {
    return 2.0 * std::asin(modulus() * boost::math::jacobi_cd(modulus(), frequency() * t));
  }
  /// Force of the pin on the rod.
  Vec3 reaction(double t) const {
    const double theta = angle(t);
    const double speed2 = 2.0 * frequency() * frequency() * (std::cos(theta) - std::cos(amplitude));
    const double acceleration = -frequency() * frequency() * std::sin(theta);
    const double direction = theta - 0.5 * pi;
    return mass * (arm * (acceleration * ahead(direction) - speed2 * along(direction)) + Vec3(0.0, g, 0.0));
  }
};

struct PendulumRun {
  double force_error = 0.0, largest_force = 0.0, angle_error = 0.0, moment = 0.0;
  std::vector<double> tension, exact;
  Watch watch{};
  double residual = 0.0, loss = 0.0;
};

PendulumRun run_pendulum(const Pendulum& p, int steps_a_period, double periods) {
  Model model;
  model.gravity = {0.0, -p.g, 0.0};
  const Vec3 pin(0.4, -0.2, 0.7);
  const double start = p.amplitude - 0.5 * pi;
  const NodeId rod =
      model.add_node({.frame = {pin + 0.2 * along(start), about_z(start)},
                      .inertia = inertia(p.mass, Vec3(0.1, 0.2, p.about_centre), Vec3(p.arm - 0.2, 0.0, 0.0))});
  const JointId joint = model.add_joint({.kind = JointKind::revolute,
                                         .first = model.marker_at(Model::ground(), {pin}),
                                         .second = model.marker_at(rod, {pin})});
  SimulationOptions options;
  options.step = p.period() / steps_a_period;
  Simulation simulation(model, options);
  PendulumRun run;
  run.watch = watched(simulation, periods * p.period(), [&](const Simulation& s, const StepReport& r) {
    const Vec3 force = s.reaction(joint).force;
    const Vec3 exact = p.reaction(r.time - 0.5 * r.step);
    run.force_error = std::max(run.force_error, (force - exact).norm());
    run.largest_force = std::max(run.largest_force, exact.norm());
    run.moment = std::max(run.moment, s.reaction(joint).moment.norm());
    run.tension.push_back(force.norm());
    run.exact.push_back(exact.norm());
  });
  const Mat3& R = simulation.frame(rod).R;
  run.angle_error = std::abs(std::atan2(R(0, 0), -R(1, 0)) - p.angle(simulation.time()));
  run.residual = simulation.ledger().residual();
  run.loss = simulation.ledger().numerical_loss;
  return run;
}

}  // namespace

TEST_CASE("a pendulum of large amplitude has the period of the elliptic integral", "[physics]") {
  const Pendulum p;
  // At 1¼ periods the exact angle is zero and the speed largest: the error of the angle is that of the phase.
  const PendulumRun coarse = run_pendulum(p, 200, 1.25);
  const PendulumRun fine = run_pendulum(p, 400, 1.25);
  CHECK(p.angle(1.25 * p.period()) == Approx(0.0).margin(1e-12));
  CHECK(fine.angle_error < 2e-3);  // (ω_max h)²/12 of some 8 rad swung: the Cayley map's φ³/12 a step
  CHECK(order(coarse.angle_error, fine.angle_error) == Approx(2.0).margin(0.1));
}

TEST_CASE("the pin of a pendulum bears the closed-form force and the energy ledger closes", "[physics]") {
  const Pendulum p;
  const PendulumRun coarse = run_pendulum(p, 200, 1.0);
  const PendulumRun fine = run_pendulum(p, 400, 1.0);
  CHECK(order(coarse.force_error, fine.force_error) == Approx(2.0).margin(0.1));
  CHECK(fine.force_error < 2e-3 * fine.largest_force);  // as the phase error above
  CHECK(fine.moment < 1e-10 * p.mass * p.g * p.arm);    // the pin is free of moment; round-off over the step
  const double energy = p.mass * p.g * p.arm * (1.0 - std::cos(p.amplitude));
  CHECK(fine.watch.largest_residual < 1e-12 * energy);
  CHECK(std::abs(fine.residual) < 1e-12 * energy);
  CHECK(fine.watch.least_numerical_loss >= 0.0);
  CHECK(fine.loss < 1e-12 * energy);  // the twist is one number and gravity has a potential: no jump, no loss
}

TEST_CASE("the tension of a pendulum at twenty steps a period rises and falls with the exact one", "[physics]") {
  const PendulumRun run = run_pendulum({}, 20, 3.0);
  CHECK(*std::max_element(run.tension.begin(), run.tension.end()) < 1.1 * run.largest_force);
  CHECK(longest_zigzag(run.exact) <= 1);
  CHECK(longest_zigzag(run.tension) <= 1);
}

TEST_CASE("a free double pendulum loses energy with third order only", "[physics]") {
  const auto loss = [](double step) {
    Model model;
    const Mat6 bar = solid_box(1.0, {1.0, 0.1, 0.1});
    const NodeId inner = model.add_node({.frame = {{0.5, 0.0, 0.0}}, .inertia = bar});
    const NodeId outer = model.add_node({.frame = {{1.5, 0.0, 0.0}}, .inertia = bar});
    const Frame elbow{Vec3::UnitX()};
    model.add_joint({.kind = JointKind::revolute, .second = model.marker_at(inner, {})});
    model.add_joint(
        {.kind = JointKind::revolute, .first = model.marker_at(inner, elbow), .second = model.marker_at(outer, elbow)});
    model.set_rigid_velocity(inner, Vec3::Zero(), {0.0, 0.0, 3.0}, Vec3::Zero());
    model.set_rigid_velocity(outer, {0.0, 3.0, 0.0}, {0.0, 0.0, -2.0}, elbow.x);
    Simulation simulation(model, {.step = step});
    simulation.run(1.0);
    return simulation.ledger().numerical_loss / simulation.ledger().initial;
  };
  const double coarse = loss(0.01), fine = loss(0.005);
  CAPTURE(coarse, fine);
  CHECK(order(coarse, fine) == Approx(3.0).margin(0.5));
}
