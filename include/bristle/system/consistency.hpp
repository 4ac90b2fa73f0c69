#pragma once
// Is a state one that the joints allow? docs/theory.md, section 7.

#include "bristle/system/system.hpp"

namespace bristle {

enum class StartPositions {
  check,     // an error names the joint and its violation; violations at round-off are removed
  assemble,  // moved onto the joints, by the smallest motion weighted with the masses
};

enum class StartVelocities {
  check,    // an error names the joint and its violation
  project,  // moved onto the joints with the least kinetic energy of the change
  as_is,    // left to the first step, which treats the difference as an impact
};

struct StartOptions {
  StartPositions positions = StartPositions::check;
  StartVelocities velocities = StartVelocities::check;
  double position_tolerance = 1e-8;  // relative to the size of the system; sines for directions
  double velocity_tolerance = 1e-8;  // relative to the largest velocity at the joints
};

/// The initial state of a system, made to agree with its joints. Throws ModelError.
State start_state(const System& system, const StartOptions& options = {});

/// Makes the velocities of a state agree with its joints, or checks that they do. Throws ModelError.
void agree_velocities(const System& system, State& state, const StartOptions& options);

/// Throws ModelError naming the joints involved if the constraints depend on each other at this state.
void require_independent_constraints(const System& system, const State& state);

}  // namespace bristle
