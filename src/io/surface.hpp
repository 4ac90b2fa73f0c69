#pragma once
// Surfaces of simple bodies, to be drawn. Where an edge is sharp, each side has points of its own.

#include <array>
#include <vector>

#include "bristle/model/shape.hpp"

namespace bristle {

struct Surface {
  std::vector<Vec3> points{};
  std::vector<Vec3> normals{};              // of length one, a point each
  std::vector<std::array<int, 4>> faces{};  // anticlockwise from outside; a triangle ends with −1

  int add_point(const Vec3& point, const Vec3& normal);
};

Surface box_surface(const Vec3& edges);
enum class Caps { open, closed };
/// About the z axis, from −length/2 to length/2.
Surface cylinder_surface(double radius, double length, Caps caps);
/// A tube about the z axis.
Surface ring_surface(double inner_radius, double outer_radius, double length);
Surface sphere_surface(double radius);
/// A rectangle in the xy plane, its normal along z.
Surface rectangle_surface(const Vec3& centre, double half_x, double half_y);

/// Reads files too: throws IoError.
Surface surface_of(const Shape& shape);

}  // namespace bristle
