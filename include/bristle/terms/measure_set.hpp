#pragma once
// From measures to equations: what M measures on N nodes put into E1 and E2, with the exact tangent.
// docs/theory.md, sections 3.2 and 3.3.

#include <array>

#include "bristle/terms/local.hpp"
#include "bristle/terms/response.hpp"

namespace bristle {

/// M measures on N nodes over a step. Covectors are in space axes, on (δx, δθ) of each node.
template <int N, int M>
struct MeasureSet {
  using Covectors = Eigen::Matrix<double, 6 * N, M>;
  using Square = Eigen::Matrix<double, 6 * N, 6 * N>;

  std::array<const NodeStep*, N> nodes;
  Covectors discrete;  // g: ε_f − ε_i = g · (Δx, r)
  Covectors start;     // gradients at i
  Covectors end;       // gradients at f

  /// ε_f − ε_i from the motion: it keeps its digits in short steps, where the difference of the values does not.
  Eigen::Matrix<double, M, 1> change() const {
    Eigen::Matrix<double, M, 1> c = Eigen::Matrix<double, M, 1>::Zero();
    for (int a = 0; a < N; ++a) c += discrete.template middleRows<6>(6 * a).transpose() * nodes[a]->z();
    return c;
  }

  Eigen::Matrix<double, M, 1> jump() const {
    return end.transpose() * end_motion() + start.transpose() * start_motion();
  }

  /// R_f (U_j/2 − U_f/6) and R_i (U_j/2 + U_f/6) of all nodes: ε_j − ε_i is the gradient at f on the one plus the
  /// gradient at i on the other.
  Eigen::Matrix<double, 6 * N, 1> end_motion() const {
    Eigen::Matrix<double, 6 * N, 1> v;
    for (int a = 0; a < N; ++a) {
      const Vec6 w = 0.5 * nodes[a]->jump - nodes[a]->increment / 6.0;
      v.template segment<3>(6 * a) = nodes[a]->end.R * w.template head<3>();
      v.template segment<3>(6 * a + 3) = nodes[a]->end.R * w.template tail<3>();
    }
    return v;
  }
  Eigen::Matrix<double, 6 * N, 1> start_motion() const {
    Eigen::Matrix<double, 6 * N, 1> v;
    for (int a = 0; a < N; ++a) {
      const Vec6 w = 0.5 * nodes[a]->jump + nodes[a]->increment / 6.0;
      v.template segment<3>(6 * a) = nodes[a]->start.R * w.template head<3>();
      v.template segment<3>(6 * a + 3) = nodes[a]->start.R * w.template tail<3>();
    }
    return v;
  }
};

/// Second derivatives that the tangent needs, contracted with the forces and with the motion at the end.
template <int N, int M>
struct MeasureCurvature {
  typename MeasureSet<N, M>::Square discrete;  // ∂(g s1)/∂(δx, δθ)
  typename MeasureSet<N, M>::Square end;       // ∂(gradient at f · s2)/∂(δx, δθ)
  typename MeasureSet<N, M>::Covectors motion;  // ∂(gradient at f · fixed end_motion)/∂(δx, δθ), a column a measure
};

/// Rows of all nodes in their own axes.
template <int N, int M>
auto in_body(const std::array<const NodeStep*, N>& nodes, const Eigen::Matrix<double, 6 * N, M>& space,
             Frame NodeStep::*where) {
  Eigen::Matrix<double, 6 * N, M> body;
  for (int a = 0; a < 2 * N; ++a)
    body.template middleRows<3>(3 * a).noalias() =
        (nodes[a / 2]->*where).R.transpose().lazyProduct(space.template middleRows<3>(3 * a));
  return body;
}

/// Moves wrenches at f (sign +1) or at i (sign −1) to where E1 takes its moments: + sign · ½ Δx × force.
template <int N, int M>
Eigen::Matrix<double, 6 * N, M> transported(const std::array<const NodeStep*, N>& nodes,
                                            Eigen::Matrix<double, 6 * N, M> wrenches, double sign) {
  for (int a = 0; a < N; ++a)
    wrenches.template middleRows<3>(6 * a + 3).noalias() +=
        (0.5 * sign * hat(nodes[a]->dx)).lazyProduct(wrenches.template middleRows<3>(6 * a));
  return wrenches;
}

template <int N, int M, int Capacity>
void add_residual(const MeasureSet<N, M>& set, const Response<M>& response, Local<Capacity>& out) {
  using Column = Eigen::Matrix<double, 6 * N, 1>;
  const Column at_f = set.end * response.s2;
  const Column at_i = set.start * response.s2;
  const Column first = set.discrete * response.s1 -
                       0.5 * (transported<N, 1>(set.nodes, at_f, 1.0) - transported<N, 1>(set.nodes, at_i, -1.0));
  const Column second =
      0.5 * (in_body<N, 1>(set.nodes, at_f, &NodeStep::end) + in_body<N, 1>(set.nodes, at_i, &NodeStep::start));
  for (int a = 0; a < N; ++a) {
    out.residual.template segment<6>(node_size * a + e1) += first.template segment<6>(6 * a);
    out.residual.template segment<6>(node_size * a + e2) += second.template segment<6>(6 * a);
  }
}

template <int N, int M, int Capacity>
void add_tangent(const MeasureSet<N, M>& set, const Response<M>& response, MeasureCurvature<N, M>& curvature,
                 Local<Capacity>& out) {
  using Covectors = typename MeasureSet<N, M>::Covectors;
  using Column = Eigen::Matrix<double, 6 * N, 1>;
  const Covectors body_f = in_body<N, M>(set.nodes, set.end, &NodeStep::end);
  const Covectors body_i = in_body<N, M>(set.nodes, set.start, &NodeStep::start);
  const Covectors correction =
      -0.5 * (transported<N, M>(set.nodes, set.end, 1.0) - transported<N, M>(set.nodes, set.start, -1.0));
  const Covectors by_jump = 0.5 * (body_f + body_i);  // ∂(jump)/∂U_j, and how s2 enters E2
  const Column force_f = set.end * response.s2;
  const Column force_i = set.start * response.s2;
  const Column motion = set.end_motion();

  // ∂(jump)/∂(δx, δθ): through the gradient at f, the axes that carry the motion, and U_f.
  Covectors by_motion = curvature.motion;
  for (int a = 0; a < N; ++a) {
    by_motion.template middleRows<3>(6 * a + 3).noalias() +=
        hat(motion.template segment<3>(6 * a)).lazyProduct(set.end.template middleRows<3>(6 * a)) +
        hat(motion.template segment<3>(6 * a + 3)).lazyProduct(set.end.template middleRows<3>(6 * a + 3));
    by_motion.template middleRows<6>(6 * a).noalias() -=
        (set.nodes[a]->by_motion.transpose() / 6.0)
            .lazyProduct(body_f.template middleRows<6>(6 * a) - body_i.template middleRows<6>(6 * a));
  }
  // The covectors themselves turn and move at fixed forces.
  auto& first = curvature.discrete;
  auto& second = curvature.end;
  first -= 0.5 * second;
  for (int a = 0; a < N; ++a) {
    const Vec3 f = force_f.template segment<3>(6 * a);
    first.template middleRows<3>(6 * a + 3).noalias() -=
        (0.25 * hat(set.nodes[a]->dx)).lazyProduct(second.template middleRows<3>(6 * a));
    first.template block<3, 3>(6 * a + 3, 6 * a) += 0.25 * hat(f + force_i.template segment<3>(6 * a));
    second.template block<3, 3>(6 * a, 6 * a + 3) += hat(f);
    second.template block<3, 3>(6 * a + 3, 6 * a + 3) += hat(force_f.template segment<3>(6 * a + 3));
  }
  for (int a = 0; a < 2 * N; ++a)
    second.template middleRows<3>(3 * a) =
        (0.5 * set.nodes[a / 2]->end.R.transpose()).lazyProduct(second.template middleRows<3>(3 * a)).eval();

  const Covectors first_f = set.discrete.lazyProduct(response.s1_f) + correction.lazyProduct(response.s2_f);
  const Covectors first_j = set.discrete.lazyProduct(response.s1_j) + correction.lazyProduct(response.s2_j);
  const Covectors second_f = by_jump.lazyProduct(response.s2_f);
  const Covectors second_j = by_jump.lazyProduct(response.s2_j);
  for (int b = 0; b < N; ++b) {
    const Eigen::Matrix<double, M, 6> end = set.end.template middleRows<6>(6 * b).transpose();
    const Eigen::Matrix<double, M, 6> moved = by_motion.template middleRows<6>(6 * b).transpose();
    const Eigen::Matrix<double, M, 6> jumped = by_jump.template middleRows<6>(6 * b).transpose();
    first.template middleCols<6>(6 * b).noalias() += first_f.lazyProduct(end) + first_j.lazyProduct(moved);
    second.template middleCols<6>(6 * b).noalias() += second_f.lazyProduct(end) + second_j.lazyProduct(moved);
    const Eigen::Matrix<double, 6 * N, 6> first_jump = first_j.lazyProduct(jumped);
    const Eigen::Matrix<double, 6 * N, 6> second_jump = second_j.lazyProduct(jumped);
    for (int a = 0; a < N; ++a) {
      auto block = out.tangent.template block<12, 12>(node_size * a, node_size * b);
      block.template block<6, 6>(e1, e1) += first.template block<6, 6>(6 * a, 6 * b);
      block.template block<6, 6>(e2, e1) += second.template block<6, 6>(6 * a, 6 * b);
      block.template block<6, 6>(e1, e2) += first_jump.template middleRows<6>(6 * a);
      block.template block<6, 6>(e2, e2) += second_jump.template middleRows<6>(6 * a);
    }
  }
}

}  // namespace bristle
