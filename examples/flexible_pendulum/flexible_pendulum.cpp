// A rubber-like rod hinged at one end falls from the horizontal and whips through large rotations and strains.
// Writes pendulum.csv (time, tip, energies) and checks that the ledger closes and that energy never rises.

#include <bristle/bristle.hpp>
#include <cstdio>
#include <fstream>

using namespace bristle;

int main() try {
  const Material rubber{.young = 5e6, .poisson = 0.49, .density = 1100.0};  // Pa, –, kg/m³
  Model model;
  model.gravity = Vec3(0.0, 0.0, -9.81);
  const BeamId rod =
      model.add_straight_beam("rod", Vec3::Zero(), Vec3(1.0, 0.0, 0.0), Vec3::UnitY(), 8, 2, circle(rubber, 0.02));
  const Frame hinge{Vec3::Zero(), frame_about(Vec3::UnitY())};  // turns about its z axis, here the space axis y
  model.add_joint({.name = "hinge",
                   .kind = JointKind::revolute,
                   .first = model.marker_at(Model::ground(), hinge),
                   .second = model.marker_at(model.start(rod), hinge)});

  Simulation run(model, {.step = 2e-3});
  std::ofstream table("pendulum.csv");
  table << "time,tip_x,tip_z,kinetic,elastic,gravitational,numerical_loss,residual\n";
  bool rises = false;
  run.run(2.0, [&](const Simulation& now, const StepReport& report) {
    const Vec3 tip = now.frame(model.end(rod)).x;
    const Ledger& ledger = now.ledger();
    table << report.time << ',' << tip.x() << ',' << tip.z() << ',' << ledger.kinetic << ',' << ledger.elastic << ','
          << ledger.gravitational << ',' << ledger.numerical_loss << ',' << ledger.residual() << '\n';
    rises = rises || report.account.stored_f() > report.account.stored_i() + 1e-12;
    return true;
  });

  const Reaction reaction = run.reaction(JointId{0});
  std::printf("after 2 s the tip is at (%.4f, %.4f) m; the hinge carries (%.3f, %.3f) N\n",
              run.frame(model.end(rod)).x.x(), run.frame(model.end(rod)).x.z(), reaction.force.x(), reaction.force.z());
  std::printf("%ld steps, %.2f iterations each\n", run.counters().steps,
              static_cast<double>(run.counters().iterations) / static_cast<double>(run.counters().steps));
  std::printf("%s", describe(run.ledger()).c_str());
  std::printf("table: pendulum.csv\n");
  return rises || std::abs(run.ledger().residual()) > 1e-10 ? 3 : 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
