// Surfaces from STL files, and refusals that name the file, the place and the reason.

#include <catch2/catch.hpp>
#include <cstring>

#include "bristle/io/vtk_series.hpp"
#include "contact_support.hpp"
#include "vtk_support.hpp"

namespace bristle::test {
namespace {

using Catch::Contains;

/// The unit square in two triangles, and a roof leaning on one of its edges.
const std::array<std::array<float, 9>, 3> triangles{
    {{0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 1, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 1, 1, 0, 0}}};

std::string binary(std::uint32_t promised) {
  std::string bytes(80, ' ');
  bytes.append(reinterpret_cast<const char*>(&promised), 4);
  for (const auto& triangle : triangles) {
    bytes.append(12, '\0');
    bytes.append(reinterpret_cast<const char*>(triangle.data()), 36);
    bytes.append(2, '\0');
  }
  return bytes;
}

std::string text() {
  std::string lines = "solid roof of vertex 1\n";
  for (const auto& t : triangles) {
    lines += "  facet normal 0 0 0\r\n outer loop\n";
    for (int k = 0; k < 9; k += 3)
      lines +=
          "VERTEX +" + std::to_string(t[k]) + " " + std::to_string(t[k + 1]) + "\t" + std::to_string(t[k + 2]) + "\n";
    lines += " endloop\nendfacet\n";
  }
  return lines + "endsolid roof\n";
}

/// The body drawn from a file with these bytes.
Frameful drawn(const Scratch& scratch, const std::string& bytes) {
  std::ofstream(scratch / "part.stl", std::ios::binary) << bytes;
  Journal journal(BallInRace{race_radius, ball_radius}, Vec3::Zero(), {}, {PowerLaw{1e6}, {}});
  journal.model.shapes.push_back({.name = "part",
                                  .place = {Model::ground(), Vec3(0, 0, 5)},
                                  .form = StlShape{(scratch / "part.stl").string(), 10.0}});
  const Simulation run(journal.model, {});
  VtkSeries series(run.system(), scratch.path());
  series.write(run);
  return Frameful(scratch / "frames/bodies_000000.vtp");
}

TEST_CASE("a surface is read from binary and from text files alike", "[unit][vtk]") {
  const Scratch scratch("stl");
  for (const std::string& bytes : {binary(3), text()}) {
    const Frameful part = drawn(scratch, bytes);
    CHECK(part.data->GetNumberOfCells() == 3);
    CHECK(part.data->GetNumberOfPoints() == 7);  // four of the square, three of the roof: the edge between is sharp
    double bounds[6];
    part.data->GetBounds(bounds);
    CHECK(Vec3(bounds[1], bounds[3], bounds[5]) == Vec3(10, 10, 15));
    for (vtkIdType k = 0; k < 7; ++k) {
      const Vec3 normal = part.vector("Normals", k);
      CHECK((normal == Vec3::UnitZ() || normal == Vec3::UnitY()));
    }
  }
}

TEST_CASE("a surface that cannot be read is refused with the place and the reason", "[unit][vtk]") {
  const Scratch scratch("stl");
  CHECK_THROWS_AS(drawn(scratch, "nonsense"), IoError);
  CHECK_THROWS_WITH(drawn(scratch, "nonsense"), Contains("part.stl") && Contains("too short"));
  CHECK_THROWS_WITH(drawn(scratch, binary(4)), Contains("284 bytes instead of 234"));
  CHECK_THROWS_WITH(drawn(scratch, binary(3).substr(0, 84) + std::string(100, 'x')), Contains("instead of"));
  CHECK_THROWS_WITH(drawn(scratch, ""), Contains("no triangles") || Contains("too short"));
  CHECK_THROWS_WITH(drawn(scratch, "solid a\nendsolid a\n"), Contains("no triangles"));
  CHECK_THROWS_WITH(drawn(scratch, "solid\nfacet\nvertex 1 2 x3\n"), Contains("line 3") && Contains("'x3'"));
  CHECK_THROWS_WITH(drawn(scratch, "solid\nfacet\nvertex 1 2\n"), Contains("line 3") && Contains("expected a number"));
  CHECK_THROWS_WITH(drawn(scratch, "solid\nfacet\nvertex 1 2 3\n"), Contains("ends within"));
  CHECK_THROWS_WITH(drawn(scratch, "solid\nfacet\nendfacet\n"), Contains("0 corners"));
  CHECK_THROWS_WITH(drawn(scratch, "solid\nhello\n"), Contains("line 2") && Contains("'hello'"));
  CHECK_THROWS_WITH(drawn(scratch, "solid\nfacet\nvertex 1 2 nan\nvertex 1 1 1\nvertex 0 0 0\nendfacet\n"),
                    Contains("triangle 1") && Contains("not a number"));
  Model model = Journal(BallInRace{race_radius, ball_radius}, Vec3::Zero(), {}, {PowerLaw{1e6}, {}}).model;
  model.shapes.push_back({.name = "part", .place = {Model::ground()}, .form = StlShape{"nowhere/part.stl"}});
  const Simulation run(model, {});
  CHECK_THROWS_WITH(VtkSeries(run.system(), scratch.path()),
                    Contains("nowhere/part.stl") && Contains("No such file or directory"));
  model.shapes[0].form = StlShape{scratch.path().string()};
  const Simulation other(model, {});
  CHECK_THROWS_WITH(VtkSeries(other.system(), scratch.path()), Contains("Is a directory"));
}

TEST_CASE("shapes without a size are refused by name", "[unit][vtk][refusal]") {
  Model model = Journal(BallInRace{race_radius, ball_radius}, Vec3::Zero(), {}, {PowerLaw{1e6}, {}}).model;
  model.shapes.push_back({.name = "part", .place = {Model::ground()}, .form = SphereShape{0.0}});
  CHECK_THROWS_WITH(System(model), Contains("'part'") && Contains("radius"));
  model.shapes[0].form = BoxShape{Vec3(1, -1, 1)};
  CHECK_THROWS_WITH(System(model), Contains("'part'") && Contains("-1"));
  model.shapes[0].form = CylinderShape{1.0, 1.0};
  model.shapes[0].place.node.index = 9;
  CHECK_THROWS_WITH(System(model), Contains("'part'") && Contains("9"));
}

}  // namespace
}  // namespace bristle::test
