// Gaps between surfaces over random steps: the work identity, closed forms, objectivity, degenerate cases.

#include <catch2/catch.hpp>
#include <numbers>

#include "bristle/contact/gap.hpp"
#include "bristle/terms/contact_term.hpp"
#include "random_step.hpp"

namespace bristle::test {
namespace {

/// A second body near the edge of its race, over a step that may open or close the gap, in any direction and by any
/// size.
struct Case {
  Marker first, second;
  RandomStep step;
  NodePair pair() const { return {step.nodes[0], step.nodes[1]}; }
};

Case random_case(Random& random, double play, double tilt) {
  Case c;
  c.first = {NodeId{0}, random.vector(0.3), random.rotation()};
  const Frame K = random.frame(1.0), L = random.frame(1.0);
  Vec3 off = random.vector(1.0).normalized() * play * random(0.5, 1.5);
  const Frame local = L.inverse() * (K * c.first.frame() * Frame{off, cay(random.vector(tilt))});
  c.second = {NodeId{1}, local.x, local.R};
  c.step = random_step(random, {K, L}, 0, 0);
  const double size = random.logarithmic(1e-5, 0.3);  // of the motion, from far below the play to far above
  for (NodeStep& n : c.step.nodes) {
    n.dx *= 0.1 * size;
    n.r *= 0.1 * size;
    complete(n, c.step.dt);
  }
  return c;
}

template <class Geometry>
void check_work_identity(const Geometry& geometry, double play, double tilt) {
  Random random(11);
  int closing = 0, opening = 0, closed = 0;
  for (int k = 0; k < 5000; ++k) {
    const Case c = random_case(random, play, tilt);
    const Gap gap = gap_over(geometry, c.pair(), c.first, c.second);
    Vec12 z;
    z << c.step.nodes[0].z(), c.step.nodes[1].z();
    const double change = gap.at_f - gap.at_i;
    closing += gap.at_i > 0.0 && gap.at_f < 0.0;
    opening += gap.at_i < 0.0 && gap.at_f > 0.0;
    closed += gap.at_i < 0.0 && gap.at_f < 0.0;
    // Relative to the terms of the sum, and to the places (some metres) whose round-off the gap itself carries.
    const double scale = gap.discrete.cwiseAbs().dot(z.cwiseAbs()) + 5.0e-2;
    CAPTURE(k, change);
    REQUIRE(std::abs(gap.discrete.dot(z) - change) <= 1e-13 * scale);

    // The force that goes with it does the work of its potential: what the ledger rests on.
    const ElasticLaw law = PowerLaw{1e4, 1.5};
    const GapForce n = mean_force(law, gap.at_i, gap.at_f);
    const double stored = elastic_energy(law, -gap.at_f) - elastic_energy(law, -gap.at_i);
    const double energy = elastic_energy(law, -gap.at_f) + elastic_energy(law, -gap.at_i);
    REQUIRE(std::abs(n.value * gap.discrete.dot(z) + stored) <= 1e-13 * (energy + n.value * scale));
  }
  CHECK(closing > 50);
  CHECK(opening > 50);
  CHECK(closed > 500);
}

TEST_CASE("the normal force does the work of its potential on any step", "[unit][contact]") {
  SECTION("ball in race") { check_work_identity(BallInRace{0.06, 0.05}, 0.01, 4.0); }
  SECTION("disk in cylinder") { check_work_identity(DiskInCylinder{0.06, 0.05}, 0.01, 0.3); }
  SECTION("point on plane") { check_work_identity(PointOnPlane{}, 0.01, 4.0); }
}

TEST_CASE("the gap of a tilted disk has its closed form", "[unit][contact]") {
  const DiskInCylinder radii{0.06, 0.05};
  for (const double tilt : {0.0, 0.05, 0.2, 0.6, 1.2})
    for (const double off : {1e-4, 3e-3, 2e-2}) {
      // Seen along the cylinder the disk is an ellipse with half axes ρ_l and ρ_l cos(tilt). Offset along its long
      // axis:
      const DiskPlace along = disk_place(radii, {off, 0.0}, {0.0, std::sin(tilt)});
      CHECK(along.gap == Approx(0.06 - 0.05 - off).margin(1e-16));
      // Along its short axis: the vertex, as long as the offset outweighs the bend of the ellipse, ρ_l sin²/cos;
      // otherwise d·s + ρ_l √(1 − (d·m)²) is largest off the axis, at cos φ = x with x² as found by its derivative.
      const double s = std::sin(tilt), c = std::cos(tilt);
      const DiskPlace across = disk_place(radii, {off, 0.0}, {s, 0.0});
      double reach = off + 0.05 * c;
      if (off < 0.05 * s * s / c) {
        const double x = off / (s * std::sqrt(0.05 * 0.05 * s * s + off * off));
        reach = x * off + 0.05 * std::sqrt(1.0 - x * x * s * s);
      }
      CHECK(across.gap == Approx(0.06 - reach).margin(1e-16));
    }
}

TEST_CASE("a disk without tilt is a ball in a race", "[unit][contact]") {
  Random random(5);
  for (int k = 0; k < 200; ++k) {
    Eigen::Vector2d s(random(-0.02, 0.02), random(-0.02, 0.02));
    CHECK(disk_place({0.06, 0.05}, s, {0.0, 0.0}).gap == Approx(0.01 - s.norm()).margin(1e-16));
  }
}

TEST_CASE("the place of a disk is the least of all gaps around the cylinder", "[unit][contact]") {
  const DiskInCylinder radii{0.06, 0.05};
  Random random(6);
  for (int k = 0; k < 500; ++k) {
    const Eigen::Vector2d s(random(-0.02, 0.02), random(-0.02, 0.02)), m(random(-0.6, 0.6), random(-0.6, 0.6));
    const DiskPlace place = disk_place(radii, s, m);
    double least = 1.0;
    for (int a = 0; a < 2000; ++a) {
      const double phi = 2.0 * std::numbers::pi * a / 2000;
      const Eigen::Vector2d d(std::cos(phi), std::sin(phi));
      least = std::min(least, 0.06 - 0.05 * std::sqrt(1.0 - d.dot(m) * d.dot(m)) - d.dot(s));
    }
    CHECK(place.gap <= least + 1e-16);
    CHECK(place.gap == Approx(least).margin(1e-6));  // of the sampling: curvature 0.1 m, 1.6e-3 rad
  }
}

TEST_CASE("a centred ball or disk feels no force and divides by nothing", "[unit][contact]") {
  const auto node = [](const Vec3& dx) {
    NodeStep n;
    n.dx = dx;
    complete(n, 1e-3);
    return n;
  };
  const NodeStep ground = node(Vec3::Zero());
  for (const Vec3& dx : {Vec3(0.0, 0.0, 0.0), Vec3(0.02, 0.0, 0.0)}) {
    const NodeStep moving = node(dx);
    const Gap ball = gap_over(BallInRace{0.06, 0.05}, {ground, moving}, {NodeId{0}}, {NodeId{1}});
    const Gap disk = gap_over(DiskInCylinder{0.06, 0.05}, {ground, moving}, {NodeId{0}}, {NodeId{1}});
    for (const Gap& gap : {ball, disk}) {
      CHECK(gap.at_i == Approx(0.01));
      CHECK(gap.at_f == Approx(0.01 - dx.x()));
      CHECK(gap.discrete.allFinite());
      CHECK(gap.discrete_tangent.allFinite());
      CHECK(gap.normal_tangent.allFinite());
      CHECK(gap.point_tangent.allFinite());
      CHECK(gap.discrete.segment<3>(6).dot(dx) == Approx(-dx.x()));
    }
  }
}

TEST_CASE("the two nearest points face each other across the gap", "[unit][contact]") {
  Random random(9);
  for (int k = 0; k < 100; ++k) {
    const Frame first = random.frame(1.0);
    const Frame second = first * Frame{random.vector(0.01), cay(random.vector(0.2))};
    const auto check = [&](const ContactPlace& p) {
      CHECK((p.on_first - p.on_second - p.gap * p.normal).norm() <= 1e-15);
      CHECK(p.normal.norm() == Approx(1.0).epsilon(1e-14));
    };
    check(contact_place(BallInRace{0.06, 0.05}, first, second));
    check(contact_place(DiskInCylinder{0.06, 0.05}, first, second));
    check(contact_place(PointOnPlane{}, first, second));
    const ContactPlace disk = contact_place(DiskInCylinder{0.06, 0.05}, first, second);
    CHECK((disk.on_second - second.x).norm() == Approx(0.05).epsilon(1e-13));    // on its rim
    CHECK(std::abs((disk.on_second - second.x).dot(second.R.col(2))) <= 1e-15);  // in its plane
  }
}

}  // namespace
}  // namespace bristle::test
