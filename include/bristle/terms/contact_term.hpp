#pragma once
// A gap with its normal and friction law between two nodes: docs/theory.md, sections 9 and 10.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "bristle/contact/gap.hpp"
#include "bristle/contact/normal_law.hpp"
#include "bristle/friction/friction.hpp"
#include "bristle/system/contact_report.hpp"
#include "bristle/terms/local.hpp"

namespace bristle {

class ContactTerm {
 public:
  static constexpr int capacity = 2 * node_size;

  /// The gap of a contact, or that of one of its points.
  ContactTerm(const Contact& contact, int point);

  int multipliers() const { return 0; }
  int memory() const { return own_memory + 2 * contact_.bins; }
  void start(std::span<const Frame> frames, std::span<double> memory) const;
  void remember(const Step& step, std::span<double> memory) const;
  void evaluate(const Step& step, Local<capacity>& out) const;
  void account(const Step& step, EnergyAccount& account) const;

  /// `memory` is that of the whole system at the end of the step.
  ContactReport report(const Step& step, std::span<const double> memory) const;
  /// What can be said of a state without a step.
  ContactReport report(std::span<const Frame> frames, std::span<const double> memory) const;
  std::vector<WearBin> wear(std::span<const double> memory) const;

  /// How the gap (first row) and the sliding along two directions (the others) change with (δx_K, δθ_K, δx_L, δθ_L);
  /// none where a centred part has no direction in which it would touch.
  std::optional<Mat3x12> hold(std::span<const Frame> frames) const;

  /// False when a disk has come to stand on edge in its cylinder, where it has no gap.
  bool in_range(const Frame& K, const Frame& L) const;

  const Contact& contact() const { return contact_; }

  std::array<int, 2> nodes{};
  TermSlots slots;

 private:
  /// Memory by place: the bristle in K's axes and units of μ_k/σ0, the load it is frozen at, and so on.
  enum Place { bristle = 0, frozen_load = 3, sticks, impact, distance_slid, work_done, own_memory };

  /// Everything about the contact over a step.
  struct Meeting;
  Meeting meet(const Step& step) const;
  std::span<const double> own(std::span<const double> memory) const { return memory.subspan(slots.memory); }
  ContactPlace place(const Frame& K, const Frame& L) const;
  ContactReport report(const Frame& K, const Frame& L, std::span<const double> mine) const;
  std::size_t bin(double angle) const;
  bool sticks_on(const Meeting& m, bool did) const;
  void add_tangent(const Meeting& m, double dt, Local<capacity>& out) const;

  Contact contact_;
  GapGeometry geometry_;
  Marker first_, second_;
};

}  // namespace bristle
