#pragma once
// Models of a single contact that the tests share.

#include "bristle/bristle.hpp"

namespace bristle::test {

inline constexpr double race_radius = 0.05, ball_radius = 0.0495, play = race_radius - ball_radius;

/// Friction of the clearance joints in Bauchau and Ju's examples.
inline LuGre dry(double mu) {
  return {.static_friction = mu, .kinetic_friction = mu, .stribeck_velocity = 1e-3, .stiffness = 1e5};
}

/// A sphere of one kilogram at `place` in a race, or a disk in a cylinder, about the origin and the z axis.
struct Journal {
  Journal(const ContactGeometry& geometry, const Vec3& place, const Twist& twist, const NormalLaw& normal,
          const FrictionLaw& friction = {}) {
    ball =
        model.add_node({.name = "ball", .frame = {place}, .inertia = solid_sphere(1.0, ball_radius), .twist = twist});
    contact = model.add_contact({.name = "race",
                                 .geometry = geometry,
                                 .first = {Model::ground()},
                                 .second = {ball},
                                 .normal = normal,
                                 .friction = friction});
  }
  Model model;
  NodeId ball;
  ContactId contact;
};

/// A block of mass `mass` that rests on the plane z = 0 with its points, at the penetration its weight calls for.
struct Block {
  Block(double mass, double gravity, const std::vector<Vec3>& points, const NormalLaw& normal,
        const FrictionLaw& friction) {
    model.gravity = Vec3(0.0, 0.0, -gravity);
    const double share = mass * gravity / static_cast<double>(points.size());
    const auto& law = std::get<PowerLaw>(normal.elastic);
    const double depth = std::pow(share / law.stiffness, 1.0 / law.exponent);
    body = model.add_node({.name = "block",
                           .frame = {Vec3(0.0, 0.0, -depth)},
                           .inertia = inertia(mass, Vec3(Vec3::Constant(mass * 1e-3)))});
    contact = model.add_contact({.name = "base",
                                 .geometry = PointsOnPlane{points},
                                 .first = {Model::ground()},
                                 .second = {body},
                                 .normal = normal,
                                 .friction = friction});
  }
  Model model;
  NodeId body;
  ContactId contact;
};

}  // namespace bristle::test
