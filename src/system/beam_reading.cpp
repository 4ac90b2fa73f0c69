// What beams do between their nodes: positions and velocities by the polynomials through the nodes of an element,
// strains and forces by those through its Gauss points, where they are most accurate.

#include "bristle/system/beam_reading.hpp"

#include <algorithm>
#include <cmath>

#include "bristle/math/lagrange.hpp"
#include "bristle/system/system.hpp"

namespace bristle {
namespace {

/// Calls `action` with the order of a beam as a constant.
template <class Action>
auto with_order(int order, Action action) {
  switch (order) {
    case 1:
      return action(std::integral_constant<int, 1>{});
    case 2:
      return action(std::integral_constant<int, 2>{});
    default:
      return action(std::integral_constant<int, 3>{});
  }
}

/// The rotation nearest to an average of rotations.
Mat3 nearest_rotation(Mat3 r) {
  for (int k = 0; k < 40; ++k) {  // quadratic once near; 1.5 times a step for directions that nearly cancel
    const Mat3 next = orthonormalized(r);
    const bool done = (next - r).cwiseAbs().maxCoeff() < 1e-15;
    r = next;
    if (done) break;
  }
  return r;
}

template <int P>
std::array<Frame, P + 1> shape_of(const BeamElement<P>& element, const State& state) {
  std::array<Frame, P + 1> shape;
  for (int a = 0; a <= P; ++a) shape[a] = state.frames[element.nodes[a]];
  return shape;
}

/// One element at one instant.
template <int P>
class ElementReader {
 public:
  ElementReader(const BeamElement<P>& element, const State& state) : shape_(shape_of(element, state)) {
    for (int a = 0; a <= P; ++a) {
      const Vec6& twist = state.twists[element.nodes[a]];
      velocity_[a] = shape_[a].R * twist.head<3>();
      angular_[a] = shape_[a].R * twist.tail<3>();
    }
    for (int k = 0; k < P; ++k) {
      strain_[k] = element.strain(k, shape_);
      force_[k] = element.stress(k, shape_);
    }
  }

  BeamReading at(double xi) const {
    const auto l = lagrange<P + 1>(xi);
    BeamReading reading;
    Vec3 x = Vec3::Zero();
    Mat3 R = l.value[0] * shape_[0].R;
    reading.velocity = l.value[0] * velocity_[0];
    reading.angular = l.value[0] * angular_[0];
    for (int a = 1; a <= P; ++a) {
      x += l.value[a] * (shape_[a].x - shape_[0].x);
      R += l.value[a] * shape_[a].R;
      reading.velocity += l.value[a] * velocity_[a];
      reading.angular += l.value[a] * angular_[a];
    }
    reading.frame = {shape_[0].x + x, nearest_rotation(R)};
    const auto rule = gauss(P);
    for (int k = 0; k < P; ++k) {
      double share = 1.0;
      for (int m = 0; m < P; ++m)
        if (m != k) share *= (xi - rule[m].at) / (rule[k].at - rule[m].at);
      reading.strain += share * strain_[k];
      reading.force += share * force_[k];
    }
    return reading;
  }

 private:
  std::array<Frame, P + 1> shape_;
  std::array<Vec3, P + 1> velocity_, angular_;
  std::array<Vec6, P> strain_, force_;
};

/// Arc length of an element from its start to ξ; and how it grows there.
struct ArcLength {
  double length = 0.0;
  double rate = 0.0;
};
template <int P>
ArcLength arc_length(const Model& model, const Beam& beam, int element, double xi) {
  const auto speed = [&](double at) {
    const auto l = lagrange<P + 1>(at);
    Vec3 dx = Vec3::Zero();
    const Vec3& start = model.nodes[beam.nodes[element * P].index].frame.x;
    for (int a = 1; a <= P; ++a) dx += l.slope[a] * (model.nodes[beam.nodes[element * P + a].index].frame.x - start);
    return dx.norm();
  };
  ArcLength arc{.rate = speed(xi)};
  for (const QuadraturePoint& point : gauss(5))
    arc.length += 0.5 * (xi + 1.0) * point.weight * speed(0.5 * (xi + 1.0) * (point.at + 1.0) - 1.0);
  return arc;
}

BeamReading mean(const BeamReading& a, const BeamReading& b) {
  return {.frame = {0.5 * (a.frame.x + b.frame.x), nearest_rotation(0.5 * (a.frame.R + b.frame.R))},
          .velocity = 0.5 * (a.velocity + b.velocity),
          .angular = 0.5 * (a.angular + b.angular),
          .strain = 0.5 * (a.strain + b.strain),
          .force = 0.5 * (a.force + b.force)};
}

}  // namespace

System::BeamPlace System::beam_place(BeamId id, double fraction) const {
  const Beam& beam = model_.beams.at(id.index);
  return with_order(beam.order, [&]<int P>(std::integral_constant<int, P>) -> BeamPlace {
    std::vector<double> ends{0.0};
    for (int e = 0; e < beam.elements(); ++e) ends.push_back(ends.back() + arc_length<P>(model_, beam, e, 1.0).length);
    const double target = std::clamp(fraction, 0.0, 1.0) * ends.back();
    const double close = 1e-12 * ends.back();  // what counts as the boundary of two elements
    int e = 0;
    while (e + 1 < beam.elements() && target > ends[e + 1] - close) ++e;
    const double within = target - ends[e];
    if (within <= close) return {e, -1.0};
    if (target >= ends[e + 1] - close) return {e, 1.0};
    double xi = 2.0 * within / (ends[e + 1] - ends[e]) - 1.0;
    for (int k = 0; k < 20; ++k) {
      const ArcLength arc = arc_length<P>(model_, beam, e, xi);
      const double change = (within - arc.length) / arc.rate;
      xi = std::clamp(xi + change, -1.0, 1.0);
      if (std::abs(change) < 1e-14) break;
    }
    return {e, xi};
  });
}

BeamReading System::read_beam(const State& state, BeamId id, double fraction) const {
  const BeamPlace place = beam_place(id, fraction);
  BeamReading here, before;
  read_element(state, id, place.element, {&place.at, 1}, {&here, 1});
  if (place.at > -1.0 || place.element == 0) return here;
  const double end = 1.0;
  read_element(state, id, place.element - 1, {&end, 1}, {&before, 1});
  return mean(before, here);
}

void System::read_element(const State& state, BeamId id, int element, std::span<const double> at,
                          std::span<BeamReading> readings) const {
  with_order(model_.beams.at(id.index).order, [&]<int P>(std::integral_constant<int, P>) {
    const ElementReader<P> reader(
        std::get<std::vector<BeamElement<P>>>(terms_).at(beam_terms_[id.index].first + element), state);
    for (std::size_t k = 0; k < at.size(); ++k) readings[k] = reader.at(at[k]);
  });
}

double System::length(BeamId id) const {
  const Beam& beam = model_.beams.at(id.index);
  return with_order(beam.order, [&]<int P>(std::integral_constant<int, P>) {
    double sum = 0.0;
    for (int e = 0; e < beam.elements(); ++e) sum += arc_length<P>(model_, beam, e, 1.0).length;
    return sum;
  });
}

std::vector<System::BeamPoint> System::beam_points(const State& state, BeamId id) const {
  const Beam& beam = model_.beams.at(id.index);
  std::vector<BeamPoint> points;
  with_order(beam.order, [&]<int P>(std::integral_constant<int, P>) {
    const auto& list = std::get<std::vector<BeamElement<P>>>(terms_);
    const auto rule = gauss(P);
    for (int e = 0; e < beam.elements(); ++e) {
      const BeamElement<P>& element = list[beam_terms_[id.index].first + e];
      const auto shape = shape_of(element, state);
      for (int k = 0; k < P; ++k)
        points.push_back(
            {(e + 0.5 * (1.0 + rule[k].at)) / beam.elements(), element.strain(k, shape), element.stress(k, shape)});
    }
  });
  return points;
}

}  // namespace bristle
