#pragma once
// The closed form of the time-discontinuous Galerkin step for z' = v − β z: docs/theory.md, section 10.2.

#include "bristle/math/types.hpp"

namespace bristle {

/// Bristles over a step of length Δτ, all nondimensional: at its end, just after the jump at its start, and their mean.
struct BristleUpdate {
  Vec3 z_f, z_j, z_g;
  Vec3 rate;      // (z_f − z_i)/Δτ = v − β z_g
  double by_old;  // ∂z_g/∂z_i
  Vec3 by_beta;   // ∂z_g/∂β at constant v
  double by_v;    // ∂z_g/∂v at constant β
};

/// For any β ≥ 0 and Δτ > 0: β Δτ may be anything from 0 to 1e100.
BristleUpdate bristle_update(const Vec3& z_i, const Vec3& v, double beta, double dtau);

/// What the jump dissipates: ½(|z_j − z_i|² + (βΔτ/6)|z_f − z_j|²).
double bristle_loss(const BristleUpdate& u, const Vec3& z_i, double beta, double dtau);

}  // namespace bristle
