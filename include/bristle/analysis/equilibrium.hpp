#pragma once
// Static equilibrium: docs/theory.md, section 12.

#include "bristle/analysis/mechanisms.hpp"

namespace bristle {

struct EquilibriumOptions {
  double load_step = 1.0;  // share of the load that is tried first; halved where that fails
  double smallest_load_step = 1e-4;
  int iterations = 30;      // of Newton's method, in a load step
  int relaxations = 500;    // of the descent that is tried where loads cannot be put on step by step
  double tolerance = 1e-9;  // of the last correction: lengths by the size of the system, angles in rad
  bool hold = false;        // motions that meet no resistance are held where they are, instead of an error
};

struct Equilibrium {
  State state{};        // at rest, with reactions, contact forces, bristles and ledger
  double put_on = 0.0;  // share of the load that load steps could put on; short of 1, the rest was a way downhill
  int load_steps = 0;
  int iterations = 0;
  int relaxations = 0;
  double imbalance = 0.0;  // N: largest force or, by the size of the system, moment that is left
  Mobility mobility{};     // at the equilibrium
  std::string held{};      // what was held, in words
};

/// The equilibrium that is reached from a state by putting on, step by step, what is out of balance there. Loads and
/// drives have their values at the state's time; velocities are set to zero. Throws NoConvergence, and ModelError where
/// a motion meets no resistance and forces act on it.
Equilibrium find_equilibrium(const System& system, const State& from, const EquilibriumOptions& options = {});

}  // namespace bristle
