#pragma once
// Point-to-point and torsional spring-dampers: docs/theory.md, sections 3.2 to 3.4.

#include <array>

#include "bristle/model/model.hpp"
#include "bristle/terms/local.hpp"
#include "bristle/terms/measures.hpp"

namespace bristle {

class SpringTerm {
 public:
  static constexpr int capacity = 2 * node_size;

  /// `first` and `second` are the initial frames of the two nodes: they give the free length where none was given.
  SpringTerm(const Spring& spring, const Frame& first, const Frame& second);

  int multipliers() const { return 0; }
  int memory() const { return 2; }  // accumulated angle (rad); stored energy of a nonlinear law (J)
  void start(std::span<const Frame> frames, std::span<double> memory) const;
  void remember(const Step& step, std::span<double> memory) const;
  void evaluate(const Step& step, Local<capacity>& out) const;
  void account(const Step& step, EnergyAccount& account) const;

  /// Length (m) or angle within half a turn of zero (rad) for given frames.
  double length(const Frame& K, const Frame& L) const;

  std::array<int, 2> nodes{};
  TermSlots slots;

 private:
  struct Elongation {
    double i, f, change, jump;
    std::array<Measure, 1> measure;
    MeasureSet<2, 1> set;
  };
  Measure measure(const NodePair& pair) const;
  Elongation elongation(const Step& step) const;
  bool torsional() const { return spring_.kind == Spring::Kind::torsional; }
  double linear_stiffness() const { return spring_.law.elastic ? 0.0 : spring_.law.stiffness; }
  double linear_damping() const { return spring_.law.dissipative ? 0.0 : spring_.law.damping; }

  Spring spring_;
  double free_ = 0.0;
  double size_ = 1.0;  // a length (m) or angle over which nonlinear laws are smooth
};

}  // namespace bristle
