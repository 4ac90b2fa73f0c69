// Texts that are hardly model files: empty, binary, deep, knotted. They are refused, quickly.

#include <catch2/catch.hpp>
#include <string>

#include "bristle/bristle.hpp"
#include "bristle/io/reader.hpp"
#include "model_text.hpp"

namespace bristle::test {
namespace {

using Catch::Contains;

TEST_CASE("what is no mapping is refused", "[unit][reader]") {
  for (const char* text : {"", "\n\n# only a remark\n", "hello", "- a\n- b", "~", "--- \n...\n"})
    CHECK_THAT(problems_of(text), Contains("model.yaml") && Contains("expected a mapping"));
  CHECK_THAT(problems_of("a: b: c"), Contains("model.yaml:1:5: this is not YAML"));
  CHECK_THAT(problems_of("a: {b: 1\nc: 2"), Contains("this is not YAML"));
  CHECK_THAT(problems_of("bodies:\n\ta: {}"), Contains("model.yaml:2:3: this is not YAML") && Contains("by a tab"));
  CHECK_THAT(problems_of("---\nanalysis: {end: 1}\n---\nbodies: {}"),
             Contains("model.yaml:4:1: the file ends before this"));
  CHECK_THAT(problems_of("{analysis: {end: 1}}, {"), Contains("model.yaml:1:21: "));
  CHECK_FALSE(problems_of(", with: {a: 1}}}\nanalysis: {end: 1}").empty());
  CHECK(problems_of("---\nanalysis: {end: 1}\n...\n").empty());
}

TEST_CASE("bytes that are no text are refused", "[unit][reader]") {
  std::string bytes;
  unsigned seed = 1;
  for (int k = 0; k < 4096; ++k) bytes.push_back(static_cast<char>((seed = seed * 1664525u + 1013904223u) >> 24));
  CHECK_FALSE(problems_of(bytes).empty());
  CHECK_FALSE(problems_of(std::string("\x7f"
                                      "ELF\x02\x01\x01\0\0\0",
                                      10))
                  .empty());
  CHECK_FALSE(problems_of("analysis: {end: 1}\nbodies: {\"\xff\xfe\": {}}").empty());
  CHECK_FALSE(problems_of(std::string("analysis: {end: 1}\nbodies: {a\0b: {}}", 36)).empty());
  CHECK_FALSE(problems_of("\xef\xbb\xbf"
                          "bodies: {a: {}}")
                  .empty());  // without its run; the mark itself is fine
  CHECK(problems_of("\xef\xbb\xbf"
                    "analysis: {end: 1}")
            .empty());
}

TEST_CASE("deep and long texts are refused without an end of the stack", "[unit][reader]") {
  for (const int depth : {100, 400, 1000, 100000}) {
    std::string open, close, block;
    for (int k = 0; k < depth; ++k) open += "[", close += "]";
    CHECK_FALSE(problems_in("gravity: " + open + close).empty());
    CHECK_FALSE(problems_in("gravity: " + open).empty());
    open.clear();
    for (int k = 0; k < depth; ++k) open += "{a: ";
    CHECK_FALSE(problems_in("bodies: " + open + std::string(depth, '}')).empty());
  }
  CHECK_FALSE(problems_in("bodies: {a: {mass: " + std::string(1000000, 'x') + "}}").empty());
  CHECK_FALSE(problems_in("bodies: {" + std::string(100000, 'x') + ": {}}").empty());
}

TEST_CASE("anchors and aliases share what they name", "[unit][reader]") {
  const Model m = model_of(R"(
bodies:
  a: &same {mass: 2, inertia: [1, 1, 1]}
  b: *same
  c: {position: &place [1, 2, 3], velocity: *place}
)");
  CHECK(m.nodes[2].inertia == m.nodes[1].inertia);
  CHECK(m.nodes[3].twist.velocity == Vec3(1, 2, 3));
}

TEST_CASE("aliases that contain themselves are refused", "[unit][reader]") {
  for (const char* text : {
           "bodies: &b {a: *b}",
           "gravity: &g [*g, *g, *g]",
           "bodies: {a: &a {solid: *a, orientation: *a, shapes: [*a]}}",
           "bodies: {a: {}, b: {}}\nsprings: {s: {between: [a, b], type: &t [*t]}}",
           "bodies: {a: {}, b: {}}\nloads: {s: {place: a, components: [0, 0, 0], type: &t {x: *t}}}",
           "bodies: {a: {}}\noutput: &o {probes: *o}",
           "bodies: {a: {}}\noutput: {probes: &p {p: *p}}",
           "parameters: &p {a: *p}",
           "functions: {f: &f {points: [*f]}}",
           "parts: &p {p: *p}",
           "a: *a",
           "? &k [*k]\n: 1",
       }) {
    INFO(text);
    CHECK_FALSE(problems_in(text).empty());
  }
}

TEST_CASE("aliases of aliases do not grow without bound", "[unit][reader]") {
  std::string text = "output:\n  probes:\n    p0: &p0 {a: a}\n";
  for (int k = 1; k < 40; ++k) {
    const std::string last = "*p" + std::to_string(k - 1);
    text += "    p" + std::to_string(k) + ": &p" + std::to_string(k) + " {a: " + last + " , b: " + last + " }\n";
  }
  CHECK_FALSE(problems_in(text).empty());
}

TEST_CASE("a thousand wrong lines give a hundred messages", "[unit][reader]") {
  std::string text = "bodies:\n";
  for (int k = 0; k < 1000; ++k) text += "  b" + std::to_string(k) + ": {wrong: 1}\n";
  const std::string all = problems_in(text);
  CHECK(std::count(all.begin(), all.end(), '\n') <= 100);
}

}  // namespace
}  // namespace bristle::test
