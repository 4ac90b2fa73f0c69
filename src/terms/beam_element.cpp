#include "bristle/terms/beam_element.hpp"

#include <algorithm>
#include <cmath>

#include "bristle/math/lagrange.hpp"
#include "bristle/terms/response.hpp"

namespace bristle {

/// Position derivative, directors and their derivatives at a Gauss point.
template <int P>
struct BeamElement<P>::Shape {
  Vec3 dx;
  Mat3 d;
  Mat3 dd;
};

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
auto BeamElement<P>::shape_at(const GaussPoint& point, const std::array<Vec3, count>& x,
                              const std::array<Mat3, count>& R) const -> Shape {
  Shape s{Vec3::Zero(), point.n[0] * R[0], point.dn[0] * R[0]};
  for (int a = 1; a < count; ++a) {
    s.dx += point.dn[a] * (x[a] - x[0]);  // Σ dn = 0: differences keep the digits far from the origin
    s.d += point.n[a] * R[a];
    s.dd += point.dn[a] * R[a];
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
  std::array<Vec3, count> x;
  std::array<Mat3, count> R;
  for (int a = 0; a < count; ++a) {
    x[a] = shape[a].x;
    R[a] = shape[a].R;
  }
  return raw_strain(shape_at(points_[point], x, R)) - points_[point].reference;
}

/// ∂ε/∂(δx, δθ) of all nodes, transposed. With averaged arguments it is the discrete gradient of a leg.
template <int P>
void BeamElement<P>::gradient(const GaussPoint& point, const Shape& s, const std::array<Mat3, count>& R, Gradient& g) {
  for (int a = 0; a < count; ++a) {
    auto block = g.template middleRows<6>(6 * a);
    block.template topLeftCorner<3, 3>() = point.dn[a] * s.d;
    block.template topRightCorner<3, 3>().setZero();
    const Mat3 e = 0.5 * (point.n[a] * s.dd - point.dn[a] * s.d);
    const Vec3 ndx = point.n[a] * s.dx;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const int k = (i + 2) % 3;
      block.col(i).template tail<3>() = R[a].col(i).cross(ndx);
      block.col(3 + i).template tail<3>() = R[a].col(k).cross(e.col(j)) - R[a].col(j).cross(e.col(k));
    }
  }
}

/// Derivative of the projected stress through the averaged position and directors, at fixed stress.
template <int P>
void BeamElement<P>::add_geometric(const GaussPoint& point, const Shape& mean, const std::array<Mat3, count>& R_mean,
                                   const std::array<Mat3, count>& R_end, const Vec6& stress, int leg,
                                   Eigen::Matrix<double, capacity, capacity>& k) {
  const Vec3 n = stress.head<3>();
  const Mat3 m = hat(stress.tail<3>());
  const auto minus_trace = [](Mat3 q) {  // Σ hat(a) hat(b) = Σ b aᵀ − Σ a·b
    const double trace = q.trace();
    q.diagonal().array() -= trace;
    return q;
  };
  const Mat3 A = mean.dx * n.transpose() - 0.5 * mean.dd * m;
  const Mat3 B = 0.5 * mean.d * m;
  std::array<Mat3, count> force_end, moment_end;
  for (int b = 0; b < count; ++b) {
    force_end[b] = -0.5 * hat(R_end[b] * n);
    moment_end[b] = -0.25 * R_end[b] * m;
  }
  for (int a = 0; a < count; ++a) {
    const Mat3 force_mean = 0.5 * hat(R_mean[a] * n);
    for (int b = 0; b < count; ++b) {
      auto block = k.template block<6, 6>(node_size * a + leg, node_size * b + leg);
      block.template topRightCorner<3, 3>() += point.dn[a] * point.n[b] * force_end[b];
      block.template bottomLeftCorner<3, 3>() += point.n[a] * point.dn[b] * force_mean;
      const double twist = point.dn[a] * point.n[b] - point.n[a] * point.dn[b];
      block.template bottomRightCorner<3, 3>() += twist * minus_trace(moment_end[b] * R_mean[a].transpose());
    }
    const Mat3 g = point.n[a] * A + point.dn[a] * B;
    k.template block<3, 3>(node_size * a + leg + 3, node_size * a + leg + 3) +=
        0.5 * minus_trace(R_end[a] * g.transpose());
  }
}

template <int P>
void BeamElement<P>::evaluate(const Step& step, Local<capacity>& out) const {
  std::array<Vec3, count> xi, xf, xj, xm, xn;
  std::array<Mat3, count> Ri, Rf, Rj, Rm, Rn;
  double extent = 0.0;
  for (int a = 0; a < count; ++a) {
    const NodeStep& n = step.nodes[nodes[a]];
    xi[a] = n.start.x;
    xf[a] = n.f.end.x;
    xj[a] = n.j.end.x;
    xm[a] = 0.5 * (xi[a] + xf[a]);
    xn[a] = 0.5 * (xi[a] + xj[a]);
    Ri[a] = n.start.R;
    Rf[a] = n.f.end.R;
    Rj[a] = n.j.end.R;
    Rm[a] = n.f.mean;
    Rn[a] = n.j.mean;
    extent = std::max({extent, xi[a].cwiseAbs().maxCoeff(), xf[a].cwiseAbs().maxCoeff()});
  }
  out.clear();

  const double dt = step.dt;
  const double viscous = viscous_time_ / dt;
  Gradient gm, gn, gf, gj;
  for (const GaussPoint& point : points_) {
    const Shape mean_f = shape_at(point, xm, Rm);
    const Shape mean_j = shape_at(point, xn, Rn);
    const Shape end_f = shape_at(point, xf, Rf);
    const Shape end_j = shape_at(point, xj, Rj);
    const Vec6 ei = raw_strain(shape_at(point, xi, Ri)) - point.reference;
    const Vec6 ef = raw_strain(end_f) - point.reference;
    const Vec6 ej = raw_strain(end_j) - point.reference;
    const Mat6 c = (dt * point.weight) * stiffness_;
    // LinearResponse with viscosity τ·stiffness, so that one product serves both.
    const Vec6 s1 = c * (0.5 * (ef + ej) + viscous * (ef - ei));
    const Vec6 s2 = c * ((ej - ef) / 6.0 + viscous * (ej - ei));

    gradient(point, mean_f, Rm, gm);
    gradient(point, mean_j, Rn, gn);
    double steepest = 0.0;
    for (int a = 0; a < count; ++a) {
      out.residual.template segment<6>(node_size * a + leg_f).noalias() += gm.template middleRows<6>(6 * a) * s1;
      out.residual.template segment<6>(node_size * a + leg_j).noalias() += gn.template middleRows<6>(6 * a) * s2;
      steepest = std::max(steepest, std::abs(point.dn[a]));
    }
    // Strains are differences of numbers of size |x|/h and 1: that, times the stiffness, is what rounds off.
    const double force = c.topLeftCorner<3, 3>().diagonal().maxCoeff() * (1.0 + extent * steepest);
    const double moment = c.bottomRightCorner<3, 3>().diagonal().maxCoeff() * steepest;
    for (int a = 0; a < count; ++a) out.add_traffic(a, force * steepest, force + moment * steepest);

    if (!out.with_tangent) continue;
    gradient(point, end_f, Rf, gf);
    gradient(point, end_j, Rj, gj);
    const Gradient ym = gm.lazyProduct(c);
    const Gradient yn = gn.lazyProduct(c);
    for (int b = 0; b < count; ++b) {
      const Mat6 bf = gf.template middleRows<6>(6 * b).transpose();
      const Mat6 bj = gj.template middleRows<6>(6 * b).transpose();
      const Gradient mf = ym.lazyProduct(bf);
      const Gradient mj = ym.lazyProduct(bj);
      const Gradient nf = yn.lazyProduct(bf);
      const Gradient nj = yn.lazyProduct(bj);
      for (int a = 0; a < count; ++a) {
        auto block = out.tangent.template block<12, 12>(node_size * a, node_size * b);
        block.template block<6, 6>(leg_f, leg_f) += (0.5 + viscous) * mf.template middleRows<6>(6 * a);
        block.template block<6, 6>(leg_f, leg_j) += 0.5 * mj.template middleRows<6>(6 * a);
        block.template block<6, 6>(leg_j, leg_f) -= 1.0 / 6.0 * nf.template middleRows<6>(6 * a);
        block.template block<6, 6>(leg_j, leg_j) += (1.0 / 6.0 + viscous) * nj.template middleRows<6>(6 * a);
      }
    }
    add_geometric(point, mean_f, Rm, Rf, s1, leg_f, out.tangent);
    add_geometric(point, mean_j, Rn, Rj, s2, leg_j, out.tangent);
  }
}

template <int P>
void BeamElement<P>::account(const Step& step, EnergyAccount& account) const {
  std::array<Frame, count> i, f, j;
  for (int a = 0; a < count; ++a) {
    const NodeStep& n = step.nodes[nodes[a]];
    i[a] = n.start;
    f[a] = n.f.end;
    j[a] = n.j.end;
  }
  const Mat6 viscosity = viscous_time_ * stiffness_;
  for (int k = 0; k < P; ++k)
    LinearResponse<6>::account(stiffness_, viscosity, strain(k, i), strain(k, f), strain(k, j), step.dt,
                               points_[k].weight, account);
}

template class BeamElement<1>;
template class BeamElement<2>;
template class BeamElement<3>;

}  // namespace bristle
