#include "bristle/solve/linear_solver.hpp"

#include "block_solver.hpp"
#include "bristle/error.hpp"
#include "eigen_lu_solver.hpp"
#include "klu_solver.hpp"
#ifdef BRISTLE_WITH_UMFPACK
#include "umfpack_solver.hpp"
#endif

namespace bristle {

std::vector<int> BlockPattern::order() const {
  std::vector<int> order;
  order.reserve(size());
  for (const int block : block_order)
    for (int k = block_start[block]; k < block_start[block + 1]; ++k) order.push_back(k);
  return order;
}

std::unique_ptr<LinearSolver> make_solver(SolverKind kind) {
  switch (kind) {
    case SolverKind::klu:
      return std::make_unique<KluSolver>();
    case SolverKind::block:
      return std::make_unique<BlockSolver>();
    case SolverKind::eigen_lu:
      return std::make_unique<EigenLuSolver>();
    case SolverKind::umfpack:
      break;
  }
#ifdef BRISTLE_WITH_UMFPACK
  return std::make_unique<UmfpackSolver>();
#else
  throw ModelError("the UMFPACK solver is not in this build: configure with -DBRISTLE_WITH_UMFPACK=ON (it is GPL)");
#endif
}

}  // namespace bristle
