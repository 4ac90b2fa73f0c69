#pragma once
// The gap between two surfaces over a step, with its exact discrete gradient: docs/theory.md, section 9.1.

#include "bristle/model/contact.hpp"
#include "bristle/terms/measures.hpp"

namespace bristle {

using Mat3x12 = Eigen::Matrix<double, 3, 12>;

/// The gap q over a step: q_f − q_i = discrete · (Δx_K, r_K, Δx_L, r_L) to round-off, for any step. Derivatives are by
/// the motion (δx_K, δθ_K, δx_L, δθ_L) at the end of the step.
struct Gap {
  double at_i = 0.0;
  double at_f = 0.0;
  Vec12 discrete = Vec12::Zero();
  Vec12 end = Vec12::Zero();  // of at_f
  Mat12 discrete_tangent = Mat12::Zero();
  Vec3 normal = Vec3::Zero();  // unit vector in which L presses on K, in the mean over the step; zero if there is none
  Mat3x12 normal_tangent = Mat3x12::Zero();
  Vec3 point = Vec3::Zero();  // of contact, in the mean over the step: common to both bodies
  Mat3x12 point_tangent = Mat3x12::Zero();
  double radius = 0.0;  // over which the normal turns once (m): what the round-off of positions does to it; 0: none
};

/// Where two surfaces touch, or would touch: at one instant.
struct ContactPlace {
  double gap = 0.0;
  Vec3 on_first = Vec3::Zero();   // nearest point of race, cylinder or plane, in space
  Vec3 on_second = Vec3::Zero();  // of ball, disk or point
  Vec3 normal = Vec3::Zero();     // as in Gap
  double angle = 0.0;             // rad: of the place about the z axis of the first marker, from its x axis
};

/// One gap: a single point of a PointsOnPlane.
struct PointOnPlane {};
using GapGeometry = std::variant<BallInRace, DiskInCylinder, PointOnPlane>;

/// `first` and `second` are markers of K and L.
Gap gap_over(const BallInRace& race, const NodePair& pair, const Marker& first, const Marker& second);
Gap gap_over(const DiskInCylinder& cylinder, const NodePair& pair, const Marker& first, const Marker& second);
Gap gap_over(const PointOnPlane& plane, const NodePair& pair, const Marker& first, const Marker& second);

/// The frames are those of the markers.
ContactPlace contact_place(const BallInRace& race, const Frame& first, const Frame& second);
ContactPlace contact_place(const DiskInCylinder& cylinder, const Frame& first, const Frame& second);
ContactPlace contact_place(const PointOnPlane& plane, const Frame& first, const Frame& second);

/// Of a disk (normal m, centre at s) in a cylinder of unit axis z, by the components of s and m across that axis: the
/// place φ around the cylinder where the gap ρ_k − ρ_l h − d·s is least, d = (cos φ, sin φ), g = d·m, h = √(1 − g²).
struct DiskPlace {
  double phi = 0.0;
  double gap = 0.0;
  Eigen::Vector2d d = Eigen::Vector2d::UnitX();
  double g = 0.0, h = 1.0;
  double curvature = 0.0;  // ∂²(gap)/∂φ² ≥ 0
  bool unique = false;     // false: the disk is centred and straight, every φ is as good
};
DiskPlace disk_place(const DiskInCylinder& radii, const Eigen::Vector2d& s, const Eigen::Vector2d& m);

}  // namespace bristle
