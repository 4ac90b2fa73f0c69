#pragma once
// Frequency equations of straight uniform beams by transfer matrices: exact solutions of Timoshenko's equations.

#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <unsupported/Eigen/MatrixFunctions>

namespace bristle::test {

struct UniformBeam {
  double EI = 1.0, mass = 1.0;     // N m², kg/m
  double shear_flexibility = 0.0;  // 1/GA; 0: Euler and Bernoulli
  double rotary = 0.0;             // kg m

  /// Of (w, θ, M, Q), with Q = GA (w' − θ), M = EI θ', Q' = −m ω² w, M' = −Q − j ω² θ.
  Eigen::Matrix4d transfer(double length, double omega) const {
    Eigen::Matrix4d a = Eigen::Matrix4d::Zero();
    a(0, 1) = 1.0;
    a(0, 3) = shear_flexibility;
    a(1, 2) = 1.0 / EI;
    a(2, 1) = -rotary * omega * omega;
    a(2, 3) = -1.0;
    a(3, 0) = -mass * omega * omega;
    return (length * a).eval().exp();
  }
};

/// Across a rigid mass of no length.
inline Eigen::Matrix4d across_mass(double mass, double inertia, double omega) {
  Eigen::Matrix4d t = Eigen::Matrix4d::Identity();
  t(3, 0) = -mass * omega * omega;
  t(2, 1) = -inertia * omega * omega;
  return t;
}

/// What is zero at an end, of (w, θ, M, Q); the other two are free.
enum class End { clamped, pinned, free };
inline std::array<int, 2> zeros(End end) {
  return end == End::clamped ? std::array{0, 1} : end == End::pinned ? std::array{0, 2} : std::array{2, 3};
}
inline std::array<int, 2> others(End end) {
  return end == End::clamped ? std::array{2, 3} : end == End::pinned ? std::array{1, 3} : std::array{0, 1};
}

/// The root of the frequency equation nearest to a guess; NaN where there is none within `within` of it.
inline double frequency_near(double guess, const std::function<Eigen::Matrix4d(double)>& transfer, End left, End right,
                             double within = 0.02) {
  const auto value = [&](double omega) {
    const Eigen::Matrix4d t = transfer(omega);
    const auto r = zeros(right), c = others(left);
    return t(r[0], c[0]) * t(r[1], c[1]) - t(r[0], c[1]) * t(r[1], c[0]);
  };
  double low = (1.0 - within) * guess, high = (1.0 + within) * guess;
  const double at_low = value(low);
  if (!(at_low * value(high) < 0.0)) return NAN;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (value(middle) * at_low > 0.0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace bristle::test
