#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <random>

#include "bristle/error.hpp"
#include "bristle/solve/linear_solver.hpp"
#include "solver_kinds.hpp"

namespace bristle::test {
namespace {

/// Full blocks on and beside the diagonal.
BlockPattern chain_pattern(int blocks, int size) {
  BlockPattern p;
  p.column_start = {0};
  for (int b = 0; b < blocks; ++b) {
    p.block_start.push_back(b * size);
    p.block_order.push_back(blocks - 1 - b);
    for (int c = 0; c < size; ++c) {
      for (int row = std::max(0, b - 1) * size; row < std::min(blocks, b + 2) * size; ++row) p.rows.push_back(row);
      p.column_start.push_back(static_cast<int>(p.rows.size()));
    }
  }
  p.block_start.push_back(blocks * size);
  return p;
}

Eigen::MatrixXd dense(const BlockPattern& p, const std::vector<double>& values) {
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(p.size(), p.size());
  for (int column = 0; column < p.size(); ++column)
    for (int k = p.column_start[column]; k < p.column_start[column + 1]; ++k) m(p.rows[k], column) = values[k];
  return m;
}

TEST_CASE("solvers solve what they factored, time after time", "[unit][solver]") {
  std::mt19937 random(3);
  std::uniform_real_distribution<> uniform(-1.0, 1.0);
  const BlockPattern pattern = chain_pattern(7, 4);
  for (const SolverKind kind : solver_kinds()) {
    const auto solver = make_solver(kind);
    CAPTURE(solver->name());
    solver->analyze(pattern);
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::vector<double> values(pattern.nonzeros());
      for (double& v : values) v = uniform(random);
      Eigen::VectorXd b = Eigen::VectorXd::Random(pattern.size());
      const Eigen::VectorXd right = b;
      REQUIRE(solver->factor(values) == SolveStatus::ok);
      solver->solve({b.data(), static_cast<std::size_t>(b.size())});
      const Eigen::MatrixXd m = dense(pattern, values);
      CHECK((m * b - right).norm() <= 1e-9 * m.norm() * b.norm());
    }
  }
}

TEST_CASE("KLU keeps its pivots as long as they are good and chooses anew when they are not", "[unit][solver]") {
  BlockPattern p;  // one dense block of two
  p.block_start = {0, 2};
  p.block_order = {0};
  p.column_start = {0, 2, 4};
  p.rows = {0, 1, 0, 1};
  const auto solver = make_solver(SolverKind::klu);
  solver->analyze(p);
  const auto solve = [&](const std::vector<double>& values) {
    REQUIRE(solver->factor(values) == SolveStatus::ok);
    Eigen::Vector2d b(1.0, 2.0);
    solver->solve({b.data(), 2});
    return (dense(p, values) * b - Eigen::Vector2d(1.0, 2.0)).norm();
  };
  CHECK(solve({2.0, 1.0, 1.0, 3.0}) <= 1e-15);
  CHECK(solve({2.1, 1.0, 1.0, 3.2}) <= 1e-15);
  CHECK(solver->fresh_factorizations() == 1);
  CHECK(solve({1e-17, 1.0, 1.0, 1.0}) <= 1e-15);  // with the first pivot kept, all digits would be lost
  CHECK(solver->fresh_factorizations() == 2);
}

TEST_CASE("a singular matrix is a status, not a crash", "[unit][solver]") {
  const BlockPattern pattern = chain_pattern(3, 2);
  for (const SolverKind kind : solver_kinds()) {
    const auto solver = make_solver(kind);
    CAPTURE(solver->name());
    solver->analyze(pattern);
    CHECK(solver->factor(std::vector<double>(pattern.nonzeros(), 0.0)) == SolveStatus::singular);
    std::vector<double> identity(pattern.nonzeros(), 0.0);
    for (int c = 0; c < pattern.size(); ++c)
      for (int k = pattern.column_start[c]; k < pattern.column_start[c + 1]; ++k)
        if (pattern.rows[k] == c) identity[k] = 2.0;
    CHECK(solver->factor(identity) == SolveStatus::ok);  // and the solver is still of use
    Eigen::VectorXd b = Eigen::VectorXd::Ones(pattern.size());
    solver->solve({b.data(), static_cast<std::size_t>(b.size())});
    CHECK((b.array() - 0.5).abs().maxCoeff() <= 1e-15);
  }
}

TEST_CASE("a solver with the history of another solves to the same bits", "[unit][solver]") {
  std::mt19937 random(5);
  std::uniform_real_distribution<> uniform(-1.0, 1.0);
  const BlockPattern pattern = chain_pattern(7, 4);
  // Matrices near one another, so that pivots are kept for a while; now and then one whose first block is singular,
  // which sends the blocks to KLU.
  std::vector<std::vector<double>> matrices;
  std::vector<double> values(pattern.nonzeros());
  for (int k = 0; k < 60; ++k) {
    for (double& v : values) v = (k % 10 == 0 ? 0.0 : 0.9 * v) + uniform(random);
    matrices.push_back(values);
    if (k % 7 == 3)
      for (int c = 24; c < 28; ++c)
        for (int i = pattern.column_start[c]; i < pattern.column_start[c + 1]; ++i)
          if (pattern.rows[i] >= 24) matrices.back()[i] = 0.0;
  }
  const auto solve = [&](LinearSolver& solver, int k) {
    std::vector<double> b(pattern.size(), 1.0);
    REQUIRE(solver.factor(matrices[k]) == SolveStatus::ok);
    solver.solve(b);
    return b;
  };
  for (const SolverKind kind : solver_kinds()) {
    const auto solver = make_solver(kind), again = make_solver(kind);
    CAPTURE(solver->name());
    solver->analyze(pattern);
    again->analyze(pattern);
    int forgetful = 0;
    for (int k = 0; k < 60; ++k) {
      const std::vector<double> history = solver->history();
      REQUIRE(again->restore(history));
      CHECK(again->history() == history);
      const std::vector<double> solution = solve(*solver, k);
      CHECK(solve(*again, k) == solution);
      const auto fresh = make_solver(kind);
      fresh->analyze(pattern);
      if (solve(*fresh, k) != solution) ++forgetful;
    }
    const bool has_history = kind == SolverKind::klu || kind == SolverKind::block;
    CHECK((forgetful > 10) == has_history);  // so it is needed
    CHECK_FALSE(again->restore(std::vector<double>(5, 1.0)));
  }
}

#ifndef BRISTLE_WITH_UMFPACK
TEST_CASE("a solver that was not built in says how to get it", "[unit][solver]") {
  CHECK_THROWS_WITH(make_solver(SolverKind::umfpack), Catch::Contains("BRISTLE_WITH_UMFPACK"));
}
#endif

}  // namespace
}  // namespace bristle::test
