#pragma once
// A straight rod in space with stretch, shear, twist and bending, clamped at one end and pulled at the other by a dead
// force: the equations of Simo's beam, integrated by Boost.Odeint from the tip and met at the clamp by shooting.

#include <Eigen/Dense>
#include <array>
#include <boost/numeric/odeint.hpp>

namespace bristle::test {

struct SpaceRod {
  double length;
  Eigen::Matrix<double, 6, 1> stiffness;  // EA, GA2, GA3, GJ, EI2, EI3

  struct End {
    Eigen::Vector3d x;  // of the tip, in the axes of the clamp
    Eigen::Matrix3d R;
  };

  /// Force and moment in section axes, place and axes of the clamp in those of the tip, from the tip backwards.
  std::array<double, 18> backwards(const Eigen::Vector3d& force) const {
    using State = std::array<double, 18>;
    using Vector = Eigen::Map<Eigen::Vector3d>;
    using Constant = Eigen::Map<const Eigen::Vector3d>;
    State y{};
    Vector(y.data()) = force;
    Eigen::Map<Eigen::Matrix3d>(y.data() + 9).setIdentity();
    const auto slope = [&](const State& s, State& d, double) {
      const Constant n(s.data()), m(s.data() + 3);
      const Eigen::Map<const Eigen::Matrix3d> R(s.data() + 9);
      const Eigen::Vector3d e = Eigen::Vector3d::UnitX() + n.cwiseQuotient(stiffness.head<3>());
      const Eigen::Vector3d k = m.cwiseQuotient(stiffness.tail<3>());
      Vector(d.data()) = k.cross(n);  // minus the slope along the rod, n' = -k x n and so on
      Vector(d.data() + 3) = k.cross(m) + e.cross(n);
      Vector(d.data() + 6) = -R * e;
      Eigen::Map<Eigen::Matrix3d> dR(d.data() + 9);
      for (int c = 0; c < 3; ++c) dR.col(c) = R * Eigen::Vector3d::Unit(c).cross(k);  // -R k~
    };
    namespace ode = boost::numeric::odeint;
    const auto stepper = ode::make_controlled<ode::runge_kutta_fehlberg78<State>>(1e-13, 1e-13);
    ode::integrate_adaptive(stepper, slope, y, 0.0, length, 0.01 * length);
    return y;
  }

  /// The tip under a force given in the axes of the clamp: Newton's method for the force in those of the tip.
  End tip(const Eigen::Vector3d& force) const {
    Eigen::Vector3d seen = force;
    const auto at_clamp = [&](const Eigen::Vector3d& f) {
      const auto y = backwards(f);
      return Eigen::Vector3d(y[0], y[1], y[2]);
    };
    for (int steps = 8, k = 1; k <= steps; ++k) {  // of the load
      const Eigen::Vector3d wanted = force * k / steps;
      seen = k == 1 ? wanted : Eigen::Vector3d(seen * k / (k - 1.0));
      for (int iteration = 0; iteration < 30; ++iteration) {
        const double h = 1e-6 * force.norm();
        Eigen::Matrix3d J;
        for (int c = 0; c < 3; ++c)
          J.col(c) = (at_clamp(seen + h * Eigen::Vector3d::Unit(c)) - at_clamp(seen - h * Eigen::Vector3d::Unit(c))) /
                     (2.0 * h);
        const Eigen::Vector3d d = J.fullPivLu().solve(wanted - at_clamp(seen));
        seen += d;
        if (d.norm() < 1e-11 * force.norm()) break;
      }
    }
    auto y = backwards(seen);
    const Eigen::Map<Eigen::Matrix3d> R(y.data() + 9);
    const Eigen::Map<Eigen::Vector3d> x(y.data() + 6);
    return {-R.transpose() * x, R.transpose()};
  }
};

}  // namespace bristle::test
