#pragma once
// Normal forces over a step, constant in it: docs/theory.md, section 9.2.

#include "bristle/model/contact.hpp"

namespace bristle {

/// Force (N) and energy (J) of an elastic law at a penetration, zero where it is negative.
double elastic_force(const ElasticLaw& law, double penetration);
double elastic_energy(const ElasticLaw& law, double penetration);

/// The penetration (m) that a force (N) makes.
double penetration_under(const ElasticLaw& law, double force);

/// A quantity that depends on the gap at the end of a step, and its derivative by it.
struct GapForce {
  double value = 0.0;
  double by_end = 0.0;
};

/// The mean of the elastic force over the path from gap q_i to q_f, (E_f − E_i)/(q_i − q_f), without cancellation.
GapForce mean_force(const ElasticLaw& law, double q_i, double q_f);

/// The normal force over a step.
struct NormalStep {
  GapForce elastic{};
  GapForce total{};  // with damping; never negative
};

/// `impact_speed` is the highest closing speed since this contact closed (m/s), zero if it closes in this step.
NormalStep normal_step(const NormalLaw& law, double q_i, double q_f, double dt, double impact_speed);

}  // namespace bristle
