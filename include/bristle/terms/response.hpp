#pragma once
// How a linear elastic and viscous material answers strains over a step: docs/theory.md, section 3.3.

#include <Eigen/Core>

#include "bristle/system/step.hpp"

namespace bristle {

/// E1 gets Δt gᵀ s1 on the leg to f, E2 gets Δt gᵀ s2 on the leg to j.
template <int M>
struct LinearResponse {
  using Vector = Eigen::Matrix<double, M, 1>;
  using Matrix = Eigen::Matrix<double, M, M>;

  static Vector s1(const Matrix& stiffness, const Matrix& viscosity, const Vector& ei, const Vector& ef,
                   const Vector& ej, double dt) {
    return 0.5 * (stiffness * (ef + ej)) + viscosity * (ef - ei) / dt;
  }
  static Vector s2(const Matrix& stiffness, const Matrix& viscosity, const Vector& ei, const Vector& ef,
                   const Vector& ej, double dt) {
    return stiffness * (ej - ef) / 6.0 + viscosity * (ej - ei) / dt;
  }

  /// Energies of the same response, times `weight`.
  static void account(const Matrix& stiffness, const Matrix& viscosity, const Vector& ei, const Vector& ef,
                      const Vector& ej, double dt, double weight, EnergyAccount& account) {
    const Vector step = ef - ei;
    const Vector jump = ej - ei;
    account.elastic_i += 0.5 * weight * ei.dot(stiffness * ei);
    account.elastic_f += 0.5 * weight * ef.dot(stiffness * ef);
    account.numerical_loss += 0.5 * weight * jump.dot(stiffness * jump);
    account.damping_loss += weight * (step.dot(viscosity * step) + 3.0 * jump.dot(viscosity * jump)) / dt;
  }
};

}  // namespace bristle
