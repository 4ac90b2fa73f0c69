#pragma once
// What must hold for every kind of term, whatever the step.

#include <catch2/catch.hpp>

#include "term_cases.hpp"

namespace bristle::test {

template <class T>
struct Sample {
  T term;
  RandomStep step;
};

/// The same sample again, in a world turned by `turn`, for the same seed.
template <class T>
Sample<T> sample(unsigned seed, int variant, const Mat3& turn = Mat3::Identity()) {
  Random random(seed);
  const std::vector<Frame> frames = TermCase<T>::frames(random);
  T term = TermCase<T>::make(random, variant, frames, turn);
  RandomStep step = random_step(random, frames, term.multipliers(), term.memory());
  if constexpr (requires { TermCase<T>::memory(random, variant, 0); })
    step.memory = TermCase<T>::memory(random, variant, term.memory());
  return {std::move(term), std::move(step)};
}

template <class T>
Local<T::capacity> evaluate(const T& term, const RandomStep& step, bool with_tangent = true) {
  Local<T::capacity> local;
  local.with_tangent = with_tangent;
  term.evaluate(step.view(), local);
  return local;
}

template <class T>
int size_of(const T& term) {
  return node_size * static_cast<int>(term.nodes.size()) + term.multipliers();
}

/// Tangent against fourth-order central differences, relative to its largest element.
template <class T>
double tangent_error(const Sample<T>& s) {
  const auto exact = evaluate(s.term, s.step);
  const int size = size_of(s.term);
  const int first_multiplier = node_size * static_cast<int>(s.term.nodes.size());
  const double scale = exact.tangent.topLeftCorner(size, size).cwiseAbs().maxCoeff();
  const double h = 2e-4;
  double worst = 0.0;
  for (int column = 0; column < size; ++column) {
    const auto residual_at = [&](double by) -> Eigen::VectorXd {
      RandomStep step = s.step;
      if (column < first_multiplier)
        step.nudge(column / node_size, column % node_size, by);
      else
        step.multipliers[column - first_multiplier] += by;
      return evaluate(s.term, step, false).residual.head(size);
    };
    const Eigen::VectorXd difference =
        (8.0 * (residual_at(h) - residual_at(-h)) - (residual_at(2.0 * h) - residual_at(-2.0 * h))) / (12.0 * h);
    const double error = (difference - exact.tangent.col(column).head(size)).norm() / scale;
    if (!(error <= worst)) worst = error;  // also when it is not a number
  }
  return worst;
}

template <class T>
EnergyAccount account_of(const Sample<T>& s) {
  EnergyAccount account;
  s.term.account(s.step.view(), account);
  return account;
}

/// Work that undriven constraint rows do on a step that does not respect them: it enters the power but not the ledger.
template <class T>
double constraint_power(const Sample<T>&) {
  return 0.0;
}
inline double constraint_power(const Sample<JointTerm>& s) {
  const JointTerm& joint = s.term;
  const auto& k = s.step.nodes[0];
  const auto& l = s.step.nodes[1];
  Vec12 velocity;
  velocity << k.end.R * k.twist_f.head<3>(), k.end.R * k.twist_f.tail<3>(), l.end.R * l.twist_f.head<3>(),
      l.end.R * l.twist_f.tail<3>();
  double power = 0.0;
  for (int row = 0; row < joint.rows(); ++row) {
    if (joint.driven(row)) continue;
    const auto i = joint.row_state(row, k.start, l.start, s.step.time);
    const auto f = joint.row_state(row, k.end, l.end, s.step.time);
    power += s.step.multipliers[row] * (f.violation - i.violation) / s.step.dt +
             s.step.multipliers[joint.rows() + row] * f.gradient.dot(velocity);
  }
  return power;
}

/// E1·(Δx, r) + 3 E2·U_j, over Δt: what the equations say the term did to the energy.
template <class T>
double power_of(const Sample<T>& s, double& scale) {
  const auto local = evaluate(s.term, s.step, false);
  double sum = 0.0;
  for (std::size_t a = 0; a < s.term.nodes.size(); ++a)
    for (const int equation : {e1, e2}) {
      const Vec6 force = local.residual.template segment<6>(static_cast<int>(a) * node_size + equation);
      const Vec6 motion = s.step.conjugate(static_cast<int>(a), equation);
      sum += (equation == e1 ? 1.0 : 3.0) * force.dot(motion);
      scale += 3.0 * force.cwiseAbs().dot(motion.cwiseAbs()) / s.step.dt;
    }
  return sum / s.step.dt;
}

}  // namespace bristle::test
