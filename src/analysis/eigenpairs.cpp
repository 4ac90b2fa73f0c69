#include <Spectra/SymGEigsShiftSolver.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/kkt.hpp"
#include "analysis/motion_space.hpp"
#include "bristle/error.hpp"

namespace bristle {
namespace {

constexpr int dense_below = 300;  // motions

struct InvertOperation {
  using Scalar = double;
  const Linearisation& about;
  Kkt kkt;

  explicit InvertOperation(const Linearisation& a) : about(a), kkt(a) {}
  Eigen::Index rows() const { return about.motions; }
  Eigen::Index cols() const { return about.motions; }
  void set_shift(double shift) {
    if (!kkt.factor(1.0, 0.0, -shift)) throw ModelError("the equations of the modes are singular at the shift");
  }
  void perform_op(const double* x, double* y) const {
    Eigen::Map<Eigen::VectorXd>(y, rows()) = kkt.solve(Eigen::Map<const Eigen::VectorXd>(x, rows()));
  }
};

struct MassOperation {
  using Scalar = double;
  Eigen::SparseMatrix<double> mass;

  Eigen::Index rows() const { return mass.rows(); }
  Eigen::Index cols() const { return mass.cols(); }
  void perform_op(const double* x, double* y) const {
    Eigen::Map<Eigen::VectorXd>(y, rows()) = mass * Eigen::Map<const Eigen::VectorXd>(x, rows());
  }
};

/// A typical eigenvalue, near the largest.
double scale_of(const Eigen::SparseMatrix<double>& K, const Eigen::SparseMatrix<double>& M) {
  const double k = K.diagonal().cwiseAbs().sum(), m = M.diagonal().sum();
  return m > 0.0 && k > 0.0 ? k / m : 1.0;
}

/// All of them, from M φ = θ (K + τ M) φ with λ = 1/θ − τ: good for low ones, and M may be singular.
EigenPairs dense(const Eigen::MatrixXd& Z, const Eigen::SparseMatrix<double>& K, const Eigen::SparseMatrix<double>& M) {
  const Eigen::MatrixXd k = Z.transpose() * (K * Z), m = Z.transpose() * (M * Z);
  const double scale = scale_of(K, M);
  EigenPairs out{Eigen::VectorXd(0), Eigen::MatrixXd(Z.rows(), 0)};
  if (Z.cols() == 0) return out;
  for (const double share : {1e-7, 1e-4, 1e-1, 1e1, 1e3}) {
    const double shift = share * scale;
    const Eigen::MatrixXd shifted = k + shift * m;
    if (Eigen::LLT<Eigen::MatrixXd>(shifted).info() != Eigen::Success) continue;  // the solver would not say so
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(m, shifted);
    if (solver.info() != Eigen::Success) continue;
    const Eigen::VectorXd& theta = solver.eigenvalues();
    const double largest = theta.cwiseAbs().maxCoeff();
    std::vector<int> finite;
    for (int j = static_cast<int>(theta.size()) - 1; j >= 0; --j)
      if (theta[j] > 1e-14 * largest) finite.push_back(j);
    out.values.resize(static_cast<int>(finite.size()));
    out.vectors.resize(Z.rows(), static_cast<int>(finite.size()));
    for (std::size_t j = 0; j < finite.size(); ++j) {
      out.values[j] = 1.0 / theta[finite[j]] - shift;
      out.vectors.col(j) = Z * solver.eigenvectors().col(finite[j]);
    }
    return out;
  }
  throw ModelError("the modes cannot be found: the stiffness falls without bound on parts without mass");
}

EigenPairs sparse(const Linearisation& about, const Eigen::SparseMatrix<double>& K, Eigen::SparseMatrix<double> M,
                  int number, double to) {
  const int free = free_motions(about);
  if (free <= 2 * number + 60)  // the space of an iteration would not fit into them
    return dense(few_allowed_motions(about, free), K, M);
  InvertOperation invert(about);
  const double shift = to - 1e-13 * scale_of(K, M);
  MassOperation mass{std::move(M)};
  const int most = std::min(about.motions - 1, 2 * number + 30);
  Spectra::SymGEigsShiftSolver<InvertOperation, MassOperation, Spectra::GEigsMode::ShiftInvert> solver(
      invert, mass, std::min(number, most - 1), most, shift);
  // The first vector must be one that the joints allow; the others then are.
  const Eigen::VectorXd start = invert.kkt.solve(mass.mass * Eigen::VectorXd::Ones(about.motions) +
                                                 mass.mass * Eigen::VectorXd::LinSpaced(about.motions, -1.0, 1.0));
  try {
    solver.init(start.data());
    solver.compute(Spectra::SortRule::LargestMagn, 500, 1e-11);
  } catch (const std::exception& error) {
    throw ModelError(std::string("the iteration for the modes fails: ") + error.what());
  }
  if (solver.info() != Spectra::CompInfo::Successful) throw ModelError("the iteration for the modes does not converge");
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace

Eigen::MatrixXd allowed_motions(const Linearisation& about) {
  const int rows = about.size() - about.motions;
  if (rows == 0) return Eigen::MatrixXd::Identity(about.motions, about.motions);
  const Eigen::SparseMatrix<double> kkt = about.matrix(about.stiffness);
  const Eigen::MatrixXd G = kkt.bottomLeftCorner(rows, about.motions);
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(G.transpose());
  const Eigen::MatrixXd Q = qr.householderQ();
  return Q.rightCols(about.motions - qr.rank());
}

int free_motions(const Linearisation& about) {
  std::vector<bool> says(about.size() - about.motions, false);
  for (int column = 0; column < about.motions; ++column)
    for (int k = about.pattern.column_start[column]; k < about.pattern.column_start[column + 1]; ++k)
      if (about.pattern.rows[k] >= about.motions && about.stiffness[k] != 0.0)
        says[about.pattern.rows[k] - about.motions] = true;
  return about.motions - static_cast<int>(std::count(says.begin(), says.end(), true));
}

Eigen::MatrixXd few_allowed_motions(const Linearisation& about, int free) {
  if (free == 0) return Eigen::MatrixXd(about.motions, 0);
  Linearisation nearest = about;  // I in place of K: its solutions are the nearest motions that are allowed
  for (int column = 0; column < about.motions; ++column)
    for (int k = about.pattern.column_start[column]; k < about.pattern.column_start[column + 1]; ++k)
      if (about.pattern.rows[k] < about.motions) nearest.stiffness[k] = about.pattern.rows[k] == column ? 1.0 : 0.0;
  Kkt kkt(nearest);
  if (!kkt.factor(1.0, 0.0, 0.0)) throw ModelError("the joints depend on each other where the modes are looked at");
  Eigen::MatrixXd motions(about.motions, free);
  for (int j = 0; j < free; ++j)
    motions.col(j) =
        kkt.solve(Eigen::VectorXd::NullaryExpr(about.motions, [j](int k) { return std::sin(1.0 + k * (j + 0.7)); }));
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(motions);
  return qr.householderQ() * Eigen::MatrixXd::Identity(about.motions, free);
}

EigenPairs nearest_eigenpairs(const Linearisation& about, int number, double to) {
  if (!std::all_of(about.stiffness.begin(), about.stiffness.end(), [](double k) { return std::isfinite(k); }))
    throw ModelError("the stiffness is not a number here: a drive, load or law has no value, or no slope");
  const Eigen::SparseMatrix<double> whole = about.matrix(about.stiffness);
  const Eigen::SparseMatrix<double> K = whole.topLeftCorner(about.motions, about.motions);
  const Eigen::SparseMatrix<double> whole_mass = about.matrix(about.mass);
  const Eigen::SparseMatrix<double> M = whole_mass.topLeftCorner(about.motions, about.motions);
  EigenPairs all = about.motions <= dense_below ? dense(allowed_motions(about), K, M) : sparse(about, K, M, number, to);
  const Eigen::SparseMatrix<double> size = K.cwiseAbs();
  const double noise = 1e-15 * scale_of(K, M);
  for (int j = 0; j < all.values.size(); ++j) {
    auto phi = all.vectors.col(j);
    phi /= std::sqrt(phi.dot(M * phi));
    const Eigen::VectorXd absolute = phi.cwiseAbs();
    const double value = phi.dot(K * phi);
    all.values[j] = std::abs(value) <= std::max(noise, 1e-12 * absolute.dot(size * absolute)) ? 0.0 : value;
  }
  std::vector<int> order(all.values.size());
  std::iota(order.begin(), order.end(), 0);
  const auto distance = [&](int j) { return std::abs(all.values[j] - to); };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return distance(a) < distance(b); });
  order.resize(std::min<std::size_t>(order.size(), number));
  std::sort(order.begin(), order.end(), [&](int a, int b) { return all.values[a] < all.values[b]; });
  EigenPairs out;
  out.values.resize(static_cast<int>(order.size()));
  out.vectors.resize(about.motions, static_cast<int>(order.size()));
  for (std::size_t j = 0; j < order.size(); ++j) {
    out.values[j] = all.values[order[j]];
    out.vectors.col(j) = all.vectors.col(order[j]);
  }
  return out;
}

}  // namespace bristle
