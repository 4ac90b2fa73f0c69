#include "pattern.hpp"

#include <amd.h>

#include <algorithm>
#include <new>
#include <numeric>

namespace bristle {
namespace {

using Neighbours = std::vector<std::vector<int>>;

/// Approximate minimum degree on the nodes; each multiplier block then follows the last of its nodes. The part of the
/// matrix eliminated so far is then always a mechanism of its own, with a regular matrix and no zero pivots.
std::vector<int> elimination_order(int blocks, int node_blocks, const Neighbours& neighbours) {
  Neighbours graph(node_blocks);
  for (int b = 0; b < blocks; ++b)
    for (const int p : neighbours[b])
      for (const int q : neighbours[b])
        if (p != q && p < node_blocks && q < node_blocks && (b >= node_blocks || p == b)) graph[p].push_back(q);
  std::vector<int> start{0}, index;
  for (auto& list : graph) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    index.insert(index.end(), list.begin(), list.end());
    start.push_back(static_cast<int>(index.size()));
  }
  std::vector<int> nodes(node_blocks);
  std::iota(nodes.begin(), nodes.end(), 0);
  const bool coupled = !index.empty();  // else any order will do
  if (coupled && amd_order(node_blocks, start.data(), index.data(), nodes.data(), nullptr, nullptr) < AMD_OK)
    throw std::bad_alloc();

  std::vector<int> rank(node_blocks);
  for (int k = 0; k < node_blocks; ++k) rank[nodes[k]] = k;
  std::vector<std::vector<int>> after(node_blocks + 1);
  for (int b = node_blocks; b < blocks; ++b) {
    int last = -1;
    for (const int p : neighbours[b])
      if (p < node_blocks) last = std::max(last, rank[p]);
    after[last + 1].push_back(b);
  }
  std::vector<int> order = after[0];
  for (int k = 0; k < node_blocks; ++k) {
    order.push_back(nodes[k]);
    order.insert(order.end(), after[k + 1].begin(), after[k + 1].end());
  }
  return order;
}

}  // namespace

BlockPattern make_pattern(std::vector<int> block_start, int node_blocks, const std::vector<std::vector<int>>& groups) {
  BlockPattern pattern;
  pattern.block_start = std::move(block_start);
  const int blocks = pattern.blocks();
  Neighbours neighbours(blocks);
  for (int b = 0; b < blocks; ++b) neighbours[b].push_back(b);
  for (const auto& group : groups)
    for (const int p : group)
      for (const int q : group)
        if (p != q) neighbours[p].push_back(q);
  for (auto& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  pattern.column_start.push_back(0);
  for (int b = 0; b < blocks; ++b)
    for (int column = pattern.block_start[b]; column < pattern.block_start[b + 1]; ++column) {
      for (const int p : neighbours[b])
        for (int row = pattern.block_start[p]; row < pattern.block_start[p + 1]; ++row) pattern.rows.push_back(row);
      pattern.column_start.push_back(static_cast<int>(pattern.rows.size()));
    }
  pattern.block_order = elimination_order(blocks, node_blocks, neighbours);
  return pattern;
}

}  // namespace bristle
