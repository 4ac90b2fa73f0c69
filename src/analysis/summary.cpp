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
  line("- numerical loss", l.numerical_loss);
  line("= stored now", l.stored());
  line("  of it kinetic", l.kinetic);
  line("  of it elastic", l.elastic);
  line("  of it in gravity", l.gravitational);
  const double scale = std::max({std::abs(l.initial), l.kinetic, l.elastic, std::abs(l.gravitational),
                                 std::abs(l.external_work), l.damping_loss, 1e-300});
  text += fmt::format("  {:<36}{:>16.2e}   ({:.1e} of the energy)\n", "does not add up", l.residual(),
                      std::abs(l.residual()) / scale);
  return text;
}

}  // namespace bristle
