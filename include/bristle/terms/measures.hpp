#pragma once
// Scalar measures between two markers, with their exact discrete gradients: docs/theory.md, section 3.2.
//
// On a leg i → e every measure satisfies  value(e) − value(i) = g · (Δx_K, r_K, Δx_L, r_L)  to round-off. Constraints,
// springs and bushings are all made of these.

#include "bristle/math/types.hpp"
#include "bristle/model/model.hpp"
#include "bristle/system/step.hpp"

namespace bristle {

struct Measure {
  double at_i = 0.0;
  double at_end = 0.0;
  Vec12 g = Vec12::Zero();         // discrete gradient, on (Δx_K, r_K, Δx_L, r_L)
  Vec12 gradient = Vec12::Zero();  // ∂value(e)/∂(δx_K, δθ_K, δx_L, δθ_L)
  Mat12 dg = Mat12::Zero();        // ∂g/∂(δx_K, δθ_K, δx_L, δθ_L) at e
};

/// The two nodes of a pair along one leg.
struct PairLeg {
  const Frame& K_start;
  const Leg& K;
  const Frame& L_start;
  const Leg& L;
};

inline PairLeg leg_to_f(const NodeStep& k, const NodeStep& l) { return {k.start, k.f, l.start, l.f}; }
inline PairLeg leg_to_j(const NodeStep& k, const NodeStep& l) { return {k.start, k.j, l.start, l.j}; }

/// A vector carried by a node, whose components in the node's frame may change over the leg (a drive).
struct Carried {
  Vec3 at_i;
  Vec3 at_end;
};

/// Component of X_L − X_K along the space axis `axis`; X = x + R·offset.
Measure point_component(const PairLeg& leg, const Vec3& offset_K, const Vec3& offset_L, int axis);

/// d·e, d carried by K and e by L.
Measure direction(const PairLeg& leg, const Carried& d, const Carried& e);

/// d·(X_L − X_K), d fixed in K.
Measure along(const PairLeg& leg, const Vec3& d, const Vec3& offset_K, const Vec3& offset_L);

/// |X_L − X_K|.
Measure distance(const PairLeg& leg, const Vec3& offset_K, const Vec3& offset_L);

/// The angle about K's third axis from K's first axis to L's first axis. `at_end − at_i` lies within half a turn.
Measure angle(const PairLeg& leg, const Mat3& axes_K, const Mat3& axes_L);

}  // namespace bristle
