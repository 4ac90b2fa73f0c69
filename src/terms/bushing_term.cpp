#include "bristle/terms/bushing_term.hpp"

#include "bristle/terms/measure_set.hpp"

namespace bristle {

BushingTerm::BushingTerm(const Bushing& bushing)
    : nodes{bushing.first.node.index, bushing.second.node.index}, bushing_(bushing) {}

BushingTerm::Strains BushingTerm::strains(const Step& step) const {
  const NodePair pair{step.nodes[nodes[0]], step.nodes[nodes[1]]};
  const Marker& a = bushing_.first;
  const Marker& b = bushing_.second;
  const auto aligned = [&](int d, int e) {
    const Vec3 first = a.orientation.col(d);
    const Vec3 second = b.orientation.col(e);
    return direction(pair, {first, first}, {second, second});
  };
  Strains s;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    s.measures[i] = along(pair, a.orientation.col(i), a.offset, b.offset);
    const Measure kj = aligned(k, j);  // rotation about axis i carries d_j towards d_k: ½ (d_k·e_j − d_j·e_k)
    const Measure jk = aligned(j, k);
    s.measures[3 + i] = {0.5 * (kj.at_i - jk.at_i),
                         0.5 * (kj.at_f - jk.at_f),
                         0.5 * (kj.discrete - jk.discrete),
                         0.5 * (kj.start - jk.start),
                         0.5 * (kj.end - jk.end),
                         0.5 * (kj.discrete_tangent - jk.discrete_tangent),
                         0.5 * (kj.end_tangent - jk.end_tangent)};
  }
  for (int m = 0; m < 6; ++m) {
    s.i[m] = s.measures[m].at_i;
    s.f[m] = s.measures[m].at_f;
  }
  s.set = measure_set<6>(pair, s.measures);
  return s;
}

void BushingTerm::evaluate(const Step& step, Local<capacity>& out) const {
  out.clear();
  const Strains s = strains(step);
  const Response<6> response =
      linear_response<6>(bushing_.stiffness, bushing_.damping, s.i, s.set.change(), s.set.jump(), step.dt);
  add_residual<2, 6>(s.set, response, out);

  const double lengths =
      extent({*s.set.nodes[0], *s.set.nodes[1]}) + bushing_.first.offset.norm() + bushing_.second.offset.norm();
  const Mat6 elastic = step.dt * bushing_.stiffness.cwiseAbs(), viscous = bushing_.damping.cwiseAbs();
  double shift = 0.0, turn = 0.0;
  for (const NodeStep* node : s.set.nodes) shift += node->dx.norm(), turn += node->r.norm();
  const double moved = shift + turn * lengths;
  const double force = elastic.topRows<3>().maxCoeff() * lengths + viscous.topRows<3>().maxCoeff() * moved;
  const double moment =
      elastic.bottomRows<3>().maxCoeff() * (1.0 + lengths) + viscous.bottomRows<3>().maxCoeff() * (turn + moved);
  for (const int node : {0, 1}) out.add_traffic(node, force, force * lengths + moment);

  if (!out.with_tangent) return;
  MeasureCurvature<2, 6> curvature = measure_curvature<6>(s.set, s.measures, response);
  add_tangent<2, 6>(s.set, response, curvature, out);
}

void BushingTerm::account(const Step& step, EnergyAccount& account) const {
  const Strains s = strains(step);
  account_linear<6>(bushing_.stiffness, bushing_.damping, s.i, s.f, s.set.change(), s.set.jump(), step.dt, 1.0,
                    account);
}

}  // namespace bristle
