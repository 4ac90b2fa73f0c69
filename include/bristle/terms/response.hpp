#pragma once
// How a linear elastic and viscous material answers strains over a step: docs/theory.md, section 3.3.

#include <Eigen/Core>

#include "bristle/system/step.hpp"

namespace bristle {

/// Forces of M measures over a step, s1 conjugate to ε_f − ε_i and 3 s2 to the jump ε_j − ε_i, and their derivatives by
/// ε_f and by the jump. All times Δt.
template <int M>
struct Response {
  using Vector = Eigen::Matrix<double, M, 1>;
  using Matrix = Eigen::Matrix<double, M, M>;
  Vector s1 = Vector::Zero(), s2 = Vector::Zero();
  Matrix s1_f = Matrix::Zero(), s1_j = Matrix::Zero(), s2_f = Matrix::Zero(), s2_j = Matrix::Zero();
};

/// Linear stiffness C and viscosity: s1 = C (ε_f + ε_j)/2 + V (ε_f − ε_i)/Δt, s2 = −C (ε_f − ε_j)/6 + V (ε_j − ε_i)/Δt.
/// `step` is ε_f − ε_i.
template <int M>
Response<M> linear_response(const Eigen::Matrix<double, M, M>& stiffness, const Eigen::Matrix<double, M, M>& viscosity,
                            const Eigen::Matrix<double, M, 1>& ei, const Eigen::Matrix<double, M, 1>& step,
                            const Eigen::Matrix<double, M, 1>& jump, double dt) {
  Response<M> r;
  const Eigen::Matrix<double, M, M> c = dt * stiffness;
  r.s1 = c * (ei + 0.5 * (step + jump)) + viscosity * step;
  r.s2 = c * (jump - step) / 6.0 + viscosity * jump;
  r.s1_f = 0.5 * c + viscosity;
  r.s1_j = 0.5 * c;
  r.s2_f = -c / 6.0;
  r.s2_j = c / 6.0 + viscosity;
  return r;
}

/// Energies of the linear response, times `weight`.
template <int M>
void account_linear(const Eigen::Matrix<double, M, M>& stiffness, const Eigen::Matrix<double, M, M>& viscosity,
                    const Eigen::Matrix<double, M, 1>& ei, const Eigen::Matrix<double, M, 1>& ef,
                    const Eigen::Matrix<double, M, 1>& step, const Eigen::Matrix<double, M, 1>& jump, double dt,
                    double weight, EnergyAccount& account) {
  account.elastic_i += 0.5 * weight * ei.dot(stiffness * ei);
  account.elastic_f += 0.5 * weight * ef.dot(stiffness * ef);
  account.numerical_loss += 0.5 * weight * jump.dot(stiffness * jump);
  account.damping_loss += weight * (step.dot(viscosity * step) + 3.0 * jump.dot(viscosity * jump)) / dt;
}

}  // namespace bristle
