#include "bristle/contact/normal_law.hpp"

#include <algorithm>
#include <cmath>

namespace bristle {
namespace {

/// A value at penetration b, and its derivative by b.
struct Mean {
  double value = 0.0;
  double by_b = 0.0;
};

// ---- power law: the mean of δ^p over [a, b]
// --------------------------------------------------------------------------

/// With m = (a + b)/2 and h = (b − a)/(a + b) it is m^p S(h), S(h) = Σ C(p, 2k) h^2k/(2k + 1): the series where the
/// quotient of differences would cancel, the quotient elsewhere.
Mean power_mean(double p, double a, double b) {
  const double sum = a + b;
  if (!(sum > 0.0)) return {0.0, p == 1.0 ? 0.5 : 0.0};
  const double h = (b - a) / sum;
  if (std::abs(h) > 0.25) {
    const double value = (std::pow(b, p + 1.0) - std::pow(a, p + 1.0)) / ((p + 1.0) * (b - a));
    return {value, (std::pow(b, p) - value) / (b - a)};
  }
  double series = 1.0, slope = 0.0;  // S and S'
  double binomial = 1.0, power = 1.0;
  for (int k = 1; k <= 14; ++k) {  // 0.25^28 is below round-off
    binomial *= (p - 2.0 * k + 2.0) * (p - 2.0 * k + 1.0) / ((2.0 * k - 1.0) * (2.0 * k));
    const double term = binomial / (2.0 * k + 1.0);
    slope += term * 2.0 * k * power * h;
    power *= h * h;
    series += term * power;
    if (binomial == 0.0) break;
  }
  const double m = 0.5 * sum;
  const double level = std::pow(m, p);
  // ∂m/∂b = 1/2, ∂h/∂b = 2a/(a + b)²
  return {level * series, 0.5 * p * level / m * series + level * slope * 2.0 * a / (sum * sum)};
}

double force(const PowerLaw& law, double d) { return law.stiffness * std::pow(d, law.exponent); }
double energy(const PowerLaw& law, double d) {
  return law.stiffness * std::pow(d, law.exponent + 1.0) / (law.exponent + 1.0);
}
Mean mean(const PowerLaw& law, double a, double b) {
  const Mean m = power_mean(law.exponent, a, b);
  return {law.stiffness * m.value, law.stiffness * m.by_b};
}

// ---- table
// -----------------------------------------------------------------------------------------------------------

/// The segment that a penetration lies in; the last goes on.
std::size_t segment(const TableLaw& law, double d) {
  const auto above = std::upper_bound(law.penetration.begin() + 1, law.penetration.end() - 1, d);
  return static_cast<std::size_t>(above - law.penetration.begin()) - 1;
}
double slope(const TableLaw& law, std::size_t s) {
  return (law.force[s + 1] - law.force[s]) / (law.penetration[s + 1] - law.penetration[s]);
}
double force(const TableLaw& law, double d) {
  const std::size_t s = segment(law, d);
  return law.force[s] + slope(law, s) * (d - law.penetration[s]);
}
/// ∫ from a to b ≥ a: trapezoids, all of one sign.
double area(const TableLaw& law, double a, double b) {
  const std::size_t last = segment(law, b);
  double sum = 0.0;
  double from = a, at = force(law, a);
  for (std::size_t s = segment(law, a); s < last; ++s) {
    sum += 0.5 * (at + law.force[s + 1]) * (law.penetration[s + 1] - from);
    from = law.penetration[s + 1];
    at = law.force[s + 1];
  }
  return sum + 0.5 * (at + force(law, b)) * (b - from);
}
double energy(const TableLaw& law, double d) { return area(law, 0.0, d); }
Mean mean(const TableLaw& law, double a, double b) {
  const std::size_t s = segment(law, b);
  if (s == segment(law, a)) return {0.5 * (force(law, a) + force(law, b)), 0.5 * slope(law, s)};
  const double value = area(law, std::min(a, b), std::max(a, b)) / std::abs(b - a);
  return {value, (force(law, b) - value) / (b - a)};
}

// ---- the step
// --------------------------------------------------------------------------------------------------------

template <class Law>
GapForce over_gap(const Law& law, double q_i, double q_f) {
  if (q_i < 0.0 && q_f < 0.0) {
    const Mean m = mean(law, -q_i, -q_f);
    return {m.value, -m.by_b};
  }
  const double way = q_i - q_f;
  if (q_f < 0.0) {  // it closes
    const double stored = energy(law, -q_f);
    return {stored / way, (stored / way - force(law, -q_f)) / way};
  }
  if (q_i < 0.0) {  // it opens
    const double value = energy(law, -q_i) / -way;
    return {value, value / way};
  }
  return {};
}

/// χ of Restitution.
double loss_factor(const Restitution& r) {
  const double e = r.coefficient;
  return r.form == Restitution::Form::flores ? 1.6 * (1.0 - e) / e : 0.75 * (1.0 - e * e);
}

struct Damped {
  double q_i, q_f, dt, impact_speed;
  GapForce elastic;

  double rate() const { return (q_i - q_f) / dt; }  // of penetration
  GapForce factor(double c) const {
    return {elastic.value * (1.0 + c * rate()), elastic.by_end * (1.0 + c * rate()) - elastic.value * c / dt};
  }
  GapForce operator()(std::monostate) const { return elastic; }
  GapForce operator()(const HuntCrossley& law) const { return factor(law.damping); }
  GapForce operator()(const AdditiveDamping& law) const {
    const GapForce depth = over_gap(PowerLaw{law.damping, law.exponent}, q_i, q_f);
    return {elastic.value + depth.value * rate(), elastic.by_end + depth.by_end * rate() - depth.value / dt};
  }
  GapForce operator()(const Restitution& law) const {
    const double chi = loss_factor(law);
    const double fastest = std::max(impact_speed, law.slowest_impact);
    if (rate() <= fastest) return factor(chi / fastest);
    return {elastic.value * (1.0 + chi), elastic.by_end * (1.0 + chi)};  // the fastest is that of this step
  }
};

}  // namespace

double elastic_force(const ElasticLaw& law, double penetration) {
  if (!(penetration > 0.0)) return 0.0;
  return std::visit([&](const auto& l) { return force(l, penetration); }, law);
}

double elastic_energy(const ElasticLaw& law, double penetration) {
  if (!(penetration > 0.0)) return 0.0;
  return std::visit([&](const auto& l) { return energy(l, penetration); }, law);
}

double penetration_under(const ElasticLaw& law, double force) {
  if (const auto* power = std::get_if<PowerLaw>(&law)) return std::pow(force / power->stiffness, 1.0 / power->exponent);
  const auto& table = std::get<TableLaw>(law);
  std::size_t s = 0;
  while (s + 2 < table.force.size() && table.force[s + 1] < force) ++s;
  const double rise = slope(table, s);
  return rise > 0.0 ? table.penetration[s] + (force - table.force[s]) / rise : table.penetration.back();
}

GapForce mean_force(const ElasticLaw& law, double q_i, double q_f) {
  return std::visit([&](const auto& l) { return over_gap(l, q_i, q_f); }, law);
}

NormalStep normal_step(const NormalLaw& law, double q_i, double q_f, double dt, double impact_speed) {
  NormalStep n;
  n.elastic = mean_force(law.elastic, q_i, q_f);
  n.total = std::visit(Damped{q_i, q_f, dt, impact_speed, n.elastic}, law.damping);
  if (n.total.value < 0.0) n.total = {};
  return n;
}

}  // namespace bristle
