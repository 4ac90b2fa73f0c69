#include "analysis/stiffened_rows.hpp"

#include <algorithm>
#include <cmath>

namespace bristle {
namespace {

int place_of(const BlockPattern& p, int row, int column) {
  const auto begin = p.rows.begin() + p.column_start[column], end = p.rows.begin() + p.column_start[column + 1];
  return static_cast<int>(std::lower_bound(begin, end, row) - p.rows.begin());
}

}  // namespace

StiffenedRows::StiffenedRows(const BlockPattern& p, int motions, std::vector<double>& values)
    : motions_(motions), rows_(p.size() - motions), weights_(rows_.size(), 0.0) {
  std::vector<double> diagonal(motions);
  double typical = 0.0;
  for (int column = 0; column < motions; ++column) {
    diagonal[column] = std::abs(values[place_of(p, column, column)]);
    typical += diagonal[column] / motions;
    for (int k = p.column_start[column]; k < p.column_start[column + 1]; ++k)
      if (p.rows[k] >= motions && values[k] != 0.0) rows_[p.rows[k] - motions].push_back({column, values[k]});
  }
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    double largest = 0.0;
    for (const Entry& e : rows_[r]) largest = std::max(largest, std::abs(e.value));
    for (const Entry& e : rows_[r])
      if (std::abs(e.value) > 0.1 * largest)
        weights_[r] = std::max(weights_[r], diagonal[e.motion] / (e.value * e.value));
    if (weights_[r] == 0.0 && largest > 0.0) weights_[r] = (typical > 0.0 ? typical : 1.0) / (largest * largest);
    for (const Entry& c : rows_[r])
      for (const Entry& e : rows_[r]) values[place_of(p, e.motion, c.motion)] += weights_[r] * e.value * c.value;
  }
}

void StiffenedRows::adjust(Eigen::VectorXd& right) const {
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (const Entry& e : rows_[r]) right[e.motion] += weights_[r] * e.value * right[motions_ + static_cast<int>(r)];
}

}  // namespace bristle
