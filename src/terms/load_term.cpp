#include "bristle/terms/load_term.hpp"

namespace bristle {

LoadTerm::LoadTerm(const Load& load) : nodes{load.marker.node.index}, load_(load) {}

LoadTerm::Impulse LoadTerm::impulse(const Step& step, const NodeStep& node) const {
  Vec3 start, end;
  for (int k = 0; k < 3; ++k) {
    const LinearFit fit = load_.components[k].fit(step.time, step.end_time());
    start[k] = fit.start;
    end[k] = fit.end;
  }
  if (load_.follower) {
    start = node.j.end.R * load_.marker.orientation * start;
    end = node.f.end.R * load_.marker.orientation * end;
  }
  return {0.5 * step.dt * (start + end), step.dt / 6.0 * (end - start), step.dt * end, step.dt * start};
}

void LoadTerm::evaluate(const Step& step, Local<capacity>& out) const {
  out.clear();
  const NodeStep& n = step.nodes[nodes[0]];
  const Impulse p = impulse(step, n);
  const bool force = load_.kind == Load::Kind::force;
  const Vec3& c = load_.marker.offset;
  const Vec3 arm_f = n.f.mean * c;
  const Vec3 arm_j = n.j.mean * c;
  if (force) {
    out.residual.segment<3>(leg_f) -= p.e1;
    out.residual.segment<3>(leg_f + 3) -= arm_f.cross(p.e1);
    out.residual.segment<3>(leg_j) += p.e2;
    out.residual.segment<3>(leg_j + 3) += arm_j.cross(p.e2);
    out.add_traffic(0, p.e1.norm() + p.e2.norm(), c.norm() * (p.e1.norm() + p.e2.norm()));
  } else {
    out.residual.segment<3>(leg_f + 3) -= p.e1;
    out.residual.segment<3>(leg_j + 3) += p.e2;
    out.add_traffic(0, 0.0, p.e1.norm() + p.e2.norm());
  }
  if (!out.with_tangent) return;
  auto& k = out.tangent;
  if (force) {
    k.block<3, 3>(leg_f + 3, leg_f + 3) -= 0.5 * hat_hat(p.e1, n.f.end.R * c);
    k.block<3, 3>(leg_j + 3, leg_j + 3) += 0.5 * hat_hat(p.e2, n.j.end.R * c);
  }
  if (load_.follower) {  // δ(R F) = −hat(R F) δθ
    const Mat3 turn_f = -hat(p.at_f);
    const Mat3 turn_j = -hat(p.at_j);
    const auto add = [&](int row, int col, const Mat3& turn, double e1_or_e2, const Vec3& arm) {
      if (force) {
        k.block<3, 3>(row, col) += e1_or_e2 * turn;
        k.block<3, 3>(row + 3, col) += e1_or_e2 * hat(arm) * turn;
      } else {
        k.block<3, 3>(row + 3, col) += e1_or_e2 * turn;
      }
    };
    add(leg_f, leg_f + 3, turn_f, -0.5, arm_f);
    add(leg_f, leg_j + 3, turn_j, -0.5, arm_f);
    add(leg_j, leg_f + 3, turn_f, 1.0 / 6.0, arm_j);
    add(leg_j, leg_j + 3, turn_j, -1.0 / 6.0, arm_j);
  }
}

void LoadTerm::account(const Step& step, EnergyAccount& account) const {
  const NodeStep& n = step.nodes[nodes[0]];
  const Impulse p = impulse(step, n);
  const auto travel = [&](const Leg& leg) -> Vec3 {
    if (load_.kind == Load::Kind::moment) return leg.r;
    return leg.dx + leg.r.cross(leg.mean * load_.marker.offset);
  };
  account.external_work += (p.e1.dot(travel(n.f)) - 3.0 * p.e2.dot(travel(n.j))) / step.dt;
}

}  // namespace bristle
