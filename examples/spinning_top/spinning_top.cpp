// A fast symmetric top on its tip, let go at rest but for its spin: it nods between two angles while it precesses.
// Writes top.csv (time, the axis' direction) and compares the lowest angle with theory.

#include <bristle/bristle.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>

using namespace bristle;

int main() try {
  const double mass = 0.5, height = 0.06, gravity = 9.81, spin = 250.0, angle = 0.5;  // kg, m, m/s², rad/s, rad

  Model model;
  model.gravity = Vec3(0.0, 0.0, -gravity);
  const Mat3 tilt = rotation(Vec3::UnitX(), angle);
  const NodeId top = model.add_node({.name = "top",
                                     .frame = {Vec3::Zero(), tilt},
                                     .inertia = solid_cylinder(mass, 0.04, 0.01, Vec3(0.0, 0.0, height)),
                                     .twist = {Vec3::Zero(), Vec3(0.0, 0.0, spin)}});
  model.add_joint({.name = "tip", .kind = JointKind::spherical, .first = {Model::ground()}, .second = {top}});

  Simulation run(model, {.step = 1e-4});
  std::ofstream table("top.csv");
  table << "time,axis_x,axis_y,axis_z\n";
  double lowest = angle;
  run.run(1.0, [&](const Simulation& now, const StepReport& report) {
    const Vec3 axis = now.frame(top).R.col(2);
    table << report.time << ',' << axis.x() << ',' << axis.y() << ',' << axis.z() << '\n';
    lowest = std::max(lowest, std::acos(axis.z()));
    return true;
  });

  // Conservation of energy and of both momenta: u = cos θ at the turning points solves a(1 − u²) = b² (u₀ − u),
  // with a = 2 m g h/A and b = C ω₃/A (Goldstein, Classical Mechanics, section 5.7).
  const Mat6 about_tip = model.nodes[top.index].inertia;
  const double a = 2.0 * mass * gravity * height / about_tip(3, 3);
  const double b = about_tip(5, 5) * spin / about_tip(3, 3);
  const double p = b * b / a, u0 = std::cos(angle);
  const double theory = std::acos(0.5 * (p - std::sqrt(p * p - 4.0 * (p * u0 - 1.0))));
  std::printf("lowest angle of the axis: %.6f rad (theory %.6f)\n", lowest, theory);
  std::printf("%s", describe(run.ledger()).c_str());
  std::printf("table: top.csv\n");
  return std::abs(lowest - theory) < 1e-4 ? 0 : 3;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
