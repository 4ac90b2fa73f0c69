#include "bristle/model/inertia.hpp"

#include "bristle/math/so3.hpp"

namespace bristle {

Mat6 inertia(double mass, const Mat3& about_centre, const Vec3& centre) {
  const Mat3 c = hat(centre);
  Mat6 m;
  m.topLeftCorner<3, 3>() = mass * Mat3::Identity();
  m.topRightCorner<3, 3>() = -mass * c;
  m.bottomLeftCorner<3, 3>() = mass * c;
  m.bottomRightCorner<3, 3>() = about_centre - mass * c * c;
  return m;
}

Mat6 inertia(double mass, const Vec3& about_centre_diagonal, const Vec3& centre) {
  return inertia(mass, Mat3(about_centre_diagonal.asDiagonal()), centre);
}

Mat6 solid_box(double mass, const Vec3& edges, const Vec3& centre) {
  const Vec3 square = edges.cwiseAbs2();
  return inertia(mass, Vec3(mass / 12.0 * (Vec3::Constant(square.sum()) - square)), centre);
}

Mat6 solid_sphere(double mass, double radius, const Vec3& centre) {
  return inertia(mass, Vec3(Vec3::Constant(0.4 * mass * radius * radius)), centre);
}

Mat6 solid_cylinder(double mass, double radius, double length, const Vec3& centre) {
  const double across = mass * (3.0 * radius * radius + length * length) / 12.0;
  return inertia(mass, Vec3(across, across, 0.5 * mass * radius * radius), centre);
}

double mass_of(const Mat6& inertia) { return inertia(0, 0); }

Vec3 centre_of(const Mat6& inertia) {
  const double mass = mass_of(inertia);
  if (!(mass > 0.0)) return Vec3::Zero();
  return Vec3(inertia(5, 1), inertia(3, 2), inertia(4, 0)) / mass;
}

}  // namespace bristle
