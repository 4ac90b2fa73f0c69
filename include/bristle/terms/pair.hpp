#pragma once
// Puts the measures of a pair of nodes into a local system whose first 24 rows are the nodes K and L.

#include <array>

#include "bristle/terms/local.hpp"
#include "bristle/terms/measures.hpp"

namespace bristle {

/// (x_K, θ_K, x_L, θ_L) of one leg within the 24.
template <class Vector>
void add_pair_vector(Vector& v, int leg, const Vec12& x) {
  v.template segment<6>(leg) += x.head<6>();
  v.template segment<6>(node_size + leg) += x.tail<6>();
}

template <class Matrix>
void add_pair_matrix(Matrix& m, int leg_row, int leg_col, const Mat12& x) {
  m.template block<6, 6>(leg_row, leg_col) += x.topLeftCorner<6, 6>();
  m.template block<6, 6>(leg_row, node_size + leg_col) += x.topRightCorner<6, 6>();
  m.template block<6, 6>(node_size + leg_row, leg_col) += x.bottomLeftCorner<6, 6>();
  m.template block<6, 6>(node_size + leg_row, node_size + leg_col) += x.bottomRightCorner<6, 6>();
}

/// The increments (Δx_K, r_K, Δx_L, r_L) of a leg.
inline Vec12 increments(const PairLeg& leg) {
  Vec12 z;
  z << leg.K.dx, leg.K.r, leg.L.dx, leg.L.r;
  return z;
}

/// Forces of M measures over the step and their derivatives by the measures at f and j, all times Δt.
template <int M>
struct PairForces {
  using Vector = Eigen::Matrix<double, M, 1>;
  using Matrix = Eigen::Matrix<double, M, M>;
  Vector s1 = Vector::Zero(), s2 = Vector::Zero();
  Matrix s1_f = Matrix::Zero(), s1_j = Matrix::Zero(), s2_f = Matrix::Zero(), s2_j = Matrix::Zero();
};

template <int M, int Capacity>
void add_pair_forces(const std::array<Measure, M>& f, const std::array<Measure, M>& j, const PairForces<M>& s,
                     Local<Capacity>& out) {
  Eigen::Matrix<double, 12, M> gf, gj, df, dj;
  for (int a = 0; a < M; ++a) {
    gf.col(a) = f[a].g;
    gj.col(a) = j[a].g;
    df.col(a) = f[a].gradient;
    dj.col(a) = j[a].gradient;
  }
  add_pair_vector(out.residual, leg_f, gf * s.s1);
  add_pair_vector(out.residual, leg_j, gj * s.s2);
  if (!out.with_tangent) return;
  Mat12 ff = gf * s.s1_f * df.transpose();
  Mat12 jj = gj * s.s2_j * dj.transpose();
  for (int a = 0; a < M; ++a) {
    ff += s.s1[a] * f[a].dg;
    jj += s.s2[a] * j[a].dg;
  }
  add_pair_matrix(out.tangent, leg_f, leg_f, ff);
  add_pair_matrix(out.tangent, leg_f, leg_j, gf * s.s1_j * dj.transpose());
  add_pair_matrix(out.tangent, leg_j, leg_f, gj * s.s2_f * df.transpose());
  add_pair_matrix(out.tangent, leg_j, leg_j, jj);
}

/// The largest coordinate of the pair: what positions round off against.
inline double extent(const PairLeg& leg) {
  return leg.K.end.x.cwiseAbs().maxCoeff() + leg.L.end.x.cwiseAbs().maxCoeff();
}

}  // namespace bristle
