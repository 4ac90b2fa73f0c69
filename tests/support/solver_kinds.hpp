#pragma once
#include <vector>

#include "bristle/solve/linear_solver.hpp"

namespace bristle::test {

/// Those of this build.
inline std::vector<SolverKind> solver_kinds() {
  std::vector<SolverKind> kinds{SolverKind::klu, SolverKind::block, SolverKind::eigen_lu};
#ifdef BRISTLE_WITH_UMFPACK
  kinds.push_back(SolverKind::umfpack);
#endif
  return kinds;
}

}  // namespace bristle::test
