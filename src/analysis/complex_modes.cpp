// Complex modes from the inverse of the first-order equations: docs/theory.md, section 13.4.

#include <Spectra/GenEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "analysis/kkt.hpp"
#include "analysis/mode_shape.hpp"
#include "analysis/motion_space.hpp"
#include "bristle/error.hpp"

namespace bristle {
namespace {

constexpr int dense_below = 200;  // motions

using Complex = std::complex<double>;

/// (δ, δ') → (y, w) with w − σ y = δ and (K + σ D + σ² M) y = −M δ' − (D + σ M) δ: eigenvalues 1/(s − σ).
struct InverseStep {
  using Scalar = double;

  InverseStep(const Linearisation& about, double the_shift) : kkt(about), shift(the_shift), motions(about.motions) {
    const Eigen::SparseMatrix<double> d = about.matrix(about.damping), m = about.matrix(about.mass);
    D = d.topLeftCorner(motions, motions);
    M = m.topLeftCorner(motions, motions);
    if (!kkt.factor(1.0, shift, shift * shift)) throw ModelError("the equations of the modes are singular");
  }
  Eigen::Index rows() const { return 2 * motions; }
  Eigen::Index cols() const { return rows(); }
  void perform_op(const double* in, double* out) const {
    const Eigen::Map<const Eigen::VectorXd> x(in, motions), v(in + motions, motions);
    Eigen::Map<Eigen::VectorXd> y(out, motions), w(out + motions, motions);
    y = kkt.solve(-(M * v) - D * x - shift * (M * x));
    w = x + shift * y;
  }

  Kkt kkt;
  double shift;
  int motions;
  Eigen::SparseMatrix<double> D, M;
};

void add(std::vector<Mode>& modes, Complex theta, double largest, double shift, const Eigen::VectorXcd& motion) {
  if (std::abs(theta) < 1e-13 * largest) return;  // without mass: infinitely fast
  Complex s = shift + 1.0 / theta;
  if (std::abs(s) < 0.1 * shift) s = 0.0;      // a double zero splits by the root of round-off
  if (s.imag() < -1e-9 * std::abs(s)) return;  // the other one of a pair
  modes.push_back({.s = s, .shape = motion});
  normalise(modes.back());
}

std::vector<Mode> dense(const Linearisation& about, const InverseStep& step, const Eigen::MatrixXd& Z) {
  const int n = static_cast<int>(Z.cols());
  if (n == 0) return {};
  Eigen::MatrixXd A(2 * n, 2 * n);
  Eigen::VectorXd in = Eigen::VectorXd::Zero(2 * about.motions), out(2 * about.motions);
  for (int j = 0; j < 2 * n; ++j) {
    in.setZero();
    in.segment(j < n ? 0 : about.motions, about.motions) = Z.col(j % n);
    step.perform_op(in.data(), out.data());
    A.col(j) << Z.transpose() * out.head(about.motions), Z.transpose() * out.tail(about.motions);
  }
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(A);
  std::vector<Mode> modes;
  const double largest = solver.eigenvalues().cwiseAbs().maxCoeff();
  for (int j = 0; j < 2 * n; ++j)
    add(modes, solver.eigenvalues()[j], largest, step.shift, Z * solver.eigenvectors().col(j).head(n));
  return modes;
}

std::vector<Mode> sparse(const Linearisation& about, InverseStep& step, int number) {
  const int wanted = std::min(2 * number + 4, 2 * about.motions - 2);
  const int free = free_motions(about);
  if (free <= wanted + 30)  // the space of an iteration would not fit into them
    return dense(about, step, few_allowed_motions(about, free));
  Spectra::GenEigsSolver<InverseStep> solver(step, wanted, std::min(2 * wanted + 40, 2 * about.motions));
  Eigen::VectorXd start = Eigen::VectorXd::Zero(2 * about.motions);
  start.head(about.motions) = step.kkt.solve(step.M * Eigen::VectorXd::LinSpaced(about.motions, 0.5, 1.5));
  start.tail(about.motions) = step.kkt.solve(step.M * Eigen::VectorXd::LinSpaced(about.motions, 1.0, -1.0));
  try {
    solver.init(start.data());
    solver.compute(Spectra::SortRule::LargestMagn, 500, 1e-10);
  } catch (const std::exception& error) {
    throw ModelError(std::string("the iteration for the modes fails: ") + error.what());
  }
  if (solver.info() != Spectra::CompInfo::Successful) throw ModelError("the iteration for the modes does not converge");
  std::vector<Mode> modes;
  const Eigen::VectorXcd values = solver.eigenvalues();
  const Eigen::MatrixXcd vectors = solver.eigenvectors();
  for (int j = 0; j < values.size(); ++j)
    add(modes, values[j], values.cwiseAbs().maxCoeff(), step.shift, vectors.col(j).head(about.motions));
  return modes;
}

/// A motion without stiffness and damping is a double zero with one shape: it is kept once.
void join_double_zeros(std::vector<Mode>& modes) {
  std::vector<Eigen::VectorXcd> seen;  // orthonormal
  std::erase_if(modes, [&](const Mode& mode) {
    if (std::abs(mode.s) > 0.0) return false;
    Eigen::VectorXcd rest = mode.shape.normalized();
    for (const Eigen::VectorXcd& one : seen) rest -= one * one.dot(rest);
    if (rest.norm() < 1e-3) return true;  // shapes of a double zero differ by the root of round-off
    seen.push_back(rest.normalized());
    return false;
  });
}

}  // namespace

std::vector<Mode> complex_modes(const Balance& balance, const State& state, const ModeOptions& options) {
  if (balance.motions() == 0) return {};
  const Linearisation about = balance.linearise(state, options.about);
  const Eigen::SparseMatrix<double> K = about.matrix(about.stiffness), M = about.matrix(about.mass);
  const double k = K.diagonal().head(about.motions).cwiseAbs().sum(), m = M.diagonal().sum();
  double fast = m > 0.0 && k > 0.0 ? std::sqrt(k / m) : 1.0;
  for (const Vec6& twist : state.twists) fast = std::max(fast, twist.tail<3>().norm());
  InverseStep step(about, 1e-6 * fast);  // past zero, so that motions without stiffness do no harm
  int number = options.number > 0 ? options.number : 20;
  std::vector<Mode> all;
  for (;; number *= 2) {
    all = about.motions <= dense_below ? dense(about, step, allowed_motions(about)) : sparse(about, step, number);
    std::sort(all.begin(), all.end(), [](const Mode& a, const Mode& b) { return std::abs(a.s) < std::abs(b.s); });
    join_double_zeros(all);
    if (!options.band || about.motions <= dense_below || number >= about.motions) break;
    if (!all.empty() && all.back().frequency() > (*options.band)[1]) break;
  }
  if (options.band)
    std::erase_if(all, [&](const Mode& mode) {
      return mode.frequency() < (*options.band)[0] || mode.frequency() > (*options.band)[1];
    });
  if (options.number > 0 && static_cast<int>(all.size()) > options.number) all.resize(options.number);
  return all;
}

}  // namespace bristle
