// The table of the model file: the whole, its parts, the run and its results.

#include "schema_keys.hpp"

namespace bristle::schema {
namespace {

const Object& newton() {
  static const Object o{"newton",
                        "The iteration of a step. The defaults hold for all sizes and steps.",
                        {{.name = "iterations",
                          .type = Type::integer,
                          .doc = "At most.",
                          .standard = "20",
                          .range = Range::positive,
                          .most = 1000},
                         {.name = "increment",
                          .doc = "Last correction, relative to the motion over the step.",
                          .standard = "1e-7",
                          .range = Range::positive},
                         {.name = "roundoff",
                          .doc = "Residual, in units of the round-off of its own terms.",
                          .standard = "64",
                          .range = Range::positive}}};
  return o;
}

const Object& frames() {
  static const Object o{
      "frames",
      "Pictures for ParaView.",
      {{.name = "write", .type = Type::boolean, .doc = "false: none.", .standard = "true"},
       {.name = "interval",
        .doc = "Of simulated time; 0: a 200th of the run.",
        .unit = "s",
        .standard = "0",
        .range = Range::not_negative},
       {.name = "event_interval",
        .doc = "Closer frames after a contact closes or opens; 0: none.",
        .unit = "s",
        .standard = "0",
        .range = Range::not_negative},
       {.name = "event_window", .doc = "For how long.", .unit = "s", .standard = "0", .range = Range::not_negative}}};
  return o;
}

Keys part_keys() {
  const auto named = [](const char* name, const Object& object, const char* doc) {
    return Key{.name = name, .type = Type::named, .doc = doc, .object = &object};
  };
  return {
      {.name = "bristle", .type = Type::integer, .doc = "Version of this format.", .standard = "1"},
      {.name = "title", .type = Type::text, .doc = "What it is."},
      {.name = "parameters",
       .type = Type::numbers,
       .doc = "Names for numbers; each may use those before it. Wherever a number is expected, an expression of them "
              "may stand, with pi, deg (π/180) and rpm (2π/60)."},
      named("functions", function(), "Functions of time."),
      named("materials", material(), "Materials."),
      named("sections", section(), "Sections of beams."),
      named("bodies", body(), "Rigid bodies."),
      named("beams", beam(), "Beams."),
      named("joints", joint(), "Ideal joints."),
      named("clearances", clearance(), "Joints with play, and contacts."),
      named("springs", spring(), "Springs and dampers."),
      named("bushings", bushing(), "Elastic connections."),
      named("loads", load(), "Forces and moments."),
      named("parts", inclusion(), "Parts from other files.")};
}

}  // namespace

const Object& modes_at() {
  static const Object o{
      "modes_at",
      "Modes about what the run has come to at a time; the run steps on it. They go to modes_1, modes_2 and so on "
      "among "
      "the results.",
      {{.name = "at", .doc = "When to look.", .unit = "s", .required = true, .range = Range::not_negative},
       {.name = "number",
        .type = Type::integer,
        .doc = "How many, the lowest.",
        .standard = "10",
        .range = Range::positive},
       {.name = "complex",
        .type = Type::boolean,
        .doc = "true: with damping and, about parts that turn, gyroscopic forces.",
        .standard = "false"},
       {.name = "contacts",
        .type = Type::choice,
        .doc = "present: as they are then; open: none acts; closed: no gap changes; stuck: nor does anything slide.",
        .standard = "present",
        .choices = {"present", "open", "closed", "stuck"}},
       {.name = "turning_axes",
        .type = Type::boolean,
        .doc = "true: motions as seen from axes that turn with the parts.",
        .standard = "false"},
       {.name = "frames", .type = Type::boolean, .doc = "false: no pictures of the shapes.", .standard = "true"}}};
  return o;
}

const Object& inclusion() {
  static const Object o{
      "part",
      "Another file of functions, materials, sections, bodies, beams, joints, clearances, springs, bushings, loads and "
      "parts; their names get NAME/ in front.",
      {{.name = "file", .type = Type::text, .doc = "Path, relative to this file.", .required = true},
       {.name = "with",
        .type = Type::numbers,
        .doc = "Values for its parameters. In a repeated part, `index` is 1, 2, ... here and in all its numbers."},
       {.name = "at", .type = Type::vector, .doc = "Where its origin goes.", .unit = "m", .standard = "[0, 0, 0]"},
       {.name = "orientation", .type = Type::object, .doc = "How its axes are turned.", .object = &orientation()},
       {.name = "repeat",
        .type = Type::integer,
        .doc = "How many of it; then the names are NAME1, NAME2, and so on.",
        .range = Range::positive,
        .most = 1000}}};
  return o;
}

const Object& initial() {
  static const Object o{
      "initial",
      "How the start is made to agree with the joints.",
      {{.name = "positions",
        .type = Type::choice,
        .doc = "check: an error names a joint that is not assembled; assemble: moved onto the joints.",
        .standard = "check",
        .choices = {"check", "assemble"}},
       {.name = "velocities",
        .type = Type::choice,
        .doc = "check; project: moved onto the joints with the least energy; as_is: left to the first step, as an "
               "impact.",
        .standard = "check",
        .choices = {"check", "project", "as_is"}},
       {.name = "equilibrium",
        .type = Type::boolean,
        .doc = "true: the run starts from the static equilibrium that is reached from these positions under the loads "
               "of time 0.",
        .standard = "false"},
       {.name = "spinning",
        .type = Type::boolean,
        .doc = "true, with `equilibrium`: parts that turn at the start (that have an angular velocity) go on turning, "
               "each "
               "about its axis; centrifugal forces are among the loads.",
        .standard = "false"}}};
  return o;
}

const Object& analysis() {
  static const Object o{
      "analysis",
      "The transient run.",
      {{.name = "end",
        .doc = "End of the run; it begins at 0.",
        .unit = "s",
        .required = true,
        .range = Range::positive},
       {.name = "step", .doc = "Largest time step.", .unit = "s", .standard = "1e-3", .range = Range::positive},
       {.name = "smallest_step",
        .doc = "Least time step; 0: a millionth of the largest.",
        .unit = "s",
        .standard = "0",
        .range = Range::not_negative},
       {.name = "accuracy",
        .doc =
            "Error allowed in a step, from the jumps of the velocities: positions relative to the size of the model, "
            "angles in rad; 0: not looked at.",
        .standard = "0",
        .range = Range::not_negative},
       {.name = "solver",
        .type = Type::choice,
        .doc = "Linear solver: klu; block, faster on long chains; eigen.",
        .standard = "klu",
        .choices = {"klu", "block", "eigen"}},
       {.name = "newton", .type = Type::object, .doc = "The iteration.", .object = &newton()},
       {.name = "modes", .type = Type::list, .doc = "Modes on the way.", .object = &modes_at()}}};
  return o;
}

const Object& output() {
  static const Object o{
      "output",
      "What is written down.",
      {{.name = "probes",
        .type = Type::probes,
        .doc = "Columns of probes.csv: a name, and what to read (see Probes). A vector makes three columns."},
       {.name = "table_interval",
        .doc = "Of the rows of energy.csv and probes.csv; 0: every step.",
        .unit = "s",
        .standard = "0",
        .range = Range::not_negative},
       {.name = "frames", .type = Type::object, .doc = "Pictures.", .object = &frames()},
       {.name = "checkpoint_interval",
        .doc = "Of computing time.",
        .unit = "s",
        .standard = "30",
        .range = Range::positive}}};
  return o;
}

const Object& part() {
  static const Object o{"part file", "What a file included as a part may hold.", part_keys()};
  return o;
}

const Object& model() {
  static const Object o{
      "model file", "A model in YAML (or JSON). Units are SI. `ground` is a body that is always there.",
      part_keys() +
          Keys{{.name = "gravity", .type = Type::vector, .doc = "Gravity.", .unit = "m/s²", .standard = "[0, 0, 0]"},
               {.name = "initial", .type = Type::object, .doc = "The start.", .object = &initial()},
               {.name = "analysis", .type = Type::object, .doc = "The run.", .required = true, .object = &analysis()},
               {.name = "output", .type = Type::object, .doc = "Results.", .object = &output()}}};
  return o;
}

}  // namespace bristle::schema
