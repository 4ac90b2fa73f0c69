#pragma once
#include "bristle/analysis/simulation.hpp"

namespace bristle::test {

/// The bench cantilever, L = 10 m, EI = GJ = 1e4 N m², EA = 1e7 N, GA = 5e6 N, 1 kg/m, with a transverse dead load at
/// the tip; every length times `size`, at constant material: forces grow as size², masses as size³, times as size.
inline Model cantilever(int elements, int order, const Function& tip_force, double size = 1.0) {
  const double s2 = size * size;
  const double s4 = s2 * s2;
  const Section beam = section((Vec6() << 1e7 * s2, 5e6 * s2, 5e6 * s2, 1e4 * s4, 1e4 * s4, 1e4 * s4).finished(), s2,
                               Vec3::Constant(1e-3 * s4));
  Model model;
  const BeamId id =
      model.add_straight_beam("beam", Vec3::Zero(), Vec3(10.0 * size, 0.0, 0.0), Vec3::UnitY(), elements, order, beam);
  model.add_joint({.name = "clamp", .kind = JointKind::fixed, .first = {Model::ground()}, .second = {model.start(id)}});
  model.add_load({.name = "tip", .marker = {model.end(id)}, .components = {0.0, tip_force, 0.0}});
  return model;
}

inline Vec3 tip_of(const Simulation& run) { return run.frame(run.system().model().end(BeamId{0})).x; }

}  // namespace bristle::test
