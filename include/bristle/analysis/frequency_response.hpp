#pragma once
// Steady response of the linearised model to a harmonic load: docs/theory.md, section 13.6.

#include <complex>
#include <span>
#include <vector>

#include "bristle/system/balance.hpp"

namespace bristle {

/// Motions y with δ = Re(y exp(i ω t)) under forces Re(load exp(i ω t)), one column a frequency (Hz), rows as Balance
/// counts motions. `load` is of the size of the balance, as Balance::load makes it. Throws ModelError at an undamped
/// resonance.
Eigen::MatrixXcd frequency_response(const Balance& balance, const State& state, const Eigen::VectorXd& load,
                                    std::span<const double> frequencies);

}  // namespace bristle
