#include "static_path.hpp"

#include <fmt/format.h>

#include "bristle/io/path_files.hpp"

namespace bristle::cli {

void PathArguments::add_to(CLI::App& app) {
  auto* path =
      app.add_flag("--path", wanted, "Follow the equilibria as the load grows and falls, through limit points");
  app.add_option("--to", options.to, "Share of the load at which the path ends (default: 1)")
      ->type_name("SHARE")
      ->check(finite())
      ->needs(path);
  app.add_option("--steps", options.steps, "At most so many steps of the path")
      ->capture_default_str()
      ->check(count_from(1))
      ->needs(path);
  app.add_option("--arc", options.arc, "Longest step: mean motion by the size of the model, or rad, or share")
      ->capture_default_str()
      ->type_name("LENGTH")
      ->check(above_zero())
      ->needs(path);
}

namespace {

void print_marks(const Path& path) {
  if (path.marks.empty()) return;
  fmt::print("{:<10}{:>16}{:>14}{:>28}\n", "point", "share", "arc", "unstable motions");
  for (const PathMark& mark : path.marks)
    fmt::print("{:<10}{:>16.9g}{:>14.6g}{:>14} before, {} after\n", name_of(mark.event), mark.share, mark.arc,
               mark.unstable_before, mark.unstable_after);
}

}  // namespace

int follow_and_record(const Case& what, const PathArguments& a, double time, bool hold,
                      const std::filesystem::path& directory, Existing existing) {
  Simulation run = start(what);
  State from = run.state();
  from.time = time;
  PathOptions options = a.options;
  options.hold = hold;
  PathRecorder recorder(what, run.system(), directory, existing);
  double share = 0.0;
  const auto tell = [&] { fmt::print(stderr, "results in {}\n", directory.string()); };
  try {
    const Path path = follow_path(run.system(), from, options, [&](const PathPoint& point) {
      recorder.record(run, point);
      share = point.share;
      return true;
    });
    print_marks(path);
    fmt::print(stderr, "{} points, {} iterations", path.points, path.iterations);
    if (path.rejections > 0) fmt::print(stderr, ", {} steps shortened", path.rejections);
    fmt::print(stderr, "; the path ends at a share of {:.6g}\n", share);
    if (!path.arrived)
      fmt::print(stderr, "warning: after {} steps a share of {:g} was not reached\n", options.steps, options.to);
    if (!path.held.empty()) fmt::print(stderr, "held: {}\n", path.held);
  } catch (const NoConvergence&) {
    tell();  // what there is stays
    throw;
  }
  tell();
  return ok;
}

}  // namespace bristle::cli
