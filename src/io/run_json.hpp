#pragma once
#include <string>

#include "bristle/io/case.hpp"

namespace bristle {

/// The record of a run: what it was, how it was asked for, how far it came. Nothing that differs from one time to the
/// next: two runs of the same model have the same record.
std::string run_json(const Case& what, const Simulation& run, bool finished);

}  // namespace bristle
