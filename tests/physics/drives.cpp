// Every kind of joint: what it holds, what it leaves free, and its free coordinates driven.

#include <catch2/catch.hpp>

#include "mechanism_support.hpp"

using namespace bristle;
using namespace mechanism;

namespace {

const std::vector<JointKind> all_kinds{JointKind::fixed,       JointKind::revolute,  JointKind::prismatic,
                                       JointKind::cylindrical, JointKind::universal, JointKind::spherical,
                                       JointKind::planar};

/// Two bodies at random places, or ground and one, whose markers meet in the free coordinates `s`.
struct Pair {
  Model model{};
  Marker first{}, second{};
  NodeId body{};

  Pair(Random& random, JointKind kind, const Vec3& s, bool on_ground) {
    first = {Model::ground(), random.vector(), random.turn()};
    if (!on_ground) first.node = model.add_node({.frame = random.frame(), .inertia = random.body()});
    second = {{}, random.vector(), random.turn()};
    const Frame meets = model.nodes[first.node.index].frame * first.frame() * relative(kind, s);
    body = second.node = model.add_node({.frame = meets * second.frame().inverse(), .inertia = random.body()});
    model.add_joint({.name = "joint", .kind = kind, .first = first, .second = second});
  }
  std::vector<Drive>& drives() { return model.joints[0].drives; }
  Frame seen(const Simulation& s) const { return s.frame(first).inverse() * s.frame(second); }
};

void set_random_velocities(Random& random, Model& model) {
  for (Node& node : model.nodes)
    if (!node.fixed) node.twist = {2.0 * random.vector(), 2.0 * random.vector()};
}

void add_random_loads(Random& random, Model& model) {
  for (int n = 1; n < static_cast<int>(model.nodes.size()); ++n)
    for (const auto kind : {Load::Kind::force, Load::Kind::moment}) {
      Load load{.kind = kind, .marker = {{n}, random.vector(), random.turn()}, .follower = random.number() > 0.0};
      for (Function& component : load.components) {
        const double size = 20.0 * random.number(), rate = 8.0 * random.number(), phase = random.number();
        component = Function::callable([=](double t) { return size * std::sin(rate * t + phase); });
      }
      model.add_load(load);
    }
}

/// A smooth motion through `start`, a different one for each coordinate.
Function wave(double start, int coordinate) {
  const double size = 0.5 + 0.1 * coordinate, rate = 3.0 - coordinate;
  return Function::callable([=](double t) { return start + size * std::sin(rate * t); },
                            [=](double t) { return size * rate * std::cos(rate * t); });
}

}  // namespace

TEST_CASE("every kind of joint holds and does no work under random loads", "[physics]") {
  const JointKind kind = GENERATE(from_range(all_kinds));
  const bool on_ground = GENERATE(true, false);
  CAPTURE(name_of(kind), on_ground);
  for (unsigned seed = 1; seed <= 3; ++seed) {
    Random random(seed);
    Pair pair(random, kind, random.vector(), on_ground);
    pair.model.gravity = 9.81 * random.vector();
    set_random_velocities(random, pair.model);
    add_random_loads(random, pair.model);
    Simulation simulation(pair.model, projected(0.01));
    double misfit = 0.0;
    const Watch watch = watched(simulation, 1.0, [&](const Simulation& s, const StepReport&) {
      const Frame seen = pair.seen(s);
      misfit = std::max(misfit, distance(seen, relative(kind, coordinates(kind, seen))));
    });
    CHECK(simulation.counters().steps == 100);
    CHECK(watch.largest_violation < 1e-13);
    CHECK(misfit < 1e-12);  // nothing but the free coordinates moves: the violation, over lengths of a few metres
    CHECK(watch.largest_residual < 1e-12 * watch.energy);
    CHECK(std::abs(simulation.ledger().residual()) < 1e-12 * watch.energy);
    const bool held = kind == JointKind::fixed && on_ground;  // else the loads do something
    if (!held) CHECK(std::abs(simulation.ledger().external_work) > 1e-5 * watch.energy);
    CHECK(watch.least_numerical_loss >= 0.0);
  }
}

TEST_CASE("without loads and drives no joint lets the energy rise at any step", "[physics]") {
  const JointKind kind = GENERATE(from_range(all_kinds));
  const double step = GENERATE(0.01, 0.3, 1.0);  // the last two turn the bodies by one and some three radians a step
  CAPTURE(name_of(kind), step);
  Random random(7);
  Pair pair(random, kind, random.vector(), false);
  set_random_velocities(random, pair.model);
  Simulation simulation(pair.model, projected(step));
  double misfit = 0.0;
  const Watch watch = watched(simulation, 100 * step, [&](const Simulation& s, const StepReport&) {
    const Frame seen = pair.seen(s);
    misfit = std::max(misfit, distance(seen, relative(kind, coordinates(kind, seen))));
  });
  CHECK(misfit < 1e-10);  // no axis turned over; long steps carry bodies far, and round-off with them
  CHECK(simulation.ledger().external_work == 0.0);
  CHECK(watch.largest_rise < 1e-13 * watch.energy);  // round-off of the sum
  CHECK(watch.largest_violation < 1e-13);
  CHECK(std::abs(simulation.ledger().residual()) < 1e-12 * watch.energy);
}

TEST_CASE("a joint driven in all its free coordinates places its second marker exactly", "[physics]") {
  const JointKind kind = GENERATE(from_range(all_kinds));
  const bool on_ground = GENERATE(true, false);
  CAPTURE(name_of(kind), on_ground);
  Random random(11);
  const Vec3 start = 0.4 * random.vector();
  Pair pair(random, kind, start, on_ground);
  pair.model.gravity = {1.0, 2.0, -9.0};
  for (int k = 0; k < free_coordinates(kind); ++k) pair.drives().push_back({k, wave(start[k], k)});
  set_random_velocities(random, pair.model);
  Simulation simulation(pair.model, projected(0.01));
  double misfit = 0.0;
  const Watch watch = watched(simulation, 1.0, [&](const Simulation& s, const StepReport& r) {
    Vec3 wanted = Vec3::Zero();
    for (int k = 0; k < free_coordinates(kind); ++k) wanted[k] = pair.drives()[k].motion(r.time);
    misfit = std::max(misfit, distance(pair.seen(s), relative(kind, wanted)));
  });
  CHECK(misfit < 1e-12);  // constraints are met at round-off; lengths are a few metres
  CHECK(std::abs(simulation.ledger().residual()) < 1e-12 * watch.energy);
  // What the drives put in is booked, and it is not nothing.
  if (kind != JointKind::fixed) CHECK(std::abs(simulation.ledger().external_work) > 1e-5 * watch.energy);
}

TEST_CASE("a joint driven in one coordinate leaves the others free", "[physics]") {
  const JointKind kind = GENERATE(JointKind::cylindrical, JointKind::universal, JointKind::planar);
  const int driven = GENERATE(0, 1, 2);
  if (driven >= free_coordinates(kind)) return;
  CAPTURE(name_of(kind), driven);
  Random random(13);
  const Vec3 start = 0.3 * random.vector();
  Pair pair(random, kind, start, false);
  pair.drives() = {{driven, wave(start[driven], driven)}};
  add_random_loads(random, pair.model);
  Simulation simulation(pair.model, projected(0.01));
  double misfit = 0.0;
  Vec3 moved = Vec3::Zero();
  const Watch watch = watched(simulation, 1.0, [&](const Simulation& s, const StepReport& r) {
    const Vec3 now = coordinates(kind, pair.seen(s));
    misfit = std::max(misfit, std::abs(now[driven] - pair.drives()[0].motion(r.time)));
    moved = moved.cwiseMax((now - start).cwiseAbs());
  });
  CHECK(misfit < 1e-12);
  CHECK(moved.head(free_coordinates(kind)).minCoeff() > 0.01);  // the loads move what is not driven
  CHECK(std::abs(simulation.ledger().residual()) < 1e-12 * watch.energy);
}

TEST_CASE("drives given as expression, table or callable move the same", "[physics]") {
  const auto exact = [](double t) { return 0.7 * std::sin(2.0 * t); };
  std::vector<double> x, y;
  for (int k = 0; k <= 400; ++k) x.push_back(-0.5 + 0.005 * k), y.push_back(exact(x.back()));
  const std::vector<Function> forms{Function::expression("0.7*sin(2*t)"), Function::callable(exact),
                                    Function::table(x, y, Function::Interpolation::cubic)};
  // Values of a cubic table are off by h⁴ f''''/384 plus the parabolas' slopes h³ f'''/6 · h/8: 4e-9 here, 2e-10 met.
  const std::vector<double> tolerance{1e-13, 1e-13, 1e-8};
  for (std::size_t k = 0; k < forms.size(); ++k) {
    Random random(17);
    Pair pair(random, JointKind::revolute, Vec3::Zero(), true);
    pair.drives() = {{0, forms[k]}};
    Simulation simulation(pair.model, projected(0.01));
    double angle_error = 0.0, rate_error = 0.0;
    watched(simulation, 1.0, [&](const Simulation& s, const StepReport& r) {
      angle_error = std::max(angle_error, std::abs(coordinates(JointKind::revolute, pair.seen(s))[0] - exact(r.time)));
      const double rate = s.velocity(pair.second).angular.dot(s.frame(pair.first).R.col(2));
      rate_error = std::max(rate_error, std::abs(rate - 1.4 * std::cos(2.0 * r.time)));
    });
    CAPTURE(k);
    CHECK(angle_error < tolerance[k]);
    CHECK(rate_error < 1e-4);  // h²/12 (third derivative 5.6 + speed³ 2.7) = 7e-5; slopes of the table add h² f'''/6
  }
}

TEST_CASE("the work of a drive is the energy its body gains", "[physics]") {
  // Lifted by s(t) = t³ − t⁴/2 along a slope: kinetic and potential energy are known at the end.
  const double time = 1.0, mass = 2.0;
  Model model;
  model.gravity = {0.0, 0.0, -10.0};
  const Mat3 slope = frame_about(Vec3(1.0, 0.0, 2.0));
  const NodeId body = model.add_node({.inertia = solid_sphere(mass, 0.2)});
  model.add_joint({.kind = JointKind::prismatic,
                   .first = {Model::ground(), Vec3::Zero(), slope},
                   .second = {body, Vec3::Zero(), slope},
                   .drives = {{0, Function::callable([](double t) { return t * t * t * (1.0 - 0.5 * t); },
                                                     [](double t) { return t * t * (3.0 - 2.0 * t); })}}});
  const auto work = [&](double step) {
    Simulation simulation(model, {.step = step});
    simulation.run(time);
    return simulation.ledger().external_work - simulation.ledger().numerical_loss;
  };
  const double exact = 0.5 * mass * 1.0 + mass * 10.0 * 0.5 * 2.0 / std::sqrt(5.0);
  for (const double step : {0.1, 0.02, 0.01})  // place and speed at the end are those of the drive, whatever the step
    CHECK(work(step) == Approx(exact).epsilon(1e-12));
}

TEST_CASE("reactions along turning axes equal those at mid-step to second order", "[physics]") {
  // A body held on an arm that turns at a constant rate; its centre is above the joint, which so bears a moment too.
  const double speed = 3.0, mass = 2.0, radius = 1.0, height = 0.5;
  const auto errors = [&](double step) {
    Model model;
    const NodeId arm = model.add_node({.inertia = solid_sphere(1.0, 0.3)});
    const NodeId body = model.add_node({.frame = {{radius, 0.0, height}}, .inertia = solid_sphere(mass, 0.2)});
    const Frame at{radius * Vec3::UnitX(), frame_about(Vec3::UnitX())};
    model.add_joint(
        {.kind = JointKind::revolute,
         .second = {arm},
         .drives = {{0, Function::callable([&](double t) { return speed * t; }, [&](double) { return speed; })}}});
    const JointId hold = model.add_joint({.kind = JointKind::prismatic,
                                          .first = model.marker_at(arm, at),
                                          .second = model.marker_at(body, at),
                                          .drives = {{0, Function(0.0)}}});
    Simulation simulation(model, projected(step));
    double force_error = 0.0, moment_error = 0.0;
    watched(simulation, 1.0, [&](const Simulation& s, const StepReport& r) {
      if (r.time < 1.5 * step) return;  // the start changes the twist from Ω to 2/h tan(Ωh/2)
      const Vec3 force = -mass * speed * speed * radius * mechanism::along(speed * (r.time - 0.5 * step));
      const Vec3 moment = height * Vec3::UnitZ().cross(force);
      force_error = std::max(force_error, (s.reaction(hold).force - force).norm());
      moment_error = std::max(moment_error, (s.reaction(hold).moment - moment).norm());
    });
    return std::pair{force_error, moment_error};
  };
  const auto coarse = errors(0.02), fine = errors(0.01);
  CHECK(order(coarse.first, fine.first) == Approx(2.0).margin(0.2));
  CHECK(order(coarse.second, fine.second) == Approx(2.0).margin(0.2));
}

// A driven angle is the row sin(θ − σ) = 0, which half a turn off meets as well.
TEST_CASE("a driven angle is followed at any step and never met half a turn off", "[physics]") {
  const auto motion = Function::callable([](double t) { return 2.0 * t * t; }, [](double t) { return 4.0 * t; });
  Model model;
  const NodeId body = model.add_node({.inertia = solid_sphere(1.0, 0.2)});
  model.add_joint({.kind = JointKind::revolute, .second = {body}, .drives = {{0, motion}}});
  Simulation simulation(model, {.step = 1.0});
  simulation.run(1.0);  // two radians from rest: by one step or by halves
  CHECK((simulation.frame(body).R - about_z(2.0)).cwiseAbs().maxCoeff() < 1e-13);
  CHECK(std::abs(simulation.ledger().residual()) < 1e-12 * simulation.ledger().kinetic);
}
