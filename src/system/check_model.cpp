#include "check_model.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>

#include "bristle/error.hpp"

namespace bristle {
namespace {

enum class Definite { semi, strictly };

void require_symmetric(const std::string& what, const Mat6& m, Definite definite) {
  if (!m.allFinite()) throw ModelError(fmt::format("{} has an entry that is not a number", what));
  if (!m.isApprox(m.transpose(), 1e-9) && !m.isZero(0.0)) throw ModelError(fmt::format("{} must be symmetric", what));
  // Scaled by its diagonal, so that units do not decide what is small.
  Vec6 scale = m.diagonal().cwiseAbs().cwiseSqrt();
  for (double& s : scale) s = s > 0.0 ? 1.0 / s : 1.0;
  const Mat6 scaled = scale.asDiagonal() * m * scale.asDiagonal();
  const double lowest = Eigen::SelfAdjointEigenSolver<Mat6>(scaled, Eigen::EigenvaluesOnly).eigenvalues().minCoeff();
  const double threshold = definite == Definite::strictly ? 1e-13 : -1e-9;
  if (!(lowest > threshold))
    throw ModelError(fmt::format("{} must be positive {}; its lowest scaled eigenvalue is {:.3g}", what,
                                 definite == Definite::strictly ? "definite" : "semidefinite", lowest));
}

/// A matrix that is the inertia of something: mass times identity, a skew coupling, any rotary part.
void require_inertia(const std::string& what, const Mat6& m) {
  require_symmetric(what, m, Definite::semi);
  const Mat3 mass = m.topLeftCorner<3, 3>();
  const Mat3 coupling = m.bottomLeftCorner<3, 3>();
  const bool isotropic = (mass - mass(0, 0) * Mat3::Identity()).norm() <= 1e-9 * mass.norm();
  if (!isotropic || (coupling + coupling.transpose()).norm() > 1e-9 * coupling.norm())
    throw ModelError(
        fmt::format("{} must have the mass times identity at its top left and a skew coupling: the order is "
                    "(velocity, angular velocity), see inertia()",
                    what));
}

void require_not_negative(const std::string& what, double value) {
  if (!(value >= 0.0) || !std::isfinite(value))
    throw ModelError(fmt::format("{} must not be negative; it is {}", what, value));
}

void check_frame(const std::string& what, const Frame& frame) {
  if (!frame.x.allFinite() || !frame.R.allFinite())
    throw ModelError(fmt::format("{} has a position or rotation that is not a number", what));
  if (!(frame.R.transpose() * frame.R).isIdentity(1e-6) || frame.R.determinant() < 0.0)
    throw ModelError(
        fmt::format("the rotation of {} is not a rotation matrix: its columns must be perpendicular unit "
                    "vectors, right-handed",
                    what));
}

void check_marker(const Model& model, const std::string& what, const Marker& marker) {
  const int nodes = static_cast<int>(model.nodes.size());
  if (marker.node.index < 0 || marker.node.index >= nodes)
    throw ModelError(
        fmt::format("{} is attached to node {}, but the model has {} nodes", what, marker.node.index, nodes));
  check_frame(fmt::format("a marker of {}", what), marker.frame());
}

void check_beam(const Model& model, const Beam& beam) {
  const std::string what = fmt::format("beam '{}'", beam.name);
  if (beam.order < 1 || beam.order > 3)
    throw ModelError(fmt::format("{}: the order of its elements is 1, 2 or 3, not {}", what, beam.order));
  const int nodes = static_cast<int>(beam.nodes.size());
  if (nodes < beam.order + 1 || (nodes - 1) % beam.order != 0)
    throw ModelError(
        fmt::format("{} of order {} needs elements·{} + 1 nodes; it has {}", what, beam.order, beam.order, nodes));
  for (int k = 0; k < nodes; ++k) {
    check_marker(model, what, {beam.nodes[k]});
    if (k > 0 &&
        !((model.nodes[beam.nodes[k].index].frame.x - model.nodes[beam.nodes[k - 1].index].frame.x).norm() > 0.0))
      throw ModelError(fmt::format("{}: its nodes {} and {} are at the same place", what, k, k + 1));
  }
  const int sections = static_cast<int>(beam.sections.size());
  if (sections != 1 && sections != beam.elements())
    throw ModelError(fmt::format("{} has {} sections: give one, or one for each of its {} elements", what, sections,
                                 beam.elements()));
  for (const Section& s : beam.sections) {
    require_symmetric(fmt::format("the section stiffness of {}", what), s.stiffness, Definite::strictly);
    require_inertia(fmt::format("the section inertia of {}", what), s.inertia);
    require_not_negative(fmt::format("the viscous time of {}", what), s.viscous_time);
    require_not_negative(fmt::format("the mass damping of {}", what), s.mass_damping);
  }
}

void check_pair(const Model& model, const std::string& what, const Marker& first, const Marker& second) {
  check_marker(model, what, first);
  check_marker(model, what, second);
  if (first.node == second.node)
    throw ModelError(fmt::format("{} connects node '{}' with itself", what, model.nodes[first.node.index].name));
}

/// A node that nothing holds and that has no inertia would make the equations singular; point springs and spherical
/// joints do not hold rotations.
void check_shape(const Model& model, const Shape& shape) {
  const std::string what = fmt::format("the shape of '{}'", shape.name);
  check_marker(model, what, shape.place);
  const auto positive = [&](const char* size, double value) {
    if (!(value > 0.0) || !std::isfinite(value))
      throw ModelError(fmt::format("{} of {} must be positive; it is {}", size, what, value));
  };
  if (const auto* box = std::get_if<BoxShape>(&shape.form))
    for (const double edge : box->edges) positive("each edge", edge);
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape.form)) {
    positive("the radius", cylinder->radius);
    positive("the length", cylinder->length);
  }
  if (const auto* sphere = std::get_if<SphereShape>(&shape.form)) positive("the radius", sphere->radius);
  if (const auto* stl = std::get_if<StlShape>(&shape.form)) positive("the scale", stl->scale);
}

void check_every_node_has_a_reason(const Model& model) {
  std::vector<bool> held(model.nodes.size(), false);
  for (std::size_t n = 0; n < model.nodes.size(); ++n)
    held[n] = model.nodes[n].fixed || model.nodes[n].inertia.diagonal().minCoeff() > 0.0;
  for (const Beam& b : model.beams)
    for (const NodeId n : b.nodes) held[n.index] = true;
  for (const Joint& j : model.joints)
    if (j.kind != JointKind::spherical || !j.drives.empty())
      held[j.first.node.index] = held[j.second.node.index] = true;
  for (const Bushing& b : model.bushings) held[b.first.node.index] = held[b.second.node.index] = true;
  for (std::size_t n = 0; n < model.nodes.size(); ++n)
    if (!held[n])
      throw ModelError(
          fmt::format("node '{}' lacks mass or rotary inertia about some axis and nothing holds it: give it "
                      "inertia, attach it or fix it",
                      model.nodes[n].name));
}

}  // namespace

void check_model(const Model& model) {
  if (!model.gravity.allFinite()) throw ModelError("gravity is not a number");
  if (std::all_of(model.nodes.begin(), model.nodes.end(), [](const Node& n) { return n.fixed; }))
    throw ModelError("the model has no node that can move: add a body or a beam");
  std::set<std::string> names;
  for (const Node& node : model.nodes)
    if (!names.insert(node.name).second)
      throw ModelError(fmt::format("there are two nodes named '{}': give each a name of its own", node.name));
  for (const Node& node : model.nodes) {
    const std::string what = fmt::format("node '{}'", node.name);
    check_frame(what, node.frame);
    require_inertia(fmt::format("the inertia of {}", what), node.inertia);
    require_not_negative(fmt::format("the mass damping of {}", what), node.mass_damping);
    if (!node.twist.vector().allFinite()) throw ModelError(fmt::format("the velocity of {} is not a number", what));
    if (node.fixed && !node.twist.vector().isZero(0.0))
      throw ModelError(fmt::format("{} is fixed but has a velocity: drive it through a joint instead", what));
  }
  for (const Beam& beam : model.beams) check_beam(model, beam);
  for (const Joint& joint : model.joints)
    check_pair(model, fmt::format("joint '{}'", joint.name), joint.first, joint.second);
  for (const Load& load : model.loads) check_marker(model, fmt::format("load '{}'", load.name), load.marker);
  for (const Spring& s : model.springs) {
    const std::string what = fmt::format("spring '{}'", s.name);
    check_pair(model, what, s.first, s.second);
    require_not_negative(fmt::format("the stiffness of {}", what), s.law.stiffness);
    require_not_negative(fmt::format("the damping of {}", what), s.law.damping);
    if (s.law.dissipative)
      for (const double v : {-10.0, -1.0, -0.01, 0.01, 1.0, 10.0})
        if (!((*s.law.dissipative)(v)*v >= 0.0))
          throw ModelError(fmt::format("the dissipative law of {} must have the sign of the rate; at {} it is {}", what,
                                       v, (*s.law.dissipative)(v)));
    if (s.free_length && !std::isfinite(*s.free_length))
      throw ModelError(fmt::format("the free length of {} is not a number", what));
  }
  for (const Bushing& b : model.bushings) {
    const std::string what = fmt::format("bushing '{}'", b.name);
    check_pair(model, what, b.first, b.second);
    require_symmetric(fmt::format("the stiffness of {}", what), b.stiffness, Definite::semi);
    require_symmetric(fmt::format("the damping of {}", what), b.damping, Definite::semi);
  }
  for (const Contact& contact : model.contacts) {
    check_pair(model, fmt::format("contact '{}'", contact.name), contact.first, contact.second);
    check_contact(contact);
  }
  for (const Shape& shape : model.shapes) check_shape(model, shape);
  check_every_node_has_a_reason(model);
}

}  // namespace bristle
