// The three blades, as shipped: their frequencies alone and stuck together, and friction that sticks and then slips.
// Reference figures are of an independent program: Timoshenko's beams by Hermite elements (three a strip), planar modes
// of each blade, the contact and friction laws written anew, Runge-Kutta's method with steps of 10 µs (2 µs without
// bristles).

#include <algorithm>
#include <catch2/catch.hpp>

#include "bristle/analysis/equilibrium.hpp"
#include "bristle/analysis/modes.hpp"
#include "bristle/system/consistency.hpp"
#include "shipped_example.hpp"

namespace bristle::test {
namespace {

const std::string in_row_turn = "parameters.turn=0", in_row_crush = "parameters.crush=6.515";
const std::string crushed = "parameters.crushed=0";  // the crushing force is there at the start

std::vector<double> frequencies(const Simulation& run, bool about_equilibrium) {
  const Balance balance(run.system());
  State state = run.state();
  if (about_equilibrium)
    state = find_equilibrium(run.system(), state).state;
  else
    settle_reactions(balance, state);
  std::vector<double> found;
  for (const Mode& mode : modes(balance, state, {.number = 3})) found.push_back(mode.frequency());
  return found;
}

/// A cycle of 30 Hz.
struct Cycle {
  double tip = 0.0, left = 0.0;  // m, highest displacement
  double speed = 0.0;            // m/s, highest sliding speed
  double coefficient = 0.0;      // highest
  double bristle = 0.0;          // m, highest
  double loss = 0.0;             // J
};

/// Simulation 1, but that the crushing force is there from the start and the force grows to 5 N within 0.4 s.
std::vector<Cycle> growing_force(const std::string& file, int cycles) {
  ShippedExample blades("turbine_blades/" + file,
                        {crushed, "initial.equilibrium=true", "parameters.starts=0", "parameters.grows=0.4",
                         "analysis.step=2e-4", "output.probes.bristle={expression: a, a: right.bristle.norm}"});
  std::vector<Cycle> seen;
  for (int k = 0; k < cycles; ++k) {
    Cycle& cycle = seen.emplace_back();
    const double loss = blades["friction_loss"];
    blades.go(
        [&] {
          const auto highest = [&](double& value, const char* probe) {
            value = std::max(value, std::abs(blades[probe]));
          };
          highest(cycle.tip, "tip"), highest(cycle.left, "tip_left"), highest(cycle.speed, "speed");
          highest(cycle.coefficient, "friction_coefficient"), highest(cycle.bristle, "bristle");
        },
        (k + 1) / 30.0);
    cycle.loss = blades["friction_loss"] - loss;
  }
  CHECK(blades.unaccounted() < 1e-9);
  return seen;
}

}  // namespace

TEST_CASE("a blade of the example sounds at 53.3, 316.6 and 407.0 Hz", "[physics][example]") {
  const std::vector<double> found = frequencies(ShippedExample("turbine_blades/one_blade.yaml").run, false);
  const double expected[] = {53.29, 316.54, 407.11}, published[] = {53.0, 321.0, 408.0};
  for (int k = 0; k < 3; ++k) {
    CHECK(found[k] == Approx(expected[k]).epsilon(5e-4));    // one element a strip: 3e-4 in the third
    CHECK(found[k] == Approx(published[k]).epsilon(0.015));  // shear, which it leaves out, takes 0.8 % of the second
  }
}

TEST_CASE("the blades of the example, stuck together: a row keeps the frequency of one blade, turned ones do not",
          "[physics][example]") {
  // Joined by the tangents of contact and bristles, 5 N times σ0 in both directions; one element a strip: 4e-4.
  const std::vector<double> turned = frequencies(ShippedExample("turbine_blades/model.yaml", {crushed}).run, true);
  const double expected[] = {90.083, 131.606, 158.140};
  for (int k = 0; k < 3; ++k) CHECK(turned[k] == Approx(expected[k]).epsilon(5e-4));

  const std::vector<double> row =
      frequencies(ShippedExample("turbine_blades/model.yaml", {crushed, in_row_turn, in_row_crush}).run, true);
  const double in_row[] = {53.286, 74.205, 99.999};
  for (int k = 0; k < 3; ++k) CHECK(row[k] == Approx(in_row[k]).epsilon(5e-4));
  const std::vector<double> one = frequencies(ShippedExample("turbine_blades/one_blade.yaml").run, false);
  CHECK(row[0] == Approx(one[0]).epsilon(1e-6));  // all alike: contacts do not see it
}

TEST_CASE("the tie-boss of the example sticks on its bristles, then slips", "[physics][example]") {
  const std::vector<Cycle> seen = growing_force("growing_force.yaml", 9);
  const double tip[] = {5.651, 13.232, 21.607, 31.500, 45.898, 84.158, 133.590, 169.849, 201.371};  // µm
  const double loss[] = {0.4754, 4.038, 13.77, 34.59, 80.08, 214.4, 473.1, 675.5, 839.0};           // µJ
  for (int k = 0; k < 9; ++k) {
    // The reference leaves out what is of second order in the displacements; steps are of 0.1 ms.
    CHECK(seen[k].tip == Approx(1e-6 * tip[k]).epsilon(1e-3));
    CHECK(seen[k].loss == Approx(1e-6 * loss[k]).epsilon(1e-3));
    if (k > 0) CHECK(seen[k].loss > seen[k - 1].loss);
    CHECK(seen[k].left < 2e-6);          // stiff against the force
    CHECK(seen[k].bristle < 0.5 / 4e4);  // μ_s/σ0
  }
  for (const int k : {0, 1, 2, 3, 4}) CHECK(seen[k].speed < 0.003);  // up to 2.1 N
  for (const int k : {6, 7, 8}) CHECK(seen[k].speed > 2.5 * 0.003);  // from 2.5 N on
}

TEST_CASE("without bristles the tie-boss of the example creeps less before it slips, and slips alike",
          "[physics][example]") {
  const std::vector<Cycle> seen = growing_force("growing_force_general_kinetic.yaml", 8);
  const double tip[] = {2.393, 5.242, 8.098, 10.953, 13.810, 56.381, 147.320, 210.111};  // µm
  const double loss[] = {0.2946, 2.176, 5.966, 11.67, 19.27, 85.99, 534.1, 848.2};       // µJ
  const double highest = 0.3 + 0.2 * std::exp(-0.01);  // the law's, at its stick velocity
  for (int k = 0; k < 8; ++k) {
    // It chatters as it slips, since friction falls as the speed rises: in steps of 0.2 ms that is not resolved.
    const double within = k < 5 ? 1e-3 : 0.03;
    CHECK(seen[k].tip == Approx(1e-6 * tip[k]).epsilon(within));
    CHECK(seen[k].loss == Approx(1e-6 * loss[k]).epsilon(within));
    CHECK(seen[k].coefficient < highest + 1e-9);
    if (k < 5)
      CHECK(seen[k].speed < 3e-4);  // six to nine times less than with bristles
    else
      CHECK(seen[k].speed > 2.0 * 0.003);
  }
}

}  // namespace bristle::test
