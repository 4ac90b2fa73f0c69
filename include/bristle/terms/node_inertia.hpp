#pragma once
// Inertia, gravity and mass-proportional damping of one node: docs/theory.md, sections 3.1, 3.3 and 3.5.

#include <array>

#include "bristle/system/step.hpp"
#include "bristle/terms/local.hpp"

namespace bristle {

struct NodeInertia {
  static constexpr int capacity = node_size;

  std::array<int, 1> nodes{};
  Mat6 mass = Mat6::Zero();     // in the node's frame
  Mat6 damping = Mat6::Zero();  // of the twist; zero, or α times parts of the mass
  bool damped = false;
  Vec3 weight = Vec3::Zero();  // m g, space axes; N
  Vec3 centre = Vec3::Zero();  // of mass, in the node's frame
  TermSlots slots{};

  int multipliers() const { return 0; }
  int memory() const { return 0; }
  void evaluate(const Step& step, Local<capacity>& out) const;
  void account(const Step& step, EnergyAccount& account) const;

  /// Of the wrench of inertia, damping and weight about a steady motion, by the acceleration, velocity and value of
  /// (δx, δθ) in space axes: docs/theory.md, section 13.2.
  struct Matrices {
    Mat6 mass, damping, stiffness;
  };
  Matrices linearised(const Frame& frame, const Vec6& twist, double share_of_weight = 1.0) const;
  /// The same of inertia and damping alone, in axes that turn with the node.
  Matrices in_turning_axes(const Frame& frame, const Vec6& twist) const;
  /// The wrench of inertia and damping in steady motion, in space axes.
  Vec6 steady_wrench(const Frame& frame, const Vec6& twist) const;
};

}  // namespace bristle
