// Models made of parts: other files, placed, turned, repeated, with parameters.

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "bristle/bristle.hpp"
#include "bristle/io/reader.hpp"
#include "model_text.hpp"
#include "temporary_directory.hpp"

namespace bristle::test {
namespace {

using Catch::Contains;
using std::numbers::pi;

constexpr double roundoff = 1e-14;  // of a few products of rotation matrices

struct Files {
  TemporaryDirectory scratch;

  void add(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((scratch.path / name).parent_path());
    write(scratch.path / name, text);
  }
  Case read(const std::string& text) const { return case_of(text, {}, scratch.path / "model.yaml"); }
  /// Without the folder of the test.
  std::string problems(const std::string& text) const {
    std::string all = problems_of(text + "\nanalysis: {end: 1}\n", {}, scratch.path / "model.yaml");
    const std::string folder = scratch.path.string() + "/";
    for (std::size_t at; (at = all.find(folder)) != std::string::npos;) all.erase(at, folder.size());
    return all;
  }
};

const std::string blade = R"(
parameters: {length: 1, mass: 2*length}
materials: {wood: {young: 1e10, density: 600}}
sections: {spar: {type: circle, material: wood, outer_radius: 0.01}}
bodies: {tip: {position: [length, 0, 0], mass: mass, inertia: [1, 1, 1], velocity: [1, 0, 0]}}
beams: {spar: {from: [0, 0, 0], to: [length, 0, 0], section: spar, elements: 1}}
joints: {weld: {type: fixed, between: [spar/end, tip], axis: [1, 0, 0]}}
)";

TEST_CASE("a part has its names behind its own and stands where it is put", "[unit][reader]") {
  const Files files;
  files.add("parts/blade.yaml", blade);
  const Case c = files.read(R"(
parts:
  left: {file: parts/blade.yaml, at: [0, 5, 0], orientation: {axis: [0, 0, 1], angle: 90*deg}, with: {length: 3}}
  right: {file: parts/blade.yaml}
joints: {root: {type: fixed, between: [ground, left/spar/start]}}
loads: {push: {place: left/spar/0.3, components: [1, 0, 0]}}
output: {probes: {tip: left/tip.position, bend: left/spar/0.3.moment, weld: right/weld.force}}
)");
  const Model& m = c.model;
  const Node& left = node_named(m, "left/tip");
  CHECK(left.frame.x.isApprox(Vec3(0, 8, 0), roundoff));
  CHECK(left.frame.R.isApprox(rotation(Vec3::UnitZ(), pi / 2), roundoff));
  CHECK((left.frame.R * left.twist.velocity).isApprox(Vec3(0, 1, 0), roundoff));  // turned with it
  CHECK(left.inertia(0, 0) == 6.0);                                               // follows the given parameter
  CHECK(node_named(m, "right/tip").inertia(0, 0) == 2.0);
  CHECK(m.joints[0].name == "root");
  CHECK(m.joints[1].name == "left/weld");
  CHECK(m.joints[2].name == "right/weld");
  CHECK(in_space(m, m.joints[1].first).R.col(2).isApprox(Vec3::UnitY(), roundoff));
  CHECK(in_space(m, m.loads[0].marker).x.isApprox(Vec3(0, 5.9, 0), roundoff));
  CHECK(c.output.probes.size() == 9);
  CHECK_NOTHROW(Simulation(m, {.start = {.velocities = StartVelocities::as_is}}));
  CHECK_THAT(c.located("node 'left/tip' is bad"), Contains("blade.yaml:5:15"));
}

TEST_CASE("a repeated part counts with its index", "[unit][reader]") {
  const Files files;
  files.add("blade.yaml", blade + "loads: {own: {place: tip, components: [index, 0, 0], follower: true}}");
  const Model m = files
                      .read(R"(
parameters: {count: 3}
bodies: {hub: {mass: 1, inertia: [1, 1, 1]}}
parts:
  blade:
    file: blade.yaml
    repeat: count
    at: [0, 0, 0.1*index]
    orientation: {axis: [0, 0, 1], angle: 2*pi*index/count}
    with: {length: index}
)")
                      .model;
  REQUIRE(m.beams.size() == 3);
  for (const int k : {1, 2, 3}) {
    const std::string name = "blade" + std::to_string(k);
    const double angle = 2.0 * pi * k / 3.0;
    CHECK(
        node_named(m, name + "/tip").frame.x.isApprox(Vec3(k * std::cos(angle), k * std::sin(angle), 0.1 * k), 1e-13));
    CHECK(m.loads[k - 1].components[0](0.0) == k);
  }
}

TEST_CASE("parts nest, and see what is defined around them", "[unit][reader]") {
  const Files files;
  files.add("outer.yaml", "parts: {in: {file: sub/inner.yaml, at: [0, 1, 0]}}\nbodies: {mid: {position: [1, 0, 0]}}");
  files.add("sub/inner.yaml", R"(
sections: {}
bodies: {b: {position: [0, 0, 1]}}
beams: {rod: {from: [0, 0, 0], to: [1, 0, 0], section: common}}
loads: {f: {place: b, components: [ramp, 0, 0]}, g: {place: mid, components: [0, 0, 0]}, h: {place: hub, components: [0, 0, 0]}}
)");
  const Model m = files
                      .read(R"(
functions: {ramp: {expression: 3*t}}
sections: {common: {type: general, stiffness: [6, 5, 4, 3, 2, 1], mass_per_length: 2, rotary_inertia: [3, 2, 1]}}
bodies: {hub: {position: [9, 0, 0]}}
parts: {out: {file: outer.yaml, at: [1, 0, 0]}}
)")
                      .model;
  CHECK(node_named(m, "out/in/b").frame.x == Vec3(1, 1, 1));
  CHECK(m.beams[0].sections[0].stiffness(0, 0) == 6.0);
  CHECK(m.loads[0].components[0](2.0) == 6.0);
  CHECK(in_space(m, m.loads[1].marker).x == Vec3(2, 0, 0));
  CHECK(in_space(m, m.loads[2].marker).x == Vec3(9, 0, 0));
}

TEST_CASE("errors in parts are told where they are", "[unit][reader]") {
  const Files files;
  files.add("blade.yaml", blade);
  files.add("bad.yaml", "bodies:\n  tip: {positon: [0, 0, 0]}\nbeams: {rod: {section: none}}\n");
  files.add("broken.yaml", "bodies:\n  tip: {position: [0, 0\n");
  files.add("self.yaml", "parts: {again: {file: self.yaml}}");
  files.add("ping.yaml", "parts: {pong: {file: pong.yaml, repeat: 1000}}");
  files.add("pong.yaml", "parts: {ping: {file: ping.yaml, repeat: 1000}}");
  files.add("run.yaml", "bodies: {a: {}}\nanalysis: {end: 1}");
  files.add("table.yaml", "functions: {f: {file: nowhere.csv}}");
  const auto says = [&](const std::string& part) { return files.problems("title: x\nparts: {p: " + part + "}"); };
  CHECK_THAT(says("{file: nowhere.yaml}"), Contains("model.yaml:2:12: cannot read 'nowhere.yaml'"));
  CHECK_THAT(says("{file: .}"), Contains("model.yaml:2:12") && Contains("is a directory"));
  const std::string bad = says("{file: bad.yaml}");
  CHECK_THAT(bad, Contains("bad.yaml:2:9: body has no key 'positon': did you mean 'position'?"));
  CHECK_THAT(bad, Contains("bad.yaml:3:") && Contains("'sections' has no 'none'"));
  CHECK_THAT(says("{file: bad.yaml, repeat: 3}"), Contains("bad.yaml:2:9") && !Contains("more"));
  CHECK(says("{file: bad.yaml, repeat: 3}") == bad);  // three times the same error is one
  CHECK_THAT(says("{file: broken.yaml}"), Contains("broken.yaml:3:1: this is not YAML"));
  CHECK_THAT(says("{file: self.yaml}"), Contains("self.yaml:1:16") && Contains("includes itself"));
  CHECK_THAT(says("{file: ping.yaml}"), Contains("pong.yaml:1:15") && Contains("includes itself"));
  CHECK_THAT(says("{file: model.yaml}"), Contains("cannot read"));  // it is only a text here
  CHECK_THAT(says("{file: run.yaml}"), Contains("run.yaml:2:1: part file has no key 'analysis'"));
  CHECK_THAT(says("{file: table.yaml}"), Contains("table.yaml:1:16: cannot read 'nowhere.csv'"));
  CHECK_THAT(says("{file: blade.yaml, with: {lenght: 2}}"), Contains("no parameter 'lenght': did you mean 'length'?"));
  CHECK_THAT(says("{file: blade.yaml, with: {length: [2]}}"), Contains("model.yaml:2") && Contains("number"));
  CHECK_THAT(says("{file: blade.yaml, with: {length: 2, length: 3}}"), Contains("twice"));
  CHECK_THAT(says("{file: blade.yaml, with: {length: -1}}"), Contains("blade.yaml") && Contains("-2"));
  CHECK_THAT(says("{file: blade.yaml, at: [index, 0, 0]}"), Contains("index"));
  CHECK_THAT(says("{file: blade.yaml, repeat: 0}"), Contains("'repeat' must be positive"));
  CHECK_THAT(says("{file: blade.yaml, repeat: 1e9}"), Contains("'repeat' must be 1000 at most"));
  CHECK_THAT(says("{}"), Contains("part needs 'file'"));
  CHECK_THAT(says("blade.yaml"), Contains("expected a mapping for part, found 'blade.yaml'"));
}

}  // namespace
}  // namespace bristle::test
