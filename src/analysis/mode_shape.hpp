#pragma once
#include "bristle/analysis/modes.hpp"

namespace bristle {

/// Scales a shape as Mode says.
void normalise(Mode& mode);

}  // namespace bristle
