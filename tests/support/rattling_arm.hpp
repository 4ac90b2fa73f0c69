#pragma once
#include "bristle/bristle.hpp"

namespace bristle::test {

/// A driven flexible arm whose tip carries a ball in a race with play, and a block that slides and tips on the floor:
/// stiff contacts that open and close, friction, rejected steps, warnings; and an unbalanced wheel.
inline Model rattling_arm() {
  Model model;
  model.gravity = Vec3(0.0, 0.0, -9.81);
  const Material steel{.young = 210e9, .poisson = 0.3, .density = 7850.0};
  const BeamId arm =
      model.add_straight_beam("arm", Vec3::Zero(), Vec3(0.5, 0.0, 0.0), Vec3::UnitY(), 3, 2, tube(steel, 0.01, 0.008));
  const NodeId ball =
      model.add_node({.name = "ball", .frame = {Vec3(0.5, 0.0, 0.0)}, .inertia = solid_sphere(0.5, 0.02)});
  const Frame axle{Vec3::Zero(), frame_about(Vec3::UnitY())};
  model.add_joint({.name = "hinge",
                   .kind = JointKind::revolute,
                   .first = model.marker_at(Model::ground(), axle),
                   .second = model.marker_at(model.start(arm), axle),
                   .drives = {{0, Function::expression("0.4*sin(30*t) - 0.4*30*t/(1 + 100*t)")}}});
  const LuGre dry{.static_friction = 0.3,
                  .kinetic_friction = 0.2,
                  .stribeck_velocity = 1e-2,
                  .stiffness = 1e4,
                  .damping = 5.0,
                  .viscous = 1e-3};
  model.add_contact({.name = "race",
                     .geometry = BallInRace{.race_radius = 0.0201, .ball_radius = 0.02},
                     .first = {model.end(arm)},
                     .second = {ball},
                     .normal = {PowerLaw{1e8, 1.5}, HuntCrossley{0.2}},
                     .friction = dry,
                     .rules = {.penetration = 2e-6, .overshoot = 1.2, .time = 5.0},
                     .bins = 4});
  const NodeId block =
      model.add_node({.name = "block",
                      .frame = {Vec3(1.0, 0.0, 0.0511), rotation(Vec3(0.3, 1.0, 0.0).normalized(), 0.02)},
                      .inertia = inertia(1.0, Vec3(1e-3, 1e-3, 1e-3)),
                      .twist = {Vec3(0.3, 0.1, 0.0), Vec3::Zero()}});
  std::vector<Vec3> feet;
  for (const double x : {-0.05, 0.05})
    for (const double y : {-0.05, 0.05}) feet.emplace_back(x, y, -0.05);
  model.add_contact({.name = "floor",
                     .geometry = PointsOnPlane{feet},
                     .first = {Model::ground()},
                     .second = {block},
                     .normal = {PowerLaw{1e7, 1.0}, HuntCrossley{0.5}},
                     .friction = dry,
                     .rules = {.penetration = 1e-5, .overshoot = 1.2, .time = 5.0},
                     .bins = 4});
  // The pivots that suit the first matrices do not suit those a quarter of a turn on.
  const Vec3 axis = Vec3(1.0, 2.0, 3.0).normalized(), pin(2.0, 0.0, 0.0);
  const NodeId wheel =
      model.add_node({.name = "wheel", .frame = {Vec3(2.2, 0.1, 0.0)}, .inertia = solid_sphere(3.0, 0.1)});
  model.add_joint({.name = "axle",
                   .kind = JointKind::revolute,
                   .first = model.marker_at(Model::ground(), {pin, frame_about(axis)}),
                   .second = model.marker_at(wheel, {pin, frame_about(axis)})});
  model.set_rigid_velocity(wheel, Vec3::Zero(), 400.0 * axis, pin);
  return model;
}

}  // namespace bristle::test
