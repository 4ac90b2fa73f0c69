#include "bristle/system/state.hpp"

#include <algorithm>
#include <cmath>

namespace bristle {

void Ledger::open(const EnergyAccount& account) {
  *this = {};
  kinetic = account.kinetic_i;
  elastic = account.elastic_i;
  gravitational = account.gravity_i;
  initial = stored();
}

void Ledger::enter(const EnergyAccount& account) {
  kinetic = account.kinetic_f;
  elastic = account.elastic_f;
  gravitational = account.gravity_f;
  external_work += account.external_work;
  damping_loss += account.damping_loss;
  numerical_loss += account.numerical_loss;
  largest_residual = std::max(largest_residual, std::abs(account.residual()));
}

}  // namespace bristle
