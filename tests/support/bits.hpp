#pragma once
// States and snapshots as bit patterns: what is to be equal to the last bit is compared so, signed zeros and all.

#include <bit>
#include <cstdint>
#include <vector>

#include "bristle/bristle.hpp"

namespace bristle::test {

using Bits = std::vector<std::uint64_t>;

inline void append(Bits& bits, double value) { bits.push_back(std::bit_cast<std::uint64_t>(value)); }
inline void append(Bits& bits, const std::vector<double>& values) {
  for (const double v : values) append(bits, v);
}
template <class Derived>
void append(Bits& bits, const Eigen::DenseBase<Derived>& m) {
  for (Eigen::Index c = 0; c < m.cols(); ++c)
    for (Eigen::Index r = 0; r < m.rows(); ++r) append(bits, m(r, c));
}

inline Bits bits_of(const State& s) {
  Bits bits;
  append(bits, s.time);
  for (const Frame& f : s.frames) append(bits, f.x), append(bits, f.R);
  for (const Vec6& t : s.twists) append(bits, t);
  append(bits, s.multipliers);
  for (const Reaction& r : s.reactions) append(bits, r.force), append(bits, r.moment);
  for (const ContactReport& c : s.contacts) {
    for (const double v : {c.gap, c.gap_before, c.gap_rate, c.normal_force, c.angle, c.sliding_distance,
                           c.friction_work, c.damping_excess, static_cast<double>(c.phase)})
      append(bits, v);
    for (const Vec3& v : {c.normal, c.friction, c.sliding_velocity, c.bristle, c.point_on_first, c.point_on_second})
      append(bits, v);
  }
  append(bits, s.memory);
  const Ledger& l = s.ledger;
  for (const double v : {l.kinetic, l.elastic, l.contact, l.gravitational, l.initial, l.external_work, l.damping_loss,
                         l.contact_loss, l.friction_loss, l.numerical_loss, l.largest_residual, l.friction.sliding,
                         l.friction.bristles, l.friction.damping, l.friction.viscous, l.friction.numerical})
    append(bits, v);
  return bits;
}

inline Bits bits_of(const Snapshot& s) {
  Bits bits = bits_of(s.state);
  append(bits, s.choice.step);
  for (const long n : {static_cast<long>(s.choice.rule), static_cast<long>(s.choice.gap), s.counters.steps,
                       s.counters.rejections, s.counters.iterations, s.counters.factorizations})
    bits.push_back(static_cast<std::uint64_t>(n));
  for (const bool w : s.warned) bits.push_back(w);
  append(bits, s.solver);
  return bits;
}

}  // namespace bristle::test
