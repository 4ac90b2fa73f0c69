#include <fmt/format.h>

#include "builder.hpp"

namespace bristle::io {
namespace {

ContactDamping damping_of(const Item& item) {
  const std::string type = item.type();
  if (type == "hunt_crossley") return HuntCrossley{item.number("damping")};
  if (type == "additive") return AdditiveDamping{item.number("damping"), item.number("exponent")};
  if (type == "restitution")
    return Restitution{
        item.number("coefficient"),
        item.text("form") == "flores" ? Restitution::Form::flores : Restitution::Form::lankarani_nikravesh,
        item.number("slowest_impact")};
  return {};
}

FrictionLaw friction_of(const Item& item) {
  const std::string type = item.type();
  if ((type == "lugre" || type == "general_kinetic") && item.number("static") == 0.0 && item.number("kinetic") == 0.0 &&
      item.number("viscous") == 0.0)
    return {};  // so that a parameter can take friction away
  if (type == "lugre") {
    const std::string form = item.text("form");
    return LuGre{.static_friction = item.number("static"),
                 .kinetic_friction = item.number("kinetic"),
                 .stribeck_velocity = item.number("stribeck_velocity"),
                 .stiffness = item.number("stiffness"),
                 .damping = item.number("damping"),
                 .viscous = item.number("viscous"),
                 .stribeck_exponent = item.number("stribeck_exponent"),
                 .damping_fades = item.flag("damping_fades"),
                 .form = form == "original"      ? LuGre::Form::original
                         : form == "load_frozen" ? LuGre::Form::load_frozen
                                                 : LuGre::Form::amended,
                 .reference_load = item.has("reference_load") ? item.number("reference_load") : 0.0};
  }
  if (type == "general_kinetic")
    return GeneralKinetic{item.number("static"),         item.number("kinetic"), item.number("stribeck_velocity"),
                          item.number("stick_velocity"), item.number("viscous"), item.number("stribeck_exponent")};
  if (type == "coulomb" && item.number("coefficient") > 0.0)
    return RegularisedCoulomb{item.number("coefficient"), item.number("slip_velocity")};
  return {};
}

ContactRules rules_of(const Item& item) {
  return {item.number("penetration"), item.number("near"), item.number("growth"), item.number("overshoot"),
          item.number("time"),        item.number("slow"), item.number("speedup")};
}

}  // namespace

NormalLaw Builder::normal_law(const Item& clearance) const {
  const Item item = clearance.object("normal");
  NormalLaw law;
  const std::string type = item.type();
  if (type == "linear") law.elastic = PowerLaw{item.number("stiffness"), 1.0};
  if (type == "power") law.elastic = PowerLaw{item.number("stiffness"), item.number("exponent")};
  if (type == "table") {
    TableLaw table;
    for (const auto& [depth, force] : item.pairs("points"))
      table.penetration.push_back(depth), table.force.push_back(force);
    law.elastic = std::move(table);
  }
  if (type == "hertz") {
    const std::vector<std::string> names = item.texts("materials");
    const Material &outer = material(item, names[0]), &inner = material(item, names[1]);
    const ElasticBody race{outer.young, outer.poisson}, ball{inner.young, inner.poisson};
    const std::string kind = clearance.type();
    if (kind == "plane") throw ModelError("points on a plane have no Hertz law: give a linear, power or table law");
    const double outside = clearance.number("outer_radius"), inside = clearance.number("inner_radius");
    if (kind == "spherical") {
      law.elastic = sphere_in_sphere({outside, inside}, ball, race);
    } else {
      if (!item.has("length") || !item.has("load"))
        throw ModelError("the Hertz law of a pin in a bush needs 'length' and 'load'");
      law.elastic = cylinder_in_cylinder({outside, inside}, ball, race, item.number("length"), item.number("load"));
    }
  }
  law.damping = damping_of(item.object("damping"));
  return law;
}

void Builder::add_clearance(const std::string& name, const Item& item) {
  const std::array<Marker, 2> sides = markers(item);
  Contact contact{.name = name,
                  .first = sides[0],
                  .second = sides[1],
                  .normal = normal_law(item),
                  .friction = friction_of(item.object("friction")),
                  .rules = rules_of(item.object("steps")),
                  .bins = item.integer("bins")};
  const std::string type = item.type();
  if (type == "plane") {
    contact.geometry = PointsOnPlane{item.points("points")};
    case_.model.add_contact(std::move(contact));
    return;
  }
  const double outer = item.number("outer_radius"), inner = item.number("inner_radius");
  if (type == "spatial") contact.geometry = DiskInCylinder{outer, inner};
  if (type == "spherical" || type == "planar") contact.geometry = BallInRace{outer, inner};
  if (type == "planar") {
    case_.model.add_planar_clearance(std::move(contact));
  } else if (type == "journal") {
    for (const char* end : {"/1", "/2"}) note(name + end, item);
    case_.model.add_journal_bearing({.name = name,
                                     .radii = {outer, inner},
                                     .length = item.number("length"),
                                     .first = contact.first,
                                     .second = contact.second,
                                     .normal = contact.normal,
                                     .friction = contact.friction,
                                     .rules = contact.rules,
                                     .bins = contact.bins});
  } else {
    case_.model.add_contact(std::move(contact));
  }
}

}  // namespace bristle::io
