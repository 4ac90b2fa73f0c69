// Section builders against closed forms and limits.

#include "bristle/model/section.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include "bristle/error.hpp"
#include "bristle/model/inertia.hpp"
#include "bristle/model/model.hpp"
#include "bristle/system/system.hpp"

using namespace bristle;
using std::numbers::pi;

namespace {

const Material steel{.young = 2.1e11, .poisson = 0.3, .density = 7850.0};

// Closed forms, evaluated in another order of operations: a few ulp.
Approx same(double value) { return Approx(value).epsilon(1e-14); }

void check_diagonal(const Mat6& m) { CHECK((m - Mat6(m.diagonal().asDiagonal())).norm() == 0.0); }

double torsion_constant(double width, double height) {
  return rectangle(steel, width, height).stiffness(3, 3) / steel.shear();
}

}  // namespace

TEST_CASE("The shear modulus is E/(2(1+nu))", "[unit]") { CHECK(steel.shear() == same(2.1e11 / 2.6)); }

TEST_CASE("A circle has the stiffness and inertia of the textbook", "[unit]") {
  const double r = 0.03;
  const Section s = circle(steel, r);
  const double area = pi * r * r, second = pi * std::pow(r, 4) / 4.0;
  CHECK(s.stiffness(0, 0) == same(steel.young * area));
  CHECK(s.stiffness(3, 3) == same(steel.shear() * 2.0 * second));
  CHECK(s.stiffness(4, 4) == same(steel.young * second));
  CHECK(s.stiffness(5, 5) == same(steel.young * second));
  for (const int axis : {1, 2})  // Cowper (1966): 6(1+nu)/(7+6nu)
    CHECK(s.stiffness(axis, axis) == same(7.8 / 8.8 * steel.shear() * area));
  CHECK(mass_of(s.inertia) == same(steel.density * area));
  CHECK(s.inertia(3, 3) == same(steel.density * 2.0 * second));
  CHECK(s.inertia(4, 4) == same(steel.density * second));
  CHECK(s.inertia(5, 5) == same(steel.density * second));
  check_diagonal(s.stiffness);
  check_diagonal(s.inertia);
}

TEST_CASE("A tube is a circle less a circle, and half as stiff in shear when thin", "[unit]") {
  const double outer = 0.05, inner = 0.04;
  const Section s = tube(steel, outer, inner), whole = circle(steel, outer), hole = circle(steel, inner);
  for (const int k : {0, 3, 4, 5}) CHECK(s.stiffness(k, k) == same(whole.stiffness(k, k) - hole.stiffness(k, k)));
  for (int k = 0; k < 6; ++k) CHECK(s.inertia(k, k) == same(whole.inertia(k, k) - hole.inertia(k, k)));

  // Thin wall t at the mean radius R: area 2 pi R t, second moment pi R^3 t, torsion twice that, to the order
  // (t/R)^2 = 1e-6; shear factor 2(1+nu)/(4+3nu) (Cowper).
  const double R = 0.05, t = 5e-5;
  const Section thin = tube(steel, R + 0.5 * t, R - 0.5 * t);
  CHECK(thin.stiffness(0, 0) == Approx(steel.young * 2.0 * pi * R * t).epsilon(1e-6));
  CHECK(thin.stiffness(3, 3) == Approx(steel.shear() * 2.0 * pi * R * R * R * t).epsilon(1e-6));
  CHECK(thin.stiffness(4, 4) == Approx(steel.young * pi * R * R * R * t).epsilon(1e-6));
  CHECK(thin.stiffness(1, 1) == Approx(2.6 / 4.9 * steel.shear() * 2.0 * pi * R * t).epsilon(1e-6));
}

TEST_CASE("A rectangle bends about d2 with its height along d3 and about d3 with its width along d2", "[unit]") {
  const double width = 0.02, height = 0.05;
  const Section s = rectangle(steel, width, height);
  const double area = width * height;
  const double i2 = width * height * height * height / 12.0, i3 = height * width * width * width / 12.0;
  CHECK(s.stiffness(0, 0) == same(steel.young * area));
  CHECK(s.stiffness(4, 4) == same(steel.young * i2));
  CHECK(s.stiffness(5, 5) == same(steel.young * i3));
  for (const int axis : {1, 2})  // Cowper: 10(1+nu)/(12+11nu)
    CHECK(s.stiffness(axis, axis) == same(13.0 / 15.3 * steel.shear() * area));
  CHECK(mass_of(s.inertia) == same(steel.density * area));
  CHECK(s.inertia(3, 3) == same(steel.density * (i2 + i3)));
  CHECK(s.inertia(4, 4) == same(steel.density * i2));
  CHECK(s.inertia(5, 5) == same(steel.density * i3));
  check_diagonal(s.stiffness);
  check_diagonal(s.inertia);
}

TEST_CASE("The torsion constants of rectangles are those of Saint-Venant", "[unit]") {
  // Timoshenko and Goodier, Theory of Elasticity, section 109: k of J = k a b^3, four digits given.
  CHECK(torsion_constant(1.0, 1.0) == Approx(0.1406).margin(5e-5));
  CHECK(torsion_constant(2.0, 1.0) == Approx(2.0 * 0.229).margin(2.0 * 5e-4));
  CHECK(torsion_constant(10.0, 1.0) == Approx(10.0 * 0.312).margin(10.0 * 5e-4));
  CHECK(torsion_constant(0.02, 0.05) == same(torsion_constant(0.05, 0.02)));
  CHECK(torsion_constant(0.3, 0.2) == same(std::pow(0.1, 4) * torsion_constant(3.0, 2.0)));
  // A thin strip: a b^3/3 (1 - 0.630249 b/a), the hyperbolic tangents of the series being one. The factor is
  // 192/pi^5 times 31/32 zeta(5); the library's series, cut after n = 19, errs by 5e-7 b/a.
  CHECK(torsion_constant(1.0, 0.01) == Approx(1e-6 / 3.0 * (1.0 - 0.00630249)).epsilon(1e-8));
}

TEST_CASE("A section from numbers puts each where it belongs", "[unit]") {
  const Vec6 stiffness = (Vec6() << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0).finished();
  const Vec3 centre(0.0, 0.1, -0.2), rotary(0.5, 0.2, 0.3);
  const Section s = section(stiffness, 7.0, rotary, centre);
  CHECK((s.stiffness.diagonal() - stiffness).norm() == 0.0);
  check_diagonal(s.stiffness);
  CHECK(mass_of(s.inertia) == 7.0);
  CHECK((centre_of(s.inertia) - centre).norm() < 1e-15);
  CHECK((s.inertia - s.inertia.transpose()).norm() == 0.0);
  // Steiner: what turns about the reference line carries the mass at its distance.
  CHECK(s.inertia(3, 3) == same(0.5 + 7.0 * (0.01 + 0.04)));
  // Kinetic energy of a twist: of the velocity of the centre and of the spin about it.
  const Vec3 v(1.0, -2.0, 0.5), w(0.3, 0.7, -0.4);
  const Vec6 twist = (Vec6() << v, w).finished();
  const double energy = 3.5 * (v + w.cross(centre)).squaredNorm() + 0.5 * w.dot(rotary.cwiseProduct(w));
  CHECK(0.5 * twist.dot(s.inertia * twist) == same(energy));
}

TEST_CASE("Impossible sections are refused, and the message holds the value", "[unit]") {
  using Catch::Matchers::Contains;
  const auto with = [](double young, double poisson, double density) { return Material{young, poisson, density}; };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(circle(steel, -0.25), Contains("-0.25"));
  CHECK_THROWS_AS(circle(steel, -0.25), ModelError);
  CHECK_THROWS_AS(circle(steel, 0.0), ModelError);
  CHECK_THROWS_AS(circle(steel, nan), ModelError);
  CHECK_THROWS_AS(circle(steel, std::numeric_limits<double>::infinity()), ModelError);
  CHECK_THROWS_WITH(tube(steel, 0.5, 0.75), Contains("0.75") && Contains("0.5"));
  CHECK_THROWS_AS(tube(steel, 0.5, 0.5), ModelError);
  CHECK_THROWS_WITH(tube(steel, 0.5, -0.125), Contains("-0.125"));
  CHECK_THROWS_AS(tube(steel, 0.5, nan), ModelError);
  CHECK_THROWS_WITH(rectangle(steel, -0.5, 1.0), Contains("width") && Contains("-0.5"));
  CHECK_THROWS_WITH(rectangle(steel, 1.0, 0.0), Contains("height") && Contains("0"));
  CHECK_THROWS_WITH(circle(with(-3.5, 0.3, 1.0), 1.0), Contains("Young") && Contains("-3.5"));
  CHECK_THROWS_WITH(circle(with(1.0, 0.3, -2.5), 1.0), Contains("density") && Contains("-2.5"));
  CHECK_THROWS_WITH(circle(with(1.0, 0.75, 1.0), 1.0), Contains("Poisson") && Contains("0.75"));
  CHECK_THROWS_AS(circle(with(1.0, -1.0, 1.0), 1.0), ModelError);
  CHECK_THROWS_AS(rectangle(with(1.0, nan, 1.0), 1.0, 1.0), ModelError);
  CHECK_NOTHROW(circle(with(1.0, 0.5, 1.0), 1.0));  // rubber
}

TEST_CASE("A beam whose section is no material is refused by name", "[unit]") {
  using Catch::Matchers::Contains;
  const auto build = [](const Section& s) {
    Model model;
    model.add_straight_beam("spar", Vec3::Zero(), Vec3::UnitX(), Vec3::UnitZ(), 2, 2, s);
    System system(model);
  };
  const Section good = circle(steel, 0.1);
  CHECK_NOTHROW(build(good));
  Section bad = good;
  bad.stiffness(4, 4) *= -1.0;
  CHECK_THROWS_WITH(build(bad), Contains("stiffness") && Contains("spar") && Contains("positive definite"));
  bad = good;
  bad.stiffness(0, 5) = 0.5 * std::sqrt(bad.stiffness(0, 0) * bad.stiffness(5, 5));
  CHECK_THROWS_WITH(build(bad), Contains("spar") && Contains("symmetric"));
  bad.stiffness(5, 0) = bad.stiffness(0, 5);
  CHECK_NOTHROW(build(bad));
  bad = good;
  bad.inertia(0, 0) *= -1.0;
  CHECK_THROWS_WITH(build(bad), Contains("inertia") && Contains("spar"));
  bad = good;
  bad.viscous_time = -0.5;
  CHECK_THROWS_WITH(build(bad), Contains("viscous time") && Contains("spar") && Contains("-0.5"));
  bad = good;
  bad.mass_damping = -0.25;
  CHECK_THROWS_WITH(build(bad), Contains("mass damping") && Contains("spar") && Contains("-0.25"));
}
