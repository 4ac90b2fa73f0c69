#pragma once
#include <memory>

#include "bristle/solve/linear_solver.hpp"

namespace bristle {

/// Elimination by dense blocks in the given order, pivoting inside the diagonal blocks only. Several times faster than
/// a scalar method on chains of nodes. Where a diagonal block is singular to working precision KLU takes over.
class BlockSolver final : public LinearSolver {
 public:
  BlockSolver();
  ~BlockSolver() override;

  void analyze(const BlockPattern& pattern) override;
  SolveStatus factor(std::span<const double> values) override;
  void solve(std::span<double> right_hand_side) override;
  int fresh_factorizations() const override;
  std::vector<double> history() const override;
  bool restore(std::span<const double> history) override;
  std::string name() const override { return "dense blocks"; }

 private:
  /// A dense block in the arena, column by column.
  struct Block {
    int offset;
    int rows, cols;
  };
  /// Where a block of the matrix comes from.
  struct Source {
    int position, column_length;
    Block target;
    int first_row;
  };
  /// One pivot block: its inverse, and the blocks left of and above the diagonal that its elimination meets.
  struct Pivot {
    int first;  // unknown
    Block diagonal;
    struct Neighbour {
      int first;
      Block below;   // A_ik, becomes A_ik D⁻¹
      Block beside;  // A_ki
    };
    std::vector<Neighbour> neighbours;
    std::vector<Block> updates;  // A_ij for all pairs of neighbours, row by row
  };

  void scale_rows(std::span<const double> values);

  BlockPattern pattern_;
  std::vector<Pivot> pivots_;
  std::vector<Source> sources_;
  std::vector<double> arena_, scale_, work_;
  std::unique_ptr<LinearSolver> fallback_;
  bool use_fallback_ = false;
};

}  // namespace bristle
