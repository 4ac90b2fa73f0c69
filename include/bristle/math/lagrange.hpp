#pragma once
// Lagrange polynomials on the Gauss-Lobatto points of [-1, 1].

#include <array>

#include "bristle/math/quadrature.hpp"

namespace bristle {

template <int Nodes>
struct LagrangeValues {
  std::array<double, Nodes> value;
  std::array<double, Nodes> slope;  // derivative by the coordinate on [-1, 1]
};

template <int Nodes>
LagrangeValues<Nodes> lagrange(double at) {
  const auto points = gauss_lobatto(Nodes);
  LagrangeValues<Nodes> l{};
  for (int a = 0; a < Nodes; ++a) {
    double value = 1.0;
    double slope = 0.0;
    for (int b = 0; b < Nodes; ++b) {
      if (b == a) continue;
      const double gap = 1.0 / (points[a].at - points[b].at);
      slope = slope * (at - points[b].at) * gap + value * gap;  // product rule, factor by factor
      value *= (at - points[b].at) * gap;
    }
    l.value[a] = value;
    l.slope[a] = slope;
  }
  return l;
}

}  // namespace bristle
