// The table of the model file: joints, springs, bushings and loads.

#include "schema_keys.hpp"

namespace bristle::schema {
namespace {

const Object& marker() {
  static const Object o{
      "marker",
      "A place on a body or beam node in that node's own axes, instead of `at` and `axis`.",
      {{.name = "offset", .type = Type::vector, .doc = "From the node.", .unit = "m", .standard = "[0, 0, 0]"},
       {.name = "orientation",
        .type = Type::object,
        .doc = "Of the marker against the node.",
        .object = &orientation()}}};
  return o;
}

const Object& drive() {
  static const Object o{
      "drive",
      "Free coordinates of a joint, prescribed as functions of time; zero where the two markers coincide.",
      {{.name = "angle",
        .type = Type::function,
        .doc = "About the axis: revolute, cylindrical, planar.",
        .unit = "rad"},
       {.name = "displacement", .type = Type::function, .doc = "Along the axis: prismatic, cylindrical.", .unit = "m"},
       {.name = "first", .type = Type::function, .doc = "Angle about the first axis: universal.", .unit = "rad"},
       {.name = "second", .type = Type::function, .doc = "Angle about the second axis: universal.", .unit = "rad"},
       {.name = "x",
        .type = Type::function,
        .doc = "Displacement along x: planar. Turn about x, the first of three: spherical.",
        .unit = "m, rad"},
       {.name = "y", .type = Type::function, .doc = "Likewise along, or about, y.", .unit = "m, rad"},
       {.name = "z", .type = Type::function, .doc = "Turn about z, the last of three: spherical.", .unit = "rad"}}};
  return o;
}

}  // namespace

Keys connection(const std::string& axis_doc) {
  return {
      {.name = "between",
       .type = Type::places,
       .doc = "The two places it connects, the first one first.",
       .required = true},
      {.name = "at",
       .type = Type::vector,
       .doc = "Point in space where they meet at the start; if not given, that of the second place (of the first, if "
              "the second is ground).",
       .unit = "m"},
      {.name = "axis", .type = Type::vector, .doc = axis_doc, .standard = "[0, 0, 1]"},
      {.name = "x_axis",
       .type = Type::vector,
       .doc = "Direction in space of the first axis across it, from which angles count; any if not given."},
      {.name = "first", .type = Type::object, .doc = "The first marker, by the axes of its body.", .object = &marker()},
      {.name = "second",
       .type = Type::object,
       .doc = "The second marker, by the axes of its body.",
       .object = &marker()}};
}

const Object& joint() {
  static const Object o{
      "joint",
      "An ideal joint.",
      connection("Direction in space of its axis: the hinge, the slide, the normal of the plane, the first axis of a "
                 "universal joint.") +
          Keys{{.name = "second_axis",
                .type = Type::vector,
                .doc = "Of a universal joint, which needs it: the axis fixed in the second body, perpendicular to the "
                       "first."},
               {.name = "drive", .type = Type::object, .doc = "Prescribed motion.", .object = &drive()}},
      {{"fixed", "Holds everything.", {}},
       {"revolute", "Leaves the turn about the axis.", {}},
       {"prismatic", "Leaves the displacement along the axis.", {}},
       {"cylindrical", "Leaves both.", {}},
       {"universal", "Leaves the turns about two axes.", {}},
       {"spherical", "Leaves all turns.", {}},
       {"planar", "Leaves two displacements and the turn about the normal.", {}}}};
  return o;
}

const Object& spring() {
  static const Object o{
      "spring",
      "A spring and damper between two points, or about an axis.",
      connection("Of a torsional spring: its direction in space.") +
          Keys{{.name = "ends",
                .type = Type::points,
                .doc = "Of a spring between points: where it attaches, two points in space; if not given, the two "
                       "places.",
                .unit = "m"},
               {.name = "stiffness",
                .doc = "Stiffness.",
                .unit = "N/m, N m/rad",
                .standard = "0",
                .range = Range::not_negative},
               {.name = "damping",
                .doc = "Damping.",
                .unit = "N s/m, N m s/rad",
                .standard = "0",
                .range = Range::not_negative},
               {.name = "force",
                .type = Type::function,
                .doc = "By the elongation e (m, rad), in place of the stiffness; positive in tension.",
                .unit = "N, N m",
                .variable = "e"},
               {.name = "damping_force",
                .type = Type::function,
                .doc = "By the rate v of the elongation, in place of the damping; of the sign of v.",
                .unit = "N, N m",
                .variable = "v"},
               {.name = "free_length",
                .doc = "Length or angle without force; if not given, as at the start.",
                .unit = "m, rad"}},
      {{"point_to_point", "Between two points.", {}}, {"torsional", "About the axis.", {}}},
      "point_to_point"};
  return o;
}

const Object& bushing() {
  static const Object o{"bushing",
                        "An elastic connection in six components: three displacements, three small rotations.",
                        connection("Its third axis, in space.") + Keys{{.name = "stiffness",
                                                                        .type = Type::diagonal,
                                                                        .doc = "Six values, or six rows of six.",
                                                                        .unit = "N/m, N m/rad",
                                                                        .required = true,
                                                                        .size = 6},
                                                                       {.name = "damping",
                                                                        .type = Type::diagonal,
                                                                        .doc = "Likewise.",
                                                                        .unit = "N s/m, N m s/rad",
                                                                        .standard = "[0, 0, 0, 0, 0, 0]",
                                                                        .size = 6}}};
  return o;
}

const Object& load() {
  static const Object o{
      "load",
      "A force or moment at a place.",
      {{.name = "place", .type = Type::place, .doc = "Where it acts.", .required = true},
       {.name = "at",
        .type = Type::vector,
        .doc = "Point in space at the start; if not given, the place itself.",
        .unit = "m"},
       {.name = "components",
        .type = Type::functions,
        .doc = "Of time, in space axes.",
        .unit = "N, N m",
        .required = true},
       {.name = "follower",
        .type = Type::boolean,
        .doc = "The components are along the axes of the body, or of the beam there, and turn with it.",
        .standard = "false"}},
      {{"force", "A force.", {}}, {"moment", "A moment.", {}}},
      "force"};
  return o;
}

}  // namespace bristle::schema
