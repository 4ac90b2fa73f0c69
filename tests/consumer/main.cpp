// A program outside the project: a ball on a string, with Eigen vectors crossing the border both ways.
#include <bristle/bristle.hpp>
#include <iostream>

int main() {
  bristle::Model model;
  model.gravity = bristle::Vec3(0, 0, -9.81);
  const auto ball = model.add_node({.name = "ball", .frame = {{1, 0, 0}}, .inertia = bristle::solid_sphere(1.0, 0.1)});
  model.add_joint({.kind = bristle::JointKind::spherical, .first = {model.ground()}, .second = {ball, {-1, 0, 0}}});
  bristle::Simulation run(model, {.step = 1e-2});
  run.run(1.0);
  Eigen::VectorXd traffic = bristle::Assembly(run.system()).traffic();
  traffic.conservativeResize(traffic.size() + 100);
  std::cout << "bristle " << bristle::version << ", ball at " << run.frame(ball).x.transpose() << '\n';
  const bool on_string = std::abs(run.frame(ball).x.norm() - 1.0) < 1e-12;
  return on_string && std::abs(run.ledger().residual()) < 1e-12 ? 0 : 1;
}
