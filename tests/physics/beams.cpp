// Beams at rest: strains of given shapes, and the cantilever that an end moment rolls up. docs/theory.md, section 5.

#include <catch2/catch.hpp>

#include <array>
#include <functional>
#include <memory>
#include <numbers>
#include <vector>

#include "beam_support.hpp"
#include "bristle/math/quadrature.hpp"
#include "order.hpp"

using namespace bristle;
using namespace bristle::test;

namespace {

constexpr double length = 2.0;

const Section unit_section = section(Vec6::Ones(), 1.0, Vec3::Ones());

/// Curvatures of stress-free shapes: straight, bent, twisted, and a helix with all three.
const std::vector<Vec3> reference_curvatures{Vec3::Zero(), Vec3(0.0, 0.0, 0.8), Vec3(0.9, 0.0, 0.0),
                                             Vec3(0.4, -0.3, 0.5)};

/// A beam, free of stress along a screw line, whose nodes are then put elsewhere.
struct PlacedBeam {
  PlacedBeam(const Vec3& k, int elements, int of_order) : order(of_order) {
    Model model;
    beam = add_screw_beam(model, k, length, elements, order, unit_section);
    system = std::make_unique<System>(model);
    state = system->initial_state();
  }

  /// Nodes on another curve, at the same fractions of the length.
  void place(const std::function<Frame(double)>& shape) {
    Model other;
    other.add_curved_beam("other", shape, system->model().beams[0].elements(), order, unit_section);
    for (std::size_t n = 1; n < state.frames.size(); ++n) state.frames[n] = other.nodes[n].frame;
  }
  void move(const Frame& by) {
    for (std::size_t n = 1; n < state.frames.size(); ++n) state.frames[n] = by * state.frames[n];
  }
  std::vector<Vec6> strains() const {
    std::vector<Vec6> e;
    for (const auto& point : system->beam_points(state, beam)) e.push_back(point.strain);
    return e;
  }
  /// Largest difference from a constant strain, at the Gauss points and of the mean over the length.
  std::array<double, 2> errors(const Vec6& constant) const {
    const auto e = strains();
    double worst = 0.0;
    Vec6 mean = Vec6::Zero();
    for (std::size_t k = 0; k < e.size(); ++k) {
      worst = std::max(worst, (e[k] - constant).cwiseAbs().maxCoeff());
      mean += 0.5 * order / double(e.size()) * gauss(order)[k % order].weight * e[k];
    }
    return {worst, (mean - constant).cwiseAbs().maxCoeff()};
  }

  int order;
  BeamId beam;
  std::unique_ptr<System> system;
  State state;
};

const Frame far_away{Vec3(3.0, -4.0, 5.0), rotation(Vec3(1.0, -2.0, 2.0) / 3.0, 2.5)};

/// Strains are differences of positions of some 10 m over elements of 0.2 m, and of directors over the same: each
/// carries half an ulp of its operands, and some ten operations follow.
constexpr double strain_roundoff = 4.0 * epsilon * (10.0 / 0.2);

/// A cantilever under an end moment that rises slowly to 2 pi EI/L and stays. Returns the frame of the tip.
Frame rolled_up(int elements, int order) {
  Section s = section((Vec6() << 1e4, 1e4, 1e4, 10.0, 10.0, 10.0).finished(), 1.0, Vec3::Constant(1e-2));
  s.viscous_time = 0.2;
  Model model;
  const BeamId beam =
      model.add_straight_beam("beam", Vec3::Zero(), Vec3(length, 0.0, 0.0), Vec3::UnitY(), elements, order, s);
  clamp(model, beam);
  const double full = 2.0 * std::numbers::pi * 10.0 / length;
  const Function ramp = Function::table({0.0, 100.0}, {0.0, full});
  model.add_load({.kind = Load::Kind::moment, .marker = {model.end(beam)}, .components = {0.0, 0.0, ramp}});
  Simulation run(model, {.step = 2.0});
  run.run(100.0);
  run.run(160.0);  // thirty steps, each of which leaves 0.4 or less of what still moves (section 8, w = 5.6)
  return run.frame(model.end(beam));
}

}  // namespace

TEST_CASE("Rigid motion strains no beam, of any order and stress-free shape", "[physics]") {
  for (const int order : {1, 2, 3})
    for (const Vec3& k : reference_curvatures) {
      CAPTURE(order, k.transpose());
      PlacedBeam placed(k, 3, order);
      placed.move(far_away);
      CHECK(placed.errors(Vec6::Zero())[0] < strain_roundoff);
    }
}

TEST_CASE("The strains of a deformed beam do not change with a rotation of the whole", "[physics]") {
  for (const int order : {1, 2, 3})
    for (const Vec3& k : reference_curvatures) {
      CAPTURE(order, k.transpose());
      PlacedBeam placed(k, 3, order);
      placed.place([&](double f) {
        const Frame bent = screw(Vec3(1.2, 0.1, -0.2), Vec3(1.0 - f, 2.0 * f, 0.7), f * length);
        return Frame{bent.x, bent.R * rotation(Vec3::UnitX(), f * f)};
      });
      const auto before = placed.strains();
      placed.move(far_away);
      const auto after = placed.strains();
      double change = 0.0;
      for (std::size_t i = 0; i < before.size(); ++i) {
        REQUIRE(before[i].norm() > 0.2);
        change = std::max(change, (after[i] - before[i]).cwiseAbs().maxCoeff());
      }
      CHECK(change < strain_roundoff);
    }
}

TEST_CASE("Constant extension and shear of a straight beam are met at every Gauss point", "[physics]") {
  const Vec6 strain = (Vec6() << 0.3, -0.2, 0.1, 0.0, 0.0, 0.0).finished();
  for (const int order : {1, 2, 3}) {
    CAPTURE(order);
    PlacedBeam placed(Vec3::Zero(), 3, order);
    // Directors are constant and positions linear along the beam, which the interpolation represents exactly.
    placed.place([&](double f) { return screw(Vec3::UnitX() + strain.head<3>(), Vec3::Zero(), f * length); });
    placed.move(far_away);
    CHECK(placed.errors(strain)[0] < strain_roundoff);
  }
}

TEST_CASE("Constant curvature is met with order p + 1 at the Gauss points and 2p in the mean", "[physics]") {
  // Polynomials do not follow sines. Positions and directors between Gauss-Lobatto nodes, and their derivatives at the
  // Gauss points, err by h^(p+1); in the mean over an element the leading terms cancel as in Gauss quadrature.
  struct Case {
    Vec3 stress_free;
    Vec6 strain;
  };
  const std::vector<Case> cases{
      {Vec3::Zero(), (Vec6() << 0.0, 0.0, 0.0, 0.0, 0.0, 0.9).finished()},   // a circular arc
      {Vec3::Zero(), (Vec6() << 0.1, 0.2, -0.1, 0.5, 0.6, 0.7).finished()},  // everything at once
      {Vec3(0.4, -0.3, 0.5), (Vec6() << 0.1, 0.2, -0.1, 0.5, 0.6, 0.7).finished()},
  };
  for (const int order : {1, 2, 3})
    for (const Case& c : cases) {
      const auto errors = [&](int elements) {
        PlacedBeam placed(c.stress_free, elements, order);
        const Vec3 k = c.stress_free + c.strain.tail<3>();
        placed.place([&](double f) { return screw(Vec3::UnitX() + c.strain.head<3>(), k, f * length); });
        return placed.errors(c.strain);
      };
      const auto coarse = errors(8);
      const auto fine = errors(16);
      CAPTURE(order, c.stress_free.transpose(), c.strain.transpose(), coarse[0], fine[0], coarse[1], fine[1]);
      // Seen: within 0.02 of these, the next terms of the expansion at kh of 0.1 to 0.2.
      CHECK(observed_order({coarse[0], fine[0]}) == Approx(order + 1).margin(0.05));
      CHECK(observed_order({coarse[1], fine[1]}) == Approx(2 * order).margin(0.05));
    }
}

TEST_CASE("Pure twist of a straight beam leaves the other five strains at zero", "[physics]") {
  for (const int order : {1, 2, 3}) {
    PlacedBeam placed(Vec3::Zero(), 4, order);
    placed.place([&](double f) { return screw(Vec3::UnitX(), Vec3(0.9, 0.0, 0.0), f * length); });
    for (const Vec6& e : placed.strains()) {
      CAPTURE(order, e.transpose());
      CHECK(Vec6(e - e[3] * Vec6::Unit(3)).norm() < strain_roundoff);
    }
  }
}

TEST_CASE("An end moment of 2 pi EI/L rolls a cantilever into a circle, with order 2p", "[physics]") {
  // The error is where the tip lies: the circle closes at the origin.
  struct Mesh {
    int order, elements;
  };
  for (const auto [order, elements] : {Mesh{1, 32}, Mesh{2, 8}, Mesh{3, 8}}) {
    const Frame coarse = rolled_up(elements, order);
    const Frame fine = rolled_up(2 * elements, order);
    CAPTURE(order, coarse.x.transpose(), fine.x.transpose());
    const double seen = observed_order({coarse.x.norm(), fine.x.norm()});
    CAPTURE(seen);
    CHECK(seen == Approx(2 * order).margin(0.15));  // seen: 2.06, 4.00, 6.10
  }
}

TEST_CASE("Linear elements under an end moment all turn by half the arcsine of 2Mh/EI", "[physics]") {
  // Averaged directors shorten by cos(a/2) over a turn a: the curvature of an element is sin(a)/h, its energy
  // EI sin(a)^2/(2h), and M = EI sin(a) cos(a)/h. Without a force there is no stretch or shear, so the chord of the
  // element lies half way between its ends' directions and is h/cos(a/2) long.
  const int elements = 20;
  const double h = length / elements;
  const double turn = 0.5 * std::asin(4.0 * std::numbers::pi / elements);
  Vec3 tip = Vec3::Zero();
  for (int e = 0; e < elements; ++e)
    tip += h / std::cos(0.5 * turn) * Vec3(std::cos((e + 0.5) * turn), std::sin((e + 0.5) * turn), 0.0);
  const Frame seen = rolled_up(elements, 1);
  CAPTURE(seen.x.transpose(), tip.transpose());
  // Round-off of the balance, of stiffness 1e4 N/h against 10 N m^2: some 1e4 ulp at worst. Seen: 4e-15.
  CHECK((seen.x - tip).norm() < 1e-12);
  CHECK((seen.R - rotation(Vec3::UnitZ(), elements * turn)).norm() < 1e-12);
}
