#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "bristle/analysis/frequency_response.hpp"
#include "bristle/analysis/modes.hpp"
#include "bristle/system/consistency.hpp"

namespace bristle::test {
namespace {

constexpr double pi = std::numbers::pi;

/// A disk at the end of a light shaft along x, whose other end is driven at a constant speed.
struct Overhung {
  double L = 0.5, EI = 200.0, mass = 3.0, polar = 0.04, diametral = 0.02;
  double viscous_time = 0.0, mass_damping = 0.0;

  Model model(double spin) const {
    Section shaft = section((Vec6() << 1e9, 1e9, 1e9, 1e7, EI, EI).finished(), 1e-8, Vec3::Constant(1e-12));
    shaft.viscous_time = viscous_time;
    Model out;
    const BeamId beam = out.add_straight_beam("shaft", Vec3::Zero(), Vec3(L, 0.0, 0.0), Vec3::UnitY(), 1, 3, shaft);
    Node& disk = out.nodes[out.end(beam).index];
    disk.inertia = inertia(mass, Vec3(polar, diametral, diametral));
    disk.mass_damping = mass_damping;
    const Frame along{Vec3::Zero(), rotation(Vec3::UnitY(), 0.5 * pi)};
    out.add_joint(
        {.name = "drive",
         .kind = JointKind::revolute,
         .first = out.marker_at(Model::ground(), along),
         .second = out.marker_at(out.start(beam), along),
         .drives = {{0, Function::callable([spin](double t) { return spin * t; }, [spin](double) { return spin; })}}});
    out.set_rigid_velocity(beam, Vec3::Zero(), Vec3(spin, 0.0, 0.0), Vec3::Zero());
    return out;
  }

  /// (k11 − m ω²)(k22 − J_t ω² + J_p Ω ω) = k12²: four real roots, forward positive.
  double characteristic(double omega, double spin) const {
    const double k11 = 12.0 * EI / (L * L * L), k12 = -6.0 * EI / (L * L), k22 = 4.0 * EI / L;
    return (k11 - mass * omega * omega) * (k22 - diametral * omega * omega + polar * spin * omega) - k12 * k12;
  }
};

std::vector<Mode> complex_modes_of(const Model& model, int number) {
  const System system(model);
  State state = start_state(system);
  const Balance balance(system);
  settle_reactions(balance, state);
  return complex_modes(balance, state, {.number = number});
}

}  // namespace

TEST_CASE("an overhung disk whirls at the roots of its characteristic equation", "[physics][modes]") {
  const Overhung rotor;
  for (const double spin : {0.0, 50.0, 300.0, 1000.0}) {
    const std::vector<Mode> found = complex_modes_of(rotor.model(spin), 4);
    REQUIRE(found.size() == 4);
    int forward = 0, backward = 0;
    for (const Mode& mode : found) {
      const double omega = mode.angular_frequency();
      CHECK(std::abs(mode.damping_ratio()) < 1e-6);
      // A change of sign within 1e-5, on the forward or on the backward branch.
      const auto root = [&](double w) {
        return rotor.characteristic((1.0 - 1e-5) * w, spin) * rotor.characteristic((1.0 + 1e-5) * w, spin) < 0.0;
      };
      forward += root(omega);
      backward += root(-omega);
      CAPTURE(spin, omega);
      CHECK((root(omega) || root(-omega)));
    }
    CHECK(forward >= 2);
    CHECK(backward >= 2);
  }
}

TEST_CASE("a sleeping top nods and precesses, and falls below its critical spin", "[physics][modes]") {
  // About its point: J_t s² ∓ i J_p Ω s − m g l = 0; stable for J_p² Ω² > 4 J_t m g l.
  const double m = 0.5, l = 0.2, about_centre = 1e-3, polar = 2e-3, weight = m * 9.81 * l;
  const double transverse = about_centre + m * l * l;
  const double critical = 2.0 * std::sqrt(transverse * weight) / polar;
  for (const double share : {0.8, 1.2, 3.0}) {
    const double spin = share * critical;
    Model model;
    model.gravity = Vec3(0.0, 0.0, -9.81);
    const NodeId top = model.add_node({.name = "top",
                                       .inertia = inertia(m, Vec3(about_centre, about_centre, polar), Vec3(0, 0, l)),
                                       .twist = {Vec3::Zero(), Vec3(0.0, 0.0, spin)}});
    model.add_joint({.name = "tip", .kind = JointKind::spherical, .first = {Model::ground()}, .second = {top}});
    const std::complex<double> root =
        std::sqrt(std::complex<double>(polar * polar * spin * spin - 4.0 * transverse * weight));
    for (const Mode& mode : complex_modes_of(model, 10)) {
      if (std::abs(mode.s) == 0.0) continue;  // the spin itself
      const std::complex<double> i(0.0, 1.0);
      double nearest = INFINITY;
      for (const double sign : {-1.0, 1.0})
        nearest = std::min(nearest, std::abs(mode.s - i * (polar * spin + sign * root) / (2.0 * transverse)));
      CHECK(nearest < 1e-7 * std::abs(mode.s));
      if (share > 1.0) CHECK(std::abs(mode.damping_ratio()) < 1e-7);
    }
  }
}

TEST_CASE("damping in a shaft drives it into whirl above its critical speed", "[physics][modes]") {
  // A shaft with material damping τ only: the forward whirl grows with Re s = ½ τ ω (Ω − ω); with damping α M against
  // space it begins at Ω = ω (1 + α/(τ ω²)).
  Overhung rotor{.polar = 1e-6, .diametral = 1e-6};
  rotor.viscous_time = 1e-5;
  const double omega = std::sqrt(3.0 * rotor.EI / std::pow(rotor.L, 3) / rotor.mass);
  const auto fastest_growth = [&](double spin) {
    double growth = -INFINITY;
    for (const Mode& mode : complex_modes_of(rotor.model(spin), 2)) growth = std::max(growth, mode.s.real());
    return growth;
  };
  for (const double share : {0.0, 0.5, 0.9, 1.1, 2.0})
    CHECK(fastest_growth(share * omega) ==
          Approx(0.5 * rotor.viscous_time * omega * (share * omega - omega)).epsilon(2e-3));
  rotor.mass_damping = rotor.viscous_time * omega * omega;  // moves the limit to twice the critical speed
  CHECK(fastest_growth(1.95 * omega) < 0.0);
  CHECK(fastest_growth(2.05 * omega) > 0.0);
}

TEST_CASE("a round rotor is the same seen from space and from itself", "[physics][modes]") {
  // A whirl exp(s t) in space is exp((s ∓ iΩ) t) for who turns with it, forward or backward: with gyroscopic forces,
  // and with damping of the shaft, which is circulatory in space and plain damping in the shaft.
  Overhung rotor;
  rotor.viscous_time = 1e-4;
  const double spin = 120.0;
  const System system(rotor.model(spin));
  State state = start_state(system);
  const Balance balance(system);
  settle_reactions(balance, state);
  const std::vector<Mode> space = complex_modes(balance, state, {.number = 4});
  const std::vector<Mode> turning = complex_modes(balance, state, {.number = 8, .about = {.turning_axes = true}});
  REQUIRE(space.size() == 4);
  int found = 0;
  for (const Mode& mode : space) {
    double nearest = INFINITY;
    for (const Mode& other : turning)
      for (const double way : {-spin, spin}) {
        const std::complex<double> shifted = mode.s + std::complex<double>(0.0, way);
        nearest = std::min({nearest, std::abs(shifted - other.s), std::abs(std::conj(shifted) - other.s)});
      }
    CAPTURE(mode.s, nearest);
    CHECK(nearest < 1e-5 * std::abs(mode.s));  // the circulatory matrix is extrapolated from two lengths of step
    found += std::abs(mode.s.real()) > 1e-3;
  }
  CHECK(found == 4);  // damping is at work in all of them
}

TEST_CASE("a damped oscillator has its damping ratio and its response", "[physics][modes]") {
  const double m = 2.0, k = 800.0, zeta = 0.05;
  Model model;
  const NodeId mass = model.add_node({.name = "mass", .inertia = solid_sphere(m, 0.1)});
  Bushing hold{.name = "hold", .first = {Model::ground()}, .second = {mass}};
  hold.stiffness.diagonal() << k, 4.0 * k, 9.0 * k, 1e4, 1e4, 1e4;
  hold.damping(0, 0) = 2.0 * zeta * std::sqrt(k * m);
  model.add_bushing(hold);
  const std::vector<Mode> found = complex_modes_of(model, 3);
  CHECK(found[0].angular_frequency() == Approx(20.0).epsilon(1e-9));
  CHECK(found[0].damping_ratio() == Approx(zeta).epsilon(1e-9));
  CHECK(found[1].angular_frequency() == Approx(40.0).epsilon(1e-9));
  CHECK(std::abs(found[1].damping_ratio()) < 1e-9);

  const System system(model);
  const Balance balance(system);
  const State state = start_state(system);
  const Eigen::VectorXd load = balance.load(state, {.name = "shake", .marker = {mass}, .components = {3.0, 0.0, 0.0}});
  const std::vector<double> at{0.5, 20.0 / (2.0 * pi), 10.0};
  const Eigen::MatrixXcd y = frequency_response(balance, state, load, at);
  for (std::size_t j = 0; j < at.size(); ++j) {
    const double w = 2.0 * pi * at[j];
    const std::complex<double> exact = 3.0 / std::complex<double>(k - m * w * w, w * hold.damping(0, 0));
    CHECK(std::abs(y(0, j) - exact) < 1e-10 * std::abs(exact));
  }
}

TEST_CASE("a sticking contact vibrates on its bristles", "[physics][modes]") {
  // Pressed by N, the tangential stiffness is σ0 N and the damping (σ1 + σ2) N.
  const double N = 10.0, m = 1.0, k = 1e6;
  const LuGre law{
      .static_friction = 0.4, .kinetic_friction = 0.3, .stribeck_velocity = 1e-3, .stiffness = 1e4, .damping = 2.0};
  Model model;
  const NodeId block =
      model.add_node({.name = "block", .frame = {Vec3(0.0, 0.0, -N / k)}, .inertia = solid_sphere(m, 0.1)});
  model.add_joint({.name = "rail",
                   .kind = JointKind::planar,
                   .first = {Model::ground(), Vec3::Zero(), rotation(Vec3::UnitX(), 0.5 * pi)},
                   .second = {block, Vec3::Zero(), rotation(Vec3::UnitX(), 0.5 * pi)},
                   .drives = {{2, 0.0}}});
  model.add_load({.name = "press", .marker = {block}, .components = {0.0, 0.0, -N}});
  model.add_contact({.name = "table",
                     .geometry = PointsOnPlane{},
                     .first = {Model::ground()},
                     .second = {block},
                     .normal = {PowerLaw{.stiffness = k}},
                     .friction = law});
  const std::vector<Mode> found = complex_modes_of(model, 2);
  REQUIRE(found.size() == 2);
  const double omega = std::sqrt(law.stiffness * N / m);
  CHECK(found[0].angular_frequency() == Approx(omega).epsilon(1e-8));
  CHECK(found[0].damping_ratio() == Approx(law.damping * N / (2.0 * m * omega)).epsilon(1e-6));
  CHECK(found[1].angular_frequency() == Approx(std::sqrt(k / m)).epsilon(1e-8));
}

}  // namespace bristle::test
