#pragma once
// One time-discontinuous Galerkin step: Newton's method on E1, E2 and the constraints. docs/theory.md, section 6.

#include <memory>
#include <string>
#include <vector>

#include "bristle/solve/linear_solver.hpp"
#include "bristle/system/assembly.hpp"
#include "bristle/system/state.hpp"
#include "bristle/system/system.hpp"

namespace bristle {

/// Everything here is relative, so that one set of values serves all units, sizes, meshes and steps.
struct NewtonOptions {
  int max_iterations = 20;
  double increment = 1e-7;     // last correction, relative to the motion over the step: the next would be its square
  double keep_factors = 1e-2;  // a correction below this goes on with the factors in hand, while each gains a digit
  double roundoff = 64.0;      // residual and constraints, in units of round-off of the numbers they are made of
};

/// How a step's iterations went.
struct NewtonReport {
  bool converged = false;
  int iterations = 0;
  int factorizations = 0;
  double residual = 0.0;    // largest, in units of round-off of its own terms
  double constraint = 0.0;  // the same of the constraints
  double increment = 0.0;   // last correction, relative to the motion
  std::string diagnosis;    // why it failed: the measure, the node, the term
};

class Stepper {
 public:
  explicit Stepper(const System& system, const NewtonOptions& options = {}, SolverKind solver = SolverKind::klu);

  /// Tries a step of size dt from `from`. On success `to` is the state at its end, its ledger brought forward;
  /// otherwise `to` is left as it was. `from` and `to` must be different objects.
  NewtonReport step(const State& from, double dt, State& to);

  /// What the contacts would do over a short step if nothing acted on the nodes: their rates at a state.
  std::vector<ContactReport> contact_rates(const State& state, double dt);

  /// Energies of the last successful step.
  const EnergyAccount& account() const { return account_; }
  /// The nodes over the last step.
  std::span<const NodeStep> nodes() const { return nodes_; }
  const LinearSolver& solver() const { return *solver_; }
  /// Makes the solver go on as another one would that has this history; false where it is none of its own.
  bool restore_solver(std::span<const double> history) { return solver_->restore(history); }

 private:
  struct Measures {
    double residual = 0.0;
    double constraint = 0.0;
    int worst_row = -1;
    bool finite = true;
  };
  struct Increment {
    double relative = 0.0;  // largest correction, relative to the motion; zero below round-off
    bool in_range = true;   // rotations short of half a turn
  };

  void predict(const State& from, double dt);
  Step view(const State& from, double dt) const;
  Measures measure() const;
  Increment correct(double dt);
  NewtonReport iterate(const State& from, double dt);
  bool on_branch(const Step& step, NewtonReport& report) const;
  std::string describe(const Step& step, const Measures& measures) const;
  void commit(const State& from, double dt, State& to);

  const System& system_;
  NewtonOptions options_;
  std::unique_ptr<LinearSolver> solver_;
  Assembly assembly_;
  std::vector<NodeStep> nodes_;
  std::vector<double> impulses_;
  Eigen::VectorXd correction_;
  EnergyAccount account_;
};

}  // namespace bristle
