// Vibration with contacts taken as open, closed or stuck: docs/theory.md, section 13.5.

#include <catch2/catch.hpp>
#include <cmath>

#include "beam_frequencies.hpp"
#include "bristle/analysis/modes.hpp"
#include "bristle/system/consistency.hpp"
#include "contact_support.hpp"

namespace bristle::test {
namespace {

const UniformBeam bar{.EI = 100.0, .mass = 1.0};
constexpr double length = 2.0;

/// A bar along x, clamped at its start, with a pin at its end that lies at `place` in a race of little play.
Model pinned_bar(const Vec3& place) {
  Model model;
  const Section of = section((Vec6() << 1e8, 1e8, 1e8, 1e4, bar.EI, bar.EI).finished(), bar.mass, Vec3::Constant(1e-9));
  const BeamId beam = model.add_straight_beam("bar", Vec3::Zero(), Vec3(length, 0.0, 0.0), Vec3::UnitY(), 6, 3, of);
  model.add_joint(
      {.name = "clamp", .kind = JointKind::fixed, .first = {Model::ground()}, .second = {model.start(beam)}});
  model.add_contact({.name = "pin",
                     .geometry = BallInRace{2e-6, 1e-6},
                     .first = {Model::ground(), Vec3(length, 0.0, 0.0) - place},
                     .second = {model.end(beam)},
                     .normal = {PowerLaw{.stiffness = 1e6}}});
  return model;
}

std::vector<double> frequencies(const Model& model, ContactsAre contacts, int number = 4) {
  const System system(model);
  const State state = start_state(system);
  std::vector<double> out;
  for (const Mode& mode : modes(Balance(system), state, {.number = number, .about = {.contacts = contacts}}))
    out.push_back(mode.angular_frequency());
  return out;
}

double exact(double guess, End end) {
  return frequency_near(
      guess, [](double w) { return bar.transfer(length, w); }, End::clamped, end, 1e-2);
}

}  // namespace

TEST_CASE("a pin in its race is a free end, a support or a bearing, as one asks", "[physics][modes]") {
  const Model model = pinned_bar(Vec3(0.0, 5e-7, 0.0));  // off its centre along y, not touching
  const double unit = std::sqrt(bar.EI / bar.mass) / (length * length);
  const double free = exact(3.516 * unit, End::free), pinned = exact(15.418 * unit, End::pinned);
  const double second = exact(22.03 * unit, End::free), second_pinned = exact(49.96 * unit, End::pinned);
  // Shear, finite but stiff: EI/(GA L²) = 2.5e-7 and its multiples; the pin's radius, 1e-6 of the length.
  const auto same = [](const std::vector<double>& found, std::initializer_list<double> expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) CHECK(found[k] == Approx(expected.begin()[k]).epsilon(2e-4));
  };
  same(frequencies(model, ContactsAre::open), {free, free, second, second});
  same(frequencies(model, ContactsAre::present), {free, free, second, second});  // it is open
  same(frequencies(model, ContactsAre::closed), {free, pinned, second, second_pinned});
  same(frequencies(model, ContactsAre::stuck), {pinned, pinned, second_pinned, second_pinned});
}

TEST_CASE("a pressed contact counts with its stiffness unless it is held or let go", "[physics][modes]") {
  Model model = pinned_bar(Vec3(0.0, 1.5e-6, 0.0));  // half a micrometre deep, along y
  const std::vector<double> open = frequencies(model, ContactsAre::open, 2);
  const std::vector<double> present = frequencies(model, ContactsAre::present, 2);
  const std::vector<double> closed = frequencies(model, ContactsAre::closed, 2);
  // Along z the pin rests on the race as a pendulum does: N/e more stiffness, N = 0.5 N over e = 1.5e-6 m.
  CHECK(open[0] == Approx(open[1]).epsilon(1e-7));  // round-off of stiffnesses up to 1e8 N
  CHECK(present[1] > 4.0 * open[0]);
  CHECK(closed[1] > present[1] * (1.0 - 1e-9));
}

TEST_CASE("a contact that is centred has no direction to be held in", "[physics][modes]") {
  CHECK_THROWS_WITH(frequencies(pinned_bar(Vec3::Zero()), ContactsAre::closed),
                    Catch::Contains("'pin'") && Catch::Contains("centred"));
  CHECK_NOTHROW(frequencies(pinned_bar(Vec3::Zero()), ContactsAre::open));
}

TEST_CASE("contacts that hold a body more than once leave it its other motions", "[physics][modes]") {
  // Six points on a plane, eighteen rows for six motions: closed, the block slides and turns on the plane; stuck, it
  // has no motion left.
  std::vector<Vec3> points;
  for (int k = 0; k < 6; ++k) points.emplace_back(0.05 * std::cos(k * 1.047), 0.05 * std::sin(k * 1.047), 0.0);
  Block block(2.0, 10.0, points, {PowerLaw{.stiffness = 1e5}}, {});
  Bushing spring{.name = "spring", .first = {Model::ground()}, .second = {block.body}};
  spring.stiffness.diagonal() << 50.0, 200.0, 300.0, 1.0, 1.0, 0.5;
  block.model.add_bushing(spring);
  const std::vector<double> closed = frequencies(block.model, ContactsAre::closed, 6);
  REQUIRE(closed.size() == 3);
  CHECK(closed[0] == Approx(5.0).epsilon(1e-6));
  CHECK(closed[1] == Approx(10.0).epsilon(1e-6));
  CHECK(closed[2] == Approx(std::sqrt(0.5 / 2e-3)).epsilon(1e-3));  // the block has sunk a little: the spring is bent
  CHECK(frequencies(block.model, ContactsAre::stuck, 6).empty());
  CHECK(frequencies(block.model, ContactsAre::open, 6).size() == 6);
}

}  // namespace bristle::test
