// The table of the model file: joints with play, their normal and friction laws, their step rules.

#include "schema_keys.hpp"

namespace bristle::schema {
namespace {

const Object& contact_damping() {
  static const Object o{
      "contact_damping",
      "Dissipation of a normal law. The force never pulls.",
      {},
      {{"none", "None.", {}},
       {"hunt_crossley",
        "N = N_elastic (1 + damping·δ̇).",
        {{.name = "damping",
          .doc = "Damping; for slow impacts the restitution is about 1 − 2/3·damping·speed.",
          .unit = "s/m",
          .required = true,
          .range = Range::not_negative}}},
       {"additive",
        "N = N_elastic + damping·δ^exponent·δ̇.",
        {{.name = "damping",
          .doc = "Damping.",
          .unit = "N s/m^(1+exponent)",
          .required = true,
          .range = Range::not_negative},
         {.name = "exponent", .doc = "Exponent.", .standard = "0.5", .range = Range::positive}}},
       {"restitution",
        "N = N_elastic (1 + χ·δ̇/v₀), v₀ the highest closing speed of the impact, χ from a coefficient of restitution.",
        {{.name = "coefficient",
          .doc = "Of restitution, above 0 and up to 1.",
          .required = true,
          .range = Range::fraction},
         {.name = "form",
          .type = Type::choice,
          .doc = "flores: 8(1−e)/(5e), for any e; lankarani_nikravesh: 3(1−e²)/4, for e near one.",
          .standard = "flores",
          .choices = {"flores", "lankarani_nikravesh"}},
         {.name = "slowest_impact",
          .doc = "Slower ones count as this.",
          .unit = "m/s",
          .standard = "1e-3",
          .range = Range::positive}}}},
      "none"};
  return o;
}

const Object& normal() {
  static const Object o{
      "normal",
      "Normal force by penetration δ.",
      {{.name = "damping", .type = Type::object, .doc = "Its dissipation.", .object = &contact_damping()}},
      {{"linear",
        "N = stiffness·δ.",
        {{.name = "stiffness", .doc = "Stiffness.", .unit = "N/m", .required = true, .range = Range::positive}}},
       {"power",
        "N = stiffness·δ^exponent.",
        {{.name = "stiffness", .doc = "Stiffness.", .unit = "N/m^exponent", .required = true, .range = Range::positive},
         {.name = "exponent", .doc = "Exponent, one or more.", .standard = "1.5", .range = Range::positive}}},
       {"hertz",
        "From radii and materials: a ball in its race by Hertz, N ~ δ^1.5; a pin in a bush by Johnson's law for "
        "cylinders, taken straight through the expected load.",
        {{.name = "materials",
          .type = Type::references,
          .doc = "Of the race and of the ball or pin.",
          .required = true,
          .of = "materials"},
         {.name = "length", .doc = "Of the contact along a cylinder.", .unit = "m", .range = Range::positive},
         {.name = "load", .doc = "Expected on a cylinder.", .unit = "N", .range = Range::positive}}},
       {"table",
        "By points, straight between them.",
        {{.name = "points",
          .type = Type::pairs,
          .doc = "Rows of [δ, N], both rising from [0, 0].",
          .unit = "m, N",
          .required = true}}}}};
  return o;
}

Keys stribeck_keys() {
  return {{.name = "static",
           .doc = "Static coefficient μ_s; not less than the kinetic one. Both 0, and `viscous`: no friction.",
           .required = true,
           .range = Range::not_negative},
          {.name = "kinetic", .doc = "Kinetic coefficient μ_k.", .required = true, .range = Range::not_negative},
          {.name = "stribeck_velocity",
           .doc = "v_s, where static friction gives way to kinetic.",
           .unit = "m/s",
           .required = true,
           .range = Range::positive},
          {.name = "viscous", .doc = "σ2.", .unit = "s/m", .standard = "0", .range = Range::not_negative},
          {.name = "stribeck_exponent", .doc = "γ of exp(−|v/v_s|^γ).", .standard = "2", .range = Range::positive}};
}

const Object& friction() {
  static const Object o{
      "friction",
      "Friction between the two surfaces.",
      {},
      {{"none", "None.", {}},
       {"lugre", "Bristles: μ = σ0 z + σ1 ż + σ2 v, ż = v − σ0 |v| z/g(v), z a vector in the tangent plane.",
        stribeck_keys() +
            Keys{{.name = "stiffness", .doc = "σ0.", .unit = "1/m", .required = true, .range = Range::positive},
                 {.name = "damping", .doc = "σ1.", .unit = "s/m", .standard = "0", .range = Range::not_negative},
                 {.name = "damping_fades",
                  .type = Type::boolean,
                  .doc = "σ1·exp(−(v/v_s)²) instead of σ1: keeps fast sliding dissipative.",
                  .standard = "false"},
                 {.name = "form",
                  .type = Type::choice,
                  .doc = "How bristles take the load: amended, in proportion to it; original, as under the reference "
                         "load; load_frozen, in proportion while slipping and frozen while sticking.",
                  .standard = "amended",
                  .choices = {"amended", "original", "load_frozen"}},
                 {.name = "reference_load",
                  .doc = "Of the original form, which needs it.",
                  .unit = "N",
                  .range = Range::positive}}},
       {"general_kinetic",
        "μ rises with the speed up to `stick_velocity` and follows Stribeck's curve beyond. No bristle: it creeps "
        "where "
        "it should stick.",
        stribeck_keys() + Keys{{.name = "stick_velocity",
                                .doc = "Where the rise ends.",
                                .unit = "m/s",
                                .required = true,
                                .range = Range::positive}}},
       {"coulomb",
        "Regularised: μ (1 − exp(−|v|/slip_velocity)). No bristle: it creeps where it should stick.",
        {{.name = "coefficient", .doc = "μ; 0: no friction.", .required = true, .range = Range::not_negative},
         {.name = "slip_velocity", .doc = "v₀.", .unit = "m/s", .required = true, .range = Range::positive}}}},
      "none"};
  return o;
}

const Object& step_rules() {
  static const Object o{
      "step_rules",
      "How this contact limits the time step (docs/theory.md, section 11). The defaults need no tuning.",
      {{.name = "penetration",
        .doc = "Change of the gap in a step, before and in contact; 0: that under five times the weight of the lighter "
               "side, at most a hundredth of the clearance.",
        .unit = "m",
        .standard = "0",
        .range = Range::not_negative},
       {.name = "near",
        .doc = "Gaps beyond this many penetrations may change faster,",
        .standard = "5",
        .range = Range::positive},
       {.name = "growth", .doc = "by this power of their size.", .standard = "1.2", .range = Range::not_negative},
       {.name = "overshoot",
        .doc = "A step that closes the contact deeper than this many penetrations is redone.",
        .standard = "2",
        .range = Range::positive},
       {.name = "time",
        .doc = "Length of a step while bristles rub, in units of their time constant μ_k/(σ0 v_s).",
        .standard = "0.02",
        .range = Range::positive},
       {.name = "slow",
        .doc = "Sliding beyond this many Stribeck velocities may take longer steps,",
        .standard = "5",
        .range = Range::positive},
       {.name = "speedup", .doc = "by this power of the speed.", .standard = "1.2", .range = Range::not_negative}}};
  return o;
}

Keys radii() {
  return {{.name = "outer_radius", .doc = "Of the race.", .unit = "m", .required = true, .range = Range::positive},
          {.name = "inner_radius",
           .doc = "Of what moves in it; smaller.",
           .unit = "m",
           .required = true,
           .range = Range::positive}};
}

}  // namespace

const Object& clearance() {
  static const Object o{
      "clearance",
      "A joint with play, or a contact. The first place of `between` carries the race or plane, the second what moves "
      "in "
      "or on it.",
      connection("Direction in space of the axis of the race; normal of the plane, out of its material.") +
          Keys{{.name = "normal", .type = Type::object, .doc = "Normal law.", .required = true, .object = &normal()},
               {.name = "friction", .type = Type::object, .doc = "Friction law.", .object = &friction()},
               {.name = "steps", .type = Type::object, .doc = "Step rules.", .object = &step_rules()},
               {.name = "bins",
                .type = Type::integer,
                .doc = "Around the race, for the places where it wears.",
                .standard = "36",
                .range = Range::positive,
                .most = 1e5}},
      {{"spherical", "A ball in a spherical race.", radii()},
       {"planar", "A ball in a race, held in the plane across `axis` by a planar joint.", radii()},
       {"spatial", "A thin disk in a cylinder: it may tilt and move along the axis.", radii()},
       {"journal", "A rigid pin in a bush: two disks, NAME/1 and NAME/2, on one pin.",
        radii() + Keys{{.name = "length",
                        .doc = "Between the two disks, which lie at its ends.",
                        .unit = "m",
                        .required = true,
                        .range = Range::positive}}},
       {"plane",
        "Points over a plane: a flat contact.",
        {{.name = "points",
          .type = Type::points,
          .doc = "From the meeting point, in the axes of the second marker (z along `axis`); the laws hold for each.",
          .unit = "m",
          .standard = "[[0, 0, 0]]"}}}}};
  return o;
}

}  // namespace bristle::schema
