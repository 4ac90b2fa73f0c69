#include "bristle/system/state.hpp"

#include <algorithm>
#include <cmath>

namespace bristle {

void Ledger::open(const EnergyAccount& account) {
  *this = {};
  kinetic = account.kinetic_i;
  elastic = account.elastic_i;
  contact = account.contact_i;
  gravitational = account.gravity_i;
  initial = stored();
}

void Ledger::enter(const EnergyAccount& account) {
  kinetic = account.kinetic_f;
  elastic = account.elastic_f;
  contact = account.contact_f;
  gravitational = account.gravity_f;
  external_work += account.external_work;
  damping_loss += account.damping_loss;
  contact_loss += account.contact_loss;
  friction_loss += account.friction_loss;
  friction += account.friction;
  numerical_loss += account.numerical_loss;
  largest_residual = std::max(largest_residual, std::abs(account.residual()));
}

double Ledger::scale() const {
  return std::max({std::abs(initial), kinetic, elastic, contact, std::abs(gravitational), std::abs(external_work),
                   damping_loss, contact_loss, std::abs(friction_loss), numerical_loss});
}

}  // namespace bristle
