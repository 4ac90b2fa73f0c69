#include <fmt/format.h>

#include "builder.hpp"

namespace bristle::io {
namespace {

JointKind kind_of(const std::string& type) {
  for (const JointKind kind : {JointKind::revolute, JointKind::prismatic, JointKind::cylindrical, JointKind::universal,
                               JointKind::spherical, JointKind::planar})
    if (type == name_of(kind)) return kind;
  return JointKind::fixed;
}

/// The free coordinates of a joint by their names, in the order of Drive::coordinate.
std::vector<const char*> coordinates(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
      return {};
    case JointKind::revolute:
      return {"angle"};
    case JointKind::prismatic:
      return {"displacement"};
    case JointKind::cylindrical:
      return {"angle", "displacement"};
    case JointKind::universal:
      return {"first", "second"};
    case JointKind::spherical:
      return {"x", "y", "z"};
    default:
      return {"x", "y", "angle"};
  }
}

std::vector<Drive> drives_of(const Item& item, JointKind kind) {
  std::vector<Drive> drives;
  const Item drive = item.object("drive");
  const std::vector<const char*> names = coordinates(kind);
  for (const char* key : {"angle", "displacement", "first", "second", "x", "y", "z"}) {
    if (!drive.has(key)) continue;
    const auto found = std::find(names.begin(), names.end(), std::string_view(key));
    if (found == names.end())
      throw ModelError(fmt::format("a {} joint has no '{}' to drive{}{}", name_of(kind), key,
                                   names.empty() ? "" : "; it has ", fmt::join(names, ", ")));
    drives.push_back({static_cast<int>(found - names.begin()), drive.function(key)});
  }
  return drives;
}

}  // namespace

void Builder::add_connections(const Document& document) {
  const Item root(document, document.root, schema::part(), "");
  const auto all = [&](const char* section, void (Builder::*add)(const std::string&, const Item&)) {
    for (const auto& [name, item] : root.named(section))
      attempt(item, [&, &name = name, &item = item] {
        note(document.prefix + name, item);
        (this->*add)(document.prefix + name, item);
      });
  };
  all("joints", &Builder::add_joint);
  all("clearances", &Builder::add_clearance);
  all("springs", &Builder::add_spring);
  all("bushings", &Builder::add_bushing);
  all("loads", &Builder::add_load);
}

Frame Builder::meeting_frame(const Item& item, const std::array<NodeId, 2>& nodes) const {
  const NodeId side = nodes[1] == Model::ground() ? nodes[0] : nodes[1];
  Frame frame{item.has("at") ? point_of(item, "at") : case_.model.nodes[side.index].frame.x};
  const Vec3 axis = direction_of(item, "axis");
  frame.R = item.has("x_axis") ? frame_with(axis, direction_of(item, "x_axis")) : frame_about(axis);
  return frame;
}

std::array<Marker, 2> Builder::markers(const Item& item) const {
  const std::vector<std::string> between = item.texts("between");
  const std::array<NodeId, 2> nodes{node(item, between[0]), node(item, between[1])};
  const Frame meeting = meeting_frame(item, nodes);
  std::array<Marker, 2> markers;
  for (const std::size_t k : {0, 1}) {
    const char* key = k == 0 ? "first" : "second";
    markers[k] = case_.model.marker_at(nodes[k], meeting);
    if (!item.has(key)) continue;
    const Item own = item.object(key);
    markers[k] = {nodes[k], own.vector("offset"), orientation_of(own.object("orientation"))};
  }
  return markers;
}

void Builder::add_joint(const std::string& name, const Item& item) {
  const JointKind kind = kind_of(item.type());
  std::array<Marker, 2> sides = markers(item);
  if (item.has("second_axis") != (kind == JointKind::universal))
    throw ModelError(kind == JointKind::universal
                         ? "a universal joint needs 'second_axis', the axis fixed in the second body"
                         : "'second_axis' is for universal joints");
  if (kind == JointKind::universal) {
    if (item.has("x_axis")) throw ModelError("a universal joint has 'axis' and 'second_axis'; leave out 'x_axis'");
    const Vec3 z = direction_of(item, "axis"), y = direction_of(item, "second_axis");
    if (std::abs(z.dot(y)) > 1e-6)
      throw ModelError(
          fmt::format("the axes of a universal joint must be perpendicular; the cosine between them is "
                      "{:.3g}",
                      z.dot(y)));
    const Frame meeting{case_.model.nodes[sides[0].node.index].frame * sides[0].frame()};
    const Frame turned{meeting.x, frame_with(z, y.cross(z))};
    for (Marker& side : sides) side = case_.model.marker_at(side.node, turned);
  }
  case_.model.add_joint(
      {.name = name, .kind = kind, .first = sides[0], .second = sides[1], .drives = drives_of(item, kind)});
}

void Builder::add_spring(const std::string& name, const Item& item) {
  Spring spring{.name = name};
  const bool torsional = item.type() == "torsional";
  spring.kind = torsional ? Spring::Kind::torsional : Spring::Kind::point_to_point;
  const std::array<Marker, 2> sides = markers(item);
  spring.first = sides[0], spring.second = sides[1];
  if (!torsional) {
    const char* keys[] = {"first", "second"};
    Marker* ends[] = {&spring.first, &spring.second};
    const auto points = item.has("ends") ? item.points("ends") : std::vector<Vec3>();
    if (!points.empty() && points.size() != 2) throw ModelError("'ends' are two points");
    const Frame& place = item.document().place;
    for (const std::size_t k : {0, 1}) {
      if (item.has(keys[k])) continue;
      *ends[k] = points.empty() ? Marker{ends[k]->node}
                                : case_.model.marker_at(ends[k]->node, {place.x + place.R * points[k]});
    }
  }
  spring.law.stiffness = item.number("stiffness");
  spring.law.damping = item.number("damping");
  if (item.has("force")) spring.law.elastic = item.function("force");
  if (item.has("damping_force")) spring.law.dissipative = item.function("damping_force");
  if (item.has("free_length")) spring.free_length = item.number("free_length");
  case_.model.add_spring(std::move(spring));
}

void Builder::add_bushing(const std::string& name, const Item& item) {
  const std::array<Marker, 2> sides = markers(item);
  case_.model.add_bushing({.name = name,
                           .first = sides[0],
                           .second = sides[1],
                           .stiffness = item.matrix("stiffness"),
                           .damping = item.matrix("damping")});
}

void Builder::add_load(const std::string& name, const Item& item) {
  const NodeId on = node(item, item.text("place"));
  const Frame& body = case_.model.nodes[on.index].frame;
  const Mat3& turn = item.document().place.R;
  if (!turn.isIdentity(1e-12) && !item.flag("follower"))
    throw ModelError("a dead load in a part that is turned: give it in the model that includes the part");
  const Frame at{item.has("at") ? point_of(item, "at") : body.x, body.R};
  case_.model.add_load({.name = name,
                        .kind = item.type() == "moment" ? Load::Kind::moment : Load::Kind::force,
                        .marker = case_.model.marker_at(on, at),
                        .components = item.functions("components"),
                        .follower = item.flag("follower")});
}

}  // namespace bristle::io
