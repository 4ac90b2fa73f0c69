// The table of the model file: functions, materials, sections, bodies and beams. Words here are what the user reads in
// docs/reference.md and in an editor.

#include "schema_keys.hpp"

namespace bristle::schema {
namespace {

Keys rigid_velocity() {
  return {
      {.name = "velocity",
       .type = Type::vector,
       .doc = "Initial velocity, in space axes.",
       .unit = "m/s",
       .standard = "[0, 0, 0]"},
      {.name = "angular_velocity",
       .type = Type::vector,
       .doc = "Initial angular velocity, in space axes.",
       .unit = "rad/s",
       .standard = "[0, 0, 0]"},
      {.name = "about",
       .type = Type::vector,
       .doc = "Point in space that `velocity` is of; if not given, the position of the body (the start of the beam).",
       .unit = "m"}};
}

Key mass_damping() {
  return {.name = "mass_damping",
          .doc = "α of the damping force α·M·velocity.",
          .unit = "1/s",
          .standard = "0",
          .range = Range::not_negative};
}

Key of_material() {
  return {.name = "material", .type = Type::reference, .doc = "Its material.", .required = true, .of = "materials"};
}

Key length(const char* name, const char* doc) {
  return {.name = name, .doc = doc, .unit = "m", .required = true, .range = Range::positive};
}

Keys box_keys() {
  return {{.name = "edges", .type = Type::vector, .doc = "Along x, y and z.", .unit = "m", .required = true}};
}
Keys cylinder_keys() {
  return {length("radius", "Radius."), length("length", "Along z, about the middle; small for a disk.")};
}
Keys sphere_keys() { return {length("radius", "Radius.")}; }

const Object& shape() {
  static const Object o{
      "shape",
      "What a body looks like: for pictures only.",
      {{.name = "offset",
        .type = Type::vector,
        .doc = "Of its middle from the body's origin, in the body's axes.",
        .unit = "m",
        .standard = "[0, 0, 0]"},
       {.name = "orientation", .type = Type::object, .doc = "Against the body's axes.", .object = &orientation()}},
      {{"box", "A box.", box_keys()},
       {"cylinder", "A cylinder about z.", cylinder_keys()},
       {"sphere", "A sphere.", sphere_keys()},
       {"stl",
        "A surface in STL format.",
        {{.name = "file", .type = Type::text, .doc = "Path, relative to the model file.", .required = true},
         {.name = "scale", .doc = "Metres of one unit of the file.", .standard = "1", .range = Range::positive}}}}};
  return o;
}

const Object& solid() {
  static const Object o{
      "solid",
      "Inertia, and shape, of a full body of even density with its middle at `mass_centre`: of the body's `mass`, or "
      "of "
      "this density.",
      {{.name = "density", .doc = "Instead of the body's mass.", .unit = "kg/m³", .range = Range::positive}},
      {{"box", "A box.", box_keys()},
       {"cylinder", "A cylinder about z.", cylinder_keys()},
       {"sphere", "A sphere.", sphere_keys()}}};
  return o;
}

}  // namespace

const Object& orientation() {
  static const Object o{
      "orientation",
      "How a frame is turned against the axes it is given in: about an axis by an angle, or by the directions of its x "
      "and y axes.",
      {{.name = "axis", .type = Type::vector, .doc = "Axis of the turn; any length."},
       {.name = "angle", .doc = "Angle of the turn.", .unit = "rad"},
       {.name = "x", .type = Type::vector, .doc = "Direction of the x axis."},
       {.name = "y", .type = Type::vector, .doc = "The y axis is as near to this as the x axis allows."}}};
  return o;
}

const Object& function() {
  static const Object o{
      "function",
      "A function of time that loads and drives can use by its name: one of `expression`, `points` and `file`.",
      {{.name = "expression", .type = Type::text, .doc = "Of t (s), with parameters."},
       {.name = "points", .type = Type::pairs, .doc = "Rows of [time, value]; constant beyond the ends."},
       {.name = "file",
        .type = Type::text,
        .doc = "A table of two columns, time and value, separated by commas or blanks; lines that begin with # or a "
               "letter are passed over. The path is relative to the model file."},
       {.name = "interpolation",
        .type = Type::choice,
        .doc = "Between the points.",
        .standard = "linear",
        .choices = {"linear", "cubic"}}}};
  return o;
}

const Object& material() {
  static const Object o{
      "material",
      "An isotropic elastic material.",
      {{.name = "young", .doc = "Young's modulus.", .unit = "Pa", .required = true, .range = Range::positive},
       {.name = "poisson", .doc = "Poisson's ratio.", .standard = "0.3"},
       {.name = "density",
        .doc = "Density; sections need it.",
        .unit = "kg/m³",
        .standard = "0",
        .range = Range::not_negative}}};
  return o;
}

const Object& section() {
  static const Object o{
      "section",
      "A beam's cross-section. Its axes are d1 along the beam, d2 and d3 across it.",
      {{.name = "viscous_time",
        .doc = "τ of Kelvin-Voigt damping: stress + τ·stiffness·(strain rate).",
        .unit = "s",
        .standard = "0",
        .range = Range::not_negative},
       mass_damping(),
       {.name = "radius",
        .doc = "That it is drawn with, where its shape does not say.",
        .unit = "m",
        .range = Range::positive}},
      {{"circle", "A full circle.", {of_material(), length("outer_radius", "Radius.")}},
       {"tube",
        "A circular tube.",
        {of_material(), length("outer_radius", "Outer radius."), length("inner_radius", "Inner radius.")}},
       {"rectangle",
        "A full rectangle.",
        {of_material(), length("width", "Edge along d2."), length("height", "Edge along d3.")}},
       {"general",
        "By its stiffness and inertia.",
        {{.name = "stiffness",
          .type = Type::diagonal,
          .doc =
              "Of the strains in the order stretch, shear along d2 and d3, twist, bending about d2 and d3: [EA, GA2, "
              "GA3, GJ, EI2, EI3], or six rows of six.",
          .unit = "N, N m²",
          .required = true,
          .size = 6},
         {.name = "mass_per_length",
          .doc = "Mass per length.",
          .unit = "kg/m",
          .required = true,
          .range = Range::positive},
         {.name = "rotary_inertia",
          .type = Type::vector,
          .doc = "Per length, about d1, d2, d3 through the mass centre.",
          .unit = "kg m",
          .required = true},
         {.name = "mass_centre",
          .type = Type::vector,
          .doc = "In the section's axes.",
          .unit = "m",
          .standard = "[0, 0, 0]"}}}}};
  return o;
}

const Object& body() {
  static const Object o{
      "body", "A rigid body: a frame that moves. Its inertia is given by `mass` and `inertia`, or by `solid`.",
      Keys{{.name = "position",
            .type = Type::vector,
            .doc = "Of its origin at the start.",
            .unit = "m",
            .standard = "[0, 0, 0]"},
           {.name = "orientation", .type = Type::object, .doc = "Of its axes at the start.", .object = &orientation()},
           {.name = "mass", .doc = "Mass.", .unit = "kg", .range = Range::not_negative},
           {.name = "inertia",
            .type = Type::diagonal,
            .doc = "Rotary inertia about the mass centre, in the body's axes: three moments, or three rows of three.",
            .unit = "kg m²",
            .size = 3},
           {.name = "mass_centre",
            .type = Type::vector,
            .doc = "In the body's axes.",
            .unit = "m",
            .standard = "[0, 0, 0]"},
           {.name = "solid", .type = Type::object, .doc = "Inertia by shape.", .object = &solid()},
           {.name = "shapes",
            .type = Type::list,
            .doc = "What it looks like; if not given, as `solid` is.",
            .object = &shape()},
           mass_damping(),
           {.name = "fixed", .type = Type::boolean, .doc = "It does not move.", .standard = "false"}} +
          rigid_velocity()};
  return o;
}

const Object& beam() {
  static const Object o{
      "beam",
      "A geometrically exact beam, straight `from` - `to` or along a `path`. Places on it are NAME/start, NAME/mid, "
      "NAME/end and NAME/0.25 (a fraction of its length); the mesh gets a node where something attaches.",
      Keys{{.name = "from", .type = Type::vector, .doc = "Its start.", .unit = "m"},
           {.name = "to", .type = Type::vector, .doc = "Its end.", .unit = "m"},
           {.name = "path",
            .type = Type::functions,
            .doc = "Its line in space, three functions of s from 0 to 1, instead of `from` and `to`.",
            .unit = "m",
            .variable = "s"},
           {.name = "up",
            .type = Type::vector,
            .doc = "The section's d2 is as near to this as the axis allows; if not given, the space axis furthest from "
                   "the beam's first direction."},
           {.name = "twist",
            .type = Type::function,
            .doc = "Turn of the section about d1, a function of s.",
            .unit = "rad",
            .standard = "0",
            .variable = "s"},
           {.name = "section", .type = Type::reference, .doc = "Its section.", .required = true, .of = "sections"},
           {.name = "elements",
            .type = Type::integer,
            .doc = "Number of elements.",
            .standard = "4",
            .range = Range::positive,
            .most = 1e5},
           {.name = "order",
            .type = Type::integer,
            .doc = "Of the elements: 1, 2 or 3.",
            .standard = "3",
            .range = Range::positive,
            .most = 3}} +
          rigid_velocity()};
  return o;
}

}  // namespace bristle::schema
