#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "builder.hpp"

namespace bristle::io {

Mat3 frame_with(const Vec3& z, const Vec3& x) {
  const Vec3 across = z.cross(x);
  if (!(across.norm() > 1e-9 * z.norm() * x.norm())) throw ModelError("two of its directions are parallel");
  Mat3 frame;
  frame.col(2) = z.normalized();
  frame.col(1) = across.normalized();
  frame.col(0) = frame.col(1).cross(frame.col(2));
  return frame;
}

Mat3 orientation_of(const Item& item) {
  const bool by_axis = item.has("axis") || item.has("angle");
  const bool by_directions = item.has("x") || item.has("y");
  if (!by_axis && !by_directions) return Mat3::Identity();
  if (by_axis && by_directions) throw ModelError("an orientation has axis and angle, or x and y, not both");
  if (by_axis) {
    if (!item.has("axis") || !item.has("angle")) throw ModelError("an orientation by axis needs 'axis' and 'angle'");
    const Vec3 axis = item.vector("axis");
    if (!(axis.norm() > 0.0)) throw ModelError("the axis of an orientation must not be zero");
    return rotation(axis.normalized(), item.number("angle"));
  }
  if (!item.has("x") || !item.has("y")) throw ModelError("an orientation by directions needs 'x' and 'y'");
  const Vec3 x = item.vector("x"), y = item.vector("y");
  if (!(x.cross(y).norm() > 1e-9 * x.norm() * y.norm()))
    throw ModelError("the x and y directions of an orientation must not be parallel or zero");
  return frame_along(x, y);
}

Vec3 point_of(const Item& item, const char* key) {
  const Frame& place = item.document().place;
  return place.x + place.R * item.vector(key);
}

Vec3 direction_of(const Item& item, const char* key) {
  const Vec3 d = item.document().place.R * item.vector(key);
  if (!(d.norm() > 0.0)) throw ModelError(fmt::format("'{}' must not be zero", key));
  return d.normalized();
}

void Builder::add_definitions(Document& document) {
  const Item root(document, document.root, schema::part(), "");
  for (const auto& [name, item] : root.named("functions"))
    attempt(item, [&, &name = name, &item = item] { document.functions.emplace(name, make_function(item)); });
  for (const auto& [name, item] : root.named("materials"))
    materials_[document.prefix + name] = {item.number("young"), item.number("poisson"), item.number("density")};
  for (const auto& [name, item] : root.named("sections"))
    attempt(item, [&, &name = name, &item = item] { sections_[document.prefix + name] = section(item); });
}

const Material& Builder::material(const Item& item, const std::string& name) const {
  return materials_.at(definer(item.document(), "materials", name)->prefix + name);
}

Section Builder::section(const Item& item) const {
  Section s;
  const std::string type = item.type();
  if (type == "general") {
    s.stiffness = item.matrix("stiffness");
    s.inertia = inertia(item.number("mass_per_length"), item.vector("rotary_inertia"), item.vector("mass_centre"));
  } else {
    const Material& m = material(item, item.text("material"));
    if (type == "circle") s = circle(m, item.number("outer_radius"));
    if (type == "tube") s = tube(m, item.number("outer_radius"), item.number("inner_radius"));
    if (type == "rectangle") s = rectangle(m, item.number("width"), item.number("height"));
  }
  s.viscous_time = item.number("viscous_time");
  s.mass_damping = item.number("mass_damping");
  if (item.has("radius")) s.radius = item.number("radius");
  return s;
}

namespace {

/// The form of a `shape` or `solid` object.
auto form_of(const Item& item) -> decltype(Shape::form) {
  const std::string type = item.type();
  if (type == "box") return BoxShape{item.vector("edges")};
  if (type == "cylinder") return CylinderShape{item.number("radius"), item.number("length")};
  if (type == "sphere") return SphereShape{item.number("radius")};
  const std::filesystem::path file = item.document().file.parent_path() / item.text("file");
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored))
    throw ModelError(fmt::format("there is no file '{}'", file.string()));
  return StlShape{file.string(), item.number("scale")};
}

double volume(const decltype(Shape::form)& form) {
  if (const auto* box = std::get_if<BoxShape>(&form)) return box->edges.prod();
  if (const auto* c = std::get_if<CylinderShape>(&form)) return M_PI * c->radius * c->radius * c->length;
  const double r = std::get<SphereShape>(form).radius;
  return 4.0 / 3.0 * M_PI * r * r * r;
}

Mat6 inertia_of(const decltype(Shape::form)& form, double mass, const Vec3& centre) {
  if (const auto* box = std::get_if<BoxShape>(&form)) return solid_box(mass, box->edges, centre);
  if (const auto* c = std::get_if<CylinderShape>(&form)) return solid_cylinder(mass, c->radius, c->length, centre);
  return solid_sphere(mass, std::get<SphereShape>(form).radius, centre);
}

Mat6 body_inertia(const Item& item) {
  const Vec3 centre = item.vector("mass_centre");
  if (!item.has("solid")) {
    const Mat3 about = item.has("inertia") ? Mat3(item.matrix("inertia")) : Mat3(Mat3::Zero());
    return inertia(item.has("mass") ? item.number("mass") : 0.0, about, centre);
  }
  const Item solid = item.object("solid");
  if (item.has("inertia")) throw ModelError("'solid' gives the inertia: leave out 'inertia', or 'solid'");
  if (item.has("mass") == solid.has("density"))
    throw ModelError("a solid body needs one of 'mass' and, in 'solid', 'density'");
  const auto form = form_of(solid);
  if (const auto* box = std::get_if<BoxShape>(&form); box && !(box->edges.minCoeff() > 0.0))
    throw ModelError("the edges of a box must be positive");
  const double mass = item.has("mass") ? item.number("mass") : solid.number("density") * volume(form);
  return inertia_of(form, mass, centre);
}

}  // namespace

void Builder::add_bodies(const Document& document) {
  const Item root(document, document.root, schema::part(), "");
  for (const auto& [name, item] : root.named("bodies"))
    attempt(item, [&, &name = name, &item = item] { add_body(document.prefix + name, item); });
  for (const auto& [name, item] : root.named("beams"))
    attempt(item, [&, &name = name, &item = item] { add_beam(document.prefix + name, item); });
}

void Builder::add_body(const std::string& name, const Item& item) {
  note(name, item);
  const Mat3 axes = item.document().place.R * orientation_of(item.object("orientation"));
  const NodeId id = case_.model.add_node({.name = name,
                                          .frame = {point_of(item, "position"), orthonormalized(axes)},
                                          .inertia = body_inertia(item),
                                          .mass_damping = item.number("mass_damping"),
                                          .fixed = item.flag("fixed")});
  const Mat3& turn = item.document().place.R;
  const Vec3 about = item.has("about") ? point_of(item, "about") : case_.model.nodes[id.index].frame.x;
  case_.model.set_rigid_velocity(id, turn * item.vector("velocity"), turn * item.vector("angular_velocity"), about);
  bodies_[name] = id;
  for (const Item& shape : item.list("shapes")) {
    const Marker place{id, shape.vector("offset"), orientation_of(shape.object("orientation"))};
    case_.model.shapes.push_back({name, place, form_of(shape)});
  }
  if (item.has("solid") && !item.has("shapes"))
    case_.model.shapes.push_back({name, {id, item.vector("mass_centre")}, form_of(item.object("solid"))});
}

namespace {

/// A line in space by its arc length from 0 to 1, and its direction there.
class Line {
 public:
  Line(const Item& item) {
    const Frame& place = item.document().place;
    if (item.has("path")) {
      if (item.has("from") || item.has("to")) throw ModelError("a beam has 'from' and 'to', or a 'path', not both");
      at_ = [place, path = item.functions("path")](double s) {
        return Vec3(place.x + place.R * Vec3(path[0](s), path[1](s), path[2](s)));
      };
      measure();
      return;
    }
    if (!item.has("from") || !item.has("to")) throw ModelError("a beam needs 'from' and 'to', or a 'path'");
    const Vec3 from = point_of(item, "from"), to = point_of(item, "to");
    if (!((to - from).norm() > 0.0)) throw ModelError("a beam must not begin where it ends");
    at_ = [from, to](double s) { return Vec3(from + s * (to - from)); };
  }

  Vec3 point(double fraction) const { return at_(parameter(fraction)); }
  Vec3 direction(double fraction) const {
    // Central differences of fourth order; at the ends the path is followed a little beyond.
    const double s = parameter(fraction), h = 1e-3;
    const Vec3 along = 8.0 * (at_(s + h) - at_(s - h)) - (at_(s + 2.0 * h) - at_(s - 2.0 * h));
    if (!(along.norm() > 1e-9 * (at_(s + h) - at_(s)).norm()) || !along.allFinite())
      throw ModelError(
          fmt::format("the path of a beam must go on at every s from a little below 0 to a little above 1; at s = "
                      "{:.3g} it does not",
                      s));
    return along.normalized();
  }

 private:
  static constexpr int samples = 4096;

  void measure() {
    lengths_.push_back(0.0);
    for (int k = 0; k < samples; ++k)
      lengths_.push_back(lengths_.back() + (at_((k + 1.0) / samples) - at_(static_cast<double>(k) / samples)).norm());
    if (!(lengths_.back() > 0.0) || !std::isfinite(lengths_.back()))
      throw ModelError("the path of a beam must be finite and have a length");
  }
  double parameter(double fraction) const {
    if (lengths_.empty()) return fraction;
    const double target = fraction * lengths_.back();
    const auto above = std::upper_bound(lengths_.begin() + 1, lengths_.end() - 1, target);
    const double low = *(above - 1), high = *above;
    const double k = static_cast<double>(above - lengths_.begin()) - 1.0;
    return (k + (high > low ? (target - low) / (high - low) : 0.0)) / samples;
  }

  std::function<Vec3(double)> at_;
  std::vector<double> lengths_;
};

/// Element boundaries: equal lengths if that has a node at every attachment; otherwise each attachment is a boundary
/// and the elements are shared out between them.
std::vector<double> boundaries_of(int elements, int order, const std::set<double>& attachments) {
  std::vector<double> even;
  for (int e = 0; e <= elements; ++e) even.push_back(static_cast<double>(e) / elements);
  const std::vector<double> at = node_parameters(even, order);
  const auto has_node = [&](double f) {
    return std::any_of(at.begin(), at.end(), [&](double s) { return std::abs(s - f) < 1e-9; });
  };
  if (std::all_of(attachments.begin(), attachments.end(), has_node)) return even;
  std::set<double> cuts = attachments;
  cuts.insert({0.0, 1.0});
  std::vector<double> boundaries{0.0};
  for (auto cut = std::next(cuts.begin()); cut != cuts.end(); ++cut) {
    const double start = boundaries.back(), length = *cut - start;
    const int count = std::max(1, static_cast<int>(std::lround(length * elements)));
    for (int k = 1; k <= count; ++k) boundaries.push_back(k == count ? *cut : start + length * k / count);
  }
  return boundaries;
}

}  // namespace

void Builder::add_beam(const std::string& name, const Item& item) {
  note(name, item);
  const int order = item.integer("order");
  if (order < 1 || order > 3) throw ModelError(fmt::format("the order of its elements is 1, 2 or 3, not {}", order));
  const Document* definition = definer(item.document(), "sections", item.text("section"));
  const auto section = sections_.find(definition->prefix + item.text("section"));
  if (section == sections_.end()) return;  // it has been reported

  const Line line(item);
  Vec3 up = Vec3::Zero();
  if (item.has("up")) {
    up = direction_of(item, "up");
  } else {
    Eigen::Index least = 0;
    line.direction(0.0).cwiseAbs().minCoeff(&least);
    up[least] = 1.0;
  }
  const Function twist = item.function("twist");
  const auto shape = [&](double s) {
    const Vec3 along = line.direction(s);
    if (!(along.cross(up).norm() > 1e-6)) throw ModelError("'up' must not be along the beam");
    return Frame{line.point(s), frame_along(along, up) * rotation(Vec3::UnitX(), twist(s))};
  };
  const auto found = names_.attachments.find(name);
  const std::vector<double> boundaries = boundaries_of(
      item.integer("elements"), order, found == names_.attachments.end() ? std::set<double>() : found->second);
  const BeamId id = case_.model.add_curved_beam(name, shape, boundaries, order, section->second);
  beams_[name] = {id, node_parameters(boundaries, order)};
  if (item.has("velocity") || item.has("angular_velocity")) {
    const Mat3& turn = item.document().place.R;
    const Vec3 about = item.has("about") ? point_of(item, "about") : line.point(0.0);
    case_.model.set_rigid_velocity(id, turn * item.vector("velocity"), turn * item.vector("angular_velocity"), about);
  }
}

NodeId Builder::node(const Item& item, const std::string& text) const {
  const Place place = names_.resolve(item.document(), text);
  const auto missing = [&] { return ModelError(fmt::format("'{}' is not valid itself", text)); };
  if (!place.on_beam) {
    const auto body = bodies_.find(place.name);
    if (body == bodies_.end()) throw missing();
    return body->second;
  }
  const auto beam = beams_.find(place.name);
  if (beam == beams_.end()) throw missing();
  const std::vector<double>& at = beam->second.at;
  const auto nearest = std::min_element(at.begin(), at.end(), [&](double a, double b) {
    return std::abs(a - place.fraction) < std::abs(b - place.fraction);
  });
  return case_.model.beams[beam->second.id.index].nodes[static_cast<std::size_t>(nearest - at.begin())];
}

}  // namespace bristle::io
