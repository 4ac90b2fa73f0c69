#pragma once
// Geometrically exact beam element of order P (P+1 nodes, P Gauss points): docs/theory.md, section 5.

#include <array>
#include <vector>

#include "bristle/model/section.hpp"
#include "bristle/system/step.hpp"
#include "bristle/terms/local.hpp"
#include "bristle/terms/measure_set.hpp"

namespace bristle {

template <int P>
class BeamElement {
 public:
  static constexpr int order = P;
  static constexpr int count = P + 1;
  static constexpr int capacity = node_size * count;

  /// Stress-free in the given shape.
  BeamElement(const std::array<int, count>& nodes, const std::array<Frame, count>& shape, const Section& section);

  int multipliers() const { return 0; }
  int memory() const { return 0; }
  void evaluate(const Step& step, Local<capacity>& out) const;
  void account(const Step& step, EnergyAccount& account) const;

  /// Strains (Γ, K) at a Gauss point for given nodal frames, less those of the stress-free shape.
  Vec6 strain(int point, const std::array<Frame, count>& shape) const;
  /// Section force and moment (N, N m) in section axes.
  Vec6 stress(int point, const std::array<Frame, count>& shape) const { return stiffness_ * strain(point, shape); }
  /// Lumped share of a node in the element's length (m).
  double tributary_length(int node) const { return tributary_[node]; }

  std::array<int, count> nodes{};
  TermSlots slots;

 private:
  struct GaussPoint {
    std::array<double, count> n{};   // shape functions
    std::array<double, count> dn{};  // by arc length
    double weight = 0.0;             // arc length
    Vec6 reference = Vec6::Zero();   // strains of the stress-free shape, before they are subtracted
  };
  /// Nodal positions and rotations of one configuration, or the averages of two.
  struct Nodes {
    std::array<Vec3, count> x;
    std::array<Mat3, count> R;
  };
  /// Position derivative, directors and their derivatives at a Gauss point.
  struct Shape {
    Vec3 dx;
    Mat3 d;
    Mat3 dd;
  };
  using Set = MeasureSet<count, 6>;

  static Shape shape_at(const GaussPoint& point, const Nodes& nodes);
  static Vec6 raw_strain(const Shape& shape);
  static void gradient(const GaussPoint& point, const Shape& shape, const Nodes& nodes, typename Set::Covectors& g);
  static void geometric(const GaussPoint& point, const Shape& shape, const Nodes& nodes, const Nodes& end,
                        const Vec6& stress, double share, typename Set::Square& k);
  static void motion_curvature(const GaussPoint& point, const Shape& shape, const Nodes& nodes,
                               const Eigen::Matrix<double, 6 * count, 1>& motion, typename Set::Covectors& k);

  /// Strains at a Gauss point over a step, with their gradients.
  struct PointStep {
    Vec6 at_i, at_f;
    Shape mean, end;
    Set set;
  };
  struct ElementStep {
    Nodes start, end, mean;
    double extent = 0.0;             // largest coordinate
    double shift = 0.0, turn = 0.0;  // largest increments
  };
  ElementStep element_step(const Step& step) const;
  PointStep point_step(const GaussPoint& point, const Step& step, const ElementStep& element) const;

  std::array<GaussPoint, P> points_;
  std::array<double, count> tributary_{};
  Mat6 stiffness_ = Mat6::Zero();
  double viscous_time_ = 0.0;
};

extern template class BeamElement<1>;
extern template class BeamElement<2>;
extern template class BeamElement<3>;

}  // namespace bristle
