#pragma once
// Scalar measures between two markers, with their exact discrete gradients: docs/theory.md, section 3.2.
//
// Over a step every measure satisfies  value(f) − value(i) = discrete · (Δx_K, r_K, Δx_L, r_L)  to round-off.
// Constraints, springs and bushings are all made of these. Covectors are in space axes, on (δx_K, δθ_K, δx_L, δθ_L).

#include "bristle/math/types.hpp"
#include "bristle/system/step.hpp"
#include "bristle/terms/measure_set.hpp"

namespace bristle {

struct Measure {
  double at_i = 0.0;
  double at_f = 0.0;
  Vec12 discrete = Vec12::Zero();          // discrete gradient over the step
  Vec12 start = Vec12::Zero();             // gradient at i
  Vec12 end = Vec12::Zero();               // gradient at f
  Mat12 discrete_tangent = Mat12::Zero();  // derivative of `discrete` by the motion at f
  Mat12 end_tangent = Mat12::Zero();       // derivative of `end`
};

/// The two nodes of a pair.
struct NodePair {
  const NodeStep& K;
  const NodeStep& L;
};

/// A vector carried by a node, whose components in the node's frame may change over the step (a drive).
struct Carried {
  Vec3 at_i;
  Vec3 at_f;
};

/// Component of X_L − X_K along the space axis `axis`; X = x + R·offset.
Measure point_component(const NodePair& pair, const Vec3& offset_K, const Vec3& offset_L, int axis);

/// d·e, d carried by K and e by L.
Measure direction(const NodePair& pair, const Carried& d, const Carried& e);

/// d·(X_L − X_K), d fixed in K.
Measure along(const NodePair& pair, const Vec3& d, const Vec3& offset_K, const Vec3& offset_L);

/// |X_L − X_K|.
Measure distance(const NodePair& pair, const Vec3& offset_K, const Vec3& offset_L);

/// The angle about K's third axis from K's first axis to L's first axis. `at_f − at_i` lies within half a turn.
Measure angle(const NodePair& pair, const Mat3& axes_K, const Mat3& axes_L);

/// The measures as a set on two nodes, and their curvature at given forces.
template <int M>
MeasureSet<2, M> measure_set(const NodePair& pair, const std::array<Measure, M>& measures) {
  MeasureSet<2, M> set;
  set.nodes = {&pair.K, &pair.L};
  for (int a = 0; a < M; ++a) {
    set.discrete.col(a) = measures[a].discrete;
    set.start.col(a) = measures[a].start;
    set.end.col(a) = measures[a].end;
  }
  return set;
}

template <int M>
MeasureCurvature<2, M> measure_curvature(const MeasureSet<2, M>& set, const std::array<Measure, M>& measures,
                                         const Response<M>& response) {
  MeasureCurvature<2, M> c;
  c.discrete.setZero();
  c.end.setZero();
  const Vec12 motion = set.end_motion();
  for (int a = 0; a < M; ++a) {
    c.discrete += response.s1[a] * measures[a].discrete_tangent;
    c.end += response.s2[a] * measures[a].end_tangent;
    c.motion.col(a) = measures[a].end_tangent.transpose() * motion;
  }
  return c;
}

/// The largest coordinate of the pair: what positions round off against.
inline double extent(const NodePair& pair) {
  return pair.K.end.x.cwiseAbs().maxCoeff() + pair.L.end.x.cwiseAbs().maxCoeff();
}

}  // namespace bristle
