#include "bristle/terms/joint_term.hpp"

#include <fmt/format.h>

#include <cassert>

#include "bristle/error.hpp"

namespace bristle {

Mat3 JointTerm::Turn::matrix(const Coordinates& s) const {
  Mat3 m = Mat3::Identity();
  for (int k = 0; k < 3; ++k)
    if (drive[k] >= 0) m *= rotation(Vec3::Unit(k), sign * s[drive[k]]);
  return m;
}

Mat3 JointTerm::Turn::rate(const Coordinates& s, const Coordinates& speed) const {
  Mat3 m = Mat3::Identity();
  Mat3 dm = Mat3::Zero();
  for (int k = 0; k < 3; ++k) {
    if (drive[k] < 0) continue;
    const Mat3 turn = rotation(Vec3::Unit(k), sign * s[drive[k]]);
    dm = dm * turn + m * hat(Vec3::Unit(k)) * turn * (sign * speed[drive[k]]);
    m *= turn;
  }
  return dm;
}

JointTerm::JointTerm(const Joint& joint)
    : nodes{joint.first.node.index, joint.second.node.index}, first_(joint.first), second_(joint.second) {
  add_rows(joint);
  add_drives(joint);
}

void JointTerm::add_rows(const Joint& joint) {
  const auto coincident = [this] {
    for (int axis = 0; axis < 3; ++axis) rows_.push_back({.kind = Row::Kind::point, .axis = axis});
  };
  const auto perpendicular = [this](int first, int second) {
    rows_.push_back({.kind = Row::Kind::direction, .axis = first, .axis_second = second});
  };
  const auto in_plane = [this](int normal) { rows_.push_back({.kind = Row::Kind::along, .axis = normal}); };
  const auto parallel_axes = [&] { perpendicular(2, 0), perpendicular(2, 1); };
  const auto no_rotation = [&] { perpendicular(0, 1), perpendicular(1, 2), perpendicular(2, 0); };

  switch (joint.kind) {
    case JointKind::fixed:
      coincident(), no_rotation();
      break;
    case JointKind::revolute:
      coincident(), parallel_axes();
      break;
    case JointKind::prismatic:
      no_rotation(), in_plane(0), in_plane(1);
      break;
    case JointKind::cylindrical:
      parallel_axes(), in_plane(0), in_plane(1);
      break;
    case JointKind::universal:
      coincident(), perpendicular(2, 1);
      break;
    case JointKind::spherical:
      coincident();
      break;
    case JointKind::planar:
      parallel_axes(), in_plane(2);
      break;
  }
}

void JointTerm::add_drives(const Joint& joint) {
  const int free = free_coordinates(joint.kind);
  std::array<bool, 3> driven{};
  for (const Drive& drive : joint.drives) {
    if (drive.coordinate < 0 || drive.coordinate >= free)
      throw ModelError(fmt::format("joint '{}': a {} joint has {} free coordinate(s); coordinate {} cannot be driven",
                                   joint.name, name_of(joint.kind), free, drive.coordinate));
    if (driven[drive.coordinate])
      throw ModelError(fmt::format("joint '{}': coordinate {} is driven twice", joint.name, drive.coordinate));
    driven[drive.coordinate] = true;
    motions_[drive.coordinate] = drive.motion;
  }
  const auto angle_about_z =
      [&](int coordinate) {  // y of the first marker, turned, stays perpendicular to x of the second
        Row row{.kind = Row::Kind::direction, .axis = 1, .axis_second = 0, .driven = true};
        row.turn_first.drive[2] = coordinate;
        rows_.push_back(row);
      };
  const auto displacement = [&](int axis, int coordinate) {
    rows_.push_back({.kind = Row::Kind::along, .axis = axis, .displacement = coordinate, .driven = true});
  };

  switch (joint.kind) {
    case JointKind::fixed:
      break;
    case JointKind::revolute:
      if (driven[0]) angle_about_z(0);
      break;
    case JointKind::prismatic:
      if (driven[0]) displacement(2, 0);
      break;
    case JointKind::cylindrical:
      if (driven[0]) angle_about_z(0);
      if (driven[1]) displacement(2, 1);
      break;
    case JointKind::universal:
      if (driven[0]) {  // x of the first, turned about z, stays perpendicular to y of the second
        Row row{.kind = Row::Kind::direction, .axis = 0, .axis_second = 1, .driven = true};
        row.turn_first.drive[2] = 0;
        rows_.push_back(row);
      }
      if (driven[1]) {  // x of the second, turned back about y, stays perpendicular to z of the first
        Row row{.kind = Row::Kind::direction, .axis = 2, .axis_second = 0, .driven = true};
        row.turn_second.drive[1] = 1;
        row.turn_second.sign = -1.0;
        rows_.push_back(row);
      }
      break;
    case JointKind::spherical:
      if (driven[0] != driven[1] || driven[1] != driven[2])
        throw ModelError(fmt::format("joint '{}': drive all three angles of a spherical joint, or none", joint.name));
      if (driven[0])
        for (int k = 0; k < 3; ++k) {
          Row row{.kind = Row::Kind::direction, .axis = k, .axis_second = (k + 1) % 3, .driven = true};
          row.turn_first.drive = {0, 1, 2};
          rows_.push_back(row);
        }
      break;
    case JointKind::planar:
      if (driven[0]) displacement(0, 0);
      if (driven[1]) displacement(1, 1);
      if (driven[2]) angle_about_z(2);
      break;
  }
  assert(rows() <= max_rows);
}

JointTerm::Coordinates JointTerm::coordinates(double time) const {
  return {motions_[0](time), motions_[1](time), motions_[2](time)};
}

JointTerm::Coordinates JointTerm::speeds(double time, Function::Side side) const {
  return {motions_[0].rate(time, side), motions_[1].rate(time, side), motions_[2].rate(time, side)};
}

Measure JointTerm::measure(const Row& row, const NodePair& pair, const Coordinates& start,
                           const Coordinates& end) const {
  switch (row.kind) {
    case Row::Kind::point:
      return point_component(pair, first_.offset, second_.offset, row.axis);
    case Row::Kind::along:
      return along(pair, first_.orientation.col(row.axis), first_.offset, second_.offset);
    case Row::Kind::direction:
      break;
  }
  const Mat3& a = first_.orientation;
  const Mat3& b = second_.orientation;
  const Vec3 d = Vec3::Unit(row.axis);
  const Vec3 e = Vec3::Unit(row.axis_second);
  return direction(pair, {a * row.turn_first.matrix(start) * d, a * row.turn_first.matrix(end) * d},
                   {b * row.turn_second.matrix(start) * e, b * row.turn_second.matrix(end) * e});
}

double JointTerm::prescribed(const Row& row, const Coordinates& s) const {
  return row.displacement >= 0 ? s[row.displacement] : 0.0;
}

/// Rate of change of a driven row at fixed nodes.
double JointTerm::rate(const Row& row, const Frame& K, const Frame& L, const Coordinates& s,
                       const Coordinates& speed) const {
  if (!row.driven) return 0.0;
  if (row.displacement >= 0) return -speed[row.displacement];
  const Vec3 d = Vec3::Unit(row.axis);
  const Vec3 e = Vec3::Unit(row.axis_second);
  const Mat3 a = K.R * first_.orientation;
  const Mat3 b = L.R * second_.orientation;
  return (a * row.turn_first.rate(s, speed) * d).dot(b * row.turn_second.matrix(s) * e) +
         (a * row.turn_first.matrix(s) * d).dot(b * row.turn_second.rate(s, speed) * e);
}

namespace {

/// Δt times the velocities at f, in space axes: R_f (U_f − 3 U_j) of both nodes.
Vec12 motion_at_end(const NodePair& pair) {
  Vec12 v;
  int at = 0;
  for (const NodeStep* n : {&pair.K, &pair.L}) {
    const Vec6 w = n->increment - 3.0 * n->jump;
    v.segment<3>(at) = n->end.R * w.head<3>();
    v.segment<3>(at + 3) = n->end.R * w.tail<3>();
    at += 6;
  }
  return v;
}

/// The covector of impulse Λ_v in E1: that of f, moved to where E1 takes its moments.
Vec12 velocity_covector(const NodePair& pair, const Measure& q) {
  return transported<2, 1>({&pair.K, &pair.L}, q.end, 1.0);
}

}  // namespace

void JointTerm::evaluate(const Step& step, Local<capacity>& out) const {
  out.clear();
  const NodePair pair{step.nodes[nodes[0]], step.nodes[nodes[1]]};
  const std::array<const NodeStep*, 2> ends{&pair.K, &pair.L};
  const Coordinates start = coordinates(step.drives_from());
  const Coordinates end = coordinates(step.drives_to());
  const Coordinates speed = speeds(step.end_time(), Function::Side::before);
  const int m = rows();
  const int first_row = 2 * node_size;
  const double lengths = size + extent(pair) + first_.offset.norm() + second_.offset.norm();
  const Vec12 motion = motion_at_end(pair);

  for (int row = 0; row < m; ++row) {
    const Row& r = rows_[row];
    const Measure q = measure(r, pair, start, end);
    const Vec12 by_velocity = velocity_covector(pair, q);
    const Vec12 in_axes = in_body<2, 1>(ends, q.end, &NodeStep::end);
    const int at_f = first_row + row;
    const int at_v = first_row + m + row;
    const double impulse = step.multipliers[slots.multiplier + row];
    const double impulse_v = step.multipliers[slots.multiplier + m + row];

    out.residual[at_f] = q.at_f - prescribed(r, end);
    out.residual[at_v] = q.end.dot(motion) + step.dt * rate(r, pair.K.end, pair.L.end, end, speed);
    const double arm = r.kind == Row::Kind::direction ? 1.0 : lengths;
    out.traffic[at_f] = arm;
    out.traffic[at_v] = q.end.cwiseAbs().dot(motion.cwiseAbs()) + arm;
    for (int a = 0; a < 2; ++a) {
      const int at = node_size * a;
      out.residual.segment<6>(at + e1) +=
          impulse * q.discrete.segment<6>(6 * a) + impulse_v * by_velocity.segment<6>(6 * a);
      out.residual.segment<6>(at + e2) -= impulse_v * in_axes.segment<6>(6 * a);
      const double pull = std::abs(impulse) + std::abs(impulse_v);
      out.add_traffic(a, pull * q.end.segment<3>(6 * a).norm(), pull * arm);
    }
    if (!out.with_tangent) continue;

    // How the row and its covectors change with the motion at f.
    Vec12 row_v = q.end_tangent.transpose() * motion;
    Mat12 first = impulse * q.discrete_tangent + impulse_v * q.end_tangent;
    Mat12 second = -impulse_v * q.end_tangent;
    for (int a = 0; a < 2; ++a) {
      const Vec3 f = q.end.segment<3>(6 * a);
      const Vec3 moment = q.end.segment<3>(6 * a + 3);
      row_v.segment<3>(6 * a + 3) += motion.segment<3>(6 * a).cross(f) + motion.segment<3>(6 * a + 3).cross(moment);
      row_v.segment<6>(6 * a) += ends[a]->by_motion.transpose() * in_axes.segment<6>(6 * a);
      first.middleRows<3>(6 * a + 3) += 0.5 * impulse_v * hat(ends[a]->dx) * q.end_tangent.middleRows<3>(6 * a);
      first.block<3, 3>(6 * a + 3, 6 * a) -= 0.5 * impulse_v * hat(f);
      second.block<3, 3>(6 * a, 6 * a + 3) -= impulse_v * hat(f);
      second.block<3, 3>(6 * a + 3, 6 * a + 3) -= impulse_v * hat(moment);
    }
    if (r.driven) row_v += step.dt * driven_rate_gradient(r, pair, end, speed);
    second = in_body<2, 12>(ends, second, &NodeStep::end);
    for (int a = 0; a < 2; ++a) {
      const int at = node_size * a;
      out.tangent.block<1, 6>(at_f, at + e1) = q.end.segment<6>(6 * a).transpose();
      out.tangent.block<1, 6>(at_v, at + e1) = row_v.segment<6>(6 * a).transpose();
      out.tangent.block<1, 6>(at_v, at + e2) = -3.0 * in_axes.segment<6>(6 * a).transpose();
      out.tangent.block<6, 1>(at + e1, at_f) = q.discrete.segment<6>(6 * a);
      out.tangent.block<6, 1>(at + e1, at_v) = by_velocity.segment<6>(6 * a);
      out.tangent.block<6, 1>(at + e2, at_v) = -in_axes.segment<6>(6 * a);
      for (int b = 0; b < 2; ++b) {
        out.tangent.block<6, 6>(at + e1, node_size * b + e1) += first.block<6, 6>(6 * a, 6 * b);
        out.tangent.block<6, 6>(at + e2, node_size * b + e1) += second.block<6, 6>(6 * a, 6 * b);
      }
    }
  }
}

/// ∂(rate of a driven row)/∂(δx, δθ): the two products of carried vectors turn with their nodes.
Vec12 JointTerm::driven_rate_gradient(const Row& row, const NodePair& pair, const Coordinates& s,
                                      const Coordinates& speed) const {
  Vec12 g = Vec12::Zero();
  if (row.displacement >= 0) return g;
  const Vec3 d = Vec3::Unit(row.axis);
  const Vec3 e = Vec3::Unit(row.axis_second);
  const Mat3 a = pair.K.end.R * first_.orientation;
  const Mat3 b = pair.L.end.R * second_.orientation;
  const Vec3 d_rate = a * row.turn_first.rate(s, speed) * d;
  const Vec3 d_now = a * row.turn_first.matrix(s) * d;
  const Vec3 e_rate = b * row.turn_second.rate(s, speed) * e;
  const Vec3 e_now = b * row.turn_second.matrix(s) * e;
  g.segment<3>(3) = d_rate.cross(e_now) + d_now.cross(e_rate);
  g.segment<3>(9) = -g.segment<3>(3);
  return g;
}

void JointTerm::account(const Step& step, EnergyAccount& account) const {
  const NodePair pair{step.nodes[nodes[0]], step.nodes[nodes[1]]};
  Vec12 z;
  z << pair.K.z(), pair.L.z();
  for (int row = 0; row < rows(); ++row) {
    if (!rows_[row].driven) continue;  // an undriven row does no work
    const Measure q = measure(rows_[row], pair, coordinates(step.drives_from()), coordinates(step.drives_to()));
    const double impulse = step.multipliers[slots.multiplier + row];
    const double impulse_v = step.multipliers[slots.multiplier + rows() + row];
    account.external_work -= (impulse * q.discrete.dot(z) + impulse_v * q.end.dot(motion_at_end(pair))) / step.dt;
  }
}

JointTerm::RowState JointTerm::row_state(int row, const Frame& K, const Frame& L, double time) const {
  const Row& r = rows_[row];
  const NodeStep k = at_rest(K);
  const NodeStep l = at_rest(L);
  const Coordinates s = coordinates(time);
  const Measure q = measure(r, {k, l}, s, s);
  RowState state{.violation = q.at_f - prescribed(r, s), .gradient = q.end};
  state.is_length = r.kind != Row::Kind::direction;
  if (r.driven) state.rate = rate(r, K, L, s, speeds(time, Function::Side::after));
  return state;
}

Reaction JointTerm::reaction(const Step& step) const {
  const NodePair pair{step.nodes[nodes[0]], step.nodes[nodes[1]]};
  const Coordinates start = coordinates(step.drives_from());
  const Coordinates end = coordinates(step.drives_to());
  Reaction reaction;
  for (int row = 0; row < rows(); ++row) {
    const Measure q = measure(rows_[row], pair, start, end);
    const Vec12 covector = step.multipliers[slots.multiplier + row] * q.discrete +
                           step.multipliers[slots.multiplier + rows() + row] * velocity_covector(pair, q);
    reaction.force -= covector.segment<3>(6) / step.dt;
    reaction.moment -= covector.segment<3>(9) / step.dt;
  }
  reaction.moment -= (pair.L.mean * second_.offset).cross(reaction.force);  // from the node to the marker
  return reaction;
}

bool JointTerm::on_branch(const Frame& K, const Frame& L, double time) const {
  const Coordinates s = coordinates(time);
  for (const Row& row : rows_) {
    if (!row.driven || row.displacement >= 0) continue;
    // The axis that the drive keeps aligned: that of the second marker for a direction turning in the first, and vice
    // versa.
    const bool turns_first = row.turn_first.drive != Turn{}.drive;
    const Vec3 axis = Vec3::Unit(turns_first ? row.axis_second : row.axis);
    const Vec3 d = K.R * first_.orientation * row.turn_first.matrix(s) * axis;
    const Vec3 e = L.R * second_.orientation * row.turn_second.matrix(s) * axis;
    if (d.dot(e) < 0.0) return false;
  }
  return true;
}

}  // namespace bristle
