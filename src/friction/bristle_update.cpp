#include "bristle/friction/bristle_update.hpp"

namespace bristle {

// With b = βΔτ and D = 6 + 4b + b², each of z_f, z_j, z_g is A z_i + B Δτ v, where A + b B = 1. So it is also
// z_ss + A (z_i − z_ss) with z_ss = v/β, which serves where b is large; there A is written in 1/b.
BristleUpdate bristle_update(const Vec3& z_i, const Vec3& v, double beta, double dtau) {
  BristleUpdate u;
  const double b = beta * dtau;
  if (b <= 1.0) {
    const double d = 6.0 + 4.0 * b + b * b;
    u.z_f = ((6.0 - 2.0 * b) * z_i + (6.0 + b) * dtau * v) / d;
    u.z_j = ((6.0 + 4.0 * b) * z_i + b * dtau * v) / d;
    u.z_g = ((6.0 + b) * z_i + (3.0 + b) * dtau * v) / d;
    u.rate = v - beta * u.z_g;
    u.by_old = (6.0 + b) / d;
    u.by_v = (3.0 + b) * dtau / d;
    u.by_beta = -dtau / (d * d) * ((18.0 + 12.0 * b + b * b) * z_i + (6.0 + 6.0 * b + b * b) * dtau * v);
    return u;
  }
  const double c = 1.0 / b;
  const double d = 1.0 + 4.0 * c + 6.0 * c * c;  // D/b²
  const Vec3 steady = v / beta;
  const Vec3 off = z_i - steady;
  const double a_g = c * (1.0 + 6.0 * c) / d;
  u.z_f = steady + c * (6.0 * c - 2.0) / d * off;
  u.z_j = steady + c * (6.0 * c + 4.0) / d * off;
  u.z_g = steady + a_g * off;
  u.rate = -beta * a_g * off;
  u.by_old = a_g;
  u.by_v = (1.0 - a_g) / beta;
  // ∂steady/∂β = −steady/β; ∂A/∂β = Δτ A'(b), A'(b) = −c² (1 + 12c + 18c²)/d²
  u.by_beta = -(1.0 - a_g) / beta * steady - (c / beta) * (1.0 + 12.0 * c + 18.0 * c * c) / (d * d) * off;
  return u;
}

double bristle_loss(const BristleUpdate& u, const Vec3& z_i, double beta, double dtau) {
  return 0.5 * ((u.z_j - z_i).squaredNorm() + beta * dtau / 6.0 * (u.z_f - u.z_j).squaredNorm());
}

}  // namespace bristle
