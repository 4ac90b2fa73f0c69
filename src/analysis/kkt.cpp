#include "analysis/kkt.hpp"

#include "analysis/stiffened_rows.hpp"

namespace bristle {

Kkt::Kkt(const Linearisation& about)
    : about_(about), is_motion_(about.pattern.rows.size()), solver_(make_solver(SolverKind::klu)) {
  const BlockPattern& p = about.pattern;
  for (int column = 0; column < about.motions; ++column)
    for (int k = p.column_start[column]; k < p.column_start[column + 1]; ++k) is_motion_[k] = p.rows[k] < about.motions;
  solver_->analyze(p);
}

bool Kkt::factor(double stiffness, double damping, double mass) {
  values_.resize(about_.stiffness.size());
  for (std::size_t k = 0; k < values_.size(); ++k)
    values_[k] = is_motion_[k] ? stiffness * about_.stiffness[k] + damping * about_.damping[k] + mass * about_.mass[k]
                               : about_.stiffness[k];
  StiffenedRows(about_.pattern, about_.motions, values_);  // what is asked of the rows is zero
  solver_->restore({});                                    // pivots of another shift may not suit this one
  return solver_->factor(values_) == SolveStatus::ok;
}

Eigen::VectorXd Kkt::solve(const Eigen::Ref<const Eigen::VectorXd>& forces) const {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(about_.size());
  x.head(about_.motions) = forces;
  solver_->solve({x.data(), static_cast<std::size_t>(x.size())});
  return x.head(about_.motions);
}

std::vector<double> symmetric_part(const Linearisation& about, const std::vector<double>& values) {
  const Eigen::SparseMatrix<double> transposed = about.matrix(values).transpose();
  std::vector<double> out(values.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = 0.5 * (values[k] + transposed.valuePtr()[k]);
  return out;
}

}  // namespace bristle
