#include "bristle/terms/spring_term.hpp"

#include <cmath>

namespace bristle {

SpringTerm::SpringTerm(const Spring& spring, const Frame& first, const Frame& second)
    : nodes{spring.first.node.index, spring.second.node.index}, spring_(spring) {
  const double assembled = length(first, second);
  free_ = spring.free_length.value_or(assembled);
  if (!torsional() && assembled > 0.0) size_ = assembled;
}

Measure SpringTerm::measure(const NodePair& pair) const {
  const Marker& a = spring_.first;
  const Marker& b = spring_.second;
  return torsional() ? angle(pair, a.orientation, b.orientation) : distance(pair, a.offset, b.offset);
}

double SpringTerm::length(const Frame& K, const Frame& L) const { return measure({at_rest(K), at_rest(L)}).at_f; }

SpringTerm::Elongation SpringTerm::elongation(const Step& step) const {
  const NodePair pair{step.nodes[nodes[0]], step.nodes[nodes[1]]};
  Elongation e{0.0, 0.0, 0.0, 0.0, {measure(pair)}, {}};
  e.set = measure_set<1>(pair, e.measure);
  const Measure& q = e.measure[0];
  e.i = (torsional() ? step.memory[slots.memory] : q.at_i) - free_;
  e.f = e.i + (q.at_f - q.at_i);
  e.change = e.set.change()[0];
  e.jump = e.set.jump()[0];
  return e;
}

void SpringTerm::start(std::span<const Frame> frames, std::span<double> memory) const {
  memory[0] = length(frames[nodes[0]], frames[nodes[1]]);
  memory[1] = 0.0;
  if (!spring_.law.elastic) return;
  const double e = memory[0] - free_;
  constexpr int panels = 16;  // of five Gauss points: exact for any law worth calling smooth
  for (int k = 0; k < panels; ++k)
    memory[1] += spring_.law.elastic->mean(e * k / panels, e * (k + 1) / panels) * e / panels;
}

void SpringTerm::remember(const Step& step, std::span<double> memory) const {
  const Elongation e = elongation(step);
  memory[0] = e.f + free_;
  if (spring_.law.elastic)
    memory[1] = step.memory[slots.memory + 1] + spring_.law.elastic->mean(e.i, e.f) * (e.f - e.i);
}

void SpringTerm::evaluate(const Step& step, Local<capacity>& out) const {
  using Scalar = Eigen::Matrix<double, 1, 1>;
  out.clear();
  const Elongation e = elongation(step);
  const double dt = step.dt;
  Response<1> s = linear_response<1>(Scalar(linear_stiffness()), Scalar(linear_damping()), Scalar(e.i),
                                     Scalar(e.change), Scalar(e.jump), dt);
  if (const auto& law = spring_.law.elastic) {
    const double mean = law->mean(e.i, e.f);
    const double change = e.f - e.i;
    s.s1[0] += dt * mean;
    // d(mean)/de_f = (F(e_f) − mean)/Δe, and its limit F'/2 where the quotient would cancel.
    s.s1_f(0) += dt * (std::abs(change) > 1e-4 * size_ ? ((*law)(e.f) - mean) / change
                                                       : 0.5 * law->rate(0.5 * (e.i + e.f), Function::Side::after));
  }
  if (const auto& law = spring_.law.dissipative) {
    const double rate = e.change / dt;
    s.s1[0] += dt * (*law)(rate);
    s.s1_f(0) += law->rate(rate, Function::Side::after);
  }
  const double level = torsional() ? 1.0 : extent({*e.set.nodes[0], *e.set.nodes[1]});
  const double moved = torsional() ? e.set.nodes[0]->r.norm() + e.set.nodes[1]->r.norm()
                                   : e.set.nodes[0]->dx.norm() + e.set.nodes[1]->dx.norm();
  const double viscous = linear_damping();
  const double force = std::abs(s.s1[0]) + std::abs(s.s2[0]) + std::abs(s.s1_f(0) - viscous) * level + viscous * moved;
  const double arm = torsional() ? 1.0 : spring_.first.offset.norm() + spring_.second.offset.norm();
  for (const int node : {0, 1})
    out.add_traffic(node, torsional() ? 0.0 : force, force * (arm + e.set.nodes[node]->dx.norm()));
  add_residual<2, 1>(e.set, s, out);
  if (!out.with_tangent) return;
  MeasureCurvature<2, 1> curvature = measure_curvature<1>(e.set, e.measure, s);
  add_tangent<2, 1>(e.set, s, curvature, out);
}

void SpringTerm::account(const Step& step, EnergyAccount& account) const {
  using Scalar = Eigen::Matrix<double, 1, 1>;
  const Elongation e = elongation(step);
  account_linear<1>(Scalar(linear_stiffness()), Scalar(linear_damping()), Scalar(e.i), Scalar(e.f), Scalar(e.change),
                    Scalar(e.jump), step.dt, 1.0, account);
  if (const auto& law = spring_.law.elastic) {
    const double stored = step.memory[slots.memory + 1];
    account.elastic_i += stored;
    account.elastic_f += stored + law->mean(e.i, e.f) * (e.f - e.i);
  }
  if (const auto& law = spring_.law.dissipative) account.damping_loss += (*law)(e.change / step.dt) * e.change;
}

}  // namespace bristle
