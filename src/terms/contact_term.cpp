#include "bristle/terms/contact_term.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bristle/math/so3.hpp"

namespace bristle {
namespace {

/// A turn by half the angle of cay(r), and how it changes with a spatial rotation δθ that follows cay(r).
struct HalfTurn {
  explicit HalfTurn(const Vec3& r) {
    const double root = std::sqrt(1.0 + 0.25 * r.squaredNorm());
    half = r / (1.0 + root);
    turn = cay(half);
    const Mat3 dr = cay_tangent(r);
    const double stretch = -0.25 / (root * (1.0 + root) * (1.0 + root));  // ∂(1/(1 + root)) = stretch r·δr
    const Mat3 dhalf = dr / (1.0 + root) + stretch * r * (r.transpose() * dr);
    by_turn = (dhalf + 0.5 * hat(half) * dhalf) / (1.0 + 0.25 * half.squaredNorm());
  }
  Vec3 half;
  Mat3 turn;
  Mat3 by_turn;  // δθ_half/δθ
};

GapGeometry single(const ContactGeometry& geometry) {
  struct {
    GapGeometry operator()(const BallInRace& g) const { return g; }
    GapGeometry operator()(const DiskInCylinder& g) const { return g; }
    GapGeometry operator()(const PointsOnPlane&) const { return PointOnPlane{}; }
  } const one;
  return std::visit(one, geometry);
}

constexpr int xK = 0, tK = 3, xL = 6, tL = 9;  // of (δx_K, δθ_K, δx_L, δθ_L) in the twelve

}  // namespace

struct ContactTerm::Meeting {
  Meeting(const NodeStep& outer, const NodeStep& inner) : K(outer), L(inner), half(outer.r) {}

  const NodeStep& K;
  const NodeStep& L;
  HalfTurn half;  // of K
  Gap gap{};
  NormalStep normal{};
  Vec3 arm_K = Vec3::Zero(), arm_L = Vec3::Zero();  // from the mean places of the nodes to the point of contact
  Vec3 slip = Vec3::Zero();                         // Δt times the relative velocity of the two bodies at that point
  Vec3 carried = Vec3::Zero();                      // bristle turned with K to mid-step
  Vec3 laid = Vec3::Zero();                         // the same, laid into the tangent plane with its length kept
  double drill = 0.0;                               // turn about the normal by a quarter of what L turns against K
  Rubbing rubbing{};
  FrictionStep friction{};
  double normal_loss = 0.0;  // J
  bool touches = false;
};

ContactTerm::ContactTerm(const Contact& contact, int point)
    : nodes{contact.first.node.index, contact.second.node.index},
      contact_(contact),
      geometry_(single(contact.geometry)),
      first_(contact.first),
      second_(contact.second) {
  if (const auto* points = std::get_if<PointsOnPlane>(&contact.geometry))
    second_.offset += second_.orientation * points->points.at(point);
}

void ContactTerm::start(std::span<const Frame>, std::span<double> memory) const {
  std::fill(memory.begin(), memory.end(), 0.0);
}

ContactTerm::Meeting ContactTerm::meet(const Step& step) const {
  Meeting m(step.nodes[nodes[0]], step.nodes[nodes[1]]);
  const std::span<const double> memory = own(step.memory);
  m.gap = std::visit([&](const auto& g) { return gap_over(g, {m.K, m.L}, first_, second_); }, geometry_);
  m.normal = normal_step(contact_.normal, m.gap.at_i, m.gap.at_f, step.dt, memory[impact]);
  m.normal_loss = (m.normal.total.value - m.normal.elastic.value) * (m.gap.at_i - m.gap.at_f);
  m.touches = m.normal.total.value > 0.0;
  if (!m.touches) return m;

  const Vec3& n = m.gap.normal;
  m.arm_K = m.gap.point - m.K.start.x - 0.5 * m.K.dx;
  m.arm_L = m.gap.point - m.L.start.x - 0.5 * m.L.dx;
  m.slip = m.L.dx - m.K.dx + m.L.r.cross(m.arm_L) - m.K.r.cross(m.arm_K);
  m.rubbing.velocity = (m.slip - n * n.dot(m.slip)) / step.dt;
  m.rubbing.load = m.normal.total.value;
  m.rubbing.dt = step.dt;
  m.rubbing.frozen_load = memory[frozen_load];
  if (const auto* lugre = std::get_if<LuGre>(&contact_.friction)) {
    if (lugre->form == LuGre::Form::original) m.rubbing.frozen_load = lugre->reference_load;
    const Vec3 kept(memory[0], memory[1], memory[2]);
    m.carried = m.half.turn * (m.K.start.R * kept);
    m.laid = m.carried - n * n.dot(m.carried);
    const double length = m.laid.norm();
    m.laid *= length > 0.0 ? kept.norm() / length : 0.0;
    m.drill = 0.25 * (m.L.r - m.K.r).dot(n);
    m.rubbing.bristle = std::cos(m.drill) * m.laid + std::sin(m.drill) * n.cross(m.laid);
  }
  m.friction = friction_step(contact_.friction, m.rubbing);
  return m;
}

void ContactTerm::evaluate(const Step& step, Local<capacity>& out) const {
  out.clear();
  const Meeting m = meet(step);
  if (!m.touches) return;
  const double dt = step.dt;
  const Vec3& f = m.friction.force;
  const double N = m.normal.total.value;
  Vec12 wrench = N * m.gap.discrete;
  wrench.segment<3>(xK) += f;
  wrench.segment<3>(tK) += m.arm_K.cross(f);
  wrench.segment<3>(xL) -= f;
  wrench.segment<3>(tL) -= m.arm_L.cross(f);
  out.residual.segment<6>(e1) = -dt * wrench.head<6>();
  out.residual.segment<6>(node_size + e1) = -dt * wrench.tail<6>();

  // Round-off of positions shows in the gap and in the direction of the normal, that of the motion in the velocity.
  const double level = extent({m.K, m.L});
  const double motion = m.K.dx.cwiseAbs().maxCoeff() + m.L.dx.cwiseAbs().maxCoeff() + m.K.r.norm() * m.arm_K.norm() +
                        m.L.r.norm() * m.arm_L.norm();
  const double force = N + std::abs(m.normal.total.by_end) * level +
                       (m.gap.radius > 0.0 ? N * level / m.gap.radius : 0.0) + f.norm() +
                       m.friction.by_velocity.diagonal().cwiseAbs().maxCoeff() * motion / dt;
  out.add_traffic(0, dt * force, dt * force * m.arm_K.norm());
  out.add_traffic(1, dt * force, dt * force * m.arm_L.norm());
  if (out.with_tangent) add_tangent(m, dt, out);
}

void ContactTerm::add_tangent(const Meeting& m, double dt, Local<capacity>& out) const {
  const Vec3& f = m.friction.force;
  const Vec3& n = m.gap.normal;
  const Mat3x12& dn = m.gap.normal_tangent;
  const Mat3 turn_K = cay_tangent(m.K.r), turn_L = cay_tangent(m.L.r);  // δr/δθ
  const Vec12 dN = m.normal.total.by_end * m.gap.end;

  Mat3x12 darm_K = m.gap.point_tangent, darm_L = m.gap.point_tangent;
  darm_K.middleCols<3>(xK).diagonal().array() -= 0.5;
  darm_L.middleCols<3>(xL).diagonal().array() -= 0.5;
  Mat3x12 dslip = hat(m.L.r) * darm_L - hat(m.K.r) * darm_K;
  dslip.middleCols<3>(xK).diagonal().array() -= 1.0;
  dslip.middleCols<3>(xL).diagonal().array() += 1.0;
  dslip.middleCols<3>(tK) += hat(m.arm_K) * turn_K;
  dslip.middleCols<3>(tL) -= hat(m.arm_L) * turn_L;
  const Mat3x12 dv = (dslip - n * (n.transpose() * dslip) - n.dot(m.slip) * dn - n * (m.slip.transpose() * dn)) / dt;
  Mat3x12 df = m.friction.by_velocity * dv + m.friction.by_load * dN.transpose();

  if (const double length = m.laid.norm(); length > 0.0) {  // the bristle moves with K, the normal and the drilling
    Mat3x12 dcarried = Mat3x12::Zero();
    dcarried.middleCols<3>(tK) = -hat(m.carried) * m.half.by_turn;
    Mat3x12 dlaid =
        dcarried - n * (n.transpose() * dcarried) - n.dot(m.carried) * dn - n * (m.carried.transpose() * dn);
    const Vec3 unit = m.laid / length;
    const Vec3 flat = m.carried - n * n.dot(m.carried);
    dlaid = (length / flat.norm()) * (dlaid - unit * (unit.transpose() * dlaid)).eval();
    Vec12 ddrill = 0.25 * dn.transpose() * (m.L.r - m.K.r);
    ddrill.segment<3>(tK) -= 0.25 * turn_K.transpose() * n;
    ddrill.segment<3>(tL) += 0.25 * turn_L.transpose() * n;
    const Mat3x12 dz = std::cos(m.drill) * dlaid + std::sin(m.drill) * (hat(n) * dlaid - hat(m.laid) * dn) +
                       n.cross(m.rubbing.bristle) * ddrill.transpose();
    df += m.friction.by_bristle * dz;
  }

  Mat12 k = m.normal.total.value * m.gap.discrete_tangent + m.gap.discrete * dN.transpose();
  k.middleRows<3>(xK) += df;
  k.middleRows<3>(xL) -= df;
  k.middleRows<3>(tK) += hat(m.arm_K) * df - hat(f) * darm_K;
  k.middleRows<3>(tL) -= hat(m.arm_L) * df - hat(f) * darm_L;
  for (const int a : {0, 1})
    for (const int b : {0, 1})
      out.tangent.block<6, 6>(node_size * a + e1, node_size * b + e1) -= dt * k.block<6, 6>(6 * a, 6 * b);
}

void ContactTerm::account(const Step& step, EnergyAccount& account) const {
  const Meeting m = meet(step);
  account.contact_i += elastic_energy(contact_.normal.elastic, -m.gap.at_i);
  account.contact_f += elastic_energy(contact_.normal.elastic, -m.gap.at_f);
  account.contact_loss += m.normal_loss;
  if (!m.touches) return;
  account.friction_loss += m.friction.force.dot(m.slip);
  account.friction += m.friction.work;
}

/// Sticking begins when the speed has fallen to a fiftieth of the Stribeck velocity, and ends when it exceeds that
/// velocity or the bristles are at the static limit.
bool ContactTerm::sticks_on(const Meeting& m, bool did) const {
  const double speed = m.rubbing.velocity.norm();
  if (const auto* law = std::get_if<LuGre>(&contact_.friction)) {
    if (!did) return speed < 0.02 * law->stribeck_velocity;
    const double held = m.friction.bristle_load * law->kinetic_friction * m.friction.bristle.norm();
    return speed <= law->stribeck_velocity && held < law->static_friction * m.rubbing.load;
  }
  if (const auto* law = std::get_if<GeneralKinetic>(&contact_.friction)) return speed < law->stick_velocity;
  if (const auto* law = std::get_if<RegularisedCoulomb>(&contact_.friction)) return speed < law->slip_velocity;
  return false;
}

std::size_t ContactTerm::bin(double angle) const {
  const double turn = angle / (2.0 * std::numbers::pi);
  const auto k = static_cast<int>((turn - std::floor(turn)) * contact_.bins);
  return static_cast<std::size_t>(std::clamp(k, 0, contact_.bins - 1));
}

void ContactTerm::remember(const Step& step, std::span<double> memory) const {
  const Meeting m = meet(step);
  const bool closed = m.gap.at_f < 0.0;
  if (m.touches) {
    const double distance = m.rubbing.velocity.norm() * step.dt;
    const double work = m.friction.force.dot(m.slip);
    memory[distance_slid] += distance;
    memory[work_done] += work;
    const std::size_t b = own_memory + 2 * bin(place(m.K.end, m.L.end).angle);
    memory[b] += distance;
    memory[b + 1] += work;
  }
  if (!closed) {
    std::fill(memory.begin(), memory.begin() + impact + 1, 0.0);
    return;
  }
  memory[impact] = std::max(memory[impact], (m.gap.at_i - m.gap.at_f) / step.dt);
  const bool did = memory[sticks] > 0.5;
  const bool does = m.touches && sticks_on(m, did);
  Vec3 z = m.touches ? m.friction.bristle : Vec3(Vec3::Zero());
  const auto* law = std::get_if<LuGre>(&contact_.friction);
  if (law && law->form == LuGre::Form::load_frozen) {
    if (did && !does && m.touches) z *= m.friction.bristle_load / m.rubbing.load;  // the force goes on where it was
    memory[frozen_load] = !does ? 0.0 : did ? memory[frozen_load] : m.rubbing.load;
  }
  memory[sticks] = does ? 1.0 : 0.0;
  const Vec3& n = m.gap.normal;
  z = std::cos(m.drill) * z + std::sin(m.drill) * n.cross(z);
  const Vec3 kept = (m.half.turn * m.K.start.R).transpose() * z;
  std::copy(kept.begin(), kept.end(), memory.begin() + bristle);
}

ContactPlace ContactTerm::place(const Frame& K, const Frame& L) const {
  return std::visit([&](const auto& g) { return contact_place(g, K * first_.frame(), L * second_.frame()); },
                    geometry_);
}

std::optional<Mat3x12> ContactTerm::hold(std::span<const Frame> frames) const {
  std::array<NodeStep, 2> still;
  for (int side = 0; side < 2; ++side) {
    still[side].start = frames[nodes[side]];
    complete(still[side], 1.0);
  }
  const Gap gap = std::visit(
      [&](const auto& g) {
        return gap_over(g, {still[0], still[1]}, first_, second_);
      },
      geometry_);
  if (gap.normal.isZero()) return std::nullopt;
  Mat3x12 slip = Mat3x12::Zero();
  slip.middleCols<3>(xK) = -Mat3::Identity();
  slip.middleCols<3>(tK) = hat(gap.point - still[0].start.x);
  slip.middleCols<3>(xL) = Mat3::Identity();
  slip.middleCols<3>(tL) = -hat(gap.point - still[1].start.x);
  const Vec3 along = gap.normal.unitOrthogonal();
  Mat3x12 rows;
  rows << gap.end.transpose(), along.transpose() * slip, gap.normal.cross(along).transpose() * slip;
  return rows;
}

bool ContactTerm::in_range(const Frame& K, const Frame& L) const {
  if (!std::holds_alternative<DiskInCylinder>(geometry_)) return true;
  const Vec3 axis = K.R * first_.orientation.col(2);
  const Vec3 normal = L.R * second_.orientation.col(2);
  return std::abs(axis.dot(normal)) > 0.1;
}

ContactReport ContactTerm::report(const Frame& K, const Frame& L, std::span<const double> mine) const {
  const ContactPlace at = place(K, L);
  ContactReport r;
  r.gap = at.gap;
  r.normal = at.normal;
  r.point_on_first = at.on_first;
  r.point_on_second = at.on_second;
  r.angle = at.angle;
  r.sliding_distance = mine[distance_slid];
  r.friction_work = mine[work_done];
  if (const auto* law = std::get_if<LuGre>(&contact_.friction))
    r.bristle = law->kinetic_friction / law->stiffness * (K.R * Vec3(mine[0], mine[1], mine[2]));
  if (at.gap < 0.0) r.phase = mine[sticks] > 0.5 ? ContactReport::Phase::stick : ContactReport::Phase::slip;
  return r;
}

ContactReport ContactTerm::report(std::span<const Frame> frames, std::span<const double> memory) const {
  return report(frames[nodes[0]], frames[nodes[1]], own(memory));
}

ContactReport ContactTerm::report(const Step& step, std::span<const double> memory) const {
  const Meeting m = meet(step);
  ContactReport r = report(m.K.end, m.L.end, own(memory));
  r.gap_before = m.gap.at_i;
  r.gap_rate = (m.gap.at_f - m.gap.at_i) / step.dt;
  if (!m.touches) return r;
  r.normal = m.gap.normal;
  r.normal_force = m.normal.total.value;
  r.friction = -m.friction.force;
  r.sliding_velocity = m.rubbing.velocity;
  if (const auto* law = std::get_if<LuGre>(&contact_.friction))
    r.damping_excess = damping_excess(*law, m.rubbing.velocity.norm(), m.rubbing.load / m.friction.bristle_load);
  return r;
}

std::vector<WearBin> ContactTerm::wear(std::span<const double> memory) const {
  const std::span<const double> mine = own(memory).subspan(own_memory);
  std::vector<WearBin> bins(contact_.bins);
  for (std::size_t k = 0; k < bins.size(); ++k) bins[k] = {mine[2 * k], mine[2 * k + 1]};
  return bins;
}

}  // namespace bristle
