#pragma once
// What bodies look like: for pictures only, without effect on the motion.

#include <string>
#include <variant>

#include "bristle/model/marker.hpp"

namespace bristle {

struct BoxShape {
  Vec3 edges = Vec3::Zero();  // m, along x, y and z
};

/// About the z axis, from −length/2 to length/2; with a small length, a disk.
struct CylinderShape {
  double radius = 0.0;  // m
  double length = 0.0;  // m
};

struct SphereShape {
  double radius = 0.0;  // m
};

/// A surface from a file in STL format, in metres after scaling.
struct StlShape {
  std::string file{};
  double scale = 1.0;
};

struct Shape {
  std::string name{};  // of the body it belongs to, for the picture's legend
  Marker place{};
  std::variant<BoxShape, CylinderShape, SphereShape, StlShape> form{};
};

}  // namespace bristle
