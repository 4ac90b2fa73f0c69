#pragma once
// Sparse direct solvers behind one narrow interface. The pattern never changes: one symbolic analysis serves all steps.

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bristle {

/// A square sparse matrix made of dense blocks: twelve unknowns a node, and the multipliers of each joint.
struct BlockPattern {
  std::vector<int> block_start;   // first unknown of each block, and the total
  std::vector<int> column_start;  // compressed columns; the rows of a column are whole blocks, in rising order
  std::vector<int> rows;
  std::vector<int> block_order;  // a fill-reducing elimination order of the blocks; multipliers follow their nodes

  int size() const { return block_start.back(); }
  int blocks() const { return static_cast<int>(block_start.size()) - 1; }
  int nonzeros() const { return column_start.back(); }
  /// The elimination order of the single unknowns.
  std::vector<int> order() const;
};

enum class SolveStatus { ok, singular };

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;

  virtual void analyze(const BlockPattern& pattern) = 0;
  /// Factors the matrix with these values; keeps the pivot order of earlier matrices as long as that is safe.
  virtual SolveStatus factor(std::span<const double> values) = 0;
  /// Overwrites the right-hand side with the solution.
  virtual void solve(std::span<double> right_hand_side) = 0;
  /// How often pivots were chosen anew for a matrix that was to be factored.
  virtual int fresh_factorizations() const { return 0; }

  /// What earlier matrices left behind that decides about the round-off of later solutions, such as kept pivots. A
  /// solver of the same kind that is given it solves whatever comes next to the same bits.
  virtual std::vector<double> history() const { return {}; }
  /// Takes over the history of another solver of this kind with the same pattern. False where it cannot be one.
  virtual bool restore(std::span<const double> history) { return history.empty(); }
  virtual std::string name() const = 0;
};

enum class SolverKind { klu, block, eigen_lu, umfpack };

/// UMFPACK is GPL and only there when the library was configured with BRISTLE_WITH_UMFPACK.
std::unique_ptr<LinearSolver> make_solver(SolverKind kind);

}  // namespace bristle
