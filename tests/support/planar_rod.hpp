#pragma once
// A plane rod with stretch and shear, the equations of Reissner's beam, integrated by Boost.Odeint and met at its end
// by shooting: a reference that shares nothing with the elements.

#include <Eigen/Dense>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <vector>

namespace bristle::test {

struct PlanarRod {
  struct Stiffness {
    double EA, GA, EI;
  };
  /// A stretch of the rod. Before it a corner, and a load P times `load`, in space axes or with the section behind it.
  struct Piece {
    double length, curvature;
    double corner = 0.0;
    Eigen::Vector2d load = Eigen::Vector2d::Zero();
    bool follower = false;
  };
  struct Section {
    Eigen::Vector2d x, n;  // place, force from what lies ahead
    double angle, moment;
  };

  Stiffness stiffness;
  std::vector<Piece> pieces;

  /// From one end to the other; the places where pieces begin, and the end.
  std::vector<Section> integrate(Section at, double P) const {
    namespace ode = boost::numeric::odeint;
    using State = std::array<double, 4>;  // x, y, angle, moment
    std::vector<Section> all;
    for (const Piece& piece : pieces) {
      const Eigen::Rotation2Dd turned(piece.follower ? at.angle : 0.0);
      at.n -= P * (turned * piece.load);
      at.angle += piece.corner;
      all.push_back(at);
      State y{at.x.x(), at.x.y(), at.angle, at.moment};
      const auto slope = [&](const State& s, State& d, double) {
        const double c = std::cos(s[2]), k = std::sin(s[2]);
        const double stretch = 1.0 + (at.n.x() * c + at.n.y() * k) / stiffness.EA;
        const double shear = (-at.n.x() * k + at.n.y() * c) / stiffness.GA;
        d[0] = stretch * c - shear * k;
        d[1] = stretch * k + shear * c;
        d[2] = piece.curvature + s[3] / stiffness.EI;
        d[3] = d[1] * at.n.x() - d[0] * at.n.y();
      };
      const auto stepper = ode::make_controlled<ode::runge_kutta_fehlberg78<State>>(1e-12, 1e-12);
      ode::integrate_adaptive(stepper, slope, y, 0.0, piece.length, 0.01 * piece.length);
      at.x = {y[0], y[1]};
      at.angle = y[2];
      at.moment = y[3];
    }
    all.push_back(at);
    return all;
  }
};

/// A rod between two supports, its far end a hinge at a given place; the near end a clamp with an unknown moment, or a
/// hinge with an unknown angle. Unknowns: the force there, that moment or angle, the load.
struct SupportedRod {
  using Unknowns = Eigen::Vector4d;  // force, moment or angle, load

  PlanarRod rod;
  bool clamped = true;
  Eigen::Vector2d start, end;
  double angle = 0.0;  // of the clamp
  Unknowns scale = Unknowns::Ones();

  std::vector<PlanarRod::Section> integrate(const Unknowns& u) const {
    return rod.integrate({start, u.head<2>(), clamped ? angle : u[2], clamped ? u[2] : 0.0}, u[3]);
  }
  Eigen::Vector3d gap(const Unknowns& u) const {
    const PlanarRod::Section s = integrate(u).back();
    const double size = (end - start).norm();
    return {(s.x - end).x() / size, (s.x - end).y() / size, s.moment / rod.stiffness.EI * size};
  }
  Eigen::Matrix<double, 3, 4> slope(const Unknowns& u) const {
    Eigen::Matrix<double, 3, 4> J;
    for (int k = 0; k < 4; ++k) {
      Unknowns h = Unknowns::Zero();
      h[k] = 1e-5 * scale[k];
      J.col(k) = (gap(u + h) - gap(u - h)) / 2e-5;
    }
    return J;  // by scaled unknowns
  }
  /// The solution nearest to a guess, in scaled unknowns.
  Unknowns nearest(Unknowns u) const {
    for (int k = 0; k < 30; ++k) {
      const Eigen::Matrix<double, 3, 4> J = slope(u);
      const Unknowns d = -scale.cwiseProduct(J.completeOrthogonalDecomposition().solve(gap(u)));
      u += d;
      if (d.cwiseQuotient(scale).norm() < 1e-10) break;
    }
    return u;
  }
  /// Of unit length, in scaled unknowns.
  Unknowns tangent(const Unknowns& u) const { return slope(u).jacobiSvd(Eigen::ComputeFullV).matrixV().col(3); }
  /// The solution near a guess with an extremum of the load: parabolas through three solutions.
  Unknowns limit(Unknowns u) const {
    u = nearest(u);
    for (double h = 1e-2; h > 2e-4; h *= 0.3) {
      const Unknowns t = scale.cwiseProduct(tangent(u));
      const Unknowns up = nearest(u + h * t), down = nearest(u - h * t);
      const double curvature = up[3] - 2.0 * u[3] + down[3];
      u = nearest(u + h * t * (0.5 * (down[3] - up[3]) / curvature));
    }
    return u;
  }
};

}  // namespace bristle::test
