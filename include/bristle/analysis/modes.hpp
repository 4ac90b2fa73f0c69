#pragma once
// Vibration about a configuration: docs/theory.md, section 13.

#include <complex>
#include <optional>
#include <vector>

#include "bristle/system/balance.hpp"

namespace bristle {

/// A motion δ = Re(shape · exp(s t)) about a state. Shapes have (δx, δθ), in space axes, of every node that moves, six
/// rows a node as Balance counts them.
struct Mode {
  std::complex<double> s{};  // 1/s
  Eigen::VectorXcd shape{};  // largest displacement one metre, or largest rotation one radian where nothing moves

  /// Of the undamped oscillation, |s|; zero for a motion without stiffness.
  double angular_frequency() const { return std::abs(s); }
  double frequency() const;  // Hz, of the damped oscillation
  double damping_ratio() const { return std::abs(s) > 0.0 ? -s.real() / std::abs(s) : 0.0; }
};

struct ModeOptions {
  int number = 10;                              // of the lowest; of those in the band, at most, unless zero
  std::optional<std::array<double, 2>> band{};  // Hz
  LinearisationOptions about{};                 // how contacts count; axes
};

/// Without damping and gyroscopic forces, of the symmetric part of the stiffness; by rising frequency, motions without
/// stiffness first and unstable ones (s real and positive) before them. In turning axes the stiffness of the
/// centrifugal forces belongs to it.
std::vector<Mode> modes(const Balance& balance, const State& state, const ModeOptions& options = {});

/// With damping, gyroscopic and circulatory forces, about rest or about steady motion with the twists of the state; one
/// of each conjugate pair, the `number` of lowest |s|.
std::vector<Mode> complex_modes(const Balance& balance, const State& state, const ModeOptions& options = {});

/// Whether parts that turn look the same, in mass and stiffness, after some turn about their axes: else the equations
/// in space change with time.
bool looks_round(const Balance& balance, const State& state);

/// Finds the forces of the joints at a state that need not be in equilibrium: those that hold the joints together when
/// it is let go.
void settle_reactions(const Balance& balance, State& state);

/// The state displaced by an amplitude (m, or rad) times Re(shape · exp(i phase)), twists unchanged.
State displaced(const Balance& balance, const State& state, const Mode& mode, double amplitude, double phase);

}  // namespace bristle
