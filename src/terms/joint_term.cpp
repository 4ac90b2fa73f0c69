#include "bristle/terms/joint_term.hpp"

#include <fmt/format.h>

#include <cassert>

#include "bristle/error.hpp"
#include "bristle/terms/pair.hpp"

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

JointTerm::Coordinates JointTerm::coordinates_after_jump(double time, double dt) const {
  Coordinates s = coordinates(time);
  for (int k = 0; k < 3; ++k) s[k] -= dt / 6.0 * (motions_[k].rate(time + dt, dt) - motions_[k].rate(time, dt));
  return s;
}

Measure JointTerm::measure(const Row& row, const PairLeg& leg, const Coordinates& start, const Coordinates& end) const {
  switch (row.kind) {
    case Row::Kind::point:
      return point_component(leg, first_.offset, second_.offset, row.axis);
    case Row::Kind::along:
      return along(leg, first_.orientation.col(row.axis), first_.offset, second_.offset);
    case Row::Kind::direction:
      break;
  }
  const Mat3& a = first_.orientation;
  const Mat3& b = second_.orientation;
  const Vec3 d = Vec3::Unit(row.axis);
  const Vec3 e = Vec3::Unit(row.axis_second);
  return direction(leg, {a * row.turn_first.matrix(start) * d, a * row.turn_first.matrix(end) * d},
                   {b * row.turn_second.matrix(start) * e, b * row.turn_second.matrix(end) * e});
}

double JointTerm::prescribed(const Row& row, const Coordinates& s) const {
  return row.displacement >= 0 ? s[row.displacement] : 0.0;
}

void JointTerm::evaluate(const Step& step, Local<capacity>& out) const {
  out.clear();
  const NodeStep& k = step.nodes[nodes[0]];
  const NodeStep& l = step.nodes[nodes[1]];
  const Coordinates start = coordinates(step.time);
  const int m = rows();
  const int first_row = 2 * node_size;

  const auto add_leg = [&](const PairLeg& leg, int leg_rows, const Coordinates& end, int block) {
    const double lengths = size + extent(leg) + first_.offset.norm() + second_.offset.norm();
    for (int row = 0; row < m; ++row) {
      const Measure q = measure(rows_[row], leg, start, end);
      const int at = first_row + block * m + row;
      const double impulse = step.multipliers[slots.multiplier + block * m + row];
      add_pair_vector(out.residual, leg_rows, impulse * q.g);
      out.residual[at] = q.at_end - prescribed(rows_[row], end);
      out.traffic[at] = rows_[row].kind == Row::Kind::direction ? 1.0 : lengths;
      for (const int node : {0, 1}) {
        const double linear = std::abs(impulse) * q.g.segment<3>(6 * node).norm();
        const double angular = std::abs(impulse) * (rows_[row].kind == Row::Kind::direction ? 1.0 : lengths);
        out.traffic.segment<3>(node * node_size + leg_rows).array() += linear;
        out.traffic.segment<3>(node * node_size + leg_rows + 3).array() += angular;
      }
      if (!out.with_tangent) continue;
      add_pair_matrix(out.tangent, leg_rows, leg_rows, impulse * q.dg);
      auto column = out.tangent.col(at);
      add_pair_vector(column, leg_rows, q.g);
      auto line = out.tangent.row(at);
      line.segment<6>(leg_rows) = q.gradient.head<6>();
      line.segment<6>(node_size + leg_rows) = q.gradient.tail<6>();
    }
  };
  add_leg(leg_to_f(k, l), leg_f, coordinates(step.end_time()), 0);
  add_leg(leg_to_j(k, l), leg_j, coordinates_after_jump(step.time, step.dt), 1);
}

void JointTerm::account(const Step& step, EnergyAccount& account) const {
  const NodeStep& k = step.nodes[nodes[0]];
  const NodeStep& l = step.nodes[nodes[1]];
  const PairLeg f = leg_to_f(k, l);
  const PairLeg j = leg_to_j(k, l);
  for (int row = 0; row < rows(); ++row) {
    if (!rows_[row].driven) continue;  // an undriven row does no work
    const Coordinates start = coordinates(step.time);
    const Measure qf = measure(rows_[row], f, start, coordinates(step.end_time()));
    const Measure qj = measure(rows_[row], j, start, coordinates_after_jump(step.time, step.dt));
    const double impulse_f = step.multipliers[slots.multiplier + row];
    const double impulse_j = step.multipliers[slots.multiplier + rows() + row];
    account.external_work -=
        (impulse_f * qf.g.dot(increments(f)) + 3.0 * impulse_j * qj.g.dot(increments(j))) / step.dt;
  }
}

JointTerm::RowState JointTerm::row_state(int row, const Frame& K, const Frame& L, double time) const {
  const Row& r = rows_[row];
  const Leg at_K{.end = K, .mean = K.R};
  const Leg at_L{.end = L, .mean = L.R};
  const PairLeg still{K, at_K, L, at_L};
  const Coordinates s = coordinates(time);
  const Measure q = measure(r, still, s, s);
  RowState state{.violation = q.at_end - prescribed(r, s), .gradient = q.gradient};
  state.is_length = r.kind != Row::Kind::direction;
  if (r.driven) {
    const double scale = 1e-3 * std::max(1.0, std::abs(time));  // s; only for motions without a known derivative
    Coordinates speed;
    for (int k = 0; k < 3; ++k) speed[k] = motions_[k].rate(time, scale);
    if (r.displacement >= 0) {
      state.rate = -speed[r.displacement];
    } else {
      const Vec3 d = Vec3::Unit(r.axis);
      const Vec3 e = Vec3::Unit(r.axis_second);
      const Mat3 a = K.R * first_.orientation;
      const Mat3 b = L.R * second_.orientation;
      state.rate = (a * r.turn_first.rate(s, speed) * d).dot(b * r.turn_second.matrix(s) * e) +
                   (a * r.turn_first.matrix(s) * d).dot(b * r.turn_second.rate(s, speed) * e);
    }
  }
  return state;
}

Reaction JointTerm::reaction(const Frame& K, const Frame& L, double time, std::span<const double> lambda) const {
  Reaction reaction;
  for (int row = 0; row < rows(); ++row) {
    const Vec12 gradient = row_state(row, K, L, time).gradient;
    reaction.force -= lambda[row] * gradient.segment<3>(6);
    reaction.moment -= lambda[row] * gradient.segment<3>(9);
  }
  reaction.moment -= (L.R * second_.offset).cross(reaction.force);  // from the node to the marker
  return reaction;
}

}  // namespace bristle
