// What is in the frames agrees with the state; a series can be cut, continued, repeated, and says why it cannot write.

#include "bristle/io/vtk_series.hpp"

#include <vtkCellData.h>
#include <vtkStringArray.h>

#include <catch2/catch.hpp>

#include "beam_support.hpp"
#include "contact_support.hpp"
#include "vtk_support.hpp"

namespace bristle::test {
namespace {

using Catch::Contains;

constexpr double single = 1e-6;  // what is kept in single precision

/// A ball that rubs on its race, a beam and a box beside it.
Model a_bit_of_everything() {
  Journal journal(BallInRace{race_radius, ball_radius}, Vec3(0.8 * play, 0.1 * play, 0.0),
                  {Vec3(0.2, 0.1, 0.0), Vec3(0.0, 3.0, 5.0)}, {PowerLaw{1e6}, {}}, dry(0.3));
  Model model = journal.model;
  const Section rod = circle({.young = 2e11, .density = 7800.0}, 0.01);
  const BeamId beam = model.add_straight_beam("rod", Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3::UnitY(), 2, 2, rod);
  model.set_rigid_velocity(beam, Vec3(0, 1, 0), Vec3(1, 0, 2), Vec3(1, 0, 0));
  model.shapes.push_back({.name = "ball", .place = {journal.ball, Vec3(0.1, 0, 0)}, .form = BoxShape{Vec3(1, 2, 3)}});
  model.shapes.push_back({.name = "frame", .place = {Model::ground()}, .form = CylinderShape{0.1, 0.2}});
  model.shapes.push_back({.name = "ball", .place = {journal.ball}, .form = SphereShape{0.04}});
  return model;
}

void write_frames(Simulation& run, VtkSeries& series, int count, double interval) {
  for (int k = 0; k < count; ++k) {
    series.write(run);
    run.run(run.time() + interval);
  }
}

TEST_CASE("a beam that turns as a whole is drawn turned, without strain", "[unit][vtk]") {
  const Scratch scratch("turning");
  Model model;
  Section rod = circle({.young = 2e11, .density = 7800.0}, 0.01);
  rod.radius = 0.0;
  const BeamId beam = model.add_straight_beam("rod", Vec3(-0.5, 0, 0), Vec3(0.5, 0, 0), Vec3::UnitY(), 3, 3, rod);
  model.set_rigid_velocity(beam, Vec3::Zero(), Vec3(0, 0, 1), Vec3::Zero());
  Simulation run(model, {.step = 0.01});
  VtkSeries series(run.system(), scratch.path());
  run.run(1.0);
  series.write(run);

  const Frameful frame(scratch / "frames/beams_000000.vtp");
  REQUIRE(frame.data->GetNumberOfPoints() == 3 * 6 + 1);
  REQUIRE(frame.data->GetNumberOfLines() == 1);
  CHECK(frame.field("TimeValue") == 1.0);
  CHECK(frame.field("kinetic") == run.ledger().kinetic);
  CHECK(frame.field("residual") == run.ledger().residual());
  auto* names = vtkStringArray::SafeDownCast(frame.data->GetFieldData()->GetAbstractArray("BeamNames"));
  REQUIRE(names);
  CHECK(names->GetValue(0) == "rod");
  for (vtkIdType k = 0; k < frame.data->GetNumberOfPoints(); ++k) {
    const double fraction = static_cast<double>(k) / 18.0;
    const BeamReading reading = run.system().read_beam(run.state(), beam, fraction);
    const Vec3 reference(fraction - 0.5, 0, 0);
    CHECK((frame.vector("ReferencePosition", k) - reference).norm() < 1e-14);
    CHECK((frame.point(k) - reading.frame.x).norm() < 1e-13);
    CHECK((frame.vector("Displacement", k) - (frame.point(k) - reference)).norm() < 1e-14);
    CHECK((frame.vector("Director1", k) - reading.frame.R.col(0)).norm() < single);
    CHECK((frame.vector("Director3", k) - Vec3::UnitZ()).norm() < single);
    CHECK((frame.vector("AngularVelocity", k) - Vec3::UnitZ()).norm() < 1e-5);
    CHECK((frame.vector("Velocity", k) - reading.velocity).norm() < single);
    CHECK(frame.vector("StrainForce", k).norm() < 1e-8);  // centrifugal: density (angular velocity · length)²/8/Young
    CHECK(frame.vector("Curvature", k).norm() < 1e-7);
    CHECK(frame.number("Radius", k) == Approx(0.02));  // a fiftieth of the length
  }
}

TEST_CASE("an end moment shows as the same section moment all along", "[unit][vtk]") {
  const double moment = 20.0;
  for (const int order : {1, 2, 3}) {
    const Scratch scratch("moment");
    Model model;
    Section strip = section((Vec6() << 1e6, 1e6, 1e6, 50.0, 50.0, 50.0).finished(), 1.0, Vec3::Constant(1e-2));
    strip.radius = 0.03;
    const BeamId beam = model.add_straight_beam("strip", Vec3::Zero(), Vec3(1, 0, 0), Vec3::UnitY(), 4, order, strip);
    clamp(model, beam);
    model.add_load({.name = "moment",
                    .kind = Load::Kind::moment,
                    .marker = {model.end(beam)},
                    .components = {0.0, 0.0, Function::expression("20*min(t, 1)")}});
    Simulation run(model, {.step = 0.1});  // far beyond its periods, so that vibrations die out in a few steps
    run.run(6.0);
    VtkSeries series(run.system(), scratch.path());
    series.write(run);
    const Frameful frame(scratch / "frames/beams_000000.vtp");
    CHECK(std::string(frame.array("SectionMoment")->GetComponentName(2)) == "M3");
    const double tolerance = order == 1 ? 6e-3 : 1e-4;  // interpolated directors over a turn of 0.1 in an element
    for (vtkIdType k = 0; k < frame.data->GetNumberOfPoints(); ++k) {
      CHECK((frame.vector("SectionMoment", k) - Vec3(0, 0, moment)).norm() < tolerance * moment);
      CHECK(frame.vector("SectionForce", k).norm() < 0.1);
      CHECK(frame.vector("Curvature", k).z() == Approx(moment / 50.0).epsilon(tolerance));
      CHECK(frame.number("Radius", k) == Approx(0.03));
    }
  }
}

TEST_CASE("bodies are drawn where they are, races around what they hold", "[unit][vtk]") {
  const Scratch scratch("everything");
  Simulation run(a_bit_of_everything(), {.step = 1e-3});
  VtkSeries series(run.system(), scratch.path());
  run.run(0.01);
  series.write(run);

  const Frameful bodies(scratch / "frames/bodies_000000.vtp");
  const Frame body = run.frame(NodeId{1});
  const Twist twist = run.velocity({NodeId{1}});
  for (vtkIdType k = 0; k < 24; ++k) {
    const Vec3 local = body.R.transpose() * (bodies.point(k) - body.x) - Vec3(0.1, 0, 0);
    CHECK((local.cwiseAbs() - Vec3(0.5, 1.0, 1.5)).norm() < 1e-13);
    const Vec3 velocity = twist.velocity + twist.angular.cross(bodies.point(k) - body.x);
    CHECK((bodies.vector("Velocity", k) - velocity).norm() < single * 10.0);
    CHECK(bodies.vector("Normals", k).dot(bodies.point(k) - body.x - 0.1 * body.R.col(0)) > 0.0);
  }
  const vtkDataArray* numbers = bodies.data->GetCellData()->GetArray("Body");
  CHECK(const_cast<vtkDataArray*>(numbers)->GetRange()[1] == 1.0);  // two bodies, of three shapes

  // Magnified, the ball stays in its race and touches it where it did before.
  const Frameful races(scratch / "frames/races_000000.vtp");
  const ContactReport& contact = run.contact(ContactId{0});
  double outermost = 0.0, largest = 0.0;
  for (vtkIdType k = 0; k < races.data->GetNumberOfPoints(); ++k) {
    const Vec3 apart = races.vector("Apart", k), inset = races.vector("Inset", k);
    if (inset.isZero(0.0)) {
      CHECK(races.point(k).norm() == Approx(race_radius));
      continue;
    }
    CHECK((apart - body.x).norm() < 1e-14);
    CHECK(inset.norm() == Approx(play));
    outermost = std::max(outermost, (races.point(k) + 49.0 * (apart + inset)).norm());
    largest = std::max(largest, (races.point(k)).norm());
  }
  CHECK(race_radius - largest == Approx(contact.gap).margin(0.01 * play));  // the facets of the ball
  CHECK(race_radius - outermost == Approx(50.0 * contact.gap).margin(0.15 * play * 50.0));
}

TEST_CASE("the bush of a journal bearing is drawn around both of its disks", "[unit][vtk]") {
  const Scratch scratch("journal");
  Model model;
  const NodeId shaft = model.add_node({.name = "shaft", .inertia = solid_cylinder(2.0, 0.02, 0.3)});
  model.add_journal_bearing({.name = "bearing",
                             .radii = {0.0201, 0.02},
                             .length = 0.2,
                             .first = {Model::ground()},
                             .second = {shaft},
                             .normal = {PowerLaw{1e7}, {}}});
  Simulation run(model, {.step = 1e-3});
  VtkSeries series(run.system(), scratch.path());
  series.write(run);

  // Both races lie on the one axis in the ground; each is a radius wide at most.
  const Frameful races(scratch / "frames/races_000000.vtp");
  int rings[2] = {0, 0};
  for (vtkIdType k = 0; k < races.data->GetNumberOfPoints(); ++k) {
    const double z = races.point(k).z();
    CHECK(std::abs(std::abs(z) - 0.1) < 0.011);
    if (races.vector("Inset", k).isZero(0.0)) ++rings[z > 0.0];
  }
  CHECK(rings[0] > 0);
  CHECK(rings[0] == rings[1]);
}

TEST_CASE("contact points carry the forces of the last step", "[unit][vtk]") {
  const Scratch scratch("contact");
  Simulation run(a_bit_of_everything(), {.step = 1e-3});
  VtkSeries series(run.system(), scratch.path());
  while (!(run.contact(ContactId{0}).normal_force > 0.0) && run.time() < 1.0) run.advance(1.0);
  series.write(run);
  const ContactReport& c = run.contact(ContactId{0});
  REQUIRE(c.normal_force > 0.0);
  const Frameful frame(scratch / "frames/contacts_000000.vtp");
  REQUIRE(frame.data->GetNumberOfPoints() == 1);
  REQUIRE(frame.data->GetNumberOfVerts() == 1);
  CHECK(frame.point(0) == c.point_on_first);
  CHECK(frame.vector("PointOnSecond", 0) == c.point_on_second);
  CHECK((frame.vector("NormalForce", 0) + frame.vector("Friction", 0) - c.force()).norm() < single * c.force().norm());
  CHECK((frame.vector("SlidingVelocity", 0) - c.sliding_velocity).norm() < single);
  CHECK((frame.vector("Bristle", 0) - c.bristle).norm() <= single * c.bristle.norm());
  CHECK(frame.number("Gap", 0) == c.gap);
  CHECK(frame.number("Penetration", 0) == c.penetration());
  CHECK(frame.number("NormalForceMagnitude", 0) == Approx(c.normal_force).epsilon(single));
  CHECK(frame.number("FrictionCoefficient", 0) == Approx(c.friction_coefficient()).epsilon(single));
  CHECK(frame.number("Phase", 0) == static_cast<int>(c.phase));
  CHECK(frame.number("Contact", 0) == 0);
}

TEST_CASE("the same run written twice gives the same bytes, and only the parts there are", "[unit][vtk]") {
  const Scratch one("one"), two("two");
  for (const Scratch* scratch : {&one, &two}) {
    Simulation run(a_bit_of_everything(), {.step = 1e-3});
    VtkSeries series(run.system(), scratch->path());
    write_frames(run, series, 3, 2e-3);
    CHECK(series.times() == std::vector<double>{0.0, 2e-3, 4e-3});
  }
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(one.path())) {
    if (!entry.is_regular_file()) continue;
    ++files;
    CHECK(same_bytes(entry.path(), two.path() / std::filesystem::relative(entry.path(), one.path())));
  }
  CHECK(files == 3 * 4 + 1);

  const Scratch lone("lone");
  Model beam;
  beam.add_straight_beam("rod", Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), 1, 1, circle({2e11, 0.3, 7800.0}, 0.01));
  const Simulation run(beam, {});
  VtkSeries series(run.system(), lone.path());
  series.write(run);
  CHECK(bytes_of(lone / "results.pvd") ==
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n  <Collection>\n"
        "    <DataSet timestep=\"0\" part=\"0\" name=\"beams\" file=\"frames/beams_000000.vtp\"/>\n"
        "  </Collection>\n</VTKFile>\n");
}

TEST_CASE("a series that is taken up again is as one that was never interrupted", "[unit][vtk]") {
  const Scratch whole("whole"), cut("cut");
  const Model model = a_bit_of_everything();
  {
    Simulation run(model, {.step = 1e-3});
    VtkSeries series(run.system(), whole.path());
    write_frames(run, series, 4, 2e-3);
  }
  Simulation run(model, {.step = 1e-3});
  VtkSeries series(run.system(), cut.path());
  write_frames(run, series, 2, 2e-3);
  {  // frames beyond the checkpoint, one of them half written
    Simulation ahead(model, {.step = 5e-4});
    VtkSeries lost(ahead.system(), cut.path());
    lost.resume(series.times());
    write_frames(ahead, lost, 3, 1e-3);
    std::ofstream(cut / "frames/beams_000005.vtp") << "<VTKFile";
    std::ofstream(cut / "frames/notes.txt") << "not ours";
  }
  VtkSeries again(run.system(), cut.path());
  again.resume(series.times());
  CHECK(again.times() == series.times());
  CHECK_FALSE(std::filesystem::exists(cut / "frames/beams_000002.vtp"));
  CHECK_FALSE(std::filesystem::exists(cut / "frames/beams_000005.vtp"));
  CHECK(std::filesystem::exists(cut / "frames/notes.txt"));
  CHECK_THAT(bytes_of(cut / "results.pvd"), !Contains("_000002"));
  write_frames(run, again, 2, 2e-3);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(whole.path()))
    if (entry.is_regular_file()) {
      CAPTURE(entry.path());
      CHECK(same_bytes(entry.path(), cut.path() / std::filesystem::relative(entry.path(), whole.path())));
    }

  std::filesystem::remove(cut / "frames/races_000001.vtp");
  CHECK_THROWS_WITH(again.resume(again.times()), Contains("races_000001.vtp"));

  VtkSeries fresh(run.system(), cut.path());  // a new run leaves nothing of the old one
  fresh.write(run);
  CHECK_FALSE(std::filesystem::exists(cut / "frames/beams_000001.vtp"));
}

TEST_CASE("what cannot be written is said with the file and the reason", "[unit][vtk]") {
  const Scratch scratch("unwritable");
  const Simulation run(a_bit_of_everything(), {});
  std::ofstream(scratch / "file") << "in the way";
  CHECK_THROWS_AS(VtkSeries(run.system(), scratch / "file"), IoError);
  CHECK_THROWS_WITH(VtkSeries(run.system(), scratch / "file"), Contains("file/frames") && Contains("Not a directory"));

  VtkSeries series(run.system(), scratch.path());
  series.write(run);
  const std::string before = bytes_of(scratch / "results.pvd");
  if (std::filesystem::exists("/dev/full")) {
    std::filesystem::create_symlink("/dev/full", scratch / "frames/bodies_000001.vtp");
    CHECK_THROWS_WITH(series.write(run), Contains("bodies_000001.vtp") && Contains("No space left on device"));
    CHECK(bytes_of(scratch / "results.pvd") == before);  // still a whole series of one frame
    CHECK(series.times().size() == 1);
  }
  std::filesystem::remove_all(scratch / "frames");
  CHECK_THROWS_WITH(series.write(run), Contains("beams_000001.vtp") && Contains("No such file or directory"));
}

}  // namespace
}  // namespace bristle::test
