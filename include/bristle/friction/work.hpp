#pragma once

namespace bristle {

/// Where the work done against friction went (J). Only the change of the energy in the bristles may be negative, and,
/// beyond the dissipative range of σ1, the part of the bristles' own damping.
struct FrictionWork {
  double sliding = 0.0;
  double bristles = 0.0;  // change of the energy stored in them
  double damping = 0.0;   // σ1
  double viscous = 0.0;   // σ2
  double numerical = 0.0;

  double total() const { return sliding + bristles + damping + viscous + numerical; }
  FrictionWork& operator+=(const FrictionWork& other) {
    sliding += other.sliding;
    bristles += other.bristles;
    damping += other.damping;
    viscous += other.viscous;
    numerical += other.numerical;
    return *this;
  }
};

}  // namespace bristle
