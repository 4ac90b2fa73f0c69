// Places on beams are nodes, by arc length; what the file does not say is what the C++ structs have; probes.

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "bristle/bristle.hpp"
#include "bristle/io/reader.hpp"
#include "model_text.hpp"

namespace bristle::test {
namespace {

using Catch::Contains;
using std::numbers::pi;

const std::string section =
    "sections: {s: {type: general, stiffness: [6e4, 5e4, 5e4, 3, 2, 2], mass_per_length: 2, rotary_inertia: [3, 2, "
    "1]}}\n";

TEST_CASE("a place on a beam is a node exactly there, for all orders and meshes", "[unit][reader]") {
  const std::vector<double> fractions{0.25, 1.0 / 3.0, 0.5, 0.77, 0.001};
  for (const int order : {1, 2, 3})
    for (const int elements : {1, 2, 3, 4, 7}) {
      INFO("order " << order << ", " << elements << " elements");
      std::string text =
          section + "beams: {b: {from: [1, 0, 0], to: [1, 4, 0], section: s, elements: " + std::to_string(elements) +
          ", order: " + std::to_string(order) + "}}\nloads:\n";
      for (std::size_t k = 0; k < fractions.size(); ++k)
        text +=
            "  l" + std::to_string(k) + ": {place: b/" + std::to_string(fractions[k]) + ", components: [1, 0, 0]}\n";
      const Model m =
          model_of(text + "  s: {place: b/start, components: [1, 0, 0]}\n  e: {place: b/end, components: [1, 0, 0]}");
      for (std::size_t k = 0; k < fractions.size(); ++k)  // the text has six digits
        CHECK(in_space(m, m.loads[k].marker).x.y() ==
              Approx(4.0 * std::stod(std::to_string(fractions[k]))).epsilon(1e-14));
      CHECK(in_space(m, m.loads[5].marker).x == Vec3(1, 0, 0));
      CHECK(in_space(m, m.loads[6].marker).x == Vec3(1, 4, 0));
      CHECK(m.beams[0].elements() >= elements);
      CHECK_NOTHROW(Simulation(m, {.start = {.velocities = StartVelocities::as_is}}));
    }
}

TEST_CASE("a mesh stays even where it has a node at every place", "[unit][reader]") {
  const auto elements = [](const std::string& mesh, const std::string& place) {
    return model_of(section + "beams: {b: {from: [0, 0, 0], to: [1, 0, 0], section: s, " + mesh +
                    "}}\nloads: {l: {place: b/" + place + ", components: [0, 0, 0]}}")
        .beams[0]
        .elements();
  };
  CHECK(elements("elements: 4, order: 1", "0.25") == 4);
  CHECK(elements("elements: 1, order: 2", "mid") == 1);  // the node in the middle of a quadratic element
  CHECK(elements("elements: 1, order: 3", "mid") == 2);  // a cubic one has none
  CHECK(elements("elements: 4, order: 3", "0.375") == 5);
}

TEST_CASE("a path is followed by its arc length", "[unit][reader]") {
  // A half circle run through at uneven speed.
  const Model m = model_of(section + R"(
beams:
  arc: {path: [2*cos(pi*(s + s^2)/2), 2*sin(pi*(s + s^2)/2), 1], up: [0, 0, 1], section: s, elements: 6, order: 2}
loads: {l: {place: arc/0.25, components: [0, 0, 0]}}
)");
  const Frame at = in_space(m, m.loads[0].marker);
  // 4096 chords measure the arc, and its direction is by differences of fourth order over 2e-3.
  CHECK((at.x - Vec3(std::sqrt(2.0), std::sqrt(2.0), 1.0)).norm() < 1e-6);
  CHECK((at.R.col(0) - Vec3(-std::sqrt(0.5), std::sqrt(0.5), 0.0)).norm() < 1e-6);
  CHECK((at.R.col(1) - Vec3::UnitZ()).norm() < 1e-6);
  const std::vector<NodeId>& nodes = m.beams[0].nodes;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const double angle = pi * static_cast<double>(k) / static_cast<double>(nodes.size() - 1);
    CHECK((m.nodes[nodes[k].index].frame.x - Vec3(2 * std::cos(angle), 2 * std::sin(angle), 1)).norm() < 1e-5);
  }
}

TEST_CASE("a path that stops, or is nowhere, is refused", "[unit][reader]") {
  const auto path = [](const std::string& text) {
    return problems_in(section + "beams: {b: {path: " + text + ", section: s}}");
  };
  CHECK_THAT(path("[s^2, 0, 0]"), Contains("go on at every s") && Contains("s = 0 "));
  CHECK_THAT(path("[sqrt(s), 0, 0]"), Contains("go on at every s"));
  CHECK_THAT(path("[0, 0, 1]"), Contains("have a length"));
  CHECK_THAT(path("[1/(s - 0.5), 0, 0]"), Contains("finite"));
  CHECK_THAT(path("[s, 0, 0], from: [0, 0, 0]"), Contains("not both"));
  CHECK_THAT(path("[s, 0, 0], up: [1, 0, 0]"), Contains("'up' must not be along the beam"));
}

TEST_CASE("what the file leaves out is as in the C++ structs", "[unit][reader]") {
  const Case c = case_of(section + R"(
materials: {m: {young: 1}}
bodies: {a: {}, b: {}}
beams: {rod: {from: [0, 0, 0], to: [1, 0, 0], section: s}}
joints: {j: {type: fixed, between: [a, b]}}
springs: {k: {between: [a, b]}}
bushings: {m: {between: [a, b], stiffness: [1, 1, 1, 1, 1, 1]}}
loads: {f: {place: a, components: [0, 0, 0]}}
clearances:
  bare: {type: spherical, between: [a, b], outer_radius: 2, inner_radius: 1, normal: {type: linear, stiffness: 1}}
  lugre:
    type: plane
    between: [a, b]
    normal: {type: power, stiffness: 1, damping: {type: restitution, coefficient: 0.5}}
    friction: {type: lugre, static: 0.3, kinetic: 0.2, stribeck_velocity: 1e-3, stiffness: 1e5}
  kinetic:
    type: plane
    between: [a, b]
    normal: {type: linear, stiffness: 1, damping: {type: additive, damping: 1}}
    friction: {type: general_kinetic, static: 0.3, kinetic: 0.2, stribeck_velocity: 1e-3, stick_velocity: 1e-4}
)");
  const SimulationOptions options;
  CHECK(c.options.step == options.step);
  CHECK(c.options.smallest_step == options.smallest_step);
  CHECK(c.options.accuracy == options.accuracy);
  CHECK(c.options.solver == options.solver);
  CHECK(c.options.start.positions == options.start.positions);
  CHECK(c.options.start.velocities == options.start.velocities);
  CHECK(c.options.newton.max_iterations == options.newton.max_iterations);
  CHECK(c.options.newton.increment == options.newton.increment);
  CHECK(c.options.newton.roundoff == options.newton.roundoff);
  CHECK(c.options.newton.keep_factors == options.newton.keep_factors);
  const Output output;
  CHECK(c.output.frames == output.frames);
  CHECK(c.output.frame_interval == output.frame_interval);
  CHECK(c.output.event_interval == output.event_interval);
  CHECK(c.output.event_window == output.event_window);
  CHECK(c.output.table_interval == output.table_interval);
  CHECK(c.output.checkpoint_interval == output.checkpoint_interval);
  CHECK(c.output.probes.empty());
  CHECK(c.title == "model");

  const Model& m = c.model;
  CHECK(m.gravity == Model().gravity);
  const Node& a = node_named(m, "a");
  const Node node;
  CHECK(a.frame.x == node.frame.x);
  CHECK(a.frame.R == node.frame.R);
  CHECK(a.inertia == node.inertia);
  CHECK(a.mass_damping == node.mass_damping);
  CHECK(a.fixed == node.fixed);
  const Section plain;
  CHECK(m.beams[0].sections[0].viscous_time == plain.viscous_time);
  CHECK(m.beams[0].sections[0].mass_damping == plain.mass_damping);
  CHECK(m.beams[0].sections[0].radius == plain.radius);
  CHECK(m.springs[0].kind == Spring().kind);
  CHECK(m.springs[0].law.stiffness == SpringLaw().stiffness);
  CHECK(m.springs[0].law.damping == SpringLaw().damping);
  CHECK(m.bushings[0].damping == Bushing().damping);
  CHECK(m.loads[0].kind == Load().kind);
  CHECK(m.loads[0].follower == Load().follower);

  const Contact& bare = m.contacts[0];
  CHECK(bare.bins == Contact().bins);
  CHECK(std::holds_alternative<std::monostate>(bare.friction));
  CHECK(std::holds_alternative<std::monostate>(bare.normal.damping));
  const ContactRules rules;
  CHECK(bare.rules.penetration == rules.penetration);
  CHECK(bare.rules.near == rules.near);
  CHECK(bare.rules.growth == rules.growth);
  CHECK(bare.rules.overshoot == rules.overshoot);
  CHECK(bare.rules.time == rules.time);
  CHECK(bare.rules.slow == rules.slow);
  CHECK(bare.rules.speedup == rules.speedup);
  const auto points = std::get<PointsOnPlane>(m.contacts[1].geometry).points;
  CHECK(points == PointsOnPlane().points);
  const auto& lugre = std::get<LuGre>(m.contacts[1].friction);
  CHECK(lugre.damping == LuGre().damping);
  CHECK(lugre.viscous == LuGre().viscous);
  CHECK(lugre.stribeck_exponent == LuGre().stribeck_exponent);
  CHECK(lugre.damping_fades == LuGre().damping_fades);
  CHECK(lugre.form == LuGre().form);
  CHECK(lugre.reference_load == LuGre().reference_load);
  const auto& restitution = std::get<Restitution>(m.contacts[1].normal.damping);
  CHECK(restitution.form == Restitution().form);
  CHECK(restitution.slowest_impact == Restitution().slowest_impact);
  const auto& kinetic = std::get<GeneralKinetic>(m.contacts[2].friction);
  CHECK(kinetic.viscous == GeneralKinetic().viscous);
  CHECK(kinetic.stribeck_exponent == GeneralKinetic().stribeck_exponent);
  CHECK(std::get<AdditiveDamping>(m.contacts[2].normal.damping).exponent == AdditiveDamping().exponent);
}

TEST_CASE("clearances of every type have the geometry and laws that the file says", "[unit][reader]") {
  const Model m = model_of(R"(
materials: {steel: {young: 2e11, density: 7850}, bronze: {young: 1e11, poisson: 0.34}}
bodies: {a: {}, b: {position: [0, 0, 1]}}
clearances:
  ball: {type: spherical, between: [a, b], outer_radius: 0.02, inner_radius: 0.019,
         normal: {type: hertz, materials: [bronze, steel]}, friction: {type: coulomb, coefficient: 0.2, slip_velocity: 1e-3}}
  flat: {type: planar, between: [a, b], axis: [0, 1, 0], outer_radius: 0.02, inner_radius: 0.019,
         normal: {type: table, points: [[0, 0], [1e-3, 10]], damping: {type: hunt_crossley, damping: 0.1}}}
  disk: {type: spatial, between: [a, b], outer_radius: 0.02, inner_radius: 0.019, normal: {type: linear, stiffness: 5}}
  pin: {type: journal, between: [a, b], outer_radius: 0.02, inner_radius: 0.019, length: 0.1, bins: 12,
        normal: {type: hertz, materials: [bronze, steel], length: 0.05, load: 100}, steps: {near: 7, time: 0.1}}
  feet: {type: plane, between: [ground, b], points: [[1, 0, 0], [-1, 0, 0]], normal: {type: power, stiffness: 5, exponent: 2},
         friction: {type: lugre, static: 0.3, kinetic: 0.2, stribeck_velocity: 1e-3, stiffness: 1e5, form: original, reference_load: 7}}
)");
  const ElasticBody steel{2e11, 0.3}, bronze{1e11, 0.34};
  REQUIRE(m.contacts.size() == 6);
  CHECK(std::get<BallInRace>(m.contacts[0].geometry).ball_radius == 0.019);
  CHECK(std::get<PowerLaw>(m.contacts[0].normal.elastic).stiffness ==
        sphere_in_sphere({0.02, 0.019}, steel, bronze).stiffness);
  CHECK(std::get<RegularisedCoulomb>(m.contacts[0].friction).slip_velocity == 1e-3);
  REQUIRE(m.joints.size() == 1);
  CHECK(m.joints[0].name == "flat/plane");
  CHECK(m.joints[0].kind == JointKind::planar);
  CHECK(in_space(m, m.joints[0].first).R.col(2).isApprox(Vec3::UnitY(), 1e-14));
  CHECK(std::get<TableLaw>(m.contacts[1].normal.elastic).force == std::vector<double>{0.0, 10.0});
  CHECK(std::get<HuntCrossley>(m.contacts[1].normal.damping).damping == 0.1);
  CHECK(std::get<DiskInCylinder>(m.contacts[2].geometry).cylinder_radius == 0.02);
  CHECK(m.contacts[3].name == "pin/1");
  CHECK(m.contacts[4].name == "pin/2");
  CHECK((in_space(m, m.contacts[4].second).x - in_space(m, m.contacts[3].second).x).isApprox(Vec3(0, 0, 0.1), 1e-14));
  CHECK(std::get<PowerLaw>(m.contacts[3].normal.elastic).stiffness ==
        cylinder_in_cylinder({0.02, 0.019}, steel, bronze, 0.05, 100.0).stiffness);
  CHECK(m.contacts[4].rules.near == 7.0);
  CHECK(m.contacts[4].bins == 12);
  CHECK(std::get<PointsOnPlane>(m.contacts[5].geometry).points.size() == 2);
  CHECK(std::get<LuGre>(m.contacts[5].friction).form == LuGre::Form::original);
}

}  // namespace
}  // namespace bristle::test
