// Equilibrium and vibration of parts that turn, seen from axes that turn with them: docs/theory.md,
// sections 12.6, 13.2.

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "bristle/analysis/modes.hpp"
#include "bristle/analysis/simulation.hpp"
#include "bristle/system/consistency.hpp"

namespace bristle::test {
namespace {

constexpr double pi = std::numbers::pi;

/// A blade along x from the axis z, driven about it at a constant speed. Flap is motion along z, lag along y.
struct Blade {
  double L = 1.0, mass = 2.0, EI_flap = 50.0, EI_lag = 800.0, EA = 1e8, speed = 0.0, viscous_time = 0.0;
  int elements = 4;

  Model model() const {
    Section section_of = section((Vec6() << EA, 1e7, 1e7, 1e3, EI_flap, EI_lag).finished(), mass,
                                 Vec3(2e-7, 1e-7, 1e-7));  // slender: rotary inertia does not count
    section_of.viscous_time = viscous_time;
    Model out;
    const BeamId beam =
        out.add_straight_beam("blade", Vec3::Zero(), Vec3(L, 0.0, 0.0), Vec3::UnitY(), elements, 3, section_of);
    const double rate = speed;
    out.add_joint(
        {.name = "drive",
         .kind = JointKind::revolute,
         .first = {Model::ground()},
         .second = out.marker_at(out.start(beam), {}),
         .drives = {{0, Function::callable([rate](double t) { return rate * t; }, [rate](double) { return rate; })}}});
    out.set_rigid_velocity(beam, Vec3::Zero(), Vec3(0.0, 0.0, speed), Vec3::Zero());
    return out;
  }
  /// Speed at which Ω L² √(m/EI) of flap is `eta`.
  double speed_at(double eta) const { return eta * std::sqrt(EI_flap / mass) / (L * L); }
};

Equilibrium spinning(const System& system) { return find_equilibrium(system, start_state(system), {.spinning = true}); }

double nearest(const std::vector<Mode>& modes, double omega) {
  double best = INFINITY;
  for (const Mode& mode : modes)
    if (std::abs(mode.angular_frequency() - omega) < std::abs(best - omega)) best = mode.angular_frequency();
  return best;
}

}  // namespace

TEST_CASE("a spinning rod stretches as the closed formula says", "[physics][static]") {
  // EA u'' + m Ω² (x + u) = 0 with u(0) = 0, u'(L) = 0: x + u = sin(k x)/(k cos(k L)), k² = m Ω²/EA.
  Blade rod{.EA = 2e4, .elements = 6};
  rod.speed = 60.0;  // k L = 0.6
  const System system(rod.model());
  const Equilibrium found = spinning(system);
  const double k = rod.speed * std::sqrt(rod.mass / rod.EA);
  CHECK(found.state.frames.back().x.x() == Approx(std::tan(k * rod.L) / k).epsilon(1e-8));  // h^6, h = 0.1 rad
  CHECK(found.imbalance < 1e-8 * rod.mass * rod.speed * rod.speed);
  // It turns on with the twists of that shape.
  const double tip_speed = (found.state.frames.back().R * found.state.twists.back().head<3>()).y();
  CHECK(tip_speed == Approx(rod.speed * found.state.frames.back().x.x()).epsilon(1e-12));
}

TEST_CASE("a run from the spinning equilibrium keeps it", "[physics][static]") {
  Blade rod{.EA = 2e4};
  rod.speed = 60.0;
  SimulationOptions options{.step = 1e-3, .from_equilibrium = true};
  options.equilibrium.spinning = true;
  Simulation run(rod.model(), options);
  const double at_start = run.frame(run.system().model().end({0})).x.norm();
  const double elastic = run.ledger().elastic;
  REQUIRE(elastic > 1.0);
  run.run(0.1);
  // Mean directions over a step are shorter than directions by (Ω Δt)²/8 = 5e-4, and so is the pull of the spin.
  CHECK(run.frame(run.system().model().end({0})).x.norm() == Approx(at_start).epsilon(2e-4));
  CHECK(run.ledger().elastic == Approx(elastic).epsilon(4e-3));
  // The same start without the spin in the equilibrium vibrates: from nothing to four times the energy and back.
  options.equilibrium.spinning = false;
  Simulation shaken(rod.model(), options);
  double highest = 0.0;
  shaken.run(0.1, [&](const Simulation& now, const StepReport&) {
    highest = std::max(highest, now.ledger().elastic);
    return true;
  });
  CHECK(highest > 2.0 * elastic);
}

TEST_CASE("spin stiffens a blade as Wright and others computed", "[physics][modes]") {
  // Hinge at no distance from the axis, clamped: flap frequencies ω L² √(m/EI) of a uniform beam. A. D. Wright, C. E.
  // Smith, R. W. Thresher, J. L. C. Wang, Vibration modes of centrifugally stiffened beams, J. Appl. Mech. 49 (1982).
  // Shear and extension are stiff but finite: 1e-4.
  Blade blade;
  const double unit = std::sqrt(blade.EI_flap / blade.mass) / (blade.L * blade.L);
  struct Row {
    double eta, first, second;
  };
  for (const Row& row : {Row{0.0, 3.5160, 22.0345},
                         {1.0, 3.6817, 22.1810},
                         {2.0, 4.1373, 22.6149},
                         {5.0, 6.4495, 25.4461},
                         {12.0, 13.1702, 37.6031}}) {
    blade.speed = blade.speed_at(row.eta);
    const System system(blade.model());
    const State state = spinning(system).state;
    const Balance balance(system);
    const LinearisationOptions turning{.turning_axes = true};
    const std::vector<Mode> found = complex_modes(balance, state, {.number = 8, .about = turning});
    CAPTURE(row.eta);
    CHECK(nearest(found, row.first * unit) / unit == Approx(row.first).epsilon(2e-4));
    CHECK(nearest(found, row.second * unit) / unit == Approx(row.second).epsilon(2e-4));
    // Flap needs no Coriolis forces: the modes without them are the same.
    const std::vector<Mode> plain = modes(balance, state, {.number = 8, .about = turning});
    CHECK(nearest(plain, row.first * unit) / unit == Approx(row.first).epsilon(2e-4));
    for (const Mode& mode : found) CHECK(std::abs(mode.s.real()) < 1e-6 * unit * 25.0);
  }
}

TEST_CASE("lag of a spinning blade is flap less the square of the speed", "[physics][modes]") {
  // Equal stiffness in both planes: centrifugal forces lean outward in the plane of rotation, ω_lag² = ω_flap² − Ω².
  Blade blade{.EI_flap = 50.0, .EI_lag = 50.0};
  blade.speed = blade.speed_at(5.0);
  const System system(blade.model());
  const State state = spinning(system).state;
  const Balance balance(system);
  const std::vector<Mode> found = complex_modes(balance, state, {.number = 2, .about = {.turning_axes = true}});
  REQUIRE(found.size() == 2);
  const double lag = found[0].angular_frequency(), flap = found[1].angular_frequency();
  CHECK(flap * flap - lag * lag == Approx(blade.speed * blade.speed).epsilon(2e-4));
}

TEST_CASE("damping in a turning part is damping as it sees itself", "[physics][modes]") {
  // Material damping τ in turning axes is what it is at rest: Re s = −½ τ ω0², ω0 without the stiffening by the spin,
  // which has no damping.
  Blade blade{.EI_flap = 50.0, .EI_lag = 50.0, .viscous_time = 1e-5};
  blade.speed = 20.0;
  const System system(blade.model());
  const State state = spinning(system).state;
  const Balance balance(system);
  const std::vector<Mode> turning = complex_modes(balance, state, {.number = 2, .about = {.turning_axes = true}});
  blade.speed = 0.0;
  const System still_system(blade.model());
  const std::vector<Mode> still = complex_modes(Balance(still_system), start_state(still_system), {.number = 2});
  // The shape under spin bends a little more sharply: by some per cent at η = 4.
  CHECK(turning[1].s.real() == Approx(still[0].s.real()).epsilon(0.1));
  CHECK(turning[1].s.real() < 0.0);
}

TEST_CASE("a free shaft spins on while its equilibrium is sought", "[physics][static]") {
  // A disk off the axis of a light shaft in two bearings bends it by e Ω²/(ω² − Ω²), below and above the critical
  // speed.
  const double L = 1.0, EI = 1e3, m = 4.0, e = 1e-3, omega = std::sqrt(48.0 * EI / (L * L * L) / m);
  for (const double share : {0.5, 0.9, 1.5}) {
    const double speed = share * omega;
    Model model;
    const Section light = section((Vec6() << 1e9, 1e9, 1e9, 1e6, EI, EI).finished(), 1e-8, Vec3::Constant(1e-9));
    const BeamId shaft = model.add_straight_beam("shaft", Vec3::Zero(), Vec3(L, 0.0, 0.0), Vec3::UnitY(), 2, 3, light);
    const NodeId middle = model.node_at(shaft, 0.5);
    model.nodes[middle.index].inertia = inertia(m, Vec3(1e-2, 1e-6, 1e-6), Vec3(0.0, e, 0.0));
    const Mat3 along = rotation(Vec3::UnitY(), 0.5 * pi);
    const auto bearing = [&](const char* name, JointKind kind, NodeId node, double x) {
      const Frame at{Vec3(x, 0.0, 0.0), along};
      model.add_joint({.name = name,
                       .kind = kind,
                       .first = model.marker_at(Model::ground(), at),
                       .second = model.marker_at(node, at)});
    };
    bearing("left", JointKind::spherical, model.start(shaft), 0.0);
    // The right end may slide along: cylindrical would clamp its slope, so it hangs on a universal joint that slides.
    const NodeId slider =
        model.add_node({.name = "slider", .frame = {Vec3(L, 0.0, 0.0)}, .inertia = solid_sphere(1e-6, 1e-2)});
    bearing("right", JointKind::spherical, model.end(shaft), L);
    model.joints.back().first = model.marker_at(slider, {Vec3(L, 0.0, 0.0), along});
    model.add_joint({.name = "rail",
                     .kind = JointKind::prismatic,
                     .first = model.marker_at(Model::ground(), {Vec3(L, 0.0, 0.0), along}),
                     .second = model.marker_at(slider, {Vec3(L, 0.0, 0.0), along})});
    model.set_rigid_velocity(shaft, Vec3::Zero(), Vec3(speed, 0.0, 0.0), Vec3::Zero());
    const System system(model);
    const Equilibrium found = spinning(system);
    CHECK_THAT(found.held, Catch::StartsWith("the angle of 'shaft'"));
    const Vec3 x = found.state.frames[middle.index].x;
    const double expected = e * share * share / (1.0 - share * share);
    CAPTURE(share);
    CHECK(x.y() == Approx(expected).epsilon(2e-3));  // (w/L)² and the tilt of the ends
    CHECK(std::abs(x.z()) < 1e-9);
  }
}

TEST_CASE("parts beside the one that spins keep their velocities", "[physics][static]") {
  Blade blade;
  blade.speed = 50.0;
  Model model = blade.model();
  const NodeId cart = model.add_node({.name = "cart",
                                      .frame = {Vec3(0.0, 0.0, 5.0)},
                                      .inertia = solid_sphere(1.0, 0.1),
                                      .twist = {Vec3(2.0, 0.0, 0.0), Vec3::Zero()}});
  Bushing spring{.name = "spring", .first = {Model::ground(), Vec3(0.0, 0.0, 5.0)}, .second = {cart}};
  spring.stiffness.diagonal().setConstant(100.0);
  model.add_bushing(spring);
  SimulationOptions options{.from_equilibrium = true};
  options.equilibrium.spinning = true;
  const Simulation run(model, options);
  CHECK(run.velocity(Marker{cart}).velocity.x() == 2.0);
  CHECK(run.velocity(Marker{run.system().model().end({0})}).velocity.y() > 50.0);
}

TEST_CASE("only round parts look the same from space as they turn", "[physics][modes]") {
  Blade blade;
  blade.speed = 50.0;
  const System turning(blade.model());
  CHECK_FALSE(looks_round(Balance(turning), start_state(turning)));
  blade.speed = 0.0;
  const System still(blade.model());
  CHECK(looks_round(Balance(still), start_state(still)));
  // A shaft along its axis of spin, and the same with two bending stiffnesses.
  for (const double EI_other : {1e3, 1.1e3}) {
    Model model;
    const Section of = section((Vec6() << 1e7, 1e6, 1e6, 1e3, 1e3, EI_other).finished(), 1.0, Vec3(2e-3, 1e-3, 1e-3));
    const BeamId shaft = model.add_straight_beam("shaft", Vec3::Zero(), Vec3(1.0, 0.0, 0.0), Vec3::UnitY(), 3, 3, of);
    model.add_joint(
        {.name = "pin", .kind = JointKind::spherical, .first = {Model::ground()}, .second = {model.start(shaft)}});
    model.set_rigid_velocity(shaft, Vec3::Zero(), Vec3(30.0, 0.0, 0.0), Vec3::Zero());
    const System system(model);
    CHECK(looks_round(Balance(system), start_state(system)) == (EI_other == 1e3));
  }
}

}  // namespace bristle::test
