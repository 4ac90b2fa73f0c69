#pragma once
#include <cmath>
#include <numbers>

#include "bristle/bristle.hpp"

namespace bristle::test {

/// A block of 1 kg on a table: it moves along x and z without turning, starts at rest in equilibrium under the load
/// that `press` has at time zero, and is pulled along x. The table gives way by 1 µm under 10 N.
inline NodeId add_block_on_table(Model& model, const FrictionLaw& friction, const Function& press,
                                 const Function& pull = 0.0) {
  const PowerLaw table{.stiffness = 1e7, .exponent = 1.0};
  const Vec3 at(0.0, 0.0, -press(0.0) / table.stiffness);
  const Mat3 upright = rotation(Vec3::UnitX(), 0.5 * std::numbers::pi);  // its z axis is across the motion
  const NodeId block = model.add_node({.name = "block", .frame = {at}, .inertia = inertia(1.0, Vec3(0.1, 0.1, 0.1))});
  model.add_joint({.name = "plane",
                   .kind = JointKind::planar,
                   .first = model.marker_at(Model::ground(), {at, upright}),
                   .second = model.marker_at(block, {at, upright}),
                   .drives = {{2, 0.0}}});
  const Function down = Function::callable([press](double t) { return -press(t); });
  model.add_load({.name = "press and pull", .marker = {block}, .components = {pull, 0.0, down}});
  // The damping is for the start, where the load begins to change: a tenth of the critical, at 10 N.
  model.add_contact({.name = "table",
                     .geometry = PointsOnPlane{},
                     .first = {Model::ground()},
                     .second = {block},
                     .normal = {table, HuntCrossley{.damping = 0.2 * std::sqrt(table.stiffness) / 10.0}},
                     .friction = friction,
                     .rules = {.penetration = 1.0, .time = 1e9}});  // the steps are those of the test
  return block;
}

}  // namespace bristle::test
