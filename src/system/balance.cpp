#include "bristle/system/balance.hpp"

#include <algorithm>

#include "system/motion_pattern.hpp"

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

}  // namespace

struct Balance::StillStep {
  std::vector<NodeStep> nodes;
  std::vector<double> impulses;
  Step step;
};

Balance::Balance(const System& system) : system_(system), pattern_(motion_pattern(system.pattern())) {
  motions_ = system.unknown_of_multiplier(0) / 2;
  residual_.resize(size());
  traffic_.resize(size());
}

Balance::StillStep Balance::between(const State& from, const State& to) const {
  StillStep s;
  for (std::size_t n = 0; n < from.frames.size(); ++n) {
    NodeStep node;
    node.start = from.frames[n];
    node.dx = to.frames[n].x - from.frames[n].x;
    node.r = &from == &to ? Vec3(Vec3::Zero()) : cay_inverse(to.frames[n].R * from.frames[n].R.transpose());
    complete(node, slow);
    s.nodes.push_back(node);
  }
  s.impulses.resize(to.multipliers.size());
  for (std::size_t k = 0; k < s.impulses.size(); ++k) s.impulses[k] = slow * to.multipliers[k];
  s.step = {from.time, slow, s.nodes, s.impulses, from.memory, true, to.share};
  return s;
}

void Balance::evaluate(const State& state, bool with_tangent) {
  const StillStep still = between(state, state);
  const MotionPattern places(system_, pattern_, motions_);
  residual_.setZero();
  traffic_.setZero();
  if (with_tangent) tangent_.assign(pattern_.nonzeros(), 0.0);
  for_each_list(system_.terms(), [&]<class T>(const std::vector<T>& list, int) {
    Local<T::capacity> local;
    local.with_tangent = with_tangent;
    for (const T& term : list) {
      term.evaluate(still.step, local);
      places.add_vector(term, local.residual, 1.0 / slow, residual_);
      places.add_vector(term, local.traffic, 1.0 / slow, traffic_);
      if (!with_tangent) continue;
      places.add_tangent(term, local, 2.0 / slow, tangent_);
    }
  });
}

Linearisation Balance::linearise(const State& state) const {
  const MotionPattern places(system_, pattern_, motions_);
  Linearisation out{.pattern = pattern_, .motions = motions_};
  const auto not_inertia = []<class T>(std::type_identity<T>) { return !std::is_same_v<T, NodeInertia>; };
  State still = state;
  for (Vec6& twist : still.twists) twist.setZero();
  const std::vector<double> at_long = tangents(system_, places, still, passing(still, slow), slow, not_inertia);
  out.damping = tangents(system_, places, still, passing(still, quick), quick, not_inertia);
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
  if (spin > 0.0) {  // viscous stresses of parts that turn: what the passing of the step adds, odd in Δt
    const auto viscous = []<class T>(std::type_identity<T>) { return is_viscous<T>; };
    const auto slope = [&](double h) {
      std::vector<double> ahead = tangents(system_, places, state, passing(state, h), h, viscous);
      const std::vector<double> behind = tangents(system_, places, state, passing(state, -h), -h, viscous);
      const std::vector<double> ahead0 = tangents(system_, places, still, passing(still, h), h, viscous);
      const std::vector<double> behind0 = tangents(system_, places, still, passing(still, -h), -h, viscous);
      for (std::size_t k = 0; k < ahead.size(); ++k)
        ahead[k] = places.is_motion[k] ? (ahead[k] - behind[k] - ahead0[k] + behind0[k]) / h : 0.0;
      return ahead;
    };
    const std::vector<double> coarse = slope(1e-3 / spin), fine = slope(0.5e-3 / spin);
    for (std::size_t k = 0; k < coarse.size(); ++k) out.stiffness[k] += (4.0 * fine[k] - coarse[k]) / 3.0;
  }
  for (const NodeInertia& term : std::get<std::vector<NodeInertia>>(system_.terms())) {
    const int node = term.nodes[0];
    const NodeInertia::Matrices m = term.linearised(state.frames[node], state.twists[node], state.share);
    const int at = motion_of(node);
    places.add_block(at, at, m.mass, out.mass);
    places.add_block(at, at, m.damping, out.damping);
    places.add_block(at, at, m.stiffness, out.stiffness);
  }
  return out;
}

Eigen::VectorXd Balance::steady_inertia(const State& state) const {
  Eigen::VectorXd f = Eigen::VectorXd::Zero(size());
  for (const NodeInertia& term : std::get<std::vector<NodeInertia>>(system_.terms()))
    f.segment<6>(motion_of(term.nodes[0])) +=
        term.steady_wrench(state.frames[term.nodes[0]], state.twists[term.nodes[0]]);
  return f;
}

Eigen::VectorXd Balance::load(const State& state, const Load& what) const {
  const StillStep still = between(state, state);
  LoadTerm term(what);
  Local<LoadTerm::capacity> local;
  local.with_tangent = false;
  term.evaluate(still.step, local);
  Eigen::VectorXd f = Eigen::VectorXd::Zero(size());
  MotionPattern(system_, pattern_, motions_).add_vector(term, local.residual, -1.0 / slow, f);
  return f;
}

void Balance::move(State& state, const Eigen::VectorXd& by) const {
  for (int n = 0; n < system_.nodes(); ++n) {
    if (!system_.moves(n)) continue;
    Frame& frame = state.frames[n];
    frame.x += by.segment<3>(motion_of(n));
    frame.R = orthonormalized(cay(by.segment<3>(motion_of(n) + 3)) * frame.R);
  }
  for (const JointTerm& joint : system_.joints())
    for (int row = 0; row < joint.rows(); ++row)
      state.multipliers[joint.slots.multiplier + row] += by[multiplier_of(joint) + row];
}

void Balance::remember(const State& from, State& to) const {
  to.memory = from.memory;
  const StillStep way = between(from, to);
  for_each_list(system_.terms(), [&]<class T>(const std::vector<T>& list, int) {
    if constexpr (TermWithMemory<T>)
      for (const T& term : list)
        term.remember(way.step, std::span(to.memory).subspan(term.slots.memory, term.memory()));
  });
}

double Balance::energy_change(const State& from, const State& to) const {
  const StillStep way = between(from, to);
  EnergyAccount account;
  for_each_list(system_.terms(), [&](const auto& list, int) {
    for (const auto& term : list) term.account(way.step, account);
  });
  return account.stored_f() - account.stored_i() - account.external_work + account.friction_loss;
}

void Balance::report(State& state) const {
  const StillStep still = between(state, state);
  for (std::size_t k = 0; k < system_.joints().size(); ++k)
    state.reactions[k] = system_.joints()[k].reaction(still.step);
  for (std::size_t k = 0; k < system_.gaps().size(); ++k)
    state.contacts[k] = system_.gaps()[k].report(still.step, state.memory);
  system_.open_ledger(state);
}

}  // namespace bristle
