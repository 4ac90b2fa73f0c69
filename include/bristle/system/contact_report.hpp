#pragma once
#include "bristle/math/types.hpp"

namespace bristle {

/// What a contact did over the last step. Places are those at its end; forces and velocities are means over it, so
/// values at mid-step. Vectors are in space axes; forces are those on the second body.
struct ContactReport {
  enum class Phase { open, slip, stick };

  double gap = 0.0;                      // m; negative in contact
  double gap_before = 0.0;               // m, at the start of the step
  double gap_rate = 0.0;                 // m/s, mean over the step
  double normal_force = 0.0;             // N
  Vec3 normal = Vec3::Zero();            // unit vector in which the second body presses on the first
  Vec3 friction = Vec3::Zero();          // N
  Vec3 sliding_velocity = Vec3::Zero();  // m/s, of the second body over the first
  Vec3 bristle = Vec3::Zero();           // m, at the end of the step
  Vec3 point_on_first = Vec3::Zero();    // m
  Vec3 point_on_second = Vec3::Zero();   // m
  double angle = 0.0;                    // rad: of the place about the z axis of the first marker, from its x axis
  Phase phase = Phase::open;
  double sliding_distance = 0.0;  // m, since the start
  double friction_work = 0.0;     // J, since the start
  double damping_excess = 0.0;    // docs/theory.md, section 10.3: above one, σ1 may create energy

  double penetration() const { return gap < 0.0 ? -gap : 0.0; }
  double friction_coefficient() const { return normal_force > 0.0 ? friction.norm() / normal_force : 0.0; }
  Vec3 force() const { return friction - normal_force * normal; }  // on the second body
};

/// Where a race wears: sliding distance (m) and friction work (J) by the place of contact, bin k from 2πk/n to
/// 2π(k+1)/n.
struct WearBin {
  double sliding_distance = 0.0;
  double friction_work = 0.0;
};

}  // namespace bristle
