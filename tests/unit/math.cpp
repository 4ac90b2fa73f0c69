#include <catch2/catch.hpp>
#include <cmath>

#include "bristle/error.hpp"
#include "bristle/math/lagrange.hpp"
#include "bristle/math/so3.hpp"
#include "bristle/model/function.hpp"
#include "bristle/model/inertia.hpp"
#include "random_step.hpp"

namespace bristle::test {
namespace {

TEST_CASE("the Cayley map gives rotations, and body-fixed vectors change by r times their average", "[unit][math]") {
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    const Vec3 r = random.vector(5.0);
    const Mat3 q = cay(r);
    CHECK((q.transpose() * q - Mat3::Identity()).norm() <= 1e-14);
    CHECK(q.determinant() == Approx(1.0).epsilon(1e-14));
    const Vec3 e = random.vector(1.0);
    CHECK((q * e - e - r.cross(0.5 * (q * e + e))).norm() <= 1e-14 * (1.0 + r.norm()));
    CHECK((cay_inverse(q) - r).norm() <= 1e-12 * (1.0 + r.squaredNorm()));
    CHECK((q - rotation(r.normalized(), 2.0 * std::atan(0.5 * r.norm()))).norm() <= 1e-14);
  }
}

TEST_CASE("Cayley vectors compose as their rotations do, with the stated tangent", "[unit][math]") {
  Random random(2);
  for (int k = 0; k < 200; ++k) {
    const Vec3 a = random.vector(1.0);
    const Vec3 b = random.vector(1.0);
    CHECK((cay(cay_compose(a, b)) - cay(a) * cay(b)).norm() <= 1e-14);
    const Vec3 d = 1e-6 * random.vector(1.0);
    const Vec3 difference = 0.5 * (cay_compose(d, a) - cay_compose(-d, a));
    CHECK((difference - cay_tangent(a) * d).norm() <= 1e-15);  // cubic in |d| = 1e-6
  }
}

TEST_CASE("frames from axes are right-handed and point where asked", "[unit][math]") {
  const Mat3 along = frame_along(Vec3(0.0, 2.0, 0.0), Vec3(0.0, 1.0, 3.0));
  CHECK((along.col(0) - Vec3::UnitY()).norm() <= 1e-15);
  CHECK((along.col(1) - Vec3::UnitZ()).norm() <= 1e-15);
  CHECK(along.determinant() == Approx(1.0));
  const Mat3 about = frame_about(Vec3(1.0, 1.0, 0.0));
  CHECK((about.col(2) - Vec3(1.0, 1.0, 0.0).normalized()).norm() <= 1e-15);
  CHECK(about.determinant() == Approx(1.0));
  CHECK_THROWS_AS(frame_along(Vec3::UnitX(), Vec3::UnitX()), ModelError);
  CHECK_THROWS_AS(frame_along(Vec3::Zero(), Vec3::UnitX()), ModelError);
}

template <int Nodes>
void check_lagrange() {
  const auto points = gauss_lobatto(Nodes);
  for (int a = 0; a < Nodes; ++a)
    for (int b = 0; b < Nodes; ++b)
      CHECK(lagrange<Nodes>(points[b].at).value[a] == Approx(a == b ? 1.0 : 0.0).margin(1e-15));
  for (const double at : {-0.7, 0.1, 0.9})
    for (int power = 0; power < Nodes; ++power) {  // polynomials up to the order are reproduced with their slopes
      const auto l = lagrange<Nodes>(at);
      double value = 0.0, slope = 0.0;
      for (int a = 0; a < Nodes; ++a) {
        value += l.value[a] * std::pow(points[a].at, power);
        slope += l.slope[a] * std::pow(points[a].at, power);
      }
      CHECK(value == Approx(std::pow(at, power)).margin(1e-14));
      CHECK(slope == Approx(power == 0 ? 0.0 : power * std::pow(at, power - 1)).margin(1e-13));
    }
}

TEST_CASE("Lagrange polynomials interpolate and differentiate exactly", "[unit][math]") {
  check_lagrange<2>();
  check_lagrange<3>();
  check_lagrange<4>();
}

TEST_CASE("quadrature rules are exact to their degree, and no further", "[unit][math]") {
  const auto error = [](std::span<const QuadraturePoint> rule, int degree) {
    double sum = 0.0;
    for (const auto& p : rule) sum += p.weight * std::pow(p.at, degree);
    return std::abs(sum - (degree % 2 == 0 ? 2.0 / (degree + 1) : 0.0));
  };
  for (int n = 1; n <= 5; ++n) {
    for (int degree = 0; degree < 2 * n; ++degree) CHECK(error(gauss(n), degree) <= 1e-15);
    CHECK(error(gauss(n), 2 * n) > 1e-4);
  }
  for (int n = 2; n <= 4; ++n) {
    for (int degree = 0; degree < 2 * n - 2; ++degree) CHECK(error(gauss_lobatto(n), degree) <= 1e-15);
    CHECK(error(gauss_lobatto(n), 2 * n - 2) > 1e-4);
  }
}

constexpr auto before = Function::Side::before;
constexpr auto after = Function::Side::after;

TEST_CASE("expressions are differentiated at any time scale, on the side that is asked for", "[unit][function]") {
  for (const double omega : {1e-3, 0.05, 1.0, 2000.0 * M_PI, 1e4})
    for (const double t : {0.0, 0.3, 33.0}) {
      CAPTURE(omega, t);
      const Function f = Function::callable([omega](double x) { return 1.0 - std::cos(omega * x); });
      // Eleven digits of the size of the rate, less what the argument of the cosine itself loses at large times.
      CHECK(std::abs(f.rate(t, after) - omega * std::sin(omega * t)) <= 1e-9 * omega * (1.0 + omega * t * 1e-4));
    }
  const Function kink = Function::expression("t < 1 ? 2*t : 2 + 5*(t - 1)");
  CHECK(kink.rate(1.0, before) == Approx(2.0).epsilon(1e-9));
  CHECK(kink.rate(1.0, after) == Approx(5.0).epsilon(1e-9));
  const Function table = Function::table({0.0, 1.0, 2.0}, {0.0, 1.0, 4.0});
  CHECK(table.rate(0.0, after) == Approx(1.0));
  CHECK(table.rate(0.0, before) == 0.0);
  CHECK(table.rate(1.0, before) == Approx(1.0));
  CHECK(table.rate(1.0, after) == Approx(3.0));
  CHECK(table.rate(2.0, before) == Approx(3.0));
  CHECK(table.rate(2.0, after) == 0.0);
}

TEST_CASE("functions evaluate, differentiate and fit", "[unit][function]") {
  const Function expression = Function::expression("3*t^2 - 2*t + sin(pi*t)");
  CHECK(expression(0.5) == Approx(0.75 - 1.0 + 1.0).epsilon(1e-15));
  CHECK(expression.rate(1.0, after) == Approx(4.0 - M_PI).epsilon(1e-11));
  const LinearFit line = Function::expression("2 + 3*t").fit(1.0, 1.5);
  CHECK(line.start == Approx(5.0).epsilon(1e-14));
  CHECK(line.end == Approx(6.5).epsilon(1e-14));
  // Least squares over [0, 1] of t²: 1/3 + (s − 1/2).
  const LinearFit square = Function::expression("t^2").fit(0.0, 1.0);
  CHECK(square.start == Approx(-1.0 / 6.0).epsilon(1e-13));
  CHECK(square.end == Approx(5.0 / 6.0).epsilon(1e-13));
  CHECK(Function::expression("t^8").mean(0.0, 1.0) == Approx(1.0 / 9.0).epsilon(1e-14));
  CHECK(Function(7.0).rate(3.0, after) == 0.0);
}

TEST_CASE("tables interpolate, hold their ends, and refuse nonsense", "[unit][function]") {
  const Function linear = Function::table({0.0, 1.0, 3.0}, {1.0, 2.0, 0.0});
  CHECK(linear(-1.0) == 1.0);
  CHECK(linear(0.5) == Approx(1.5));
  CHECK(linear(2.0) == Approx(1.0));
  CHECK(linear(9.0) == 0.0);
  CHECK(linear.rate(2.0, after) == Approx(-1.0));
  // Cubic interpolation reproduces a parabola, slopes included.
  const auto parabola = [](double x) { return 1.0 + x * (2.0 - x); };
  const Function cubic =
      Function::table({0.0, 0.5, 1.2, 2.0}, {parabola(0.0), parabola(0.5), parabola(1.2), parabola(2.0)},
                      Function::Interpolation::cubic);
  for (const double x : {0.1, 0.7, 1.1, 1.9}) {
    CHECK(cubic(x) == Approx(parabola(x)).epsilon(1e-14));
    CHECK(cubic.rate(x, after) == Approx(2.0 - 2.0 * x).margin(1e-13));
  }
  CHECK_THROWS_AS(Function::table({0.0, 0.0}, {1.0, 2.0}), ModelError);
  CHECK_THROWS_AS(Function::table({0.0}, {1.0}), ModelError);
  CHECK_THROWS_WITH(Function::expression("sin(t"), Catch::Contains("sin(t"));
  CHECK_THROWS_WITH(Function::expression("2*speed"), Catch::Contains("speed"));
}

TEST_CASE("inertia of solids about displaced points follows the parallel-axis theorem", "[unit][inertia]") {
  const Vec3 c(0.1, -0.2, 0.3);
  const Mat6 m = solid_box(2.0, Vec3(1.0, 2.0, 3.0), c);
  CHECK(mass_of(m) == 2.0);
  CHECK((centre_of(m) - c).norm() <= 1e-15);
  CHECK(m(3, 3) == Approx(2.0 / 12.0 * (4.0 + 9.0) + 2.0 * (0.04 + 0.09)));
  CHECK(m.isApprox(m.transpose()));
  CHECK(solid_cylinder(1.0, 0.5, 2.0)(5, 5) == Approx(0.125));
  CHECK(solid_sphere(5.0, 0.1)(4, 4) == Approx(0.02));
}

}  // namespace
}  // namespace bristle::test
