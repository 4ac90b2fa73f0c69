#pragma once
// Geometrically exact beam element of order P (P+1 nodes, P Gauss points): docs/theory.md, section 5.

#include <array>
#include <vector>

#include "bristle/model/section.hpp"
#include "bristle/system/step.hpp"
#include "bristle/terms/local.hpp"

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
  struct Shape;
  using Gradient = Eigen::Matrix<double, 6 * count, 6>;

  Shape shape_at(const GaussPoint& point, const std::array<Vec3, count>& x, const std::array<Mat3, count>& R) const;
  static Vec6 raw_strain(const Shape& shape);
  static void gradient(const GaussPoint& point, const Shape& shape, const std::array<Mat3, count>& R, Gradient& g);
  static void add_geometric(const GaussPoint& point, const Shape& mean, const std::array<Mat3, count>& R_mean,
                            const std::array<Mat3, count>& R_end, const Vec6& stress, int leg,
                            Eigen::Matrix<double, capacity, capacity>& k);

  std::array<GaussPoint, P> points_;
  std::array<double, count> tributary_{};
  Mat6 stiffness_ = Mat6::Zero();
  double viscous_time_ = 0.0;
};

extern template class BeamElement<1>;
extern template class BeamElement<2>;
extern template class BeamElement<3>;

}  // namespace bristle
