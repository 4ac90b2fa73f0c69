#include "block_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "klu_solver.hpp"

namespace bristle {
namespace {

constexpr int node = 12;  // the block size that matters

/// C −= A B for column-major blocks of compile-time size: four columns of C at a time stay in registers.
template <int M, int K, int N>
void subtract_product(double* __restrict c, const double* __restrict a, const double* __restrict b) {
  constexpr int width = 4;
  static_assert(N % width == 0);
  for (int j = 0; j < N; j += width) {
    double sum[width][M];
    for (int w = 0; w < width; ++w)
      for (int i = 0; i < M; ++i) sum[w][i] = c[i + M * (j + w)];
    for (int k = 0; k < K; ++k)
      for (int w = 0; w < width; ++w) {
        const double factor = b[k + K * (j + w)];
        for (int i = 0; i < M; ++i) sum[w][i] -= a[i + M * k] * factor;
      }
    for (int w = 0; w < width; ++w)
      for (int i = 0; i < M; ++i) c[i + M * (j + w)] = sum[w][i];
  }
}

void subtract_product(double* c, const double* a, const double* b, int m, int k, int n) {
  if (m == node && k == node && n == node) return subtract_product<node, node, node>(c, a, b);
  for (int j = 0; j < n; ++j)
    for (int l = 0; l < k; ++l) {
      const double factor = b[l + k * j];
      for (int i = 0; i < m; ++i) c[i + m * j] -= a[i + m * l] * factor;
    }
}

/// y −= A x.
void subtract_product(double* y, const double* a, const double* x, int m, int k) {
  for (int l = 0; l < k; ++l)
    for (int i = 0; i < m; ++i) y[i] -= a[i + m * l] * x[l];
}

/// Gauss-Jordan in place with row pivoting; false where a pivot has lost all digits of its column.
template <int Size>
bool invert(double* a, int dynamic_size) {
  const int n = Size > 0 ? Size : dynamic_size;
  std::array<int, 64> swapped;
  if (n > static_cast<int>(swapped.size())) return false;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[i + n * k]) > std::abs(a[pivot + n * k])) pivot = i;
    const double size = std::abs(a[pivot + n * k]);
    double column = 0.0;  // the rows already eliminated show how large the column was
    for (int i = 0; i < n; ++i) column = std::max(column, std::abs(a[i + n * k]));
    if (!(size > 1e-14 * column) || !std::isfinite(size)) return false;
    swapped[k] = pivot;
    if (pivot != k)
      for (int j = 0; j < n; ++j) std::swap(a[k + n * j], a[pivot + n * j]);
    const double inverse = 1.0 / a[k + n * k];
    double multiplier[64];
    for (int i = 0; i < n; ++i) multiplier[i] = a[i + n * k];
    multiplier[k] = 0.0;
    for (int i = 0; i < n; ++i) a[i + n * k] = 0.0;
    a[k + n * k] = 1.0;
    for (int j = 0; j < n; ++j) {
      const double row = a[k + n * j] * inverse;
      for (int i = 0; i < n; ++i) a[i + n * j] -= multiplier[i] * row;
      a[k + n * j] = row;
    }
  }
  for (int k = n - 1; k >= 0; --k)
    if (swapped[k] != k)
      for (int i = 0; i < n; ++i) std::swap(a[i + n * k], a[i + n * swapped[k]]);
  return true;
}

}  // namespace

BlockSolver::BlockSolver() : fallback_(std::make_unique<KluSolver>()) {}
BlockSolver::~BlockSolver() = default;

int BlockSolver::fresh_factorizations() const { return fallback_->fresh_factorizations(); }

void BlockSolver::analyze(const BlockPattern& pattern) {
  pattern_ = pattern;
  pivots_.clear();
  sources_.clear();
  scale_.clear();
  fallback_->analyze(pattern);
  const int blocks = pattern.blocks();
  std::vector<int> rank(blocks), block_of(pattern.size());
  for (int k = 0; k < blocks; ++k) {
    rank[pattern.block_order[k]] = k;
    for (int u = pattern.block_start[k]; u < pattern.block_start[k + 1]; ++u) block_of[u] = k;
  }
  const auto size_of = [&](int b) { return pattern.block_start[b + 1] - pattern.block_start[b]; };

  // Symbolic elimination: what a pivot meets is what it is coupled with and what its children hand on.
  std::vector<std::set<int>> later(blocks);  // by rank
  for (int b = 0; b < blocks; ++b) {
    const int column = pattern.block_start[b];
    for (int k = pattern.column_start[column]; k < pattern.column_start[column + 1]; ++k) {
      const int p = block_of[pattern.rows[k]];
      if (rank[p] > rank[b]) later[rank[b]].insert(rank[p]);
    }
  }
  for (int k = 0; k < blocks; ++k)
    if (!later[k].empty()) {
      const int parent = *later[k].begin();
      for (const int other : later[k])
        if (other != parent) later[parent].insert(other);
    }

  int offset = 0;
  std::map<std::pair<int, int>, Block> places;  // by ranks of row and column
  const auto place = [&](int row, int column) {
    const Block block{offset, size_of(pattern.block_order[row]), size_of(pattern.block_order[column])};
    offset += block.rows * block.cols;
    places[{row, column}] = block;
    return block;
  };
  for (int k = 0; k < blocks; ++k) {
    Pivot pivot{pattern.block_start[pattern.block_order[k]], place(k, k), {}, {}};
    for (const int i : later[k])
      pivot.neighbours.push_back({pattern.block_start[pattern.block_order[i]], place(i, k), place(k, i)});
    pivots_.push_back(std::move(pivot));
  }
  for (int k = 0; k < blocks; ++k)
    for (const int i : later[k])
      for (const int j : later[k]) pivots_[k].updates.push_back(places.at({i, j}));
  arena_.assign(offset, 0.0);
  work_.assign(pattern.size(), 0.0);

  for (int b = 0; b < blocks; ++b) {
    const int column = pattern.block_start[b];
    const int length = pattern.column_start[column + 1] - pattern.column_start[column];
    for (int k = pattern.column_start[column]; k < pattern.column_start[column + 1];) {
      const int p = block_of[pattern.rows[k]];
      sources_.push_back({k, length, places.at({rank[p], rank[b]}), pattern.block_start[p]});
      k += size_of(p);
    }
  }
}

/// Rows have different units; scaled by the size they have at first, pivots are chosen among comparable numbers.
void BlockSolver::scale_rows(std::span<const double> values) {
  scale_.assign(pattern_.size(), 0.0);
  for (int k = 0; k < pattern_.nonzeros(); ++k)
    scale_[pattern_.rows[k]] = std::max(scale_[pattern_.rows[k]], std::abs(values[k]));
  for (double& s : scale_) s = s > 0.0 ? 1.0 / s : 1.0;
}

SolveStatus BlockSolver::factor(std::span<const double> values) {
  if (scale_.empty()) scale_rows(values);
  std::fill(arena_.begin(), arena_.end(), 0.0);
  for (const Source& s : sources_)
    for (int c = 0; c < s.target.cols; ++c) {
      const double* from = values.data() + s.position + c * s.column_length;
      double* to = arena_.data() + s.target.offset + c * s.target.rows;
      const double* scale = scale_.data() + s.first_row;
      for (int r = 0; r < s.target.rows; ++r) to[r] = scale[r] * from[r];
    }
  use_fallback_ = false;
  double* arena = arena_.data();
  std::vector<double>& product = work_;
  for (const Pivot& pivot : pivots_) {
    const int n = pivot.diagonal.rows;
    double* diagonal = arena + pivot.diagonal.offset;
    if (!(n == node ? invert<node>(diagonal, n) : invert<0>(diagonal, n))) {
      use_fallback_ = true;
      scale_.clear();
      return fallback_->factor(values);
    }
    for (std::size_t i = 0; i < pivot.neighbours.size(); ++i) {
      const Block& below = pivot.neighbours[i].below;
      double* left = arena + below.offset;
      if (static_cast<int>(product.size()) < below.rows * n) product.resize(below.rows * n);
      std::fill_n(product.begin(), below.rows * n, 0.0);
      subtract_product(product.data(), left, diagonal, below.rows, n, n);  // −A_ik D⁻¹
      for (int e = 0; e < below.rows * n; ++e) left[e] = -product[e];
      for (std::size_t j = 0; j < pivot.neighbours.size(); ++j) {
        const Block& beside = pivot.neighbours[j].beside;
        const Block& target = pivot.updates[i * pivot.neighbours.size() + j];
        subtract_product(arena + target.offset, left, arena + beside.offset, below.rows, n, beside.cols);
      }
    }
  }
  return SolveStatus::ok;
}

/// The scales, zero where there are none yet, and what the fallback says.
std::vector<double> BlockSolver::history() const {
  std::vector<double> history = scale_.empty() ? std::vector<double>(pattern_.size(), 0.0) : scale_;
  const std::vector<double> below = fallback_->history();
  history.insert(history.end(), below.begin(), below.end());
  return history;
}

bool BlockSolver::restore(std::span<const double> history) {
  const auto size = static_cast<std::size_t>(pattern_.size());
  if (history.size() < size || !fallback_->restore(history.subspan(size))) return false;
  scale_.assign(history.begin(), history.begin() + pattern_.size());
  if (std::find(scale_.begin(), scale_.end(), 0.0) != scale_.end()) scale_.clear();
  return true;
}

void BlockSolver::solve(std::span<double> b) {
  if (use_fallback_) return fallback_->solve(b);
  const double* arena = arena_.data();
  for (std::size_t k = 0; k < b.size(); ++k) b[k] *= scale_[k];
  for (const Pivot& pivot : pivots_)
    for (const auto& n : pivot.neighbours)
      subtract_product(b.data() + n.first, arena + n.below.offset, b.data() + pivot.first, n.below.rows, n.below.cols);
  for (auto pivot = pivots_.rbegin(); pivot != pivots_.rend(); ++pivot) {
    double* x = b.data() + pivot->first;
    for (const auto& n : pivot->neighbours)
      subtract_product(x, arena + n.beside.offset, b.data() + n.first, n.beside.rows, n.beside.cols);
    const int size = pivot->diagonal.rows;
    std::array<double, 64> result{};
    subtract_product(result.data(), arena + pivot->diagonal.offset, x, size, size);
    for (int i = 0; i < size; ++i) x[i] = -result[i];
  }
}

}  // namespace bristle
