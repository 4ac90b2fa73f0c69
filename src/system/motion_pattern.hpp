#pragma once
// Where terms go when only the motions (δx, δθ) of nodes and one force for each row of the joints are unknown.

#include <algorithm>
#include <type_traits>

#include "bristle/system/system.hpp"

namespace bristle {

/// Half of every block: E1 and the motion to f of nodes, Φ_f and Λ_f of joints.
BlockPattern motion_pattern(const BlockPattern& whole);

/// The same with a block of three rows more for every gap.
BlockPattern with_gaps(const System& system, const BlockPattern& pattern, int motions);

struct MotionPattern {
  MotionPattern(const System& the_system, const BlockPattern& the_pattern, int the_motions);

  /// Position of the first value of a block, and how far its columns are apart.
  struct Spot {
    int first;
    int stride;
  };
  Spot spot(int row, int column) const {
    const auto begin = pattern.rows.begin() + pattern.column_start[column];
    const auto end = pattern.rows.begin() + pattern.column_start[column + 1];
    return {static_cast<int>(std::lower_bound(begin, end, row) - pattern.rows.begin()), static_cast<int>(end - begin)};
  }

  template <class Block>
  void add_block(int row, int column, const Block& block, std::vector<double>& values) const {
    const Spot at = spot(row, column);
    for (int c = 0; c < block.cols(); ++c)
      for (int r = 0; r < block.rows(); ++r) values[at.first + c * at.stride + r] += block(r, c);
  }

  /// The parts of a term: where they begin among the unknowns (or -1), their size, where they begin in its own.
  struct Part {
    int unknown, size, local;
  };
  template <class T>
  std::vector<Part> parts(const T& term) const {
    std::vector<Part> all;
    for (std::size_t a = 0; a < term.nodes.size(); ++a) {
      const int unknown = system.unknown_of_node(term.nodes[a]);
      all.push_back({unknown < 0 ? -1 : unknown / 2, 6, static_cast<int>(a) * node_size + e1});
    }
    if (term.multipliers() > 0)
      all.push_back({motions + term.slots.multiplier / 2, term.multipliers() / 2,
                     static_cast<int>(term.nodes.size()) * node_size});
    return all;
  }

  /// Forces are scaled, violations are not.
  template <class T, class Vector>
  void add_vector(const T& term, const Vector& local, double scale, Eigen::VectorXd& to) const {
    for (const Part& p : parts(term))
      if (p.unknown >= 0)
        to.segment(p.unknown, p.size) += (p.unknown < motions ? scale : 1.0) * local.segment(p.local, p.size);
  }
  template <class T>
  void add_tangent(const T& term, const Local<T::capacity>& local, double scale, std::vector<double>& values) const {
    const std::vector<Part> all = parts(term);
    for (const Part& c : all)
      for (const Part& r : all) {
        if (r.unknown < 0 || c.unknown < 0) continue;
        const double factor = r.unknown < motions && c.unknown < motions ? scale : 1.0;
        add_block(r.unknown, c.unknown, factor * local.tangent.block(r.local, c.local, r.size, c.size), values);
      }
  }

  const System& system;
  const BlockPattern& pattern;
  int motions;
  std::vector<bool> is_motion;  // of each value: row and column are motions
};

}  // namespace bristle
