#pragma once
// Dead and follower forces and moments: docs/theory.md, section 3.5.

#include <array>

#include "bristle/model/model.hpp"
#include "bristle/system/step.hpp"
#include "bristle/terms/local.hpp"
#include "bristle/terms/measure_set.hpp"

namespace bristle {

class LoadTerm {
 public:
  static constexpr int capacity = node_size;

  explicit LoadTerm(const Load& load);

  int multipliers() const { return 0; }
  int memory() const { return 0; }
  void evaluate(const Step& step, Local<capacity>& out) const;
  void account(const Step& step, EnergyAccount& account) const;

  std::array<int, 1> nodes{};
  TermSlots slots;

 private:
  /// The load over the step, times Δt: its mean, and a sixth of its change.
  struct Impulse {
    Vec3 mean;
    Vec3 change;
  };
  Impulse impulse(const Step& step) const;
  MeasureSet<1, 3> point(const NodeStep& node) const;
  Vec6 in_body(const Vec3& load) const;

  void evaluate_dead_force(const NodeStep& node, const Impulse& p, Local<capacity>& out) const;
  void evaluate_dead_moment(const NodeStep& node, const Impulse& p, Local<capacity>& out) const;
  void evaluate_follower(const NodeStep& node, const Impulse& p, Local<capacity>& out) const;

  Load load_;
};

}  // namespace bristle
