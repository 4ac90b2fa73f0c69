#include "bristle/terms/beam_element.hpp"

#include <algorithm>
#include <cmath>

#include "bristle/math/lagrange.hpp"

namespace bristle {

template <int P>
BeamElement<P>::BeamElement(const std::array<int, count>& node_indices, const std::array<Frame, count>& shape,
                            const Section& section)
    : nodes(node_indices), stiffness_(section.stiffness), viscous_time_(section.viscous_time) {
  const auto speed = [&](const LagrangeValues<count>& l) {  // |dx/dξ|
    Vec3 dx = Vec3::Zero();
    for (int a = 0; a < count; ++a) dx += l.slope[a] * (shape[a].x - shape[0].x);
    return dx.norm();
  };
  const auto gauss_points = gauss(P);
  for (int k = 0; k < P; ++k) {
    const auto l = lagrange<count>(gauss_points[k].at);
    const double jacobian = speed(l);
    GaussPoint& point = points_[k];
    point.weight = gauss_points[k].weight * jacobian;
    for (int a = 0; a < count; ++a) {
      point.n[a] = l.value[a];
      point.dn[a] = l.slope[a] / jacobian;
    }
    point.reference = strain(k, shape);
  }
  const auto lobatto = gauss_lobatto(count);
  for (int a = 0; a < count; ++a) tributary_[a] = lobatto[a].weight * speed(lagrange<count>(lobatto[a].at));
}

template <int P>
auto BeamElement<P>::shape_at(const GaussPoint& point, const Nodes& nodes) -> Shape {
  Shape s{Vec3::Zero(), point.n[0] * nodes.R[0], point.dn[0] * nodes.R[0]};
  for (int a = 1; a < count; ++a) {
    s.dx += point.dn[a] * (nodes.x[a] - nodes.x[0]);  // Σ dn = 0: differences keep the digits far from the origin
    s.d += point.n[a] * nodes.R[a];
    s.dd += point.dn[a] * nodes.R[a];
  }
  return s;
}

template <int P>
Vec6 BeamElement<P>::raw_strain(const Shape& s) {
  const auto curvature = [&](int j, int k) {
    return 0.5 * (s.d.col(k).dot(s.dd.col(j)) - s.d.col(j).dot(s.dd.col(k)));
  };
  Vec6 e;
  e << s.d.transpose() * s.dx, curvature(1, 2), curvature(2, 0), curvature(0, 1);
  return e;
}

template <int P>
Vec6 BeamElement<P>::strain(int point, const std::array<Frame, count>& shape) const {
  Nodes at;
  for (int a = 0; a < count; ++a) {
    at.x[a] = shape[a].x;
    at.R[a] = shape[a].R;
  }
  return raw_strain(shape_at(points_[point], at)) - points_[point].reference;
}

/// Columns r_k × e_j − r_j × e_k for (i, j, k) cyclic: the pattern by which directors enter the curvatures.
static void curvature_columns(const Mat3& r, const Mat3& e, Eigen::Ref<Mat3, 0, Eigen::OuterStride<>> columns) {
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    columns.col(i) = r.col(k).cross(e.col(j)) - r.col(j).cross(e.col(k));
  }
}

/// ∂ε/∂(δx, δθ) of all nodes, transposed. At averaged nodes it is the discrete gradient of the step.
template <int P>
void BeamElement<P>::gradient(const GaussPoint& point, const Shape& s, const Nodes& nodes, typename Set::Covectors& g) {
  for (int a = 0; a < count; ++a) {
    const Mat3& R = nodes.R[a];
    auto block = g.template middleRows<6>(6 * a);
    block.template topLeftCorner<3, 3>() = point.dn[a] * s.d;
    block.template topRightCorner<3, 3>().setZero();
    block.template bottomLeftCorner<3, 3>() = (-point.n[a] * hat(s.dx)).lazyProduct(R);
    curvature_columns(R, 0.5 * (point.n[a] * s.dd - point.dn[a] * s.d), block.template bottomRightCorner<3, 3>());
  }
}

/// ∂(gradient · stress)/∂(δx, δθ) at fixed stress, where the nodes of the gradient move by `share` of those at the end:
/// ½ for averages, 1 for the end itself.
template <int P>
void BeamElement<P>::geometric(const GaussPoint& point, const Shape& s, const Nodes& nodes, const Nodes& end,
                               const Vec6& stress, double share, typename Set::Square& k) {
  const Vec3 n = share * stress.head<3>();
  const Mat3 m = hat(share * stress.tail<3>());
  const auto minus_trace = [](Mat3 q) {  // Σ hat(a) hat(b) = Σ b aᵀ − Σ a·b
    const double trace = q.trace();
    q.diagonal().array() -= trace;
    return q;
  };
  const Mat3 A = s.dx * n.transpose() - 0.5 * s.dd * m;
  const Mat3 B = 0.5 * s.d * m;
  std::array<Mat3, count> force_end, moment_end;
  for (int b = 0; b < count; ++b) {
    force_end[b] = -hat(end.R[b] * n);
    moment_end[b] = -0.5 * end.R[b] * m;
  }
  for (int a = 0; a < count; ++a) {
    const Mat3 force = hat(nodes.R[a] * n);
    for (int b = 0; b < count; ++b) {
      auto block = k.template block<6, 6>(6 * a, 6 * b);
      block.template topLeftCorner<3, 3>().setZero();
      block.template topRightCorner<3, 3>() = point.dn[a] * point.n[b] * force_end[b];
      block.template bottomLeftCorner<3, 3>() = point.n[a] * point.dn[b] * force;
      const double twist = point.dn[a] * point.n[b] - point.n[a] * point.dn[b];
      block.template bottomRightCorner<3, 3>() = twist * minus_trace(moment_end[b] * nodes.R[a].transpose());
    }
    const Mat3 g = point.n[a] * A + point.dn[a] * B;
    k.template block<3, 3>(6 * a + 3, 6 * a + 3) += minus_trace(end.R[a] * g.transpose());
  }
}

/// ∂(gradient · motion)/∂(δx, δθ) at fixed motion, a column a strain.
template <int P>
void BeamElement<P>::motion_curvature(const GaussPoint& point, const Shape& s, const Nodes& nodes,
                                      const Eigen::Matrix<double, 6 * count, 1>& motion, typename Set::Covectors& k) {
  Vec3 dy = Vec3::Zero();  // derivative of the displacement part of the motion
  Mat3 h = Mat3::Zero();   // change of the directors by its rotation part, and its derivative
  Mat3 dh = Mat3::Zero();
  std::array<Mat3, count> turn;
  for (int a = 0; a < count; ++a) {
    turn[a] = hat(motion.template segment<3>(6 * a + 3));
    dy += point.dn[a] * motion.template segment<3>(6 * a);
    const Mat3 change = turn[a] * nodes.R[a];
    h += point.n[a] * change;
    dh += point.dn[a] * change;
  }
  for (int b = 0; b < count; ++b) {
    const Mat3& R = nodes.R[b];
    auto block = k.template middleRows<6>(6 * b);
    block.template topLeftCorner<3, 3>() = point.dn[b] * h;
    block.template topRightCorner<3, 3>().setZero();
    const Vec3 v = point.n[b] * (dy - turn[b] * s.dx);  // d × (y' + x' × ζ)
    block.template bottomLeftCorner<3, 3>() = (-hat(v)).lazyProduct(R);
    const Mat3 m = h - turn[b] * s.d;  // h + d × ζ
    const Mat3 dm = dh - turn[b] * s.dd;
    curvature_columns(R, 0.5 * (point.n[b] * dm - point.dn[b] * m), block.template bottomRightCorner<3, 3>());
  }
}

template <int P>
auto BeamElement<P>::element_step(const Step& step) const -> ElementStep {
  ElementStep e;
  for (int a = 0; a < count; ++a) {
    const NodeStep& n = step.nodes[nodes[a]];
    e.start.x[a] = n.start.x;
    e.start.R[a] = n.start.R;
    e.end.x[a] = n.end.x;
    e.end.R[a] = n.end.R;
    e.mean.x[a] = 0.5 * (n.start.x + n.end.x);
    e.mean.R[a] = n.mean;
    e.extent = std::max({e.extent, n.start.x.cwiseAbs().maxCoeff(), n.end.x.cwiseAbs().maxCoeff()});
    e.shift = std::max(e.shift, n.dx.cwiseAbs().maxCoeff());
    e.turn = std::max(e.turn, n.r.cwiseAbs().maxCoeff());
  }
  return e;
}

template <int P>
auto BeamElement<P>::point_step(const GaussPoint& point, const Step& step, const ElementStep& e) const -> PointStep {
  PointStep p;
  const Shape start = shape_at(point, e.start);
  p.mean = shape_at(point, e.mean);
  p.end = shape_at(point, e.end);
  p.at_i = raw_strain(start) - point.reference;
  p.at_f = raw_strain(p.end) - point.reference;
  for (int a = 0; a < count; ++a) p.set.nodes[a] = &step.nodes[nodes[a]];
  gradient(point, p.mean, e.mean, p.set.discrete);
  gradient(point, start, e.start, p.set.start);
  gradient(point, p.end, e.end, p.set.end);
  return p;
}

template <int P>
void BeamElement<P>::evaluate(const Step& step, Local<capacity>& out) const {
  out.clear();
  const ElementStep element = element_step(step);
  for (const GaussPoint& point : points_) {
    const PointStep p = point_step(point, step, element);
    const Mat6 stiffness = point.weight * stiffness_;
    const Response<6> response =
        linear_response<6>(stiffness, viscous_time_ * stiffness, p.at_i, p.set.change(), p.set.jump(), step.dt);
    add_residual<count, 6>(p.set, response, out);

    // Strains are differences of numbers of size |x|/h and 1: that, times the stiffness, is what rounds off. Their
    // rates are made of the motion over the step.
    double steepest = 0.0;
    for (const double slope : point.dn) steepest = std::max(steepest, std::abs(slope));
    const Vec6 stiffest = stiffness.diagonal();
    const double elastic = step.dt, viscous = viscous_time_;
    const double force = stiffest.head<3>().maxCoeff() * (elastic * (1.0 + element.extent * steepest) +
                                                          viscous * (element.turn + element.shift * steepest));
    const double moment = stiffest.tail<3>().maxCoeff() * steepest * (elastic + viscous * element.turn);
    for (int a = 0; a < count; ++a) out.add_traffic(a, force * steepest, force + moment * steepest);

    if (!out.with_tangent) continue;
    MeasureCurvature<count, 6> curvature;
    geometric(point, p.mean, element.mean, element.end, response.s1, 0.5, curvature.discrete);
    geometric(point, p.end, element.end, element.end, response.s2, 1.0, curvature.end);
    motion_curvature(point, p.end, element.end, p.set.end_motion(), curvature.motion);
    add_tangent<count, 6>(p.set, response, curvature, out);
  }
}

template <int P>
void BeamElement<P>::account(const Step& step, EnergyAccount& account) const {
  const ElementStep element = element_step(step);
  const Mat6 viscosity = viscous_time_ * stiffness_;
  for (const GaussPoint& point : points_) {
    const PointStep p = point_step(point, step, element);
    account_linear<6>(stiffness_, viscosity, p.at_i, p.at_f, p.set.change(), p.set.jump(), step.dt, point.weight,
                      account);
  }
}

template class BeamElement<1>;
template class BeamElement<2>;
template class BeamElement<3>;

}  // namespace bristle
