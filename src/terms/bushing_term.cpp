#include "bristle/terms/bushing_term.hpp"

#include "bristle/terms/pair.hpp"
#include "bristle/terms/response.hpp"

namespace bristle {

BushingTerm::BushingTerm(const Bushing& bushing)
    : nodes{bushing.first.node.index, bushing.second.node.index}, bushing_(bushing) {}

BushingTerm::Strains BushingTerm::strains(const PairLeg& leg) const {
  const Marker& a = bushing_.first;
  const Marker& b = bushing_.second;
  const auto aligned = [&](int d, int e) {
    const Vec3 first = a.orientation.col(d);
    const Vec3 second = b.orientation.col(e);
    return direction(leg, {first, first}, {second, second});
  };
  Strains s;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    s.measures[i] = along(leg, a.orientation.col(i), a.offset, b.offset);
    const Measure kj = aligned(k, j);  // rotation about axis i carries d_j towards d_k: ½ (d_k·e_j − d_j·e_k)
    const Measure jk = aligned(j, k);
    Measure& r = s.measures[3 + i];
    r.at_i = 0.5 * (kj.at_i - jk.at_i);
    r.at_end = 0.5 * (kj.at_end - jk.at_end);
    r.g = 0.5 * (kj.g - jk.g);
    r.gradient = 0.5 * (kj.gradient - jk.gradient);
    r.dg = 0.5 * (kj.dg - jk.dg);
  }
  for (int a6 = 0; a6 < 6; ++a6) {
    s.i[a6] = s.measures[a6].at_i;
    s.e[a6] = s.measures[a6].at_end;
  }
  return s;
}

void BushingTerm::evaluate(const Step& step, Local<capacity>& out) const {
  out.clear();
  const NodeStep& k = step.nodes[nodes[0]];
  const NodeStep& l = step.nodes[nodes[1]];
  const Strains f = strains(leg_to_f(k, l));
  const Strains j = strains(leg_to_j(k, l));
  const Mat6 c = step.dt * bushing_.stiffness;
  const Mat6& v = bushing_.damping;
  PairForces<6> s;
  s.s1 = step.dt * LinearResponse<6>::s1(bushing_.stiffness, v, f.i, f.e, j.e, step.dt);
  s.s2 = step.dt * LinearResponse<6>::s2(bushing_.stiffness, v, f.i, f.e, j.e, step.dt);
  s.s1_f = 0.5 * c + v;
  s.s1_j = 0.5 * c;
  s.s2_f = -c / 6.0;
  s.s2_j = c / 6.0 + v;
  add_pair_forces<6>(f.measures, j.measures, s, out);

  const double lengths = extent(leg_to_f(k, l)) + bushing_.first.offset.norm() + bushing_.second.offset.norm();
  const double force = s.s1_f.topRows<3>().cwiseAbs().maxCoeff() * lengths;
  const double moment = s.s1_f.bottomRows<3>().cwiseAbs().maxCoeff();
  for (const int node : {0, 1}) out.add_traffic(node, force, force * lengths + moment);
}

void BushingTerm::account(const Step& step, EnergyAccount& account) const {
  const NodeStep& k = step.nodes[nodes[0]];
  const NodeStep& l = step.nodes[nodes[1]];
  const Strains f = strains(leg_to_f(k, l));
  const Strains j = strains(leg_to_j(k, l));
  LinearResponse<6>::account(bushing_.stiffness, bushing_.damping, f.i, f.e, j.e, step.dt, 1.0, account);
}

}  // namespace bristle
