// The cube on a plane, as shipped: friction finds the direction of the pull, and the cube slips as its README says.

#include <catch2/catch.hpp>
#include <numbers>

#include "shipped_example.hpp"

namespace bristle::test {
namespace {

struct Pulled {
  std::vector<double> along{}, across{};  // N: friction of all points, after every step
  double in_stick = 0.0, later = 0.0;     // N: along the pull, at 2.5 s and 3.5 s
  double slips = 0.0;                     // s: the speed passes V_st
};

Pulled pull(const std::string& file, int degrees) {
  ShippedExample cube(file, {"parameters.direction=" + std::to_string(degrees) + "*deg"});
  const double angle = degrees * std::numbers::pi / 180.0, c = std::cos(angle), s = std::sin(angle);
  Pulled all;
  double t = 0.0, speed = 0.0;
  const auto see = [&] {
    all.along.push_back(-c * cube["total_x"] - s * cube["total_y"]);
    all.across.push_back(s * cube["total_x"] - c * cube["total_y"]);
    const double next = std::hypot(cube["velocity_x"], cube["velocity_y"]);
    if (all.slips == 0.0 && next > 1e-3) all.slips = t + (cube.time() - t) * (1e-3 - speed) / (next - speed);
    t = cube.time(), speed = next;
  };
  cube.go(see, 2.5);
  all.in_stick = all.along.back();
  cube.go(see, 3.5);
  all.later = all.along.back();
  CHECK(cube.unaccounted() < 1e-9);
  return all;
}

}  // namespace

TEST_CASE("the cube of the example is held and slips alike in all directions", "[physics][example]") {
  const Pulled first = pull("sliding_cube/model.yaml", 0);
  // The pull, but for what the cube creeps.
  CHECK(first.in_stick == Approx(0.75).epsilon(1e-6));
  // By a one-dimensional integration of the law. Friction is the mean of a step, 0.1 ms before its end, where sliding
  // friction is 1e-4 N more.
  CHECK(first.later == Approx(0.4988).margin(2e-4));
  CHECK(first.slips == Approx(3.486).margin(1e-3));
  for (const int degrees : {30, 90}) {
    const Pulled other = pull("sliding_cube/model.yaml", degrees);
    REQUIRE(other.along.size() == first.along.size());
    double differs = 0.0;
    for (std::size_t k = 0; k < first.along.size(); ++k)
      differs = std::max({differs, std::abs(other.along[k] - first.along[k]), std::abs(other.across[k])});
    CHECK(differs < 1e-6 * 0.75);  // Newton's tolerance is 1e-7, and symmetry makes it round-off
  }
}

TEST_CASE("four points hold the cube of the example as six do", "[physics][example]") {
  const Pulled cube = pull("sliding_cube/four_points.yaml", 30);
  CHECK(cube.in_stick == Approx(0.75).epsilon(1e-6));
  CHECK(cube.later == Approx(0.4988).margin(2e-4));
  CHECK(cube.slips == Approx(3.486).margin(1e-3));
}

}  // namespace bristle::test
