#pragma once
#include "bristle/model/frame.hpp"

namespace bristle {

/// A beam at one place and instant. Velocities are in space axes; strains (Γ, K) and section forces and moments
/// (N, Q2, Q3, T, M2, M3) in section axes, without those of viscous damping.
struct BeamReading {
  Frame frame{};
  Vec3 velocity = Vec3::Zero();  // m/s
  Vec3 angular = Vec3::Zero();   // rad/s
  Vec6 strain = Vec6::Zero();    // –, 1/m
  Vec6 force = Vec6::Zero();     // N, N m
};

}  // namespace bristle
