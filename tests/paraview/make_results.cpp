// Results to look at: a slider-crank whose flexible rod holds the slider by a worn pin.
//   make_results DIRECTORY

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "bristle/bristle.hpp"

namespace {

using namespace bristle;

constexpr double crank = 0.12, rod_length = 0.4, turns_per_second = 4.0;
constexpr int frames = 24;

struct SliderCrank {
  Model model{};
  NodeId slider{};
  BeamId rod{};
  ContactId pin{};

  SliderCrank() {
    model.gravity = Vec3(0, 0, -9.81);
    const Material steel{.young = 210e9, .poisson = 0.3, .density = 7850.0};
    const Mat3 across = frame_about(Vec3::UnitY());  // pins lie along y
    const Vec3 crank_pin(crank, 0, 0), wrist(crank + rod_length, 0, 0);

    const NodeId disk = model.add_node({.name = "crank", .inertia = solid_cylinder(4.0, 0.15, 0.03)});
    rod = model.add_straight_beam("rod", crank_pin, wrist, Vec3::UnitZ(), 4, 2, tube(steel, 0.008, 0.006));
    slider = model.add_node({.name = "slider", .frame = {wrist}, .inertia = solid_box(0.6, Vec3(0.1, 0.06, 0.06))});

    const auto join = [&](const char* name, JointKind kind, NodeId first, NodeId second, const Frame& at) {
      return Joint{
          .name = name, .kind = kind, .first = model.marker_at(first, at), .second = model.marker_at(second, at)};
    };
    Joint shaft = join("shaft", JointKind::revolute, Model::ground(), disk, {Vec3::Zero(), across});
    shaft.drives = {{0, Function::expression("2*pi*4*(t < 0.1 ? 5*t*t : t - 0.05)")}};  // run up over 0.1 s
    model.add_joint(shaft);
    model.add_joint(join("crank pin", JointKind::revolute, disk, model.start(rod), {crank_pin, across}));
    model.add_joint(join("guide", JointKind::prismatic, Model::ground(), slider, {wrist, frame_about(Vec3::UnitX())}));
    pin = model.add_planar_clearance({.name = "wrist pin",
                                      .geometry = BallInRace{.race_radius = 0.016, .ball_radius = 0.0155},
                                      .first = model.marker_at(model.end(rod), {wrist, across}),
                                      .second = model.marker_at(slider, {wrist, across}),
                                      .normal = {PowerLaw{2e6, 1.0}, HuntCrossley{1.0}},
                                      .friction = LuGre{.static_friction = 0.25,
                                                        .kinetic_friction = 0.2,
                                                        .stribeck_velocity = 1e-2,
                                                        .stiffness = 2e4,
                                                        .damping = 10.0}});

    const auto show = [&](const char* name, NodeId node, const Frame& at, auto form) {
      model.shapes.push_back({.name = name, .place = model.marker_at(node, at), .form = form});
    };
    show("crank", disk, {Vec3(0, 0.03, 0), across}, CylinderShape{0.15, 0.02});
    show("crank", disk, {crank_pin + Vec3(0, 0.01, 0), across}, CylinderShape{0.014, 0.05});
    show("shaft", Model::ground(), {Vec3(0, 0.06, 0), across}, CylinderShape{0.025, 0.1});
    show("slider", slider, {wrist + Vec3(0, 0.042, 0)}, BoxShape{Vec3(0.12, 0.06, 0.07)});
    show("base", Model::ground(), {Vec3(0.21, 0.042, -0.175)}, BoxShape{Vec3(0.86, 0.2, 0.02)});
    show("guide", Model::ground(), {Vec3(0.4, 0.042, -0.1125)}, BoxShape{Vec3(0.06, 0.09, 0.105)});
    show("guide", Model::ground(), {Vec3(0.4, 0.042, -0.0475)}, BoxShape{Vec3(0.4, 0.09, 0.025)});
  }
};

/// The two tables that go along with the frames.
class Tables {
 public:
  explicit Tables(const std::filesystem::path& directory)
      : energy_(directory / "energy.csv"), probes_(directory / "probes.csv") {
    energy_ << "time,kinetic,elastic,contact,potential,external_work,friction_loss,contact_loss,damping_loss,"
               "numerical_loss,residual\n";
    probes_ << "time,slider_x,slider_y,slider_z,pin force,rod moment\n";  // a vector has columns NAME_x, …
  }
  void add(const Simulation& run, const SliderCrank& what) {
    const Ledger& l = run.ledger();
    energy_ << run.time() << ',' << l.kinetic << ',' << l.elastic << ',' << l.contact << ',' << l.gravitational << ','
            << l.external_work << ',' << l.friction_loss << ',' << l.contact_loss << ',' << l.damping_loss << ','
            << l.numerical_loss << ',' << l.residual() << '\n';
    const Vec3& x = run.frame(what.slider).x;
    probes_ << run.time() << ',' << x.x() << ',' << x.y() << ',' << x.z() << ',' << run.contact(what.pin).normal_force
            << ',' << run.system().read_beam(run.state(), what.rod, 0.5).force[5] << '\n';
  }

 private:
  std::ofstream energy_, probes_;
};

/// A body alone: frames of one part only.
void write_falling_ball(const std::filesystem::path& directory) {
  Model model;
  model.gravity = Vec3(0, 0, -9.81);
  const NodeId ball = model.add_node({.name = "ball", .inertia = solid_sphere(1.0, 0.1)});
  model.shapes.push_back({.name = "ball", .place = {ball}, .form = SphereShape{0.1}});
  Simulation run(model, {.step = 1e-2});
  VtkSeries series(run.system(), directory);
  for (int k = 0; k < 3; ++k) {
    run.run(0.1 * k);
    series.write(run);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]);
    return 1;
  }
  const SliderCrank what;
  Simulation run(what.model, {.step = 1e-3});
  VtkSeries series(run.system(), argv[1]);
  Tables tables(argv[1]);
  const double interval = 1.25 / turns_per_second / frames;
  for (int k = 0; k <= frames; ++k) {
    run.run(k * interval, [&](const Simulation& now, const StepReport&) {
      if (now.counters().steps % 10 == 0) tables.add(now, what);
      return true;
    });
    series.write(run);
  }
  std::printf("%ld steps\n", run.counters().steps);
  write_falling_ball(std::filesystem::path(argv[1]) / "ball");
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "make_results: %s\n", error.what());
  return 4;
}
