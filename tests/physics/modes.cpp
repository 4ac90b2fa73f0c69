#include "bristle/analysis/modes.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "beam_frequencies.hpp"
#include "bristle/analysis/equilibrium.hpp"
#include "bristle/system/consistency.hpp"

namespace bristle::test {
namespace {

constexpr double pi = std::numbers::pi;

std::vector<Mode> modes_of(const Model& model, const ModeOptions& options = {}) {
  const System system(model);
  State state = start_state(system);
  const Balance balance(system);
  settle_reactions(balance, state);
  return modes(balance, state, options);
}

/// Along x; bending stiffness about z (motion along y) and about y, stiff in torsion and extension.
Section bar(const UniformBeam& along_y, double EI_other) {
  const double GA = along_y.shear_flexibility > 0.0 ? 1.0 / along_y.shear_flexibility : 1e7 * along_y.EI;
  return section((Vec6() << 1e3 * GA, GA, GA, 1e3 * along_y.EI, EI_other, along_y.EI).finished(), along_y.mass,
                 Vec3(2.0 * along_y.rotary + 1e-9, along_y.rotary + 1e-9, along_y.rotary + 1e-9));
}

BeamId add_bar(Model& model, double length, const Section& of, int elements = 6) {
  return model.add_straight_beam("bar", Vec3::Zero(), Vec3(length, 0.0, 0.0), Vec3::UnitY(), elements, 3, of);
}

void clamp(Model& model, NodeId node) {
  const Frame at{model.nodes[node.index].frame.x};
  model.add_joint({.name = "clamp",
                   .kind = JointKind::fixed,
                   .first = model.marker_at(Model::ground(), at),
                   .second = model.marker_at(node, at)});
}

void pin(Model& model, NodeId node) {
  const Frame at{model.nodes[node.index].frame.x};
  model.add_joint({.name = "pin",
                   .kind = JointKind::spherical,
                   .first = model.marker_at(Model::ground(), at),
                   .second = model.marker_at(node, at)});
}

}  // namespace

TEST_CASE("a cantilever sounds as Timoshenko's beam", "[physics][modes]") {
  // Thick: length over radius of gyration is 20. The fourth frequency is off by the sixth order of the elements.
  const double L = 2.0;
  const UniformBeam beam{.EI = 1e4, .mass = 10.0, .shear_flexibility = 1.0 / 4e5, .rotary = 0.1};
  Model model;
  const BeamId id = add_bar(model, L, bar(beam, 4e4));
  clamp(model, model.start(id));
  const std::vector<Mode> found = modes_of(model, {.number = 8});
  int bending = 0;
  for (const Mode& mode : found) {
    const double omega = mode.angular_frequency();
    const double exact = frequency_near(
        omega, [&](double w) { return beam.transfer(L, w); }, End::clamped, End::free, 1e-3);
    if (std::isnan(exact)) continue;
    ++bending;
    CHECK(omega == Approx(exact).epsilon(1e-4));
  }
  CHECK(bending >= 4);
  CHECK(found[0].angular_frequency() < std::pow(1.8751 / L, 2) * std::sqrt(beam.EI / beam.mass));  // below Euler's
}

TEST_CASE("a free bar has six motions without stiffness and Euler's frequencies", "[physics][modes]") {
  const UniformBeam beam{.EI = 1e4, .mass = 1.0};
  const double L = 3.0;
  Model model;
  add_bar(model, L, bar(beam, 1.5e4));
  const std::vector<Mode> found = modes_of(model, {.number = 10});
  REQUIRE(found.size() == 10);
  for (int k = 0; k < 6; ++k) CHECK(found[k].angular_frequency() == 0.0);
  const auto exact = [&](double beta, double EI) { return std::pow(beta / L, 2) * std::sqrt(EI / beam.mass); };
  // Shear at GA = 1e7 EI/m² takes off 1e-6.
  CHECK(found[6].angular_frequency() == Approx(exact(4.730040745, 1e4)).epsilon(1e-5));
  CHECK(found[7].angular_frequency() == Approx(exact(4.730040745, 1.5e4)).epsilon(1e-5));
  CHECK(found[8].angular_frequency() == Approx(exact(7.853204624, 1e4)).epsilon(1e-4));
  CHECK(found[9].angular_frequency() == Approx(exact(7.853204624, 1.5e4)).epsilon(1e-4));
}

TEST_CASE("the rotor's shaft, clamped and pinned with its disk: 44.32/44.71 and 44.20/44.59 rad/s",
          "[physics][modes]") {
  const double L = 6.0, disk = 5.0;
  for (const bool shear : {false, true}) {
    std::array<double, 2> omega{};
    const std::array EI{28.2e3, 28.7e3};
    const double rotary = shear ? 0.5 * 2.12e-3 : 0.0;
    const UniformBeam beam{
        .EI = EI[0], .mass = 0.848, .shear_flexibility = shear ? 1.0 / 4.35e6 : 0.0, .rotary = rotary};
    Model model;
    const BeamId shaft = add_bar(model, L, bar(beam, EI[1]));
    clamp(model, model.start(shaft));
    pin(model, model.end(shaft));
    model.nodes[model.node_at(shaft, 0.5).index].inertia = inertia(disk, Vec3(1e-6, 1e-6, 1e-6));
    const std::vector<Mode> found = modes_of(model, {.number = 2});
    for (const int k : {0, 1}) {
      omega[k] = found[k].angular_frequency();
      UniformBeam plane = beam;
      plane.EI = EI[k];
      const double exact = frequency_near(
          omega[k],
          [&](double w) {
            return Eigen::Matrix4d(plane.transfer(0.5 * L, w) * across_mass(disk, 0.0, w) * plane.transfer(0.5 * L, w));
          },
          End::clamped, End::pinned);
      CHECK(omega[k] == Approx(exact).epsilon(2e-5));  // shear at 1e7 EI/m²
    }
    CHECK(omega[0] == Approx(shear ? 44.20 : 44.32).margin(0.01));
    CHECK(omega[1] == Approx(shear ? 44.59 : 44.71).margin(0.01));
  }
}

TEST_CASE("a turbine blade with its bodies: 53.3, 319.2 and 408.0 Hz", "[physics][modes]") {
  const Section strip = rectangle({.young = 2.1e11, .poisson = 0.3, .density = 7800.0}, 0.03, 0.005);
  const double first = 0.0984, second = 0.0669, boss = 0.0245, tip = 0.035;
  Model model;
  const Vec3 z = Vec3::UnitZ();
  const BeamId lower = model.add_straight_beam("lower", Vec3::Zero(), first * z, Vec3::UnitY(), 2, 3, strip);
  const BeamId upper =
      model.add_straight_beam("upper", (first + boss) * z, (first + boss + second) * z, Vec3::UnitY(), 2, 3, strip);
  const NodeId tie = model.add_node({.name = "tie-boss",
                                     .frame = {(first + 0.5 * boss) * z},
                                     .inertia = inertia(0.1, Vec3(1.5e-5, 8.8e-6, 1.38e-5))});
  const NodeId end = model.add_node({.name = "tip",
                                     .frame = {(first + boss + second + 0.5 * tip) * z},
                                     .inertia = inertia(0.16, Vec3(2.96e-5, 2.38e-5, 1.92e-5))});
  const auto weld = [&](NodeId a, NodeId b, double at) {
    model.add_joint({.name = "weld" + std::to_string(at),
                     .kind = JointKind::fixed,
                     .first = model.marker_at(a, {at * z}),
                     .second = model.marker_at(b, {at * z})});
  };
  weld(Model::ground(), model.start(lower), 0.0);
  weld(model.end(lower), tie, first);
  weld(tie, model.start(upper), first + boss);
  weld(model.end(upper), end, first + boss + second);
  const std::vector<Mode> found = modes_of(model, {.number = 4});
  for (const Mode& mode : found) UNSCOPED_INFO(mode.frequency());
  CHECK(found[0].frequency() == Approx(53.3).epsilon(0.005));
  CHECK(found[1].frequency() == Approx(319.2).epsilon(0.01));
  CHECK(found[2].frequency() == Approx(408.0).epsilon(0.01));
}

TEST_CASE("a string's tension, a pendulum's weight and a spring's preload make their frequencies", "[physics][modes]") {
  // A pendulum of a uniform rod: ω² = 3 g/(2 l).
  Model model;
  model.gravity = Vec3(0.0, 0.0, -9.81);
  const NodeId rod =
      model.add_node({.name = "rod", .inertia = inertia(2.0, Vec3(2.0 / 3.0, 2.0 / 3.0, 0.01), Vec3(0.0, 0.0, -1.0))});
  model.add_joint({.name = "pin", .kind = JointKind::spherical, .first = {Model::ground()}, .second = {rod}});
  const std::vector<Mode> swings = modes_of(model);
  REQUIRE(swings.size() == 3);
  CHECK(swings[0].angular_frequency() == 0.0);  // spinning
  for (const int k : {1, 2}) CHECK(swings[k].angular_frequency() == Approx(std::sqrt(3.0 * 9.81 / 4.0)).epsilon(1e-12));

  // A mass on a stretched spring: along it √(k/m), across it √(T/(m l)).
  Model string;
  const NodeId mass =
      string.add_node({.name = "mass", .frame = {Vec3(2.0, 0.0, 0.0)}, .inertia = solid_sphere(3.0, 0.1)});
  string.add_spring(
      {.name = "pull", .first = {Model::ground()}, .second = {mass}, .law = {.stiffness = 100.0}, .free_length = 1.5});
  string.add_load({.name = "hold", .marker = {mass}, .components = {50.0, 0.0, 0.0}});
  const std::vector<Mode> found = modes_of(string);
  REQUIRE(found.size() == 6);
  for (const int k : {0, 1, 2}) CHECK(found[k].angular_frequency() == 0.0);  // turning
  for (const int k : {3, 4}) CHECK(found[k].angular_frequency() == Approx(std::sqrt(50.0 / 6.0)).epsilon(1e-9));
  CHECK(found[5].angular_frequency() == Approx(std::sqrt(100.0 / 3.0)).epsilon(1e-12));
}

TEST_CASE("a band finds the modes in it, with sparse matrices as with dense ones", "[physics][modes]") {
  const UniformBeam beam{.EI = 1e4, .mass = 1.0};
  Model model;
  const BeamId id = add_bar(model, 3.0, bar(beam, 1.5e4), 30);  // 546 motions: beyond the dense solver
  clamp(model, model.start(id));
  const std::vector<Mode> lowest = modes_of(model, {.number = 12});
  REQUIRE(lowest.size() == 12);
  CHECK(lowest[0].angular_frequency() == Approx(std::pow(1.875104069 / 3.0, 2) * 100.0).epsilon(1e-5));
  const double from = 0.5 * (lowest[3].frequency() + lowest[4].frequency());
  const double to = 0.5 * (lowest[8].frequency() + lowest[9].frequency());
  const std::vector<Mode> band = modes_of(model, {.number = 0, .band = {{from, to}}});
  REQUIRE(band.size() == 5);
  for (int k = 0; k < 5; ++k) CHECK(band[k].frequency() == Approx(lowest[4 + k].frequency()).epsilon(1e-8));
}

TEST_CASE("many bodies with few hinges have as many modes, and welded ones none", "[physics][modes]") {
  // A chain of sixty bodies, all but the last one welded; its hinges have springs.
  for (const int hinges : {0, 1, 3}) {
    const double k = 50.0, l = 0.1;
    Model model;
    NodeId last = Model::ground();
    for (int n = 0; n < 60; ++n) {
      const Frame at{Vec3(l * n, 0.0, 0.0)};
      const NodeId body =
          model.add_node({.name = "b" + std::to_string(n), .frame = at, .inertia = solid_sphere(0.2, 0.02)});
      const bool hinge = n >= 60 - hinges;
      const Marker first = model.marker_at(last, at);
      model.add_joint({.name = "j" + std::to_string(n),
                       .kind = hinge ? JointKind::revolute : JointKind::fixed,
                       .first = first,
                       .second = {body}});
      if (hinge)
        model.add_spring({.name = "s" + std::to_string(n),
                          .kind = Spring::Kind::torsional,
                          .first = first,
                          .second = {body},
                          .law = {.stiffness = k}});
      last = body;
    }
    const System system(model);
    const Balance balance(system);
    const State state = start_state(system);
    const std::vector<Mode> found = modes(balance, state), damped = complex_modes(balance, state);
    CHECK(static_cast<int>(found.size()) == hinges);
    CHECK(static_cast<int>(damped.size()) == hinges);
    for (std::size_t j = 0; j < std::min(found.size(), damped.size()); ++j)
      CHECK(damped[j].angular_frequency() == Approx(found[j].angular_frequency()).epsilon(1e-6));
    if (hinges == 1)
      CHECK(found[0].angular_frequency() == Approx(std::sqrt(k / (0.4 * 0.2 * 0.02 * 0.02))).epsilon(1e-9));
  }
}

}  // namespace bristle::test
