#pragma once
// A joint as a set of constraint rows between two markers: docs/theory.md, section 3.6.

#include <array>
#include <span>
#include <vector>

#include "bristle/model/model.hpp"
#include "bristle/system/state.hpp"
#include "bristle/terms/local.hpp"
#include "bristle/terms/measures.hpp"

namespace bristle {

class JointTerm {
 public:
  static constexpr int max_rows = 6;
  static constexpr int capacity = 2 * node_size + 2 * max_rows;

  explicit JointTerm(const Joint& joint);

  int rows() const { return static_cast<int>(rows_.size()); }
  bool driven(int row) const { return rows_[row].driven; }
  /// Whether its first three rows hold the two points together, with forces in space axes.
  bool coincident() const { return rows_.front().kind == Row::Kind::point; }
  int multipliers() const { return 2 * rows(); }
  int memory() const { return 0; }
  void evaluate(const Step& step, Local<capacity>& out) const;
  void account(const Step& step, EnergyAccount& account) const;

  /// Violation of a row at a time and given frames, its gradient on (δx_K, δθ_K, δx_L, δθ_L), and its own rate of
  /// change by the drives. Lengths in metres, directions as sines.
  struct RowState {
    double violation = 0.0;
    Vec12 gradient = Vec12::Zero();
    double rate = 0.0;

    bool is_length = false;
  };
  RowState row_state(int row, const Frame& K, const Frame& L, double time) const;

  /// What the joint did to its second marker over the step: the mean, so the value at mid-step.
  Reaction reaction(const Step& step) const;

  /// False when a driven angle was met half a turn off: its row, a sine, vanishes there too.
  bool on_branch(const Frame& K, const Frame& L, double time) const;

  std::array<int, 2> nodes{};
  TermSlots slots;
  double size = 1.0;  // of the system (m): what the lengths of its rows are compared with

 private:
  using Coordinates = std::array<double, 3>;

  /// Rotation of a marker's axes by driven angles, x then y then z; -1 marks an axis that is not driven.
  struct Turn {
    std::array<int, 3> drive{-1, -1, -1};
    double sign = 1.0;
    Mat3 matrix(const Coordinates& s) const;
    Mat3 rate(const Coordinates& s, const Coordinates& speed) const;
  };
  struct Row {
    enum class Kind { point, direction, along };
    Kind kind = Kind::point;
    int axis = 0;         // of a point row: space axis; of the others: axis of the first marker
    int axis_second = 0;  // of a direction row
    Turn turn_first{}, turn_second{};
    int displacement = -1;  // drive of an along row
    bool driven = false;
  };

  void add_rows(const Joint& joint);
  void add_drives(const Joint& joint);
  Coordinates coordinates(double time) const;
  Coordinates speeds(double time, Function::Side side) const;
  Measure measure(const Row& row, const NodePair& pair, const Coordinates& start, const Coordinates& end) const;
  double prescribed(const Row& row, const Coordinates& s) const;
  Vec12 driven_rate_gradient(const Row& row, const NodePair& pair, const Coordinates& s,
                             const Coordinates& speed) const;
  double rate(const Row& row, const Frame& K, const Frame& L, const Coordinates& s, const Coordinates& speed) const;

  Marker first_, second_;
  std::vector<Row> rows_;
  std::array<Function, 3> motions_;
};

}  // namespace bristle
