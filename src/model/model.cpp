#include "bristle/model/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bristle/error.hpp"
#include "bristle/math/quadrature.hpp"

namespace bristle {
namespace {

template <class Item>
int append(std::vector<Item>& items, Item item, const char* kind) {
  if (item.name.empty()) item.name = fmt::format("{} {}", kind, items.size() + 1);
  for (const Item& other : items)
    if (other.name == item.name)
      throw ModelError(fmt::format("there are two {}s named '{}': give each a name of its own", kind, item.name));
  items.push_back(std::move(item));
  return static_cast<int>(items.size()) - 1;
}

}  // namespace

Model::Model() { nodes.push_back({.name = "ground", .fixed = true}); }

NodeId Model::add_node(Node node) {
  if (node.name.empty()) node.name = fmt::format("node {}", nodes.size());
  nodes.push_back(std::move(node));
  return {static_cast<int>(nodes.size()) - 1};
}

BeamId Model::add_beam(Beam beam) { return {append(beams, std::move(beam), "beam")}; }

BeamId Model::add_straight_beam(const std::string& name, const Vec3& start, const Vec3& end, const Vec3& up,
                                int elements, int order, const Section& section) {
  const Mat3 axes = frame_along(end - start, up);
  return add_curved_beam(
      name,
      [&](double s) {
        return Frame{start + s * (end - start), axes};
      },
      elements, order, section);
}

BeamId Model::add_curved_beam(const std::string& name, const std::function<Frame(double)>& shape, int elements,
                              int order, const Section& section) {
  if (elements < 1) throw ModelError(fmt::format("beam '{}' needs one element or more; it has {}", name, elements));
  std::vector<double> boundaries;
  for (int e = 0; e <= elements; ++e) boundaries.push_back(static_cast<double>(e) / elements);
  return add_curved_beam(name, shape, boundaries, order, section);
}

BeamId Model::add_curved_beam(const std::string& name, const std::function<Frame(double)>& shape,
                              const std::vector<double>& boundaries, int order, const Section& section) {
  if (order < 1 || order > 3)
    throw ModelError(fmt::format("beam '{}': the order of its elements is 1, 2 or 3, not {}", name, order));
  Beam beam{.name = name, .order = order, .sections = {section}};
  for (const double s : node_parameters(boundaries, order))
    beam.nodes.push_back(add_node({.name = fmt::format("{}/{}", name, beam.nodes.size()), .frame = shape(s)}));
  return add_beam(std::move(beam));
}

std::vector<double> node_parameters(const std::vector<double>& boundaries, int order) {
  const auto lobatto = gauss_lobatto(order + 1);
  std::vector<double> at{boundaries.front()};
  for (std::size_t e = 1; e < boundaries.size(); ++e) {
    const double start = boundaries[e - 1], length = boundaries[e] - start;
    for (int k = 1; k <= order; ++k)
      at.push_back(k == order ? boundaries[e] : start + 0.5 * (1.0 + lobatto[k].at) * length);
  }
  return at;
}

JointId Model::add_joint(Joint joint) { return {append(joints, std::move(joint), "joint")}; }

SpringId Model::add_spring(Spring spring) { return {append(springs, std::move(spring), "spring")}; }

void Model::add_load(Load load) { append(loads, std::move(load), "load"); }

void Model::add_bushing(Bushing bushing) { append(bushings, std::move(bushing), "bushing"); }

ContactId Model::add_contact(Contact contact) { return {append(contacts, std::move(contact), "contact")}; }

ContactId Model::add_planar_clearance(Contact contact) {
  if (!std::holds_alternative<BallInRace>(contact.geometry))
    throw ModelError(fmt::format("contact '{}': a planar clearance joint is a ball in a race", contact.name));
  const ContactId id = add_contact(std::move(contact));
  const Contact& added = contacts.back();
  add_joint({.name = added.name + "/plane", .kind = JointKind::planar, .first = added.first, .second = added.second});
  return id;
}

std::array<ContactId, 2> Model::add_journal_bearing(const JournalBearing& bearing) {
  if (!(bearing.length > 0.0))
    throw ModelError(
        fmt::format("the length of journal bearing '{}' must be positive; it is {}", bearing.name, bearing.length));
  std::array<ContactId, 2> ids;
  for (const int end : {0, 1}) {
    Marker second = bearing.second;
    second.offset += second.orientation.col(2) * (end == 0 ? -0.5 : 0.5) * bearing.length;
    ids[end] = add_contact({.name = fmt::format("{}/{}", bearing.name, end + 1),
                            .geometry = bearing.radii,
                            .first = bearing.first,
                            .second = second,
                            .normal = bearing.normal,
                            .friction = bearing.friction,
                            .rules = bearing.rules,
                            .bins = bearing.bins});
  }
  return ids;
}

NodeId Model::start(BeamId beam) const { return beams.at(beam.index).nodes.front(); }

NodeId Model::end(BeamId beam) const { return beams.at(beam.index).nodes.back(); }

NodeId Model::node_at(BeamId beam, double fraction) const {
  const Beam& b = beams.at(beam.index);
  std::vector<double> along{0.0};
  for (std::size_t k = 1; k < b.nodes.size(); ++k)
    along.push_back(along.back() + (nodes[b.nodes[k].index].frame.x - nodes[b.nodes[k - 1].index].frame.x).norm());
  const double target = fraction * along.back();
  const auto nearest = std::min_element(
      along.begin(), along.end(), [&](double p, double q) { return std::abs(p - target) < std::abs(q - target); });
  return b.nodes[nearest - along.begin()];
}

void Model::set_rigid_velocity(NodeId node, const Vec3& velocity, const Vec3& angular, const Vec3& at) {
  Node& n = nodes.at(node.index);
  n.twist.velocity = n.frame.R.transpose() * (velocity + angular.cross(n.frame.x - at));
  n.twist.angular = n.frame.R.transpose() * angular;
}

void Model::set_rigid_velocity(BeamId beam, const Vec3& velocity, const Vec3& angular, const Vec3& at) {
  for (const NodeId node : beams.at(beam.index).nodes) set_rigid_velocity(node, velocity, angular, at);
}

Marker Model::marker_at(NodeId node, const Frame& in_space) const {
  const Frame local = nodes.at(node.index).frame.inverse() * in_space;
  return {node, local.x, local.R};
}

int free_coordinates(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
      return 0;
    case JointKind::revolute:
    case JointKind::prismatic:
      return 1;
    case JointKind::cylindrical:
    case JointKind::universal:
      return 2;
    default:
      return 3;
  }
}

const char* name_of(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
      return "fixed";
    case JointKind::revolute:
      return "revolute";
    case JointKind::prismatic:
      return "prismatic";
    case JointKind::cylindrical:
      return "cylindrical";
    case JointKind::universal:
      return "universal";
    case JointKind::spherical:
      return "spherical";
    default:
      return "planar";
  }
}

}  // namespace bristle
