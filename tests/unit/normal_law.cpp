// Normal forces over a step: the quotient of energies, without cancellation, and the dissipative laws.

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "bristle/contact/normal_law.hpp"
#include "bristle/error.hpp"
#include "random_step.hpp"

namespace bristle::test {
namespace {

const std::vector<ElasticLaw> laws{PowerLaw{2e6, 1.0}, PowerLaw{3e8, 1.5}, PowerLaw{1e9, 2.2},
                                   TableLaw{{0.0, 1e-5, 3e-5, 1e-4}, {0.0, 5.0, 40.0, 900.0}}};

TEST_CASE("the mean force is the quotient of energies, to the last digits", "[unit][contact]") {
  Random random(3);
  for (const ElasticLaw& law : laws)
    for (int k = 0; k < 3000; ++k) {
      const double q_i = -random.logarithmic(1e-9, 3e-4);
      const double q_f = k % 2 ? q_i * (1.0 + random.logarithmic(1e-15, 1e-1)) : -random.logarithmic(1e-9, 3e-4);
      const double mean = mean_force(law, q_i, q_f).value;
      // Simpson's rule with a Richardson step is good to 1e-13 where the quotient itself would cancel.
      const double low = elastic_force(law, -q_i), high = elastic_force(law, -q_f);
      CHECK(mean >= std::min(low, high) * (1.0 - 1e-14));
      CHECK(mean <= std::max(low, high) * (1.0 + 1e-14));
      const long double change = static_cast<long double>(q_i) - q_f;
      if (std::abs(static_cast<double>(change)) > 1e-2 * std::abs(q_i)) {
        const double difference = elastic_energy(law, -q_f) - elastic_energy(law, -q_i);
        // Round-off of the energies against their difference: a hundred of them at a hundredth.
        CHECK(mean == Approx(difference / static_cast<double>(change)).epsilon(5e-13));
      }
    }
}

TEST_CASE("the mean of a power is that of its definition at high precision", "[unit][contact]") {
  Random random(4);
  for (const double p : {1.0, 1.5, 2.0, 2.7})
    for (int k = 0; k < 2000; ++k) {
      const long double a = random.logarithmic(1e-8, 1e-3);
      const long double b = a * (1.0L + static_cast<long double>(random.logarithmic(1e-6, 10.0)));
      const double at_i = -static_cast<double>(a), at_f = -static_cast<double>(b);
      const long double A = -at_i, B = -at_f;
      const long double exact = (std::pow(B, p + 1.0L) - std::pow(A, p + 1.0L)) / ((p + 1.0L) * (B - A));
      // Long double keeps 19 digits and loses six of them to the smallest difference.
      CHECK(mean_force(PowerLaw{1.0, p}, at_i, at_f).value == Approx(static_cast<double>(exact)).epsilon(1e-12));
    }
}

TEST_CASE("the derivative of the normal force by the gap is exact", "[unit][contact]") {
  const std::vector<ContactDamping> dampings{std::monostate{}, HuntCrossley{0.3}, AdditiveDamping{2e3, 0.5},
                                             Restitution{0.8, Restitution::Form::flores},
                                             Restitution{0.9, Restitution::Form::lankarani_nikravesh}};
  Random random(8);
  for (const ElasticLaw& elastic : laws)
    for (const ContactDamping& damping : dampings)
      for (int k = 0; k < 200; ++k) {
        const NormalLaw law{elastic, damping};
        const double q_i = random(-1e-4, 5e-5), q_f = random(-1e-4, 5e-5), dt = 1e-3;
        const double impact = k % 2 ? 0.2 : 0.0;
        const double h = 1e-9;
        const auto at = [&](double q) { return normal_step(law, q_i, q, dt, impact).total.value; };
        if (std::abs(q_f) < 1e-7 || std::abs(q_i) < 1e-7) continue;  // the edge of contact
        bool kink = false;                                           // of a table, or of the force at zero
        for (const double knot : {1e-5, 3e-5, 1e-4}) kink |= std::abs(-q_f - knot) < 3 * h;
        kink |= std::abs(q_f - q_i) < 1e-7 || at(q_f - 2 * h) == 0.0 || at(q_f + 2 * h) == 0.0;
        if (kink) continue;
        const double slope = (at(q_f + h) - at(q_f - h)) / (2 * h);
        const double scale = std::abs(slope) + at(q_f) / 1e-5;
        CHECK(normal_step(law, q_i, q_f, dt, impact).total.by_end == Approx(slope).margin(3e-7 * scale));
      }
}

TEST_CASE("contact never pulls and never gives energy", "[unit][contact]") {
  Random random(13);
  for (const ElasticLaw& elastic : laws)
    for (const ContactDamping& damping :
         std::vector<ContactDamping>{HuntCrossley{5.0}, AdditiveDamping{1e6, 0.5}, Restitution{0.3}})
      for (int k = 0; k < 2000; ++k) {
        const double q_i = random(-1e-4, 1e-4), q_f = random(-1e-4, 1e-4);
        const NormalStep n =
            normal_step({elastic, damping}, q_i, q_f, random.logarithmic(1e-6, 1e-2), k % 2 ? 0.01 : 0.0);
        REQUIRE(n.total.value >= 0.0);
        REQUIRE((n.total.value - n.elastic.value) * (q_i - q_f) >= 0.0);
      }
}

TEST_CASE("Hertz's constants are those of the books", "[unit][contact]") {
  const ElasticBody steel{.young = 207e9, .poisson = 0.3};
  // Two equal materials: E* = E/(2(1 − ν²)); R = 9.5·10/0.5 mm.
  const PowerLaw ball = sphere_in_sphere({.race_radius = 0.010, .ball_radius = 0.0095}, steel, steel);
  CHECK(ball.exponent == 1.5);
  CHECK(ball.stiffness == Approx(4.0 / 3.0 * 207e9 / (2.0 * 0.91) * std::sqrt(0.19)).epsilon(1e-13));
  const double load = 1000.0, length = 0.02;
  const PowerLaw pin =
      cylinder_in_cylinder({.cylinder_radius = 0.010, .disk_radius = 0.0095}, steel, steel, length, load);
  const double modulus = 207e9 / (2.0 * 0.91), line = load / length, depth = load / pin.stiffness;
  CHECK(pin.exponent == 1.0);
  CHECK(depth ==
        Approx(line / (std::numbers::pi * modulus) * (std::log(4.0 * std::numbers::pi * modulus * 0.0005 / line) - 1.0))
            .epsilon(1e-13));
  CHECK_THROWS_AS(sphere_in_sphere({.race_radius = 0.01, .ball_radius = 0.01}, steel, steel), ModelError);
  CHECK_THROWS_AS(cylinder_in_cylinder({0.010, 0.0095}, steel, steel, length, 1e12), ModelError);
  CHECK_THROWS_AS(sphere_in_sphere({0.01, 0.009}, {.young = -1.0}, steel), ModelError);
}

}  // namespace
}  // namespace bristle::test
