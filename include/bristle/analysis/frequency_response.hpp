#pragma once
// Steady response of the linearised model to a harmonic load: docs/theory.md, section 13.6.

#include <complex>
#include <span>
#include <vector>

#include "bristle/analysis/simulation.hpp"
#include "bristle/system/balance.hpp"

namespace bristle {

/// The unknowns y of a Linearisation, motions and forces of constraints, with δ = Re(y exp(i ω t)) under forces
/// Re(load exp(i ω t)), one column a frequency (Hz). `load` is as Balance::load makes it. Throws ModelError at an
/// undamped resonance.
Eigen::MatrixXcd frequency_response(const Balance& balance, const State& state, const Eigen::VectorXd& load,
                                    std::span<const double> frequencies, const LinearisationOptions& options = {});

/// A small motion about a state, and what is read from it: places, velocities and accelerations, the forces of joints
/// and those of contacts, as the linearised model has them.
class SmallMotion {
 public:
  SmallMotion(const Balance& balance, State about, const LinearisationOptions& options = {});

  /// Shows a simulation displaced by part · y (the unknowns of the linearisation), with the rates and accelerations
  /// that belong to y exp(i ω t): its real part at t = 0.
  void show(Simulation& run, const Eigen::VectorXcd& y, double omega, double part) const;
  const State& about() const { return about_; }

 private:
  void read_contacts(State& state, const Eigen::VectorXd& y, const Eigen::VectorXd& rate) const;

  const Balance& balance_;
  State about_;
  LinearisationOptions options_;
  std::vector<GapSlopes> slopes_;
};

}  // namespace bristle
