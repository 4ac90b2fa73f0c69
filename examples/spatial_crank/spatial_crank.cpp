// A flexible crank turns a flexible link that pushes a slider along a flexible cantilever: the spatial mechanism of
// Bauchau and Ju, here with an ideal spherical joint between link and slider. Six revolutions at 20 rad/s.
// Writes crank.csv: crank angle, slider, forces at the root of the cantilever and at mid-span of the link.

#include <bristle/bristle.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numbers>

using namespace bristle;

namespace {

constexpr double speed = 20.0;                        // rad/s
constexpr double start_up = std::numbers::pi / 10.0;  // s

/// From rest to full speed over the start-up, by half a cosine.
double crank_angle(double t) {
  if (t >= start_up) return speed * (t - 0.5 * start_up);
  return 0.5 * speed * (t - start_up / std::numbers::pi * std::sin(std::numbers::pi * t / start_up));
}
double crank_speed(double t) {
  return t >= start_up ? speed : 0.5 * speed * (1.0 - std::cos(std::numbers::pi * t / start_up));
}

Section bar(double gj, double ei2, double ei3, double mass_per_length) {
  return section((Vec6() << 4e7, 1e7, 1e7, gj, ei2, ei3).finished(), mass_per_length, Vec3(2e-4, 1e-4, 1e-4));
}

struct SpatialCrank {
  SpatialCrank();
  Model model;
  BeamId cantilever, link, crank;
  NodeId slider;
  JointId root;
};

SpatialCrank::SpatialCrank() {
  const Vec3 i1 = Vec3::UnitX(), i2 = Vec3::UnitY(), i3 = Vec3::UnitZ();
  const Vec3 O = Vec3::Zero(), T(0.4, 0.0, 0.0), Q(0.6, 0.0, 0.0);
  const Vec3 S(0.6 + std::sqrt(0.75), 0.3, 0.0), P = S + 0.2 * i2;

  cantilever = model.add_straight_beam("cantilever", O, T, i2, 2, 3, bar(18e3, 23e3, 23e3, 1.6));
  crank = model.add_straight_beam("crank", S, P, i3, 1, 3, bar(28e3, 23.2e3, 29.8e3, 1.6));
  link = model.add_straight_beam("link", P, Q, i3, 2, 3, bar(9e3, 12e3, 12e3, 0.85));
  slider = model.add_node({.name = "slider", .frame = {Q}, .inertia = inertia(5.0, Vec3(Vec3::Constant(5e-3)))});

  const auto joint = [&](const char* name, JointKind kind, NodeId first, NodeId second, const Frame& at,
                         std::vector<Drive> drives = {}) {
    return model.add_joint({.name = name,
                            .kind = kind,
                            .first = model.marker_at(first, at),
                            .second = model.marker_at(second, at),
                            .drives = std::move(drives)});
  };
  root = joint("root", JointKind::fixed, Model::ground(), model.start(cantilever), {O});
  joint("guide", JointKind::prismatic, model.end(cantilever), slider, {T, frame_about(i1)});
  joint("bearing", JointKind::revolute, Model::ground(), model.start(crank), {S, frame_about(i1)},
        {{0, Function::callable(crank_angle, crank_speed)}});
  const Vec3 along =
      (Q - P).normalized();  // one axis of the universal joint is i3, the other perpendicular to the link
  joint("universal", JointKind::universal, model.end(crank), model.start(link),
        {P, frame_along(along, i3.cross(along))});
  joint("ball", JointKind::spherical, slider, model.end(link), {Q});
}

}  // namespace

int main() try {
  const SpatialCrank mechanism;
  const Model& model = mechanism.model;
  Simulation run(model, {.step = 1e-3});
  std::ofstream table("crank.csv");
  table << "time,angle,slider,root_f1,root_f2,root_f3,link_n1,link_q2,link_q3,energy,residual\n";
  const double end = 0.5 * start_up + 6.0 * 2.0 * std::numbers::pi / speed;
  run.run(end, [&](const Simulation& now, const StepReport& report) {
    const double middle = report.time - 0.5 * report.step;  // reactions are means over the step
    const Vec3 force = now.reaction(mechanism.root).force;
    const auto points = now.system().beam_points(now.state(), mechanism.link);
    const Vec6 a = points[points.size() / 2 - 1].force, b = points[points.size() / 2].force;
    const Vec3 mid_span = 0.5 * (a + b).head<3>();
    table << middle << ',' << crank_angle(middle) << ',' << now.frame(mechanism.slider).x.x() << ',' << force.x() << ','
          << force.y() << ',' << force.z() << ',' << mid_span.x() << ',' << mid_span.y() << ',' << mid_span.z() << ','
          << now.ledger().stored() << ',' << now.ledger().residual() << '\n';
    return true;
  });
  std::printf("%ld steps, %.2f iterations each, %d unknowns\n", run.counters().steps,
              static_cast<double>(run.counters().iterations) / static_cast<double>(run.counters().steps),
              run.system().unknowns());
  std::printf("%s", describe(run.ledger()).c_str());
  std::printf("table: crank.csv\n");
  return std::abs(run.ledger().residual()) < 1e-9 ? 0 : 3;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
