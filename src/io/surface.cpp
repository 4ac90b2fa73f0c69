#include "io/surface.hpp"

#include <cmath>
#include <numbers>

#include "io/stl.hpp"

namespace bristle {
namespace {

constexpr double pi = std::numbers::pi;
constexpr int around = 48;  // points of a circle
constexpr int rings = 24;   // from pole to pole of a sphere

Vec3 on_circle(int k) {
  const double angle = 2.0 * pi * (k % around) / around;
  return {std::cos(angle), std::sin(angle), 0.0};
}

/// The side of a cylinder, seen from outside or from inside.
void add_wall(Surface& surface, double radius, double length, double outward) {
  const int first = static_cast<int>(surface.points.size());
  for (const double z : {-0.5 * length, 0.5 * length})
    for (int k = 0; k < around; ++k)
      surface.add_point(radius * on_circle(k) + z * Vec3::UnitZ(), outward * on_circle(k));
  for (int k = 0; k < around; ++k) {
    const int a = first + k, b = first + (k + 1) % around;
    surface.faces.push_back(outward > 0.0 ? std::array{a, b, b + around, a + around}
                                          : std::array{b, a, a + around, b + around});
  }
}

void add_annulus(Surface& surface, double inner, double outer, double z, double up) {
  const int first = static_cast<int>(surface.points.size());
  for (const double radius : {inner, outer})
    for (int k = 0; k < around; ++k) surface.add_point(radius * on_circle(k) + z * Vec3::UnitZ(), up * Vec3::UnitZ());
  for (int k = 0; k < around; ++k) {
    const int a = first + k, b = first + (k + 1) % around;
    surface.faces.push_back(up > 0.0 ? std::array{a, a + around, b + around, b}
                                     : std::array{b, b + around, a + around, a});
  }
}

void add_disk(Surface& surface, double radius, double z, double up) {
  const Vec3 normal(0.0, 0.0, up);
  const int centre = surface.add_point(z * Vec3::UnitZ(), normal);
  for (int k = 0; k < around; ++k) surface.add_point(radius * on_circle(k) + z * Vec3::UnitZ(), normal);
  for (int k = 0; k < around; ++k) {
    const int a = centre + 1 + k, b = centre + 1 + (k + 1) % around;
    surface.faces.push_back(up > 0.0 ? std::array{centre, a, b, -1} : std::array{centre, b, a, -1});
  }
}

}  // namespace

int Surface::add_point(const Vec3& point, const Vec3& normal) {
  points.push_back(point);
  normals.push_back(normal);
  return static_cast<int>(points.size()) - 1;
}

Surface box_surface(const Vec3& edges) {
  Surface surface;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      const Vec3 normal = side * Vec3::Unit(axis);
      const Vec3 u = Vec3::Unit((axis + 1) % 3), v = normal.cross(u);
      std::array<int, 4> face{};
      const std::array<Vec3, 4> corners{normal - u - v, normal + u - v, normal + u + v, normal - u + v};
      for (int k = 0; k < 4; ++k) face[k] = surface.add_point(0.5 * edges.cwiseProduct(corners[k]), normal);
      surface.faces.push_back(face);
    }
  return surface;
}

Surface cylinder_surface(double radius, double length, Caps caps) {
  Surface surface;
  add_wall(surface, radius, length, 1.0);
  if (caps == Caps::closed) {
    add_disk(surface, radius, -0.5 * length, -1.0);
    add_disk(surface, radius, 0.5 * length, 1.0);
  }
  return surface;
}

Surface ring_surface(double inner_radius, double outer_radius, double length) {
  Surface surface;
  add_wall(surface, inner_radius, length, -1.0);
  add_wall(surface, outer_radius, length, 1.0);
  add_annulus(surface, inner_radius, outer_radius, -0.5 * length, -1.0);
  add_annulus(surface, inner_radius, outer_radius, 0.5 * length, 1.0);
  return surface;
}

Surface sphere_surface(double radius) {
  Surface surface;
  const int south = surface.add_point(-radius * Vec3::UnitZ(), -Vec3::UnitZ());
  const auto on_ring = [](int ring, int k) { return 1 + (ring - 1) * around + k % around; };
  for (int ring = 1; ring < rings; ++ring) {
    const double latitude = pi * ring / rings;
    for (int k = 0; k < around; ++k) {
      const Vec3 normal = std::sin(latitude) * on_circle(k) - std::cos(latitude) * Vec3::UnitZ();
      surface.add_point(radius * normal, normal);
    }
  }
  const int north = surface.add_point(radius * Vec3::UnitZ(), Vec3::UnitZ());
  for (int k = 0; k < around; ++k) {
    surface.faces.push_back({south, on_ring(1, k + 1), on_ring(1, k), -1});
    for (int ring = 1; ring + 1 < rings; ++ring)
      surface.faces.push_back({on_ring(ring, k), on_ring(ring, k + 1), on_ring(ring + 1, k + 1), on_ring(ring + 1, k)});
    surface.faces.push_back({on_ring(rings - 1, k), on_ring(rings - 1, k + 1), north, -1});
  }
  return surface;
}

Surface rectangle_surface(const Vec3& centre, double half_x, double half_y) {
  Surface surface;
  const Vec3 u = half_x * Vec3::UnitX(), v = half_y * Vec3::UnitY();
  for (const Vec3& corner : {Vec3(-u - v), Vec3(u - v), Vec3(u + v), Vec3(v - u)})
    surface.add_point(centre + corner, Vec3::UnitZ());
  surface.faces.push_back({0, 1, 2, 3});
  return surface;
}

Surface surface_of(const Shape& shape) {
  struct Make {
    Surface operator()(const BoxShape& box) const { return box_surface(box.edges); }
    Surface operator()(const CylinderShape& c) const { return cylinder_surface(c.radius, c.length, Caps::closed); }
    Surface operator()(const SphereShape& sphere) const { return sphere_surface(sphere.radius); }
    Surface operator()(const StlShape& stl) const { return read_stl(stl.file, stl.scale); }
  };
  return std::visit(Make{}, shape.form);
}

}  // namespace bristle
