// What the terms say about small motions: docs/theory.md, sections 12.1, 13.1 and 13.5.

#include <fmt/format.h>

#include <algorithm>

#include "bristle/error.hpp"
#include "bristle/system/balance.hpp"
#include "system/motion_pattern.hpp"
#include "system/row_rank.hpp"

namespace bristle {
namespace {

// Steps so long that nothing viscous is left of the mean forces, and so short that nothing elastic is.
constexpr double slow = 1e6;    // s
constexpr double quick = 1e-9;  // s

/// A node in steady motion with a body twist, over a step about the middle of which it has the given frame.
NodeStep passing(const Frame& middle, const Vec6& twist, double dt) {
  const auto advanced = [&](double h) {
    const Vec3 r = middle.R * (h * twist.tail<3>());
    const Vec3 u = middle.R * (h * twist.head<3>());
    const Vec3 dx = (u + 0.5 * r.cross(u) + 0.25 * r * r.dot(u)) / (1.0 + 0.25 * r.squaredNorm());
    return Frame{middle.x + dx, cay(r) * middle.R};
  };
  NodeStep node;
  node.start = advanced(-0.5 * dt);
  const Frame end = advanced(0.5 * dt);
  node.dx = end.x - node.start.x;
  node.r = cay_inverse(end.R * node.start.R.transpose());
  node.twist_i = twist;
  complete(node, dt);
  return node;
}

/// Adds the tangents of all terms but inertia over a step of the given nodes: with Δt, C + ½ Δt K.
template <class Wanted>
std::vector<double> tangents(const System& system, const MotionPattern& places, const State& state,
                             const std::vector<NodeStep>& nodes, double dt, Wanted&& wanted) {
  std::vector<double> values(places.pattern.nonzeros(), 0.0);
  std::vector<double> impulses(state.multipliers.size());
  for (std::size_t k = 0; k < impulses.size(); ++k) impulses[k] = dt * state.multipliers[k];
  const Step step{state.time, dt, nodes, impulses, state.memory, true, state.share};
  for_each_list(system.terms(), [&]<class T>(const std::vector<T>& list, int) {
    if (!wanted(std::type_identity<T>{})) return;
    Local<T::capacity> local;
    for (const T& term : list) {
      term.evaluate(step, local);
      places.add_tangent(term, local, 1.0, values);
    }
  });
  return values;
}

std::vector<NodeStep> passing(const State& state, double dt) {
  std::vector<NodeStep> nodes;
  for (std::size_t n = 0; n < state.frames.size(); ++n) nodes.push_back(passing(state.frames[n], state.twists[n], dt));
  return nodes;
}

template <class T>
constexpr bool is_viscous = !std::is_same_v<T, NodeInertia> && !std::is_same_v<T, JointTerm> &&
                            !std::is_same_v<T, LoadTerm> && !std::is_same_v<T, ContactTerm>;

/// The stiffness of viscous stresses in parts that turn: what the passing of a step adds, odd in Δt.
void add_circulation(const System& system, const MotionPattern& places, const State& state, const State& still,
                     double spin, std::vector<double>& stiffness) {
  const auto viscous = []<class T>(std::type_identity<T>) { return is_viscous<T>; };
  const auto slope = [&](double h) {
    std::vector<double> ahead = tangents(system, places, state, passing(state, h), h, viscous);
    const std::vector<double> behind = tangents(system, places, state, passing(state, -h), -h, viscous);
    const std::vector<double> ahead0 = tangents(system, places, still, passing(still, h), h, viscous);
    const std::vector<double> behind0 = tangents(system, places, still, passing(still, -h), -h, viscous);
    for (std::size_t k = 0; k < ahead.size(); ++k)
      ahead[k] = places.is_motion[k] ? (ahead[k] - behind[k] - ahead0[k] + behind0[k]) / h : 0.0;
    return ahead;
  };
  const std::vector<double> coarse = slope(1e-3 / spin), fine = slope(0.5e-3 / spin);
  for (std::size_t k = 0; k < coarse.size(); ++k) stiffness[k] += (4.0 * fine[k] - coarse[k]) / 3.0;
}

/// The rows that hold the gaps, from `first` on; `rows` of each are used, the others say that their force is zero.
void hold_gaps(const System& system, const MotionPattern& places, const State& state, int first, int rows,
               std::vector<double>& stiffness) {
  for (std::size_t g = 0; g < system.gaps().size(); ++g) {
    const ContactTerm& gap = system.gaps()[g];
    const int at = first + 3 * static_cast<int>(g);
    std::optional<Mat3x12> hold = gap.hold(state.frames);
    if (!hold)
      throw ModelError(
          fmt::format("contact '{}' cannot be taken as closed: it is centred, and has no direction in which it would "
                      "touch. Place it against its race, or look at the equilibrium",
                      gap.contact().name));
    hold->bottomRows(3 - rows).setZero();
    Mat3 diagonal = Mat3::Zero();
    diagonal.diagonal().tail(3 - rows).setOnes();
    places.add_block(at, at, diagonal, stiffness);
    for (int side = 0; side < 2; ++side) {
      if (!system.moves(gap.nodes[side])) continue;
      const int node = system.unknown_of_node(gap.nodes[side]) / 2;
      const Eigen::Matrix<double, 3, 6> block = hold->middleCols<6>(6 * side);
      places.add_block(at, node, block, stiffness);
      places.add_block(node, at, block.transpose(), stiffness);
    }
  }
}

/// Rows that depend on others say that their own force is zero instead: the motions they allow are the same.
void drop_dependent_rows(const System& system, Linearisation& about) {
  const int rows = about.size() - about.motions;
  const Eigen::SparseMatrix<double> whole = about.matrix(about.stiffness);
  const Eigen::SparseMatrix<double, Eigen::RowMajor> all = whole.bottomLeftCorner(rows, about.motions);
  std::vector<int> used;  // the others say that their force is zero
  for (int row = 0; row < rows; ++row)
    if (all.row(row).cwiseAbs().sum() > 0.0) used.push_back(row);
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t k = 0; k < used.size(); ++k)
    for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator it(all, used[k]); it; ++it)
      if (it.value() != 0.0) entries.emplace_back(static_cast<int>(k), static_cast<int>(it.col()), it.value());
  Eigen::SparseMatrix<double> saying(static_cast<int>(used.size()), about.motions);
  saying.setFromTriplets(entries.begin(), entries.end());
  std::vector<int> spare;
  for (const int row : dependent_rows(saying, system.size())) spare.push_back(about.motions + used[row]);
  if (spare.empty()) return;
  std::vector<bool> drop(about.size(), false);
  for (const int row : spare) drop[row] = true;
  for (int column = 0; column < about.size(); ++column)
    for (int k = about.pattern.column_start[column]; k < about.pattern.column_start[column + 1]; ++k)
      if (drop[column] || drop[about.pattern.rows[k]]) about.stiffness[k] = column == about.pattern.rows[k] ? 1.0 : 0.0;
}

/// From axes that stay to axes that turn with each node: δ' becomes δ' + ω × δ.
void turn_axes(const System& system, const State& state, Linearisation& about) {
  for (int n = 0; n < system.nodes(); ++n) {
    if (!system.moves(n)) continue;
    const Mat3 spin = hat(state.frames[n].R * state.twists[n].tail<3>());
    if (spin.isZero(0.0)) continue;
    for (int part = 0; part < 2; ++part) {
      const int first = system.unknown_of_node(n) / 2 + 3 * part;
      const int start = about.pattern.column_start[first];
      const int stride = about.pattern.column_start[first + 1] - start;
      for (int k = 0; k < stride && about.pattern.rows[start + k] < about.motions; ++k) {
        Eigen::RowVector3d m, d;
        for (int c = 0; c < 3; ++c) {
          m[c] = about.mass[start + c * stride + k];
          d[c] = about.damping[start + c * stride + k];
        }
        const Eigen::RowVector3d to_damping = 2.0 * m * spin, to_stiffness = d * spin + m * spin * spin;
        for (int c = 0; c < 3; ++c) {
          about.damping[start + c * stride + k] += to_damping[c];
          about.stiffness[start + c * stride + k] += to_stiffness[c];
        }
      }
    }
  }
}

/// The tangents of the gaps over a step that stays where it is: of the force on the first body, with Δt, −(C + ½ Δt K).
std::vector<Mat3x12> gap_tangents(const System& system, const State& still, double dt) {
  const std::vector<NodeStep> nodes = passing(still, dt);
  const std::vector<double> none(still.multipliers.size(), 0.0);
  const Step step{still.time, dt, nodes, none, still.memory, true, still.share};
  std::vector<Mat3x12> out;
  Local<ContactTerm::capacity> local;
  for (const ContactTerm& gap : system.gaps()) {
    gap.evaluate(step, local);
    Mat3x12& force = out.emplace_back();
    force << -local.tangent.block<3, 6>(e1, e1), -local.tangent.block<3, 6>(e1, node_size + e1);
  }
  return out;
}

}  // namespace

std::vector<GapSlopes> Balance::gap_slopes(const State& state) const {
  State still = state;
  for (Vec6& twist : still.twists) twist.setZero();
  const std::vector<Mat3x12> at_long = gap_tangents(system_, still, slow),
                             at_once = gap_tangents(system_, still, quick);
  std::vector<GapSlopes> out(at_long.size());
  for (std::size_t g = 0; g < out.size(); ++g) {
    out[g].by_rate = (slow * at_once[g] - quick * at_long[g]) / (slow - quick);
    out[g].by_motion = 2.0 / slow * (at_long[g] - out[g].by_rate);
  }
  return out;
}

Linearisation Balance::linearise(const State& state, const LinearisationOptions& options) const {
  const bool held = options.contacts == ContactsAre::closed || options.contacts == ContactsAre::stuck;
  Linearisation out{.pattern = held ? with_gaps(system_, pattern_, motions_) : pattern_, .motions = motions_};
  const MotionPattern places(system_, out.pattern, motions_);
  const auto elastic = [&]<class T>(std::type_identity<T>) {
    if (std::is_same_v<T, ContactTerm> && options.contacts == ContactsAre::open) return false;
    return !std::is_same_v<T, NodeInertia>;
  };
  State still = state;
  for (Vec6& twist : still.twists) twist.setZero();
  const std::vector<double> at_long = tangents(system_, places, still, passing(still, slow), slow, elastic);
  out.damping = tangents(system_, places, still, passing(still, quick), quick, elastic);
  out.stiffness.resize(at_long.size());
  out.mass.assign(at_long.size(), 0.0);
  for (std::size_t k = 0; k < at_long.size(); ++k) {
    const bool motion = places.is_motion[k];
    const double viscous = motion ? (slow * out.damping[k] - quick * at_long[k]) / (slow - quick) : 0.0;
    out.stiffness[k] = motion ? 2.0 / slow * (at_long[k] - viscous) : at_long[k];
    out.damping[k] = viscous;
  }

  double spin = 0.0;
  for (std::size_t n = 0; n < state.twists.size(); ++n)
    if (system_.moves(static_cast<int>(n))) spin = std::max(spin, state.twists[n].tail<3>().norm());
  if (spin > 0.0) add_circulation(system_, places, state, still, spin, out.stiffness);
  for (const NodeInertia& term : std::get<std::vector<NodeInertia>>(system_.terms())) {
    const int node = term.nodes[0];
    const NodeInertia::Matrices m = term.linearised(state.frames[node], state.twists[node], state.share);
    const int at = motion_of(node);
    places.add_block(at, at, m.mass, out.mass);
    places.add_block(at, at, m.damping, out.damping);
    places.add_block(at, at, m.stiffness, out.stiffness);
  }
  if (options.turning_axes && spin > 0.0) turn_axes(system_, state, out);
  if (held) {
    hold_gaps(system_, places, state, size(), options.contacts == ContactsAre::stuck ? 3 : 1, out.stiffness);
    drop_dependent_rows(system_, out);
  }
  return out;
}

}  // namespace bristle
