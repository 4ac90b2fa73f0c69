#pragma once
#include "bristle/analysis/simulation.hpp"

namespace bristle::test {

/// Of the whole system, space axes, about the origin.
struct Momentum {
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();
};

inline Momentum total_momentum(const Simulation& run) {
  Momentum total;
  for (int n = 0; n < run.system().nodes(); ++n) {
    const Frame& frame = run.state().frames[n];
    const Vec6 body = run.system().inertia(n) * run.state().twists[n];
    const Vec3 p = frame.R * body.head<3>();
    total.linear += p;
    total.angular += frame.R * body.tail<3>() + frame.x.cross(p);
  }
  return total;
}

}  // namespace bristle::test
