#pragma once
// A run between two steps, as plain data: a run restored from it goes on to the same bits.

#include <string>
#include <vector>

#include "bristle/stepping/step_control.hpp"

namespace bristle {

struct RunCounters {
  long steps = 0;
  long rejections = 0;
  long iterations = 0;
  long factorizations = 0;
};

struct Snapshot {
  State state{};
  StepChoice choice{};  // of the next step
  RunCounters counters{};
  std::vector<std::string> warnings{};
  std::vector<bool> warned{};    // by contact
  std::vector<double> solver{};  // LinearSolver::history()
};

}  // namespace bristle
