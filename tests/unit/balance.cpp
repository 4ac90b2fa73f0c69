#include "bristle/system/balance.hpp"

#include <catch2/catch.hpp>

namespace bristle::test {
namespace {

/// A bit of everything that has a stiffness, displaced and under load.
Model assortment() {
  Model model;
  model.gravity = Vec3(0.3, -0.2, -9.81);
  const Section soft = section((Vec6() << 1e4, 5e3, 6e3, 20.0, 30.0, 40.0).finished(), 1.0, Vec3::Constant(1e-2));
  const BeamId beam = model.add_straight_beam("beam", Vec3::Zero(), Vec3(1.0, 0.2, 0.1), Vec3::UnitY(), 2, 2, soft);
  const NodeId body = model.add_node({.name = "body",
                                      .frame = {Vec3(1.0, 0.2, 0.1), rotation(Vec3::UnitX(), 0.3)},
                                      .inertia = inertia(2.0, Vec3(0.1, 0.2, 0.3), Vec3(0.1, 0.0, 0.05))});
  const Marker off{body, Vec3(0.2, 0.1, -0.1), rotation(Vec3::UnitY(), 0.4)};
  model.add_joint(
      {.name = "clamp", .kind = JointKind::fixed, .first = {Model::ground()}, .second = {model.start(beam)}});
  model.add_joint({.name = "cross", .kind = JointKind::universal, .first = {model.end(beam)}, .second = {body}});
  model.add_load({.name = "dead", .marker = off, .components = {1.0, 2.0, 3.0}});
  model.add_load({.name = "follower", .marker = off, .components = {2.0, -1.0, 1.0}, .follower = true});
  model.add_load(
      {.name = "couple", .kind = Load::Kind::moment, .marker = off, .components = {0.3, 0.2, 0.1}, .follower = true});
  SpringLaw law{.stiffness = 50.0, .damping = 3.0};
  model.add_spring({.name = "spring",
                    .first = {Model::ground(), Vec3(0.0, 2.0, 0.0)},
                    .second = off,
                    .law = law,
                    .free_length = 1.0});
  law.elastic = Function::expression("40*e + 30*e^3", "e");
  model.add_spring(
      {.name = "hard", .first = {model.node_at(beam, 0.5)}, .second = off, .law = law, .free_length = 0.3});
  Bushing bushing{.name = "bushing", .first = {model.node_at(beam, 0.5)}, .second = off};
  bushing.stiffness.diagonal() << 10.0, 20.0, 30.0, 1.0, 2.0, 3.0;
  bushing.damping.diagonal().setConstant(0.5);
  model.add_bushing(bushing);
  model.add_contact({.name = "floor",
                     .geometry = PointsOnPlane{},
                     .first = {Model::ground(), Vec3(0.0, 0.0, 0.02)},
                     .second = off,
                     .normal = {PowerLaw{.stiffness = 1e3, .exponent = 1.5}, HuntCrossley{.damping = 0.2}},
                     .friction = LuGre{.static_friction = 0.4,
                                       .kinetic_friction = 0.3,
                                       .stribeck_velocity = 1e-3,
                                       .stiffness = 10.0,
                                       .damping = 0.3}});
  return model;
}

}  // namespace

TEST_CASE("the stiffness is the derivative of the forces", "[unit]") {
  const System system(assortment());
  Balance balance(system);
  State state = system.initial_state();
  Eigen::VectorXd way(balance.size());
  for (int j = 0; j < way.size(); ++j) way[j] = (j < balance.motions() ? 0.02 : 1.0) * std::sin(3.0 * j);
  {
    const State start = state;
    balance.move(state, way);
    balance.remember(start, state);
  }
  const Linearisation about = balance.linearise(state);
  const Eigen::SparseMatrix<double> K = about.matrix(about.stiffness);
  const double h = 1e-6;
  for (const double frequency : {1.0, 1.7, 2.9}) {
    Eigen::VectorXd d(balance.size());
    for (int j = 0; j < d.size(); ++j) d[j] = std::cos(frequency * j);
    const auto force = [&](double by) {
      State moved = state;
      balance.move(moved, by * d);
      balance.remember(state, moved);
      balance.evaluate(moved, false);
      return balance.residual();
    };
    const Eigen::VectorXd difference = (force(h) - force(-h)) / (2.0 * h);
    // Central differences: h² of curvatures, and round-off/h.
    CHECK((difference - K * d).cwiseAbs().maxCoeff() < 1e-6 * difference.cwiseAbs().maxCoeff());
  }
}

TEST_CASE("the stiffness of parts that turn is the derivative of their forces", "[unit]") {
  const System system(assortment());
  Balance balance(system);
  State state = system.initial_state();
  for (std::size_t n = 0; n < state.twists.size(); ++n)
    if (system.moves(static_cast<int>(n)))
      state.twists[n] =
          Vec6::NullaryExpr([&](int k) { return 10.0 * std::sin(1.0 + k + 7.0 * static_cast<double>(n)); });
  balance.keep_turning(state);
  const double h = 1e-6;
  Eigen::VectorXd d(balance.size());
  for (int j = 0; j < d.size(); ++j) d[j] = j < balance.motions() ? std::cos(1.7 * j) : 0.0;
  const auto force = [&](double by) {
    State moved = state;
    balance.move(moved, by * d);
    balance.remember(state, moved);
    balance.evaluate(moved, false);
    return balance.residual();
  };
  const Eigen::VectorXd difference = (force(h) - force(-h)) / (2.0 * h);
  balance.evaluate(state, true);
  const Eigen::Map<const Eigen::SparseMatrix<double>> K(balance.size(), balance.size(), balance.pattern().nonzeros(),
                                                        balance.pattern().column_start.data(),
                                                        balance.pattern().rows.data(), balance.tangent().data());
  // Central differences: h² of curvatures, and round-off/h.
  CHECK((difference - K * d).cwiseAbs().maxCoeff() < 1e-6 * difference.cwiseAbs().maxCoeff());
  // Of the same size as what they are added to: the test sees them.
  Balance still(system);
  still.evaluate(state, false);
  balance.evaluate(state, false);
  CHECK((balance.residual() - still.residual()).norm() > 0.1 * still.residual().norm());
}

TEST_CASE("stiffness and damping add up to the tangent of a step that stays", "[unit]") {
  const System system(assortment());
  Balance balance(system);
  const State state = system.initial_state();
  balance.evaluate(state, true);
  const Linearisation about = balance.linearise(state);
  double worst = 0.0, size = 0.0;
  for (std::size_t k = 0; k < about.stiffness.size(); ++k) {
    worst = std::max(worst, std::abs(about.stiffness[k] - balance.tangent()[k]));
    size = std::max(size, std::abs(about.stiffness[k]));
  }
  CHECK(worst < 1e-8 * size);  // 2 C/Δt and 2 M/Δt² at 10⁶ s
}

}  // namespace bristle::test
