#include "system/motion_pattern.hpp"

#include "system/pattern.hpp"

namespace bristle {

BlockPattern motion_pattern(const BlockPattern& whole) {
  BlockPattern half;
  for (const int start : whole.block_start) half.block_start.push_back(start / 2);
  half.block_order = whole.block_order;
  half.column_start.push_back(0);
  for (int b = 0; b < whole.blocks(); ++b) {
    std::vector<int> rows;
    const int column = whole.block_start[b];
    for (int k = whole.column_start[column]; k < whole.column_start[column + 1]; ++k) {
      const auto block = std::lower_bound(whole.block_start.begin(), whole.block_start.end(), whole.rows[k]);
      if (*block != whole.rows[k]) continue;  // not the first row of its block
      const auto at = block - whole.block_start.begin();
      for (int row = half.block_start[at]; row < half.block_start[at + 1]; ++row) rows.push_back(row);
    }
    for (int c = half.block_start[b]; c < half.block_start[b + 1]; ++c) {
      half.rows.insert(half.rows.end(), rows.begin(), rows.end());
      half.column_start.push_back(static_cast<int>(half.rows.size()));
    }
  }
  return half;
}

BlockPattern with_gaps(const System& system, const BlockPattern& pattern, int motions) {
  std::vector<int> starts = pattern.block_start;
  std::vector<std::vector<int>> groups;
  for (int b = 0; b < pattern.blocks(); ++b) {
    const int column = starts[b];
    for (int k = pattern.column_start[column]; k < pattern.column_start[column + 1]; ++k) {
      const auto block = std::lower_bound(starts.begin(), starts.end(), pattern.rows[k]);
      if (*block == pattern.rows[k]) groups.push_back({b, static_cast<int>(block - starts.begin())});
    }
  }
  for (const ContactTerm& gap : system.gaps()) {
    groups.push_back({static_cast<int>(starts.size()) - 1});
    for (const int node : gap.nodes)
      if (system.moves(node)) groups.back().push_back(system.unknown_of_node(node) / node_size);
    starts.push_back(starts.back() + 3);
  }
  return make_pattern(std::move(starts), motions / 6, groups);
}

MotionPattern::MotionPattern(const System& the_system, const BlockPattern& the_pattern, int the_motions)
    : system(the_system), pattern(the_pattern), motions(the_motions), is_motion(the_pattern.rows.size()) {
  for (int column = 0; column < motions; ++column)
    for (int k = pattern.column_start[column]; k < pattern.column_start[column + 1]; ++k)
      is_motion[k] = pattern.rows[k] < motions;
}

}  // namespace bristle
