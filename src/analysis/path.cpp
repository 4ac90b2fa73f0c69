#include "bristle/analysis/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/path_step.hpp"
#include "bristle/analysis/simulation.hpp"
#include "bristle/error.hpp"

namespace bristle {
namespace {

constexpr int wanted_iterations = 6;  // of a step: the next one is then as long
constexpr int tries = 30;             // to find a point between two others
constexpr int separations = 5;        // halvings of a step that passes more than one event

/// A node with what its stiffness says.
struct Seen {
  PathNode node;
  int unstable = 0;
  int free = 0;  // motions without resistance
  double softest = 0.0;
};

class Follower {
 public:
  Follower(const System& system, const State& from, const PathOptions& options, const PathObserver& observer)
      : options_(options), observer_(observer), stepper_(system, from, options) {}

  Path run();

 private:
  Seen look(PathNode node, bool stability) const;
  std::optional<PathNode> try_advance(const PathNode& from, double arc);
  template <class Value>
  std::optional<Seen> between(const Seen& from, const Seen& to, double tolerance, bool stability, const Value& value);
  std::optional<Seen> event_between(const Seen& a, const Seen& b, PathEvent& event);
  bool emit(const Seen& at, PathEvent event);
  bool go_on(const Seen& last, const Seen& next, PathEvent event);

  const PathOptions& options_;
  const PathObserver& observer_;
  PathStepper stepper_;
  Path path_;
};

Seen Follower::look(PathNode node, bool stability) const {
  Seen seen{.node = std::move(node)};
  if (!stability) return seen;
  const Mobility about = mobility(stepper_.balance(), seen.node.state);
  seen.unstable = about.unstable;
  seen.free = static_cast<int>(about.motions.cols());
  seen.softest = std::abs(about.softest);
  return seen;
}

std::optional<PathNode> Follower::try_advance(const PathNode& from, double arc) {
  std::optional<PathNode> node = stepper_.advance(from, arc);
  if (node)
    path_.iterations += node->iterations;
  else
    ++path_.rejections;
  return node;
}

/// Where a value changes its sign on the way from one point to another, both reached from the first: the rule of false
/// position, with the weight of an end that stays halved each time.
template <class Value>
std::optional<Seen> Follower::between(const Seen& from, const Seen& to, double tolerance, bool stability,
                                      const Value& value) {
  double low = 0.0, high = to.node.arc - from.node.arc;
  double at_low = value(from), at_high = value(to);
  double nearest = std::numeric_limits<double>::infinity();
  const double whole = high;
  std::optional<Seen> found;
  for (int k = 0, side = 0; k < tries && high - low > 1e-9 * whole; ++k) {
    double arc = (low * at_high - high * at_low) / (at_high - at_low);
    if (!(arc > low && arc < high)) arc = 0.5 * (low + high);
    std::optional<PathNode> node = try_advance(from.node, arc);
    if (!node) return found;
    Seen seen = look(std::move(*node), stability);
    const double now = value(seen);
    if (std::abs(now) < nearest) {
      nearest = std::abs(now);
      found = std::move(seen);
    }
    if (nearest <= tolerance) break;
    if ((now > 0.0) == (at_high > 0.0)) {
      high = arc, at_high = now;
      if (side == 1) at_low *= 0.5;
      side = 1;
    } else {
      low = arc, at_low = now;
      if (side == -1) at_high *= 0.5;
      side = -1;
    }
  }
  return found;
}

/// The limit or critical point that lies between two points, if one does.
std::optional<Seen> Follower::event_between(const Seen& a, const Seen& b, PathEvent& event) {
  event = PathEvent::none;
  if ((a.node.rise > 0.0) != (b.node.rise > 0.0)) {
    event = PathEvent::limit;
    return between(a, b, 1e-9 * std::abs(options_.to), false, [](const Seen& s) { return s.node.rise; });
  }
  if (a.unstable == b.unstable) return {};
  event = PathEvent::critical;
  return between(a, b, 0.0, true, [&](const Seen& s) {
    if (s.free > a.free) return 0.0;  // at round-off
    return s.unstable == a.unstable ? s.softest : -s.softest;
  });
}

bool Follower::emit(const Seen& at, PathEvent event) {
  PathPoint point{.number = path_.points++,
                  .arc = at.node.arc,
                  .share = at.node.state.share,
                  .event = event,
                  .unstable = at.unstable,
                  .state = at.node.state};
  stepper_.balance().report(point.state);
  return observer_(point);
}

/// Emits a point, or the end of the path if that lies before it.
bool Follower::go_on(const Seen& last, const Seen& next, PathEvent event) {
  const double from = last.node.state.share - options_.to, to = next.node.state.share - options_.to;
  if (from == 0.0 || from * to > 0.0) return emit(next, event);
  const auto left = [&](const Seen& s) { return s.node.state.share - options_.to; };
  Seen end = next;
  if (std::optional<Seen> near = between(last, next, 1e-7 * std::abs(options_.to), false, left)) end = std::move(*near);
  if (std::optional<PathNode> node = stepper_.settle(last.node, end.node, options_.to)) end.node = std::move(*node);
  end = look(std::move(end.node), options_.stability);
  path_.arrived = true;
  emit(end, PathEvent::end);
  return false;
}

Path Follower::run() {
  path_.held = stepper_.held();
  std::optional<PathNode> start = stepper_.begin();
  if (!start) {
    const Mobility free = mobility(stepper_.balance(), stepper_.start());
    throw ModelError(
        fmt::format("there is no path from here: {} no resistance at the start. Support them, ask for them "
                    "to be held, or start from an equilibrium",
                    free.motions.cols() > 0 ? describe(free) + " meet" : "a motion meets"));
  }
  Seen at = look(std::move(*start), options_.stability);
  if (!emit(at, PathEvent::none)) return path_;
  double arc = 0.2 * options_.arc;
  while (path_.points <= options_.steps) {
    std::optional<PathNode> node = try_advance(at.node, arc);
    if (!node) {
      if ((arc *= 0.5) < options_.smallest_arc)
        throw NoConvergence(
            fmt::format("the path was followed to a share of {:.6g} and not found beyond it", at.node.state.share));
      continue;
    }
    const int iterations = node->iterations;
    const Seen next = look(std::move(*node), options_.stability);
    // One event a step: a limit point changes the number of unstable motions by one.
    const bool turns = (at.node.rise > 0.0) != (next.node.rise > 0.0);
    const int change = std::abs(next.unstable - at.unstable), expected = turns && options_.stability ? 1 : 0;
    if (change != expected && change != 1 && arc > std::ldexp(options_.arc, -separations)) {
      arc *= 0.5;
      continue;
    }
    PathEvent event = PathEvent::none;
    std::optional<Seen> mark = event_between(at, next, event);
    if (mark) {
      mark->unstable = at.unstable;
      const bool go = go_on(at, *mark, event);
      if (path_.arrived) return path_;
      path_.marks.push_back({event, mark->node.arc, mark->node.state.share, at.unstable, next.unstable});
      if (!go) return path_;
    }
    if (!go_on(mark ? *mark : at, next, PathEvent::none)) return path_;
    at = next;
    arc = std::min(options_.arc, arc * std::clamp(std::sqrt(double(wanted_iterations) / iterations), 0.5, 1.5));
  }
  return path_;
}

}  // namespace

const char* name_of(PathEvent event) {
  switch (event) {
    case PathEvent::none:
      return "";
    case PathEvent::limit:
      return "limit";
    case PathEvent::critical:
      return "critical";
    case PathEvent::end:
      return "end";
  }
  return "";
}

Path follow_path(const System& system, const State& from, const PathOptions& options, const PathObserver& observer) {
  if (options.to == 0.0 || !std::isfinite(options.to))
    throw ModelError("a path leads to a share of the load other than zero");
  if (!(options.arc > 0.0)) throw ModelError(fmt::format("the steps of a path must be longer than {}", options.arc));
  return Follower(system, from, options, observer).run();
}

}  // namespace bristle
