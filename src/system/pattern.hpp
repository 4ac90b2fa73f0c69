#pragma once
#include <vector>

#include "bristle/solve/linear_solver.hpp"

namespace bristle {

/// The block pattern of terms that each couple a group of blocks. The first `node_blocks` blocks are nodes, the others
/// multipliers.
BlockPattern make_pattern(std::vector<int> block_start, int node_blocks, const std::vector<std::vector<int>>& groups);

}  // namespace bristle
