#pragma once
// What can be read of the things in a model, by name.

#include <functional>
#include <string>
#include <vector>

#include "bristle/analysis/simulation.hpp"

namespace bristle::io {

using Scalar = std::function<double(const Simulation&)>;
using Vector = std::function<Vec3(const Simulation&)>;

/// One number or three.
struct Quantity {
  std::string name{};
  Scalar scalar{};
  Vector vector{};
};

Quantity number(std::string name, Scalar read);
Quantity vector(std::string name, Vector read);

std::vector<Quantity> of_body(NodeId node, const Frame& start);
std::vector<Quantity> of_beam(BeamId beam, double fraction);
std::vector<Quantity> of_joint(JointId id, const Joint& joint);
std::vector<Quantity> of_contact(ContactId id, int point);
std::vector<Quantity> of_energy();

}  // namespace bristle::io
