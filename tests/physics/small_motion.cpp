// What is read from the response to a harmonic load: forces of joints and contacts, accelerations.

#include <catch2/catch.hpp>
#include <complex>
#include <numbers>

#include "bristle/analysis/frequency_response.hpp"
#include "contact_support.hpp"

namespace bristle::test {
namespace {

using Complex = std::complex<double>;

/// The complex amplitude of a reading at a frequency (rad/s) under a load.
template <class Read>
Complex amplitude(const Model& model, const Load& shaking, double omega, const LinearisationOptions& options,
                  Read&& read) {
  Simulation run(model);
  const Balance balance(run.system());
  const State about = run.state();
  const std::vector<double> hertz{omega / (2.0 * std::numbers::pi)};
  const Eigen::VectorXcd y = frequency_response(balance, about, balance.load(about, shaking), hertz, options).col(0);
  const SmallMotion small(balance, about, options);
  const double largest = y.head(balance.motions()).cwiseAbs().maxCoeff();
  const double h = largest > 0.0 ? 1e-7 / largest : 1.0;
  const auto slope = [&](const Eigen::VectorXcd& of) {
    small.show(run, of, omega, h);
    const double up = read(run);
    small.show(run, of, omega, -h);
    return (up - read(run)) / (2.0 * h);
  };
  return {slope(y), slope(Complex(0.0, -1.0) * y)};
}

}  // namespace

TEST_CASE("a shaken mass accelerates and pulls at its foot as the formulas say", "[physics][modes]") {
  const double m = 2.0, k = 800.0, c = 3.0;
  Model model;
  const NodeId foot = model.add_node({.name = "foot", .inertia = solid_sphere(1.0, 0.1)});
  const NodeId mass = model.add_node({.name = "mass", .inertia = solid_sphere(m, 0.1)});
  const JointId bolt =
      model.add_joint({.name = "bolt", .kind = JointKind::fixed, .first = {Model::ground()}, .second = {foot}});
  Bushing hold{.name = "hold", .first = {foot}, .second = {mass}};
  hold.stiffness.diagonal() << k, 1e4, 1e4, 1e4, 1e4, 1e4;
  hold.damping(0, 0) = c;
  model.add_bushing(hold);
  const Load shake{.name = "shake", .marker = {mass}, .components = {5.0, 0.0, 0.0}};
  for (const double w : {3.0, 20.0, 55.0}) {
    const Complex y = 5.0 / Complex(k - m * w * w, c * w);
    const auto is = [&](const Complex& found, const Complex& expected) {
      CHECK(std::abs(found - expected) < 1e-6 * std::abs(expected));  // central differences of what is read
    };
    is(amplitude(model, shake, w, {}, [&](const Simulation& r) { return r.frame(mass).x.x(); }), y);
    is(amplitude(model, shake, w, {}, [&](const Simulation& r) { return r.velocity(Marker{mass}).velocity.x(); }),
       Complex(0.0, w) * y);
    is(amplitude(model, shake, w, {}, [&](const Simulation& r) { return r.acceleration(mass).x(); }), -w * w * y);
    // The joint holds the foot against the spring and the damper.
    is(amplitude(model, shake, w, {}, [&](const Simulation& r) { return r.reaction(bolt).force.x(); }),
       -Complex(k, c * w) * y);
  }
}

TEST_CASE("the forces of a contact follow its stiffness, its damping and its bristles", "[physics][modes]") {
  const double k = 1e6, m = 1.0, g = 10.0, hunt = 0.3;
  const LuGre law{
      .static_friction = 0.4, .kinetic_friction = 0.3, .stribeck_velocity = 1e-3, .stiffness = 1e4, .damping = 2.0};
  Block block(m, g, {Vec3::Zero()}, {PowerLaw{.stiffness = k}, HuntCrossley{.damping = hunt}}, law);
  // Nothing tips or drills: the block moves along x and z.
  Bushing upright{.name = "upright", .first = {Model::ground()}, .second = {block.body}};
  upright.stiffness.diagonal() << 0.0, 1e5, 0.0, 1e5, 1e5, 1e5;
  block.model.add_bushing(upright);
  const double N = m * g, w = 150.0;
  const Complex i(0.0, 1.0);
  const Load press{.name = "press", .marker = {block.body}, .components = {0.0, 0.0, -1.0}};
  const Load pull{.name = "pull", .marker = {block.body}, .components = {1.0, 0.0, 0.0}};
  const auto contact = [&](const Simulation& r) -> const ContactReport& { return r.contact(block.contact); };

  const Complex normal = k + i * w * hunt * N, depth = 1.0 / (normal - m * w * w);
  const Complex pressed = amplitude(block.model, press, w, {}, [&](const auto& r) { return contact(r).normal_force; });
  CHECK(std::abs(pressed - normal * depth) < 1e-6 * std::abs(pressed));
  const Complex sunk = amplitude(block.model, press, w, {}, [&](const auto& r) { return contact(r).gap; });
  CHECK(std::abs(sunk + depth) < 1e-6 * std::abs(depth));

  const Complex bristles = N * (law.stiffness + i * w * (law.damping + law.viscous)),
                way = 1.0 / (bristles - m * w * w);
  const Complex rubbed = amplitude(block.model, pull, w, {}, [&](const auto& r) { return contact(r).friction.x(); });
  CHECK(std::abs(rubbed + bristles * way) < 1e-6 * std::abs(rubbed));
  const Complex slid =
      amplitude(block.model, pull, w, {}, [&](const auto& r) { return contact(r).sliding_velocity.x(); });
  CHECK(std::abs(slid - i * w * way) < 1e-6 * std::abs(slid));

  // Held, it takes the whole load: nothing moves.
  const Complex held = amplitude(block.model, pull, w, {.contacts = ContactsAre::stuck},
                                 [&](const auto& r) { return contact(r).friction.x(); });
  CHECK(std::abs(held + 1.0) < 1e-6);
}

}  // namespace bristle::test
