#pragma once
#include <cmath>

namespace bristle {

/// Whether a multiple of the interval lies behind `last` and at or before `now`: times then do not depend on the steps,
/// and a run that goes on elsewhere finds the same ones. A step that misses a multiple by round-off has met it. An
/// interval of zero is passed at any time.
inline bool passes_multiple(double last, double now, double interval) {
  if (!(interval > 0.0)) return now > last;
  const auto count = [interval](double time) { return std::floor(time / interval + 1e-6); };
  return count(now) > count(last);
}

}  // namespace bristle
