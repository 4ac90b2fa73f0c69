#pragma once
// Paths of equilibria under a growing and falling load, through limit points: docs/theory.md, section 12.5.

#include <functional>
#include <string>
#include <vector>

#include "bristle/analysis/mechanisms.hpp"

namespace bristle {

struct PathOptions {
  double to = 1.0;    // share of the load at which the path ends; less than zero: the load is reversed
  int steps = 1000;   // at most
  double arc = 0.05;  // the longest step: root mean square of the nodes' motions, lengths by the size of the
                      // system and angles in rad, and of the share by that at the end
  double smallest_arc = 1e-6;
  int iterations = 15;      // of Newton's method, in a step
  double tolerance = 1e-9;  // of the last correction: lengths by the size of the system, angles in rad
  bool stability = true;    // is looked at, by eigenvalues of the stiffness in every point
  bool hold = false;        // motions that meet no resistance at the start are held where they are
};

enum class PathEvent {
  none,
  limit,     // the load has an extremum along the path
  critical,  // a motion begins or ceases to release energy while the load goes on: a branch crosses or forks off
  end,       // the share that was asked for
};
const char* name_of(PathEvent event);

/// One equilibrium on the path.
struct PathPoint {
  int number = 0;
  double arc = 0.0;    // length of the path up to it
  double share = 0.0;  // of the load that acts
  PathEvent event = PathEvent::none;
  int unstable = 0;  // motions that release energy, of the twelve softest; at an event, those before it
  State state{};     // at rest, with reactions, contact forces and bristles; its share is that above

  bool stable() const { return unstable == 0; }
};

/// A limit or critical point.
struct PathMark {
  PathEvent event = PathEvent::limit;
  double arc = 0.0, share = 0.0;
  int unstable_before = 0, unstable_after = 0;
};

struct Path {
  std::vector<PathMark> marks{};
  int points = 0;
  int iterations = 0;
  int rejections = 0;    // steps that were tried again, shorter
  bool arrived = false;  // at the share that was asked for
  std::string held{};    // what was held, in words
};

/// Called in each point, the start first; returning false ends the path.
using PathObserver = std::function<bool(const PathPoint&)>;

/// Follows the equilibria from a state as the load is put on: loads and weight with a share of what they are at the
/// state's time, drives by the motion up to that share of the time. What is out of balance at the start without them
/// goes in proportion. Throws NoConvergence where the path cannot be followed further, ModelError where nothing holds
/// the start.
Path follow_path(const System& system, const State& from, const PathOptions& options, const PathObserver& observer);

}  // namespace bristle
