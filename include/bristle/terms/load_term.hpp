#pragma once
// Dead and follower forces and moments: docs/theory.md, section 3.5.

#include <array>

#include "bristle/model/model.hpp"
#include "bristle/system/step.hpp"
#include "bristle/terms/local.hpp"

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
  /// Impulses in E1 and E2 (space axes) and, for follower loads, their parts at f and at j.
  struct Impulse {
    Vec3 e1, e2;
    Vec3 at_f, at_j;
  };
  Impulse impulse(const Step& step, const NodeStep& node) const;

  Load load_;
};

}  // namespace bristle
