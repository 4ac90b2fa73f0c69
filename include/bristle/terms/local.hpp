#pragma once
// What a term hands to the assembly: residual and tangent in the unknowns of its own nodes and multipliers.
//
// A node has twelve rows, (E1 force, E1 moment) in space axes and (E2 force, E2 moment) in its own, and twelve columns,
// (δx, δθ) at the end of the step and δU_j. Multipliers come after the nodes: rows (Φ_f, dΦ/dt), columns (Λ_f, Λ_v).

#include <Eigen/Core>

#include "bristle/math/types.hpp"

namespace bristle {

inline constexpr int node_size = 12;  // unknowns of a node
inline constexpr int e1 = 0;          // where E1, and the motion to f, begin in a node's twelve
inline constexpr int e2 = 6;          // where E2, and the jump, begin

template <int Capacity>
struct Local {
  Eigen::Matrix<double, Capacity, 1> residual;
  Eigen::Matrix<double, Capacity, 1> traffic;  // size of the numbers whose difference the residual is
  Eigen::Matrix<double, Capacity, Capacity> tangent;
  bool with_tangent = true;

  void clear() {
    residual.setZero();
    traffic.setZero();
    if (with_tangent) tangent.setZero();
  }

  /// Adds to the traffic of a node's forces (N s) and moments (N m s), of both equations.
  void add_traffic(int node, double linear, double angular) {
    for (const int part : {e1, e2}) {
      traffic.template segment<3>(node * node_size + part).array() += linear;
      traffic.template segment<3>(node * node_size + part + 3).array() += angular;
    }
  }
};

}  // namespace bristle
