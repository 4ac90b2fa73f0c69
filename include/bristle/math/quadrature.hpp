#pragma once
// Gauss and Gauss-Lobatto rules on [-1, 1] for the few orders that beams and steps need.

#include <span>

namespace bristle {

struct QuadraturePoint {
  double at;
  double weight;
};

/// Gauss-Legendre on [-1, 1] with 1 to 5 points: exact to degree 2n−1.
std::span<const QuadraturePoint> gauss(int points);

/// Gauss-Lobatto on [-1, 1] with 2 to 4 points, end points included: exact to degree 2n−3.
std::span<const QuadraturePoint> gauss_lobatto(int points);

}  // namespace bristle
