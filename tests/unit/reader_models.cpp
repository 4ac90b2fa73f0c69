// A model file gives the Model that one would write in C++.

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "bristle/bristle.hpp"
#include "bristle/io/reader.hpp"
#include "model_text.hpp"
#include "temporary_directory.hpp"

namespace bristle::test {
namespace {

using std::numbers::pi;

// Positions and directions go through a few multiplications of rotation matrices.
constexpr double roundoff = 1e-14;

const std::string two_bodies = R"(
bodies:
  a: {position: [1, 2, 3], orientation: {axis: [0, 0, 2], angle: 90*deg}, mass: 2, inertia: [1, 2, 3]}
  b: {position: [2, 2, 3], mass: 1, inertia: [1, 1, 1]}
)";

TEST_CASE("a body has the place, inertia and velocity that the file says", "[unit][reader]") {
  const Model m = model_of(R"(
gravity: [0, 0, -9.81]
parameters: {omega: 60*rpm}
bodies:
  a:
    position: [1, 2, 3]
    orientation: {x: [0, 3, 0], y: [-1, 5, 0]}
    mass: 2
    mass_centre: [0.1, 0, 0]
    inertia: [[3, 0.1, 0], [0.1, 2, 0], [0, 0, 1]]
    mass_damping: 0.5
    velocity: [1, 0, 0]
    angular_velocity: [0, 0, omega]
    about: [1, 1, 3]
  wall: {fixed: true}
  ball: {position: [5, 0, 0], solid: {type: sphere, radius: 0.1, density: 1000}}
  drum: {mass: 3, solid: {type: cylinder, radius: 0.1, length: 0.2}, mass_centre: [0, 0, 1]}
  brick: {mass: 3, solid: {type: box, edges: [1, 2, 3]}, shapes: [{type: sphere, radius: 1, offset: [0, 1, 0]}]}
)");
  CHECK(m.gravity == Vec3(0, 0, -9.81));
  REQUIRE(m.nodes.size() == 6);
  const Node& a = m.nodes[1];
  CHECK(a.name == "a");
  CHECK(a.frame.x == Vec3(1, 2, 3));
  CHECK(a.frame.R.isApprox(rotation(Vec3::UnitZ(), pi / 2), roundoff));
  Mat3 about;
  about << 3, 0.1, 0, 0.1, 2, 0, 0, 0, 1;
  CHECK(a.inertia.isApprox(inertia(2.0, about, Vec3(0.1, 0, 0)), roundoff));
  CHECK(a.mass_damping == 0.5);
  CHECK_FALSE(a.fixed);
  // In space: the velocity at (1, 1, 3), and that point is one metre in front of the body.
  const Vec3 velocity = Vec3(1, 0, 0) + Vec3(0, 0, 2 * pi).cross(Vec3(0, 1, 0));
  CHECK((a.frame.R * a.twist.velocity).isApprox(velocity, roundoff));
  CHECK((a.frame.R * a.twist.angular).isApprox(Vec3(0, 0, 2 * pi), roundoff));
  CHECK(m.nodes[2].fixed);
  CHECK(m.nodes[3].inertia.isApprox(solid_sphere(4.0 / 3.0 * pi, 0.1), roundoff));
  CHECK(m.nodes[4].inertia.isApprox(solid_cylinder(3.0, 0.1, 0.2, Vec3(0, 0, 1)), roundoff));
  CHECK(m.nodes[5].inertia.isApprox(solid_box(3.0, Vec3(1, 2, 3)), roundoff));
  REQUIRE(m.shapes.size() == 3);  // a solid is drawn as it is, unless shapes are given
  CHECK(std::get<CylinderShape>(m.shapes[1].form).length == 0.2);
  CHECK(m.shapes[1].place.offset == Vec3(0, 0, 1));
  CHECK(std::get<SphereShape>(m.shapes[2].form).radius == 1.0);
}

TEST_CASE("sections follow from shape and material, or are given", "[unit][reader]") {
  const Model m = model_of(R"(
materials: {steel: {young: 2.1e11, density: 7850}}
sections:
  rod: {type: circle, material: steel, outer_radius: 0.01, viscous_time: 1e-4}
  pipe: {type: tube, material: steel, outer_radius: 0.02, inner_radius: 0.01, mass_damping: 0.3}
  bar: {type: rectangle, material: steel, width: 0.02, height: 0.01}
  own: {type: general, stiffness: [6, 5, 4, 3, 2, 1], mass_per_length: 2, rotary_inertia: [3, 2, 1], radius: 0.1}
beams:
  rod: {from: [0, 0, 0], to: [1, 0, 0], section: rod}
  pipe: {from: [0, 0, 0], to: [1, 0, 0], section: pipe, elements: 2, order: 1}
  bar: {from: [0, 0, 0], to: [0, 0, 2], up: [1, 1, 1], section: bar, twist: "0.1*s"}
  own: {from: [0, 0, 0], to: [1, 0, 0], section: own, velocity: [1, 2, 3], angular_velocity: [0, 0, 1]}
)");
  const Material steel{2.1e11, 0.3, 7850.0};
  REQUIRE(m.beams.size() == 4);
  CHECK(m.beams[0].sections[0].stiffness == circle(steel, 0.01).stiffness);
  CHECK(m.beams[0].sections[0].inertia == circle(steel, 0.01).inertia);
  CHECK(m.beams[0].sections[0].viscous_time == 1e-4);
  CHECK(m.beams[0].elements() == 4);
  CHECK(m.beams[0].order == 3);
  CHECK(m.beams[1].sections[0].stiffness == tube(steel, 0.02, 0.01).stiffness);
  CHECK(m.beams[1].sections[0].mass_damping == 0.3);
  CHECK(m.beams[1].nodes.size() == 3);
  CHECK(m.beams[2].sections[0].stiffness == rectangle(steel, 0.02, 0.01).stiffness);
  CHECK(m.beams[3].sections[0].stiffness.diagonal() == (Vec6() << 6, 5, 4, 3, 2, 1).finished());
  CHECK(m.beams[3].sections[0].radius == 0.1);
  const Node& top = m.nodes[m.end({2}).index];
  CHECK(top.frame.R.col(0).isApprox(Vec3::UnitZ(), 1e-12));  // the direction is by differences
  const Vec3 d2 = std::cos(0.1) * Vec3(1, 1, 0).normalized() + std::sin(0.1) * Vec3(-1, 1, 0).normalized();
  CHECK(top.frame.R.col(1).isApprox(d2, 1e-12));
  const Node& tip = m.nodes[m.end({3}).index];
  CHECK((tip.frame.R * tip.twist.velocity).isApprox(Vec3(1, 3, 3), 1e-12));
}

TEST_CASE("a joint is where and along what the file says, on both of its bodies", "[unit][reader]") {
  const Model m = model_of(two_bodies + R"(
joints:
  hinge: {type: revolute, between: [a, b], at: [1.5, 2, 3], axis: [0, 2, 0], x_axis: [1, 1, 0], drive: {angle: "2*t"}}
  there: {type: spherical, between: [a, b]}
  clamp: {type: fixed, between: [a, ground]}
  cross: {type: universal, between: [a, b], axis: [0, 0, 1], second_axis: [1, 0, 0]}
  slide: {type: cylindrical, between: [a, b], drive: {displacement: 0.5, angle: t}}
  own: {type: planar, between: [a, b], first: {offset: [1, 0, 0]}, second: {orientation: {axis: [1, 0, 0], angle: pi}}}
)");
  REQUIRE(m.joints.size() == 6);
  CHECK(m.joints[0].kind == JointKind::revolute);
  for (const Marker& side : {m.joints[0].first, m.joints[0].second}) {
    const Frame at = in_space(m, side);
    CHECK(at.x.isApprox(Vec3(1.5, 2, 3), roundoff));
    CHECK(at.R.col(2).isApprox(Vec3::UnitY(), roundoff));
    CHECK(at.R.col(0).isApprox(Vec3::UnitX(), roundoff));  // as near to x_axis as the axis allows
    CHECK(at.R.determinant() == Approx(1.0));
  }
  REQUIRE(m.joints[0].drives.size() == 1);
  CHECK(m.joints[0].drives[0].motion(3.0) == 6.0);
  CHECK(in_space(m, m.joints[1].first).x.isApprox(Vec3(2, 2, 3), roundoff));   // at the second body
  CHECK(in_space(m, m.joints[2].second).x.isApprox(Vec3(1, 2, 3), roundoff));  // not at the origin of ground
  CHECK(in_space(m, m.joints[3].first).R.col(2).isApprox(Vec3::UnitZ(), roundoff));
  CHECK(in_space(m, m.joints[3].second).R.col(1).isApprox(Vec3::UnitX(), roundoff));
  REQUIRE(m.joints[4].drives.size() == 2);
  CHECK(m.joints[4].drives[0].coordinate == 0);
  CHECK(m.joints[4].drives[1].coordinate == 1);
  CHECK(m.joints[4].drives[1].motion(9.0) == 0.5);
  CHECK(m.joints[5].first.offset == Vec3(1, 0, 0));
  CHECK(m.joints[5].second.orientation.isApprox(rotation(Vec3::UnitX(), pi), roundoff));
}

TEST_CASE("springs, bushings and loads are as the file says", "[unit][reader]") {
  const Model m = model_of(two_bodies + R"(
functions: {ramp: {points: [[0, 0], [1, 5]]}, 3: {expression: 7*t}}  # a number stays a number
springs:
  line: {between: [a, b], stiffness: 100, damping: 2, free_length: 0.5}
  ends: {between: [ground, b], ends: [[0, 0, 1], [2, 2, 4]], force: "10*e^3", damping_force: "2*v"}
  coil: {type: torsional, between: [a, b], axis: [1, 0, 0], stiffness: 3}
bushings: {mount: {between: [ground, a], stiffness: [1, 2, 3, 4, 5, 6]}}
loads:
  push: {place: b, at: [2, 2, 5], components: [ramp, "2*t", 3]}
  twist: {type: moment, place: a, components: [1, 0, 0], follower: true}
)");
  REQUIRE(m.springs.size() == 3);
  CHECK(m.springs[0].law.stiffness == 100.0);
  CHECK(m.springs[0].free_length == 0.5);
  CHECK(m.springs[0].first.offset.isZero());
  CHECK(in_space(m, m.springs[1].first).x == Vec3(0, 0, 1));
  CHECK(in_space(m, m.springs[1].second).x == Vec3(2, 2, 4));
  CHECK((*m.springs[1].law.elastic)(2.0) == 80.0);
  CHECK((*m.springs[1].law.dissipative)(3.0) == 6.0);
  CHECK_FALSE(m.springs[1].free_length);
  CHECK(m.springs[2].kind == Spring::Kind::torsional);
  CHECK(in_space(m, m.springs[2].first).R.col(2).isApprox(Vec3::UnitX(), roundoff));
  CHECK(m.bushings[0].stiffness.diagonal() == (Vec6() << 1, 2, 3, 4, 5, 6).finished());
  CHECK(m.bushings[0].damping.isZero());
  CHECK(in_space(m, m.loads[0].marker).x.isApprox(Vec3(2, 2, 5), roundoff));
  CHECK(m.loads[0].components[0](0.5) == 2.5);
  CHECK(m.loads[0].components[1](0.5) == 1.0);
  CHECK(m.loads[0].components[2](0.5) == 3.0);
  CHECK_FALSE(m.loads[0].follower);
  CHECK(m.loads[1].kind == Load::Kind::moment);
  CHECK(m.loads[1].follower);
}

TEST_CASE("functions are expressions, points or files", "[unit][reader]") {
  const TemporaryDirectory scratch;
  write(scratch.path / "table.csv", "time, force\n# a remark\n0, 0\n1; 2\n\n3\t8\r\n");
  const Case c = case_of(two_bodies + R"(
parameters: {height: 3, twice: 2*height}
functions:
  wave: {expression: height*sin(pi*t)
}
  steps: {points: [[0, 0], [1, twice]]}
  smooth: {points: [[0, 0], [1, 1], [2, 4], [3, 9]], interpolation: cubic}
  measured: {file: table.csv}
loads:
  one: {place: a, components: [wave, steps, smooth]}
  two: {place: a, components: [measured, {expression: "t^2"}, "t < 1 ? twice : 0"]}
)",
                         {}, scratch.path / "model.yaml");
  const auto& one = c.model.loads[0].components;
  const auto& two = c.model.loads[1].components;
  CHECK(one[0](0.5) == Approx(3.0));
  CHECK(one[1](0.5) == 3.0);
  CHECK(one[1](7.0) == 6.0);           // constant beyond the ends
  CHECK(one[2](1.5) == Approx(2.25));  // a parabola is met by parabolas
  CHECK(two[0](2.0) == 5.0);
  CHECK(two[1](3.0) == 9.0);
  CHECK(two[2](0.0) == 6.0);
  CHECK(two[2](2.0) == 0.0);
}

TEST_CASE("JSON is read as well", "[unit][reader]") {
  const Case c = read_case_text(R"({
  "title": "In JSON", "gravity": [0, 0, -9.81],
  "bodies": {"a": {"mass": 2, "inertia": [1, 1, 1], "position": [0, 0, "2*pi"], "fixed": false}},
  "joints": {"tip": {"type": "spherical", "between": ["ground", "a"], "at": [0, 0, 0]}},
  "analysis": {"end": 2.5, "step": 1e-2}
})",
                                "model.json");
  CHECK(c.title == "In JSON");
  CHECK(c.end == 2.5);
  CHECK(c.options.step == 1e-2);
  CHECK(c.model.nodes[1].frame.x.z() == 2.0 * pi);
  CHECK(c.model.joints[0].kind == JointKind::spherical);
}

TEST_CASE("settings replace what the file says", "[unit][reader]") {
  const std::string text =
      two_bodies + "parameters: {k: 1, twice: 2*k}\nsprings: {s: {between: [a, b], stiffness: twice}}";
  CHECK(model_of(text).springs[0].law.stiffness == 2.0);
  CHECK(model_of(text, {"parameters.k=5"}).springs[0].law.stiffness == 10.0);
  CHECK(model_of(text, {"parameters.k=5", "springs.s.stiffness=k+1"}).springs[0].law.stiffness == 6.0);
  CHECK(model_of(text, {"bodies.b.position=[7, 8, 9]"}).nodes[2].frame.x == Vec3(7, 8, 9));
  const Case c = case_of(text, {"analysis.end=3", "analysis.newton.iterations=7", "output.frames.write=false"});
  CHECK(c.end == 3.0);
  CHECK(c.options.newton.max_iterations == 7);
  CHECK_FALSE(c.output.frames);
  CHECK(c.settings.size() == 3);
}

TEST_CASE("the hash is of what shapes the motion", "[unit][reader]") {
  const std::string hash = case_of(two_bodies).hash;
  CHECK(case_of("# a remark\ntitle: other\n" + two_bodies).hash == hash);
  CHECK(case_of(two_bodies, {"analysis.end=3", "output.table_interval=0.1"}).hash == hash);
  CHECK(case_of(two_bodies, {"analysis.step=1e-4"}).hash != hash);
  CHECK(case_of(two_bodies, {"bodies.a.mass=3"}).hash != hash);
  // A table is part of the model, wherever the file names it.
  const TemporaryDirectory scratch;
  for (const std::string load : {"functions: {f: {file: table.csv}}\nloads: {l: {place: a, components: [f, 0, 0]}}",
                                 "loads: {l: {place: a, components: [{file: table.csv}, 0, 0]}}"}) {
    write(scratch.path / "table.csv", "0 0\n1 1\n");
    const std::string before = case_of(two_bodies + load, {}, scratch.path / "model.yaml").hash;
    write(scratch.path / "table.csv", "0 0\n1 2\n");
    CHECK(case_of(two_bodies + load, {}, scratch.path / "model.yaml").hash != before);
  }
}

}  // namespace
}  // namespace bristle::test
