#include "bristle/terms/spring_term.hpp"

#include <cmath>

#include "bristle/terms/response.hpp"

namespace bristle {

SpringTerm::SpringTerm(const Spring& spring, const Frame& first, const Frame& second)
    : nodes{spring.first.node.index, spring.second.node.index}, spring_(spring) {
  const double assembled = length(first, second);
  free_ = spring.free_length.value_or(assembled);
  if (!torsional() && assembled > 0.0) size_ = assembled;
}

Measure SpringTerm::measure(const PairLeg& leg) const {
  const Marker& a = spring_.first;
  const Marker& b = spring_.second;
  return torsional() ? angle(leg, a.orientation, b.orientation) : distance(leg, a.offset, b.offset);
}

double SpringTerm::length(const Frame& K, const Frame& L) const {
  const Leg at_K{.end = K, .mean = K.R};
  const Leg at_L{.end = L, .mean = L.R};
  return measure({K, at_K, L, at_L}).at_end;
}

SpringTerm::Elongation SpringTerm::elongation(const Step& step) const {
  const NodeStep& k = step.nodes[nodes[0]];
  const NodeStep& l = step.nodes[nodes[1]];
  Elongation e{0.0, 0.0, 0.0, measure(leg_to_f(k, l)), measure(leg_to_j(k, l))};
  const double at_i = torsional() ? step.memory[slots.memory] : e.to_f.at_i;
  e.i = at_i - free_;
  e.f = e.i + (e.to_f.at_end - e.to_f.at_i);
  e.j = e.i + (e.to_j.at_end - e.to_j.at_i);
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
  out.clear();
  const Elongation e = elongation(step);
  const double dt = step.dt;
  const double k = linear_stiffness();
  const double c = linear_damping();
  PairForces<1> s;
  s.s1[0] = dt * (0.5 * k * (e.f + e.j)) + c * (e.f - e.i);
  s.s2[0] = dt * (k * (e.j - e.f) / 6.0) + c * (e.j - e.i);
  s.s1_f(0) = 0.5 * dt * k + c;
  s.s1_j(0) = 0.5 * dt * k;
  s.s2_f(0) = -dt * k / 6.0;
  s.s2_j(0) = dt * k / 6.0 + c;
  if (const auto& law = spring_.law.elastic) {
    const double mean = law->mean(e.i, e.f);
    const double change = e.f - e.i;
    s.s1[0] += dt * mean;
    // d(mean)/de_f = (F(e_f) − mean)/Δe, and its limit F'/2 where the quotient would cancel.
    s.s1_f(0) += dt * (std::abs(change) > 1e-4 * size_ ? ((*law)(e.f) - mean) / change
                                                       : 0.5 * law->rate(0.5 * (e.i + e.f), 1e-2 * size_));
  }
  if (const auto& law = spring_.law.dissipative) {
    const double rate = (e.f - e.i) / dt;
    s.s1[0] += dt * (*law)(rate);
    s.s1_f(0) += law->rate(rate, std::max(0.1 * std::abs(rate), 1e-6 * size_ / dt));
  }
  const double level = torsional() ? 1.0 : extent(leg_to_f(step.nodes[nodes[0]], step.nodes[nodes[1]]));
  const double force = std::abs(s.s1[0]) + std::abs(s.s2[0]) + s.s1_f(0) * level;
  const double arm = torsional() ? 1.0 : spring_.first.offset.norm() + spring_.second.offset.norm();
  for (const int node : {0, 1}) out.add_traffic(node, torsional() ? 0.0 : force, force * arm);
  add_pair_forces<1>({e.to_f}, {e.to_j}, s, out);
}

void SpringTerm::account(const Step& step, EnergyAccount& account) const {
  using Scalar = Eigen::Matrix<double, 1, 1>;
  const Elongation e = elongation(step);
  LinearResponse<1>::account(Scalar(linear_stiffness()), Scalar(linear_damping()), Scalar(e.i), Scalar(e.f),
                             Scalar(e.j), step.dt, 1.0, account);
  if (const auto& law = spring_.law.elastic) {
    const double stored = step.memory[slots.memory + 1];
    account.elastic_i += stored;
    account.elastic_f += stored + law->mean(e.i, e.f) * (e.f - e.i);
  }
  if (const auto& law = spring_.law.dissipative) account.damping_loss += (*law)((e.f - e.i) / step.dt) * (e.f - e.i);
}

}  // namespace bristle
