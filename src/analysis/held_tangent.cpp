#include "analysis/held_tangent.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

namespace bristle {

State brought_to_rest(const System& system, State state) {
  for (Vec6& twist : state.twists) twist.setZero();
  for (const JointTerm& joint : system.joints())
    for (int row = 0; row < joint.rows(); ++row) state.multipliers[joint.slots.multiplier + joint.rows() + row] = 0.0;
  return state;
}

HeldTangent::HeldTangent(const Balance& balance) : balance_(balance), solver_(make_solver(SolverKind::klu)) {
  solver_->analyze(balance_.pattern());
}

void HeldTangent::hold(const Mobility& free) {
  if (free.motions.cols() == 0) return;
  Eigen::MatrixXd rows = free.motions.transpose();
  for (const int j : held_) {  // what is held already is taken out of the others
    int most = 0;
    const Eigen::VectorXd share = rows.col(j);
    if (rows.rows() == 0 || !(share.cwiseAbs().maxCoeff(&most) > 1e-6 * rows.cwiseAbs().maxCoeff())) continue;
    const Eigen::RowVectorXd taken = rows.row(most) / share[most];
    rows -= share * taken;
    rows.row(most) = rows.row(rows.rows() - 1).eval();
    rows.conservativeResize(rows.rows() - 1, Eigen::NoChange);
  }
  if (rows.rows() == 0) return;
  for (int j = 0; j < rows.cols(); ++j)
    if (j % 6 >= 3) rows.col(j) *= balance_.system().size();
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(rows);
  for (int k = 0; k < qr.rank(); ++k) held_.push_back(qr.colsPermutation().indices()[k]);
}

bool HeldTangent::factor(double drag) {
  const BlockPattern& p = balance_.pattern();
  std::vector<double> values = balance_.tangent();
  rows_ = std::make_unique<StiffenedRows>(p, balance_.motions(), values);
  std::vector<bool> pin(balance_.size(), false);
  for (const int j : held_) pin[j] = true;
  const double turning = drag * balance_.system().size() * balance_.system().size();
  for (int column = 0; column < balance_.motions(); ++column)
    for (int k = p.column_start[column]; k < p.column_start[column + 1]; ++k) {
      if (p.rows[k] == column) values[k] += column % 6 < 3 ? drag : turning;
      if (pin[column] || pin[p.rows[k]]) values[k] = p.rows[k] == column ? 1.0 : 0.0;
    }
  for (int column = balance_.motions(); column < balance_.size(); ++column)
    for (int k = p.column_start[column]; k < p.column_start[column + 1]; ++k)
      if (pin[p.rows[k]]) values[k] = 0.0;
  solver_->restore({});
  return solver_->factor(values) == SolveStatus::ok;
}

Eigen::VectorXd HeldTangent::correction(const Eigen::VectorXd& out_of_balance) {
  Eigen::VectorXd d = -out_of_balance;
  rows_->adjust(d);
  for (const int j : held_) d[j] = 0.0;
  solver_->solve({d.data(), static_cast<std::size_t>(d.size())});
  return d;
}

double HeldTangent::length(const Eigen::VectorXd& motion) const {
  double largest = 0.0;
  for (int j = 0; j < balance_.motions(); j += 3)
    largest = std::max(largest, motion.segment<3>(j).norm() / (j % 6 < 3 ? balance_.system().size() : 1.0));
  return std::isfinite(largest) ? largest : std::numeric_limits<double>::infinity();
}

double HeldTangent::force(const Eigen::VectorXd& residual) const {
  double largest = 0.0;
  for (int j = 0; j < balance_.motions(); j += 3)
    largest = std::max(largest, residual.segment<3>(j).norm() / (j % 6 < 3 ? 1.0 : balance_.system().size()));
  return std::isfinite(largest) ? largest : std::numeric_limits<double>::infinity();
}

bool HeldTangent::at_roundoff(const Eigen::VectorXd& residual, double units) const {
  const double spacing = units * std::numeric_limits<double>::epsilon();
  for (int j = 0; j < balance_.motions(); j += 3)
    if (!(residual.segment<3>(j).cwiseAbs().sum() <= 3.0 * spacing * balance_.traffic().segment<3>(j).maxCoeff()))
      return false;  // so are numbers that are none
  return true;
}

}  // namespace bristle
