#include "bristle/analysis/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bristle {

std::string describe(const Ledger& l) {
  std::string text = "energy ledger, J\n";
  const auto line = [&](const char* what, double value) { text += fmt::format("  {:<36}{:>16.9g}\n", what, value); };
  line("stored at the start", l.initial);
  line("+ work of loads and drives", l.external_work);
  line("- loss by damping", l.damping_loss);
  if (l.contact_loss != 0.0) line("- loss by damping in contacts", l.contact_loss);
  if (l.friction_loss != 0.0) {
    line("- work against friction", l.friction_loss);
    line("    sliding", l.friction.sliding);
    line("    into and out of bristles", l.friction.bristles);
    line("    damping of bristles", l.friction.damping);
    line("    viscous", l.friction.viscous);
    line("    numerical, in bristles", l.friction.numerical);
  }
  line("- numerical loss", l.numerical_loss);
  line("= stored now", l.stored());
  line("  of it kinetic", l.kinetic);
  line("  of it elastic", l.elastic);
  if (l.contact != 0.0) line("  of it in contacts", l.contact);
  line("  of it in gravity", l.gravitational);
  const double scale = std::max(l.scale(), 1e-300);
  text += fmt::format("  {:<36}{:>16.2e}   ({:.1e} of the energy)\n", "does not add up", l.residual(),
                      std::abs(l.residual()) / scale);
  return text;
}

}  // namespace bristle
