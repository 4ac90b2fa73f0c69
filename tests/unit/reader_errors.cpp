// What is wrong with a model file is said with its place, what was found, what is expected and what to do.

#include <catch2/catch.hpp>
#include <string>

#include "bristle/bristle.hpp"
#include "bristle/io/reader.hpp"
#include "model_text.hpp"

namespace bristle::test {
namespace {

using Catch::Contains;
using Catch::EndsWith;
using Catch::Equals;
using Catch::StartsWith;

const std::string bodies = "bodies: {a: {}, b: {}}\n";

TEST_CASE("a misspelt key or name is told with its place and the right one", "[unit][reader]") {
  CHECK_THAT(problems_in("bodys: {}"), Equals("model.yaml:1:1: model file has no key 'bodys': did you mean 'bodies'?"));
  CHECK_THAT(problems_in("bodies:\n  a: {mass: 1, positon: [0, 0, 0]}"),
             Equals("model.yaml:2:16: body has no key 'positon': did you mean 'position'?"));
  CHECK_THAT(problems_in(bodies + "joints: {j: {type: revolut, between: [a, b]}}"),
             StartsWith("model.yaml:2:20: joint has no type 'revolut'; it is one of fixed") &&
                 EndsWith("planar: did you mean 'revolute'?"));
  CHECK_THAT(problems_in("bodies: {slider: {}}\njoints: {j: {type: fixed, between: [ground, slidr]}}"),
             Equals("model.yaml:2:45: there is no body or beam 'slidr': did you mean 'slider'?"));
  CHECK_THAT(
      problems_in("materials: {steel: {young: 1}}\nsections: {s: {type: circle, material: stel, outer_radius: 1}}"),
      Equals("model.yaml:2:40: 'materials' has no 'stel': did you mean 'steel'?"));
  CHECK_THAT(problems_in("parameters: {speed: 1, twice: 2*sped}"),
             StartsWith("model.yaml:1:31: ") && Contains("2*sped") && EndsWith("did you mean 'speed'?"));
  CHECK_THAT(
      problems_in(bodies + "functions: {ramp: {expression: t}}\nloads: {l: {place: a, components: [rmap, 0, 0]}}"),
      StartsWith("model.yaml:3:36: ") && EndsWith("did you mean 'ramp'?"));
  CHECK_THAT(problems_in("initial: {positions: asemble}"), Contains("did you mean 'assemble'?"));
  // Nothing is suggested where nothing is alike.
  CHECK_THAT(problems_in("bodies: {a: {colour: red}}"), Equals("model.yaml:1:14: body has no key 'colour'"));
}

TEST_CASE("all the errors of a file are told at once", "[unit][reader]") {
  const std::string all = problems_of(R"(titel: x
gravity: [0, 0]
materials: {m: {young: -1}}
sections: {s: {type: circle, material: n, outer_radius: big}}
bodies:
  a: {mass: heavy, fixed: maybe}
  a: {}
beams: {rod: {from: [0, 0, 0], to: [1, 0, 0], section: s, elements: 1.5}}
joints: {j: {type: fixed, between: [ground, c]}}
springs: {k: {between: [ground]}}
loads: {l: {components: [0, 0, 0]}}
)");
  for (const char* part :
       {"1:1: model file has no key 'titel'", "2:10: 'gravity' must be a list of three numbers, found a list of 2",
        "3:24: 'young' must be positive; it is -1 Pa", "4:40: 'materials' has no 'n'", "4:57: 'outer_radius'",
        "6:13: 'mass'", "6:27: 'fixed' must be true or false, found 'maybe'", "7:3: there are two of 'a'",
        "8:69: 'elements' must be a whole number; it is 1.5", "9:45: there is no body or beam 'c'",
        "10:24: 'between' must be a list of two places, found a list of 1", "11:12: load of type force needs 'place'",
        "1:1: model file needs 'analysis'"})
    CHECK_THAT(all, Contains(std::string("model.yaml:") + part));
  CHECK(std::count(all.begin(), all.end(), '\n') == 12);
  // What the schema cannot see is told together as well, once the rest is in order.
  const std::string later = problems_in(R"(
bodies: {a: {solid: {type: sphere, radius: 1}}, b: {orientation: {axis: [0, 0, 0], angle: 1}}}
functions: {f: {}, g: {points: [[0, 0]]}}
joints: {j: {type: universal, between: [ground, ground]}}
)");
  CHECK(std::count(later.begin(), later.end(), '\n') == 4);
  CHECK_THAT(later, Contains("2:13: ") && Contains("2:52: ") && Contains("3:16: ") && Contains("3:23: ") &&
                        Contains("4:13: "));
}

TEST_CASE("wrong types, missing keys and duplicates are told", "[unit][reader]") {
  CHECK_THAT(problems_in("gravity: 9.81"), Contains("'gravity' must be a list of three numbers, found '9.81'"));
  CHECK_THAT(problems_in("gravity: [0, [1], 0]"), Contains("1:14: 'gravity' must be a number, found a list of 1"));
  CHECK_THAT(problems_in("bodies: [a, b]"), Contains("'bodies' must be a mapping of names, found a list of 2"));
  CHECK_THAT(problems_in("bodies: {a: 5}"), Contains("expected a mapping for body, found '5'"));
  CHECK_THAT(problems_in("bodies: {a: }"), Contains("expected a mapping for body, found nothing"));
  CHECK_THAT(problems_in("bodies: {'a b': {}}"), Contains("letters, digits, _ and -; found 'a b'"));
  CHECK_THAT(problems_in("bodies: {ground: {}}"), Contains("'ground' is always there"));
  CHECK_THAT(problems_in("bodies: {a: {mass: 1, mass: 2}}"), Contains("1:23: 'mass' is there twice"));
  CHECK_THAT(problems_in("gravity: [0, 0, 0]\ngravity: [0, 0, 1]"), Contains("2:1: 'gravity' is there twice"));
  CHECK_THAT(problems_in("parameters: {a: 1, a: 2}"), Contains("'a' is there twice"));
  CHECK_THAT(problems_in("parameters: {2a: 1}"), Contains("found '2a'"));
  CHECK_THAT(problems_in("parameters: {pi: 3}"), Contains("'pi' has a meaning already"));
  CHECK_THAT(problems_in("parameters: {a: [1]}"), Contains("parameter 'a' must be a number"));
  CHECK_THAT(problems_in("parameters: 5"), Contains("expected names with numbers"));
  CHECK_THAT(problems_in(bodies + "beams: {a: {from: [0, 0, 0], to: [1, 0, 0], section: s}}"),
             Contains("2:9: 'a' is the name of a body as well"));
  CHECK_THAT(problems_in(bodies + "joints: {j: {between: [a, b]}}"), Contains("joint needs a 'type': one of fixed"));
  CHECK_THAT(problems_in(bodies + "joints: {j: {type: fixed}}"), Contains("joint of type fixed needs 'between'"));
  CHECK_THAT(problems_in(bodies + "springs: {s: {type: [torsional], between: [a, b]}}"),
             Contains("2:21: spring has no type a list of 1"));
  CHECK_THAT(problems_in("? [a, b]\n: 1"), Contains("must be a word"));
  CHECK_THAT(problems_in("bristle: 2"), Contains("version 1"));
  CHECK_THAT(problems_of("bodies: {a: {}}"), Equals("model.yaml:1:1: model file needs 'analysis': The run."));
  CHECK_THAT(problems_of("analysis: {step: 1}"), Contains("analysis needs 'end'"));
}

TEST_CASE("numbers that cannot be are told with their value", "[unit][reader]") {
  const auto end = [](const std::string& text) { return problems_of("analysis: {end: " + text + "}"); };
  CHECK_THAT(end("0"), Equals("model.yaml:1:17: 'end' must be positive; it is 0 s"));
  CHECK_THAT(end("nan"), Contains("'nan' is not a finite number"));
  CHECK_THAT(end(".inf"), Contains("found '.inf'"));
  CHECK_THAT(end("1e999"), Contains("'1e999' is beyond the range of numbers"));
  CHECK_THAT(end("1/0"), Contains("'1/0' is not a finite number"));
  CHECK_THAT(end("2*"), Contains("found '2*'"));
  CHECK_THAT(end("'1, 2'"), Contains("2 values"));
  CHECK_THAT(end("''"), Contains("expected a number"));
  CHECK_THAT(end("foo(1)"), Contains("foo"));
  CHECK_THAT(end("'1 = 1'"), Contains("'1 = 1'"));
  CHECK_THAT(end("'" + std::string(100000, '(') + "1'"), Contains("'end'"));
  CHECK(end("'" + std::string(100000, '(') + "1'").size() < 1000);  // the message is not as long as the text
  CHECK(end("+1.5e0").empty());
  CHECK(end("sqrt(2)*_pi").empty());
  CHECK_THAT(problems_in("beams: {b: {section: s, order: 4}}"), Contains("'order' must be 3 at most"));
  CHECK_THAT(problems_in("beams: {b: {section: s, elements: 1e300}}"), Contains("'elements' must be 100000 at most"));
  CHECK_THAT(problems_in(bodies + "loads: {l: {place: a, components: [t = 1, 0, 0]}}"), Contains("=="));
  CHECK_THAT(problems_in(bodies + "loads: {l: {place: a, components: ['t, 1', 0, 0]}}"), Contains("2 values"));
  CHECK_THAT(problems_in(bodies + "loads: {l: {place: a, components: [x, 0, 0]}}"), Contains("only variable is t"));
}

TEST_CASE("files that are not there are told", "[unit][reader]") {
  CHECK_THAT(problems_in("bodies:\n  a: {shapes: [{type: stl, file: nowhere.stl}]}"),
             Equals("model.yaml:2:6: there is no file 'nowhere.stl'"));
  CHECK_THAT(problems_in(bodies + "functions: {f: {file: nowhere.csv}}"),
             Contains("model.yaml:2:16: cannot read 'nowhere.csv'"));
}

TEST_CASE("places that are none are told", "[unit][reader]") {
  const std::string rod =
      "sections: {s: {type: general, stiffness: [1, 1, 1, 1, 1, 1], mass_per_length: 1, "
      "rotary_inertia: [1, 1, 1]}}\nbeams: {rod: {from: [0, 0, 0], to: [1, 0, 0], section: s}}\n";
  const auto on = [&](const std::string& place) {
    return problems_in(rod + "loads: {l: {place: " + place + ", components: [0, 0, 0]}}");
  };
  CHECK(on("rod/0.25").empty());
  CHECK_THAT(on("rod"), Contains("'rod' is a beam: say where on it"));
  CHECK_THAT(on("rod/tip"), Contains("'tip' is no place on beam 'rod'"));
  CHECK_THAT(on("rod/1.01"), Contains("from 0 to 1"));
  CHECK_THAT(on("rod/-0.1"), Contains("from 0 to 1"));
  CHECK_THAT(on("rod/nan"), Contains("from 0 to 1"));
  CHECK_THAT(on("rdo/end"), Contains("did you mean 'rod/end'?"));
  CHECK_THAT(on("/"), Contains("no body or beam '/'"));
  CHECK_THAT(on("[rod/end]"), Contains("expected a place"));
}

TEST_CASE("settings are held to the same", "[unit][reader]") {
  CHECK_THAT(problems_in(bodies, {"bodies.a.mass=-1"}),
             Equals("--set bodies.a.mass: 'mass' must be zero or more; it is -1 kg"));
  CHECK_THAT(problems_in(bodies, {"bodies.a.mas=1"}), Contains("--set bodies.a.mas: body has no key 'mas'"));
  CHECK_THAT(problems_in(bodies, {"bodies"}), Contains("expected path=value"));
  CHECK_THAT(problems_in(bodies, {"=5"}), Contains("expected path=value"));
  CHECK_THAT(problems_in(bodies, {"analysis.end.x=5"}), Contains("does not lead to a key"));
  CHECK_THAT(problems_in(bodies, {"analysis.end=[1"}), Contains("not YAML"));
  CHECK_THAT(problems_in(bodies, {".=5"}), Contains("has no key"));
}

}  // namespace
}  // namespace bristle::test
