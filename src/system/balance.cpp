#include "bristle/system/balance.hpp"

#include <algorithm>
#include <numeric>

#include "system/motion_pattern.hpp"

namespace bristle {
namespace {

constexpr double slow = 1e6;  // s: so long a step that nothing viscous is left of the mean forces

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

void Balance::keep_turning(const State& state) {
  turns_.assign(state.frames.size(), {});
  for (std::size_t n = 0; n < state.frames.size(); ++n) {
    Turn& turn = turns_[n];
    turn.rate = state.frames[n].R * state.twists[n].tail<3>();
    const Vec3 velocity = state.frames[n].R * state.twists[n].head<3>();
    const double square = turn.rate.squaredNorm();
    turn.about = state.frames[n].x;
    if (square > 0.0) turn.about += turn.rate.cross(velocity) / square;
  }
  join_turns();
}

/// Nodes that are joined and turn nearly alike turn as one, with the mean of their rates about the mean of their axes:
/// they may vibrate.
void Balance::join_turns() {
  std::vector<int> part(turns_.size());
  std::iota(part.begin(), part.end(), 0);
  const auto root = [&](int n) {
    while (part[n] != n) n = part[n] = part[part[n]];
    return n;
  };
  const auto alike = [&](int a, int b) {
    const Turn &p = turns_[a], &q = turns_[b];
    return (p.rate - q.rate).norm() < 0.1 * std::min(p.rate.norm(), q.rate.norm()) &&
           p.rate.normalized().cross(p.about - q.about).norm() < 0.1 * system_.size();
  };
  for_each_list(system_.terms(), [&]<class T>(const std::vector<T>& list, int) {
    if constexpr (!std::is_same_v<T, ContactTerm>)
      for (const T& term : list)
        for (const int node : term.nodes)
          if (system_.moves(node) && system_.moves(term.nodes[0]) && alike(node, term.nodes[0]))
            part[root(node)] = root(term.nodes[0]);
  });
  std::vector<Turn> sum(turns_.size());
  std::vector<int> count(turns_.size(), 0);
  for (std::size_t n = 0; n < turns_.size(); ++n) {
    const int r = root(static_cast<int>(n));
    sum[r].rate += turns_[n].rate;
    sum[r].about += turns_[n].about;
    ++count[r];
  }
  for (std::size_t n = 0; n < turns_.size(); ++n) {
    const int r = root(static_cast<int>(n));
    if (count[r] > 1) turns_[n] = {sum[r].rate / count[r], sum[r].about / count[r]};
  }
}

std::vector<Eigen::VectorXd> Balance::turns(const State& state) const {
  std::vector<Eigen::VectorXd> out;
  std::vector<Turn> axes;
  for (std::size_t n = 0; n < turns_.size(); ++n) {
    const Turn& turn = turns_[n];
    const double rate = turn.rate.norm();
    if (!(rate > 0.0) || !system_.moves(static_cast<int>(n))) continue;
    const auto same = std::find_if(axes.begin(), axes.end(), [&](const Turn& axis) {
      return (turn.rate - axis.rate).norm() < 1e-6 * rate &&
             turn.rate.cross(turn.about - axis.about).norm() < 1e-6 * rate * system_.size();
    });
    const auto which = same - axes.begin();
    if (same == axes.end()) {
      axes.push_back(turn);
      out.emplace_back(Eigen::VectorXd::Zero(motions_));
    }
    const Vec3 axis = turn.rate / rate;
    out[which].segment<6>(motion_of(static_cast<int>(n))) << axis.cross(state.frames[n].x - turn.about), axis;
  }
  return out;
}

void Balance::set_twists(State& state) const {
  for (std::size_t n = 0; n < state.frames.size(); ++n) {
    state.twists[n].setZero();
    if (turns_.empty() || !system_.moves(static_cast<int>(n))) continue;
    const Turn& turn = turns_[n];
    const Mat3& R = state.frames[n].R;
    state.twists[n] << R.transpose() * turn.rate.cross(state.frames[n].x - turn.about), R.transpose() * turn.rate;
  }
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
  if (turning()) add_turning(state, with_tangent);
}

void Balance::add_turning(const State& state, bool with_tangent) {
  State moving = state;
  set_twists(moving);
  const MotionPattern places(system_, pattern_, motions_);
  for (const NodeInertia& term : std::get<std::vector<NodeInertia>>(system_.terms())) {
    const int node = term.nodes[0], at = motion_of(node);
    const Vec6 wrench = term.steady_wrench(moving.frames[node], moving.twists[node]);
    residual_.segment<6>(at) += wrench;
    traffic_.segment<6>(at) += wrench.cwiseAbs();
    if (with_tangent)
      places.add_block(at, at, term.in_turning_axes(moving.frames[node], moving.twists[node]).stiffness, tangent_);
  }
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
  double change = account.stored_f() - account.stored_i() - account.external_work + account.friction_loss;
  if (turning()) {
    State before = from, after = to;
    set_twists(before);
    set_twists(after);
    for (const NodeInertia& term : std::get<std::vector<NodeInertia>>(system_.terms())) {
      const Vec6 &i = before.twists[term.nodes[0]], &f = after.twists[term.nodes[0]];
      change -= 0.5 * (f.dot(term.mass * f) - i.dot(term.mass * i));
    }
  }
  return change;
}

void Balance::report(State& state) const {
  report_forces(state);
  system_.open_ledger(state);
}

void Balance::report_forces(State& state) const {
  const StillStep still = between(state, state);
  for (std::size_t k = 0; k < system_.joints().size(); ++k)
    state.reactions[k] = system_.joints()[k].reaction(still.step);
  for (std::size_t k = 0; k < system_.gaps().size(); ++k)
    state.contacts[k] = system_.gaps()[k].report(still.step, state.memory);
}

}  // namespace bristle
