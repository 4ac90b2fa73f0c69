#pragma once
#include <cmath>
#include <vector>

namespace bristle::test {

/// Order of convergence seen in the last of a series of errors, the step halved each time.
inline double observed_order(const std::vector<double>& errors) {
  return std::log2(errors[errors.size() - 2] / errors.back());
}

}  // namespace bristle::test
