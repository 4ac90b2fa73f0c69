#pragma once
// Six-component elastic and viscous connection of two markers: docs/theory.md, sections 3.2 and 3.3.

#include <array>

#include "bristle/model/model.hpp"
#include "bristle/terms/local.hpp"
#include "bristle/terms/measures.hpp"

namespace bristle {

class BushingTerm {
 public:
  static constexpr int capacity = 2 * node_size;

  explicit BushingTerm(const Bushing& bushing);

  int multipliers() const { return 0; }
  int memory() const { return 0; }
  void evaluate(const Step& step, Local<capacity>& out) const;
  void account(const Step& step, EnergyAccount& account) const;

  std::array<int, 2> nodes{};
  TermSlots slots;

 private:
  struct Strains {
    Vec6 i, f;
    std::array<Measure, 6> measures;
    MeasureSet<2, 6> set;
  };
  Strains strains(const Step& step) const;

  Bushing bushing_;
};

}  // namespace bristle
