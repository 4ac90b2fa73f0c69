#pragma once
#include <string>

#include "bristle/system/state.hpp"

namespace bristle {

/// The ledger in plain words, one line an entry, in joules.
std::string describe(const Ledger& ledger);

}  // namespace bristle
