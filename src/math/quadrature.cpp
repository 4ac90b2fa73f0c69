#include "bristle/math/quadrature.hpp"

#include <array>
#include <cassert>

namespace bristle {
namespace {

using Point = QuadraturePoint;

constexpr std::array<Point, 1> gauss1{{{0.0, 2.0}}};
constexpr std::array<Point, 2> gauss2{{{-0.57735026918962576451, 1.0}, {0.57735026918962576451, 1.0}}};
constexpr std::array<Point, 3> gauss3{{{-0.77459666924148337704, 0.55555555555555555556},
                                       {0.0, 0.88888888888888888889},
                                       {0.77459666924148337704, 0.55555555555555555556}}};
constexpr std::array<Point, 4> gauss4{{{-0.86113631159405257522, 0.34785484513745385737},
                                       {-0.33998104358485626480, 0.65214515486254614263},
                                       {0.33998104358485626480, 0.65214515486254614263},
                                       {0.86113631159405257522, 0.34785484513745385737}}};
constexpr std::array<Point, 5> gauss5{{{-0.90617984593866399280, 0.23692688505618908751},
                                       {-0.53846931010568309104, 0.47862867049936646804},
                                       {0.0, 0.56888888888888888889},
                                       {0.53846931010568309104, 0.47862867049936646804},
                                       {0.90617984593866399280, 0.23692688505618908751}}};

constexpr std::array<Point, 2> lobatto2{{{-1.0, 1.0}, {1.0, 1.0}}};
constexpr std::array<Point, 3> lobatto3{{{-1.0, 1.0 / 3.0}, {0.0, 4.0 / 3.0}, {1.0, 1.0 / 3.0}}};
constexpr std::array<Point, 4> lobatto4{
    {{-1.0, 1.0 / 6.0}, {-0.44721359549995793928, 5.0 / 6.0}, {0.44721359549995793928, 5.0 / 6.0}, {1.0, 1.0 / 6.0}}};

}  // namespace

std::span<const QuadraturePoint> gauss(int points) {
  assert(points >= 1 && points <= 5);
  switch (points) {
    case 1:
      return gauss1;
    case 2:
      return gauss2;
    case 3:
      return gauss3;
    case 4:
      return gauss4;
    default:
      return gauss5;
  }
}

std::span<const QuadraturePoint> gauss_lobatto(int points) {
  assert(points >= 2 && points <= 4);
  switch (points) {
    case 2:
      return lobatto2;
    case 3:
      return lobatto3;
    default:
      return lobatto4;
  }
}

}  // namespace bristle
