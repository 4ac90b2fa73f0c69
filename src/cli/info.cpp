#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli.hpp"

namespace bristle::cli {
namespace {

const char* left_free(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
      return "nothing";
    case JointKind::revolute:
      return "a turn";
    case JointKind::prismatic:
      return "a displacement";
    case JointKind::cylindrical:
      return "a turn and a displacement along it";
    case JointKind::universal:
      return "two turns";
    case JointKind::spherical:
      return "three turns";
    default:
      return "two displacements and a turn";
  }
}

std::string sides(const Model& model, const Marker& first, const Marker& second) {
  return fmt::format("{} - {}", model.nodes[first.node.index].name, model.nodes[second.node.index].name);
}

/// "1 point", "6 points".
std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Columns as wide as what is in them, two spaces apart.
class Columns {
 public:
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void print(const char* title) const {
    if (rows_.empty()) return;
    std::vector<std::size_t> widths(rows_.front().size(), 0);
    for (const auto& row : rows_)
      for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
    fmt::print("{}\n", title);
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t k = 0; k < row.size(); ++k) line += fmt::format("  {:<{}}", row[k], widths[k]);
      fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
    }
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

std::string geometry(const ContactGeometry& g) {
  if (const auto* ball = std::get_if<BallInRace>(&g))
    return fmt::format("ball in race, play {:.4g} mm", 1e3 * (ball->race_radius - ball->ball_radius));
  if (const auto* disk = std::get_if<DiskInCylinder>(&g))
    return fmt::format("disk in cylinder, play {:.4g} mm", 1e3 * (disk->cylinder_radius - disk->disk_radius));
  return counted(std::get<PointsOnPlane>(g).points.size(), "point") + " on a plane";
}

void print_bodies(const System& system) {
  const Model& model = system.model();
  std::vector<bool> of_beam(model.nodes.size(), false);
  for (const Beam& beam : model.beams)
    for (const NodeId node : beam.nodes) of_beam[node.index] = true;
  Columns bodies, beams;
  for (std::size_t n = 1; n < model.nodes.size(); ++n)
    if (!of_beam[n])
      bodies.row({model.nodes[n].name, fmt::format("{:>10.6g} kg", mass_of(system.inertia(static_cast<int>(n)))),
                  model.nodes[n].fixed ? "fixed" : ""});
  bodies.print("bodies");
  for (const Beam& beam : model.beams) {
    double mass = 0.0;  // without what bodies share nodes with it
    for (const NodeId node : beam.nodes)
      mass += mass_of(system.inertia(node.index)) - mass_of(model.nodes[node.index].inertia);
    beams.row(
        {beam.name, fmt::format("{:>10.6g} kg", mass),
         fmt::format("{} of order {}", counted(static_cast<std::size_t>(beam.elements()), "element"), beam.order)});
  }
  beams.print("beams");
}

void print_connections(const Model& model) {
  Columns joints, clearances;
  for (const Joint& joint : model.joints) {
    const std::string driven = joint.drives.empty() ? "" : fmt::format(", {} driven", joint.drives.size());
    joints.row({joint.name, name_of(joint.kind), sides(model, joint.first, joint.second),
                fmt::format("leaves {}{}", left_free(joint.kind), driven)});
  }
  joints.print("joints");
  for (const Contact& contact : model.contacts)
    clearances.row({contact.name, sides(model, contact.first, contact.second), geometry(contact.geometry)});
  clearances.print("clearances");
  if (!model.springs.empty() || !model.bushings.empty() || !model.loads.empty())
    fmt::print("{}, {}, {}\n", counted(model.springs.size(), "spring"), counted(model.bushings.size(), "bushing"),
               counted(model.loads.size(), "load"));
}

void print_sizes(const Simulation& run) {
  const System& system = run.system();
  int moving = 0, constraints = 0, driven = 0;
  double mass = 0.0;
  Vec3 moment = Vec3::Zero();
  for (int n = 0; n < system.nodes(); ++n) {
    if (!system.moves(n)) continue;
    ++moving;
    const double m = mass_of(system.inertia(n));
    mass += m;
    moment += m * (run.state().frames[n].x + run.state().frames[n].R * centre_of(system.inertia(n)));
  }
  for (const JointTerm& joint : system.joints()) {
    constraints += joint.rows();
    for (int row = 0; row < joint.rows(); ++row) driven += joint.driven(row);
  }
  fmt::print("mass {:.6g} kg", mass);
  if (mass > 0.0)
    fmt::print(", its centre at ({:.6g}, {:.6g}, {:.6g}) m", moment.x() / mass, moment.y() / mass, moment.z() / mass);
  fmt::print("\n{} nodes that move, {} constraints ({} of them driven): {} degrees of freedom\n{} unknowns in a step\n",
             moving, constraints, driven, 6 * moving - constraints, system.unknowns());
}

}  // namespace

void add_info(CLI::App& app, Command& command) {
  CLI::App* sub = app.add_subcommand("info", "Say what a model is made of: bodies, joints, degrees of freedom");
  auto model = std::make_shared<ModelArguments>();
  model->add_to(*sub);
  sub->callback([model, &command] {
    command = [model] {
      const Case what = model->read();
      const Simulation run = start(what);
      fmt::print("{}\n", what.title);
      print_bodies(run.system());
      print_connections(what.model);
      print_sizes(run);
      fmt::print("run to {:.6g} s with steps up to {:.6g} s\n", what.end, what.options.step);
      return ok;
    };
  });
}

}  // namespace bristle::cli
