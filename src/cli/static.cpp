#include <fmt/format.h>

#include <memory>

#include "bristle/io/recorder.hpp"
#include "cli.hpp"
#include "static_path.hpp"

namespace bristle::cli {
namespace {

struct StaticArguments {
  ModelArguments model;
  PathArguments path;
  std::string directory;
  double time = 0.0;
  bool force = false, hold = false, spinning = false;
};

void print_forces(const Simulation& run) {
  const Model& model = run.system().model();
  if (!model.joints.empty()) fmt::print("{:<24}{:>40}{:>40}\n", "joint", "force on the second body, N", "moment, N m");
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Reaction& r = run.reaction({static_cast<int>(k)});
    fmt::print("{:<24}{:>14.6g}{:>13.6g}{:>13.6g}{:>14.6g}{:>13.6g}{:>13.6g}\n", model.joints[k].name, r.force.x(),
               r.force.y(), r.force.z(), r.moment.x(), r.moment.y(), r.moment.z());
  }
  if (!model.contacts.empty())
    fmt::print("{:<24}{:>14}{:>14}{:>14}\n", "contact", "gap, m", "normal, N", "friction, N");
  for (std::size_t k = 0; k < model.contacts.size(); ++k)
    for (int point = 0; point < run.system().gaps_of({static_cast<int>(k)}).count; ++point) {
      const ContactReport& c = run.contact({static_cast<int>(k)}, point);
      fmt::print("{:<24}{:>14.6g}{:>14.6g}{:>14.6g}\n", model.contacts[k].name, c.gap, c.normal_force,
                 c.friction.norm());
    }
}

int follow(const StaticArguments& a) {
  Case what = a.model.read();
  what.options.start.velocities = StartVelocities::as_is;  // they do not count
  const std::filesystem::path directory =
      a.directory.empty() ? usual_directory(a.model.file) / "path" : std::filesystem::path(a.directory);
  return follow_and_record(what, a.path, a.time, a.hold, directory, a.force ? Existing::replace : Existing::refuse);
}

int find(const StaticArguments& a) {
  if (a.path.wanted) return follow(a);
  Case what = a.model.read();
  what.options.from_equilibrium = false;                   // it is sought here
  what.options.start.velocities = StartVelocities::as_is;  // they do not count
  what.end = a.time;
  Simulation run = start(what);
  State state = run.state();
  state.time = a.time;
  const Equilibrium found = find_equilibrium(run.system(), state, {.hold = a.hold, .spinning = a.spinning});
  run.show(found.state);
  const std::filesystem::path directory =
      a.directory.empty() ? usual_directory(a.model.file) / "static" : std::filesystem::path(a.directory);
  Recorder recorder(what, run, directory, a.force ? Existing::replace : Existing::refuse);
  recorder.finish(run);

  print_forces(run);
  for (const Probe& probe : what.output.probes) fmt::print("{:<24}{:>14.6g}\n", probe.name, probe.read(run));
  fmt::print(stderr, "{} load step{}, {} iterations", found.load_steps, found.load_steps == 1 ? "" : "s",
             found.iterations);
  if (found.relaxations > 0) fmt::print(stderr, ", {} steps of relaxation", found.relaxations);
  fmt::print(stderr, "; {:.3g} N out of balance\n", found.imbalance);
  if (found.put_on > 0.0 && found.put_on < 1.0)
    fmt::print(stderr,
               "load steps came to a share of {:.4g}, and what follows is downhill: --path shows the way there\n",
               found.put_on);
  if (!found.held.empty()) fmt::print(stderr, "held: {}\n", found.held);
  if (const std::string free = describe(found.mobility); !free.empty())
    fmt::print(stderr, "without resistance: {}\n", free);
  if (!found.mobility.stable && !a.spinning) fmt::print(stderr, "warning: the equilibrium is not stable\n");
  fmt::print(stderr, "results in {}\n", directory.string());
  return ok;
}

}  // namespace

void add_static(CLI::App& app, Command& command) {
  CLI::App* sub = app.add_subcommand("static", "Find the static equilibrium of a model");
  auto a = std::make_shared<StaticArguments>();
  a->model.add_to(*sub);
  sub->add_option("-o,--output", a->directory, "Directory for the results (default: results/NAME/static, or /path)")
      ->type_name("DIR");
  sub->add_option("--time", a->time, "When loads and drives are looked at")->type_name("SECONDS")->check(from_zero());
  sub->add_flag("--hold", a->hold, "Hold motions that meet no resistance");
  a->path.add_to(*sub);
  sub->add_flag("--spinning", a->spinning, "Parts that turn at the start go on turning: centrifugal forces count")
      ->excludes("--path");
  sub->add_flag("--force", a->force, "Replace results that are there");
  sub->callback([a, &command] { command = [a] { return find(*a); }; });
}

}  // namespace bristle::cli
