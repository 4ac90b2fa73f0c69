#include "bristle/system/consistency.hpp"

#include <fmt/format.h>

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <set>

#include "bristle/error.hpp"
#include "system/row_rank.hpp"

namespace bristle {
namespace {

/// All constraint rows at a state, on the motions (δx, δθ) in space axes of the nodes that move; six columns a node.
struct Constraints {
  struct Row {
    int joint;
    double violation;
    double rate;
    bool is_length;
  };
  std::vector<Row> rows;
  Eigen::SparseMatrix<double> jacobian;  // rows × 6·(moving nodes)
};

int column_of(const System& system, int node) {
  return system.unknown_of_node(node) / 2;  // six of its twelve
}

Constraints constraints(const System& system, const State& state) {
  Constraints c;
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t joint = 0; joint < system.joints().size(); ++joint) {
    const JointTerm& term = system.joints()[joint];
    for (int row = 0; row < term.rows(); ++row) {
      const auto r = term.row_state(row, state.frames[term.nodes[0]], state.frames[term.nodes[1]], state.time);
      for (int side = 0; side < 2; ++side) {
        if (!system.moves(term.nodes[side])) continue;
        for (int k = 0; k < 6; ++k)
          if (r.gradient[6 * side + k] != 0.0)
            entries.emplace_back(static_cast<int>(c.rows.size()), column_of(system, term.nodes[side]) + k,
                                 r.gradient[6 * side + k]);
      }
      c.rows.push_back({static_cast<int>(joint), r.violation, r.rate, r.is_length});
    }
  }
  c.jacobian.resize(static_cast<int>(c.rows.size()), system.unknown_of_multiplier(0) / 2);
  c.jacobian.setFromTriplets(entries.begin(), entries.end());
  return c;
}

/// The motion z of least mass norm with jacobian · z = target.
Eigen::VectorXd least_motion(const System& system, const State& state, const Constraints& c,
                             const Eigen::VectorXd& target) {
  const int n = static_cast<int>(c.jacobian.cols());
  const int m = static_cast<int>(c.jacobian.rows());
  double mass = 0.0;
  for (int k = 0; k < system.nodes(); ++k) mass += mass_of(system.inertia(k));
  if (!(mass > 0.0)) mass = 1.0;
  const double little = 1e-6 * mass / system.nodes();  // nodes without inertia follow the others
  const double arm2 = system.size() * system.size();
  std::vector<Eigen::Triplet<double>> entries;
  for (int node = 0; node < system.nodes(); ++node) {
    if (!system.moves(node)) continue;
    const Mat3& R = state.frames[node].R;
    Mat6 rotate = Mat6::Zero();
    rotate.topLeftCorner<3, 3>() = rotate.bottomRightCorner<3, 3>() = R;
    Mat6 metric = rotate * system.inertia(node) * rotate.transpose();
    if (!(mass_of(system.inertia(node)) > 0.0)) metric.diagonal().head<3>().array() += little;
    const double rotary = metric.diagonal().tail<3>().maxCoeff();
    metric.diagonal().tail<3>().array() += rotary > 0.0 ? 1e-12 * rotary : little * arm2;
    metric /= mass;
    for (int a = 0; a < 6; ++a)
      for (int b = 0; b < 6; ++b)
        if (metric(a, b) != 0.0)
          entries.emplace_back(column_of(system, node) + a, column_of(system, node) + b, metric(a, b));
  }
  for (int k = 0; k < c.jacobian.outerSize(); ++k)
    for (Eigen::SparseMatrix<double>::InnerIterator it(c.jacobian, k); it; ++it) {
      entries.emplace_back(n + static_cast<int>(it.row()), static_cast<int>(it.col()), it.value());
      entries.emplace_back(static_cast<int>(it.col()), n + static_cast<int>(it.row()), it.value());
    }
  Eigen::SparseMatrix<double> kkt(n + m, n + m);
  kkt.setFromTriplets(entries.begin(), entries.end());
  Eigen::VectorXd right = Eigen::VectorXd::Zero(n + m);
  right.tail(m) = target;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(kkt);
  if (lu.info() != Eigen::Success)
    throw ModelError("the joints leave no way to make the initial state agree with them");
  const Eigen::VectorXd motion = Eigen::VectorXd(lu.solve(right)).head(n);
  if (!motion.allFinite())
    throw ModelError(
        "the initial state cannot be made to agree with the joints: masses and rotary inertias differ too much in "
        "size");
  return motion;
}

const Joint& joint_of(const System& system, const Constraints::Row& row) { return system.model().joints[row.joint]; }

const Constraints::Row* worst_position(const System& system, const Constraints& c, double tolerance) {
  const Constraints::Row* worst = nullptr;
  double largest = tolerance;
  for (const auto& row : c.rows) {
    const double size = std::abs(row.violation) / (row.is_length ? system.size() : 1.0);
    if (std::isnan(size)) return &row;
    if (size > largest) {
      largest = size;
      worst = &row;
    }
  }
  return worst;
}

void check_positions(const System& system, const State& state, double tolerance) {
  const Constraints c = constraints(system, state);
  if (const auto* row = worst_position(system, c, tolerance))
    throw ModelError(
        fmt::format("the initial positions do not agree with joint '{}': its markers are {} by {:.6g}{}. Correct the "
                    "positions, or ask "
                    "for assembly",
                    joint_of(system, *row).name, row->is_length ? "apart" : "turned out of line",
                    std::abs(row->violation), row->is_length ? " m" : " (sine of an angle)"));
}

/// Moves the nodes onto the joints, to round-off.
void assemble_positions(const System& system, State& state, double tolerance) {
  constexpr double roundoff = 1e-15;
  for (int iteration = 0; iteration < 30; ++iteration) {
    const Constraints c = constraints(system, state);
    if (!worst_position(system, c, roundoff)) return;
    if (iteration > 3 && !worst_position(system, c, 100.0 * roundoff)) return;  // as near as round-off lets it come
    Eigen::VectorXd target(static_cast<int>(c.rows.size()));
    for (std::size_t k = 0; k < c.rows.size(); ++k) target[k] = -c.rows[k].violation;
    const Eigen::VectorXd z = least_motion(system, state, c, target);
    for (int node = 0; node < system.nodes(); ++node) {
      if (!system.moves(node)) continue;
      const int at = column_of(system, node);
      state.frames[node].x += z.segment<3>(at);
      state.frames[node].R = orthonormalized(cay(z.segment<3>(at + 3)) * state.frames[node].R);
    }
  }
  const Constraints c = constraints(system, state);
  if (const auto* row = worst_position(system, c, tolerance))
    throw ModelError(fmt::format("the parts cannot be assembled: joint '{}' stays violated by {:.3g}",
                                 joint_of(system, *row).name, std::abs(row->violation)));
}

void require_joints_that_move(const System& system) {
  for (std::size_t k = 0; k < system.joints().size(); ++k) {
    const JointTerm& joint = system.joints()[k];
    if (!system.moves(joint.nodes[0]) && !system.moves(joint.nodes[1]))
      throw ModelError(fmt::format("joint '{}' connects two fixed nodes: remove it", system.model().joints[k].name));
  }
}

/// A driven angle is a sine in the equations; the start must not be its other root.
void require_start_on_branch(const System& system, const State& state) {
  for (std::size_t k = 0; k < system.joints().size(); ++k) {
    const JointTerm& joint = system.joints()[k];
    if (!joint.on_branch(state.frames[joint.nodes[0]], state.frames[joint.nodes[1]], state.time))
      throw ModelError(
          fmt::format("joint '{}' starts half a turn from where its drive wants it: turn a marker or shift "
                      "the drive by pi",
                      system.model().joints[k].name));
  }
}

}  // namespace

void agree_velocities(const System& system, State& state, const StartOptions& options) {
  if (options.velocities == StartVelocities::as_is) return;
  const Constraints c = constraints(system, state);
  Eigen::VectorXd motion = Eigen::VectorXd::Zero(c.jacobian.cols());
  for (int node = 0; node < system.nodes(); ++node) {
    if (!system.moves(node)) continue;
    const int at = column_of(system, node);
    motion.segment<3>(at) = state.frames[node].R * state.twists[node].head<3>();
    motion.segment<3>(at + 3) = state.frames[node].R * state.twists[node].tail<3>();
  }
  Eigen::VectorXd mismatch = c.jacobian * motion;
  double scale = (c.jacobian.cwiseAbs() * motion.cwiseAbs()).eval().lpNorm<Eigen::Infinity>();
  for (std::size_t k = 0; k < c.rows.size(); ++k) {
    mismatch[k] += c.rows[k].rate;
    scale = std::max(scale, std::abs(c.rows[k].rate));
  }
  if (options.velocities == StartVelocities::check) {
    int worst = -1;
    for (int k = 0; k < mismatch.size(); ++k) {
      // The rate of an expression is a difference; what its round-off leaves, 1e-9 of the size a second, moves nothing.
      const double noise = 1e-9 * (c.rows[k].is_length ? system.size() : 1.0);
      const double allowed = options.velocity_tolerance * scale + noise;
      if (std::abs(mismatch[k]) > allowed && (worst < 0 || std::abs(mismatch[k]) > std::abs(mismatch[worst])))
        worst = k;
    }
    if (worst >= 0)
      throw ModelError(fmt::format(
          "the initial velocities do not agree with joint '{}': its markers part at {:.6g} {}. Correct the velocities, "
          "or "
          "ask for their projection",
          joint_of(system, c.rows[worst]).name, std::abs(mismatch[worst]), c.rows[worst].is_length ? "m/s" : "rad/s"));
    return;
  }
  if (mismatch.size() == 0) return;
  motion -= least_motion(system, state, c, mismatch);
  for (int node = 0; node < system.nodes(); ++node) {
    if (!system.moves(node)) continue;
    const int at = column_of(system, node);
    state.twists[node].head<3>() = state.frames[node].R.transpose() * motion.segment<3>(at);
    state.twists[node].tail<3>() = state.frames[node].R.transpose() * motion.segment<3>(at + 3);
  }
}

void require_independent_constraints(const System& system, const State& state) {
  const Constraints c = constraints(system, state);
  const int m = static_cast<int>(c.rows.size());
  if (m == 0) return;
  if (clearly_independent(c.jacobian, system.size())) return;
  RowFactors qr;
  factor_rows(c.jacobian, system.size(), qr);
  const int rank = static_cast<int>(qr.rank());
  if (rank == m) return;

  // Each row left over is a combination of independent ones: R11 y = R12, and the joints of y ≠ 0 are those involved.
  const Eigen::SparseMatrix<double> r = qr.matrixR();
  const Eigen::MatrixXd r12 = Eigen::MatrixXd(r.topRightCorner(rank, m - rank));
  const Eigen::SparseMatrix<double> r11 = r.topLeftCorner(rank, rank);
  const Eigen::MatrixXd y = r11.triangularView<Eigen::Upper>().solve(r12);
  std::set<int> involved;
  for (int k = 0; k < m - rank; ++k) {
    involved.insert(c.rows[qr.colsPermutation().indices()[rank + k]].joint);
    for (int i = 0; i < rank; ++i)
      if (std::abs(y(i, k)) > 1e-6) involved.insert(c.rows[qr.colsPermutation().indices()[i]].joint);
  }
  std::string names;
  for (const int joint : involved)
    names += fmt::format("{}'{}' ({})", names.empty() ? "" : ", ", system.model().joints[joint].name,
                         name_of(system.model().joints[joint].kind));
  throw ModelError(
      fmt::format("{} of the {} constraints depend on the others, so their reactions are not determined. Joints "
                  "involved: {}. Replace "
                  "one of them by a kind that leaves more free, for example a revolute in a closed loop by a spherical "
                  "or cylindrical "
                  "joint, or make a part flexible",
                  m - rank, m, names));
}

State start_state(const System& system, const StartOptions& options) {
  State state = system.initial_state();
  require_joints_that_move(system);
  if (options.positions == StartPositions::check) {
    check_positions(system, state, options.position_tolerance);
    require_independent_constraints(system, state);  // before anything is solved with them
  }
  assemble_positions(system, state, options.position_tolerance);
  require_start_on_branch(system, state);
  require_independent_constraints(system, state);
  agree_velocities(system, state, options);
  system.open(state);
  return state;
}

}  // namespace bristle
