// Closed-form kinematics of rigid mechanisms.

#include <catch2/catch.hpp>
#include <numbers>

#include "mechanism_support.hpp"

using namespace bristle;
using namespace mechanism;
using std::numbers::pi;

namespace {

// ---- four-bar linkage ----

struct FourBar {
  double base = 2.0, crank = 0.5, coupler = 1.7, rocker = 1.2;

  struct Angles {
    double coupler, rocker, coupler_rate, rocker_rate;
  };
  Angles at(double theta, double speed) const {
    const Vec3 b = crank * along(theta);
    const Vec3 diagonal = base * Vec3::UnitX() - b;
    const double f = diagonal.norm();
    const double phi = std::atan2(diagonal.y(), diagonal.x()) +
                       std::acos((coupler * coupler + f * f - rocker * rocker) / (2.0 * coupler * f));
    const Vec3 c = b + coupler * along(phi) - base * Vec3::UnitX();
    const double psi = std::atan2(c.y(), c.x());
    // crank speed n(θ) a + coupler n(φ) φ' = rocker n(ψ) ψ'
    Eigen::Matrix2d lhs;
    lhs << coupler * ahead(phi).head<2>(), -rocker * ahead(psi).head<2>();
    const Eigen::Vector2d rates = -lhs.inverse() * (crank * speed * ahead(theta)).head<2>();
    return {phi, psi, rates[0], rates[1]};
  }
};

struct FourBarErrors {
  double angle = 0.0, rate = 0.0;
  Watch watch{};
};

/// In a skew plane of space, with bodies whose nodes are their centres. Constraints: 6 + 3 + 4 + 5 for 18 coordinates.
FourBarErrors run_four_bar(double step) {
  const FourBar bar;
  const Frame plane{{0.3, -0.7, 1.1}, rotation(Vec3(1.0, -2.0, 0.5).normalized(), 0.9)};
  const auto theta = [](double t) { return 0.4 + 3.0 * t + 0.3 * std::sin(2.0 * t); };
  const auto speed = [](double t) { return 3.0 + 0.6 * std::cos(2.0 * t); };
  const auto start = bar.at(theta(0.0), speed(0.0));
  const Vec3 B = bar.crank * along(theta(0.0));
  const Vec3 D = bar.base * Vec3::UnitX();
  const Vec3 C = D + bar.rocker * along(start.rocker);
  Model model;
  const auto link = [&](const Vec3& from, const Vec3& to, double angle) {
    return model.add_node({.frame = plane * Frame{0.5 * (from + to), about_z(angle)},
                           .inertia = solid_box(1.0, {(to - from).norm(), 0.1, 0.1})});
  };
  const NodeId crank = link(Vec3::Zero(), B, theta(0.0));
  const NodeId coupler = link(B, C, start.coupler);
  const NodeId rocker = link(D, C, start.rocker);
  const auto pin = [&](JointKind kind, NodeId first, NodeId second, const Vec3& at) {
    return Joint{.kind = kind,
                 .first = model.marker_at(first, plane * Frame{at}),
                 .second = model.marker_at(second, plane * Frame{at})};
  };
  Joint drive = pin(JointKind::revolute, Model::ground(), crank, Vec3::Zero());
  drive.second.orientation = Mat3::Identity();  // x along the crank: its angle from the base is what is driven
  drive.drives = {{0, Function::callable(theta, speed)}};
  model.add_joint(drive);
  model.add_joint(pin(JointKind::spherical, crank, coupler, B));
  model.add_joint(pin(JointKind::cylindrical, coupler, rocker, C));
  model.add_joint(pin(JointKind::revolute, Model::ground(), rocker, D));

  Simulation simulation(model, projected(step));
  FourBarErrors e;
  e.watch = watched(simulation, 2.4, [&](const Simulation& s, const StepReport& r) {
    const auto exact = bar.at(theta(r.time), speed(r.time));
    const auto error = [&](NodeId body, double angle) {
      return (s.frame(body).R - plane.R * about_z(angle)).cwiseAbs().maxCoeff();
    };
    e.angle = std::max({e.angle, error(coupler, exact.coupler), error(rocker, exact.rocker)});
    const Vec3 axis = plane.R.col(2);
    e.rate = std::max({e.rate, (s.velocity({coupler}).angular - exact.coupler_rate * axis).norm(),
                       (s.velocity({rocker}).angular - exact.rocker_rate * axis).norm()});
  });
  return e;
}

}  // namespace

TEST_CASE("a driven four-bar linkage follows its closed-form angles exactly", "[physics]") {
  const FourBarErrors coarse = run_four_bar(0.02);
  const FourBarErrors fine = run_four_bar(0.01);
  // Positions meet the constraints at round-off; the linkage passes it on amplified by its transmission (about 3).
  CHECK(coarse.angle < 1e-13);
  CHECK(coarse.watch.largest_violation < 1e-14);
  // Velocities meet them too, at the round-off of increments over a step of 0.01 s.
  CHECK(coarse.rate < 1e-11);
  CHECK(fine.rate < 1e-11);
  CHECK(coarse.watch.largest_residual < 1e-13 * coarse.watch.energy);
  CHECK(coarse.watch.least_numerical_loss >= 0.0);
}

// ---- universal joints ----

TEST_CASE("a universal joint between shafts at an angle turns the output by the Cardan equation", "[physics]") {
  // The arms of the cross are z of the first marker (at θ1 from the normal p of both shafts) and y of the second, which
  // leads p by a right angle: z·y = 0 reads tan θ2 = tan θ1 cos β.
  const double beta = 0.6, speed = 4.0;
  const Vec3 u1 = Vec3::UnitZ();
  const Vec3 p = Vec3::UnitX();
  const Vec3 u2 = rotation(p, beta) * u1;
  Mat3 input_axes, output_axes, first_arm, second_arm;
  input_axes << p, u1.cross(p), u1;
  output_axes << p, u2.cross(p), u2;
  first_arm << u1.cross(p), u1, p;    // z along p
  second_arm << u2, u2.cross(p), -p;  // y along u2 × p
  struct Errors {
    double angle = 0.0, rate = 0.0, violation = 0.0;
  };
  const auto run = [&](double step) {
    Model model;
    const NodeId input = model.add_node({.frame = {-0.5 * u1, input_axes}, .inertia = solid_cylinder(2.0, 0.1, 1.0)});
    const NodeId output = model.add_node({.frame = {0.5 * u2, output_axes}, .inertia = solid_cylinder(2.0, 0.1, 1.0)});
    // The cross already holds the output's end; its bearing may only keep its direction: a slide in a planar joint.
    const NodeId bearing = model.add_node({.frame = {u2, output_axes}, .inertia = solid_sphere(0.1, 0.1)});
    model.add_joint(
        {.name = "drive",
         .kind = JointKind::revolute,
         .first = model.marker_at(Model::ground(), {-u1, input_axes}),
         .second = model.marker_at(input, {-u1, input_axes}),
         .drives = {{0, Function::callable([&](double t) { return speed * t; }, [&](double) { return speed; })}}});
    model.add_joint({.name = "cross",
                     .kind = JointKind::universal,
                     .first = model.marker_at(input, {Vec3::Zero(), first_arm}),
                     .second = model.marker_at(output, {Vec3::Zero(), second_arm})});
    model.add_joint({.name = "spline",
                     .kind = JointKind::prismatic,
                     .first = model.marker_at(bearing, {u2, output_axes}),
                     .second = model.marker_at(output, {u2, output_axes})});
    model.add_joint({.name = "plane",
                     .kind = JointKind::planar,
                     .first = model.marker_at(Model::ground(), {u2, output_axes}),
                     .second = model.marker_at(bearing, {u2, output_axes})});
    Simulation simulation(model, projected(step));
    Errors e;
    e.violation = watched(simulation, 2.0, [&](const Simulation& s, const StepReport& r) {
                    const double c = std::cos(speed * r.time), n = std::sin(speed * r.time);
                    const double theta2 = std::atan2(n * std::cos(beta), c);
                    const double rate2 = speed * std::cos(beta) / (c * c + n * n * std::cos(beta) * std::cos(beta));
                    e.angle =
                        std::max(e.angle, (s.frame(output).R - output_axes * about_z(theta2)).cwiseAbs().maxCoeff());
                    e.rate = std::max(e.rate, (s.velocity({output}).angular - rate2 * u2).norm());
                  }).largest_violation;
    return e;
  };
  const Errors coarse = run(0.02);
  const Errors fine = run(0.01);
  CHECK(coarse.angle < 1e-13);  // round-off of directors, amplified by 1/cos β and the number of steps' order
  CHECK(coarse.violation < 1e-14);
  CHECK(coarse.rate < 1e-11);  // velocities meet the joints as positions do
  CHECK(fine.rate < 1e-11);
}

TEST_CASE("two universal joints with aligned yokes turn parallel shafts at the same angle", "[physics]") {
  const double beta = 0.5, length = 1.0, speed = 5.0;
  const Vec3 z = Vec3::UnitZ();
  const Vec3 p = Vec3::UnitX();
  const Vec3 middle = rotation(p, beta) * z;  // direction of the shaft between
  const Vec3 end = length * middle;
  Mat3 outer_arm, middle_arm;
  outer_arm << z.cross(p), z, p;              // z along p, on both outer shafts
  middle_arm << middle, middle.cross(p), -p;  // y across, at both ends of the middle shaft
  Model model;
  const NodeId input = model.add_node({.inertia = solid_cylinder(2.0, 0.1, 1.0)});
  const NodeId shaft =
      model.add_node({.frame = {0.5 * end, rotation(p, beta)}, .inertia = solid_cylinder(2.0, 0.1, 1.0)});
  const NodeId output = model.add_node({.frame = {end}, .inertia = solid_cylinder(2.0, 0.1, 1.0)});
  model.add_joint(
      {.kind = JointKind::revolute,
       .second = {input},
       .drives = {{0, Function::callable([&](double t) { return speed * t; }, [&](double) { return speed; })}}});
  model.add_joint({.kind = JointKind::universal,
                   .first = model.marker_at(input, {Vec3::Zero(), outer_arm}),
                   .second = model.marker_at(shaft, {Vec3::Zero(), middle_arm})});
  model.add_joint({.kind = JointKind::universal,
                   .first = model.marker_at(output, {end, outer_arm}),
                   .second = model.marker_at(shaft, {end, middle_arm})});
  model.add_joint(
      {.kind = JointKind::cylindrical, .first = model.marker_at(Model::ground(), {end}), .second = {output}});
  Simulation simulation(model, projected(0.01));
  double output_error = 0.0, shaft_error = 0.0, unevenness = 0.0;
  const Watch watch = watched(simulation, 2.0, [&](const Simulation& s, const StepReport& r) {
    const double theta = speed * r.time;
    output_error = std::max(output_error, (s.frame(output).R - about_z(theta)).cwiseAbs().maxCoeff());
    const double between = std::atan2(std::sin(theta) * std::cos(beta), std::cos(theta));
    shaft_error =
        std::max(shaft_error, (s.frame(shaft).R - rotation(p, beta) * about_z(between)).cwiseAbs().maxCoeff());
    unevenness = std::max(unevenness, (s.velocity({shaft}).angular - speed * middle).norm());
  });
  // Two cosines in a row leave round-off only, while the middle shaft swings by (1/cos β − 1) of the speed.
  CHECK(output_error < 1e-13);
  CHECK(shaft_error < 1e-13);
  CHECK(unevenness == Approx(speed * (1.0 / std::cos(beta) - 1.0)).epsilon(0.02));
  CHECK(watch.largest_residual < 1e-13 * watch.energy);
}
