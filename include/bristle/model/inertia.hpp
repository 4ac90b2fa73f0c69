#pragma once
// Inertia of rigid bodies and of beam sections as 6×6 matrices in the frame that carries them.

#include "bristle/math/types.hpp"

namespace bristle {

/// The matrix M of ½ ηᵀ M η with η = (velocity, angular velocity) of the frame, for a mass (kg) whose centre lies at
/// `centre` (m) and whose inertia tensor about that centre is `about_centre` (kg m²), all in the frame's axes.
/// With kg/m and kg m it is the inertia of a beam section per unit length.
Mat6 inertia(double mass, const Vec3& about_centre_diagonal, const Vec3& centre = Vec3::Zero());
Mat6 inertia(double mass, const Mat3& about_centre, const Vec3& centre = Vec3::Zero());

Mat6 solid_box(double mass, const Vec3& edges, const Vec3& centre = Vec3::Zero());
Mat6 solid_sphere(double mass, double radius, const Vec3& centre = Vec3::Zero());
/// A cylinder (or, with a small length, a disk) about its third axis.
Mat6 solid_cylinder(double mass, double radius, double length, const Vec3& centre = Vec3::Zero());

double mass_of(const Mat6& inertia);
/// Centre of mass in the frame; zero for a frame without mass.
Vec3 centre_of(const Mat6& inertia);

}  // namespace bristle
