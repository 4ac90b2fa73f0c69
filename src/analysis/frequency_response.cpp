#include "bristle/analysis/frequency_response.hpp"

#include <fmt/format.h>

#include <Eigen/SparseLU>
#include <numbers>

#include "bristle/error.hpp"

namespace bristle {

Eigen::MatrixXcd frequency_response(const Balance& balance, const State& state, const Eigen::VectorXd& load,
                                    std::span<const double> frequencies, const LinearisationOptions& options) {
  using Complex = std::complex<double>;
  const Linearisation about = balance.linearise(state, options);
  Eigen::SparseMatrix<Complex> matrix = about.matrix(about.stiffness).cast<Complex>();
  Eigen::SparseLU<Eigen::SparseMatrix<Complex>> solver;
  solver.analyzePattern(matrix);
  Eigen::VectorXcd forces = Eigen::VectorXcd::Zero(about.size());
  forces.head(about.motions) = load.head(about.motions).cast<Complex>();
  Eigen::MatrixXcd out(about.size(), static_cast<int>(frequencies.size()));
  for (std::size_t j = 0; j < frequencies.size(); ++j) {
    const double omega = 2.0 * std::numbers::pi * frequencies[j];
    for (std::size_t k = 0; k < about.stiffness.size(); ++k)
      matrix.valuePtr()[k] = Complex(about.stiffness[k] - omega * omega * about.mass[k], omega * about.damping[k]);
    solver.factorize(matrix);
    if (solver.info() != Eigen::Success)
      throw ModelError(
          fmt::format("the response at {} Hz is without bound: nothing damps a resonance there", frequencies[j]));
    out.col(static_cast<int>(j)) = solver.solve(forces);
  }
  return out;
}

}  // namespace bristle
