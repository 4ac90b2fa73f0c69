// The whole-model benchmark: a cantilever of N linear beam elements, tip force ramped to 200 N, 1,000 steps of 1 ms.
// Prints cost per element and iteration, and where the time goes. Usage: bristle_bench [STEPS [N ...]]

#include <bristle/bristle.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

using namespace bristle;

namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

Model cantilever(int elements) {
  Model model;
  const Section beam = section((Vec6() << 1e7, 5e6, 5e6, 1e4, 1e4, 1e4).finished(), 1.0, Vec3::Constant(1e-3));
  const BeamId id = model.add_straight_beam("beam", Vec3::Zero(), Vec3(10, 0, 0), Vec3::UnitY(), elements, 1, beam);
  model.add_joint({.name = "clamp", .kind = JointKind::fixed, .first = {Model::ground()}, .second = {model.start(id)}});
  model.add_load(
      {.name = "tip", .marker = {model.end(id)}, .components = {0.0, Function::table({0.0, 0.1}, {0.0, 200.0}), 0.0}});
  return model;
}

long peak_memory_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::atol(line.c_str() + 6);
  return 0;
}

/// Microseconds per element of one assembly, one factorization and one solution, each timed alone.
struct Parts {
  double residual, tangent, factor, solve;
};

Parts parts(const Simulation& run, SolverKind kind, int elements) {
  const System& system = run.system();
  Assembly assembly(system);
  const auto solver = make_solver(kind);
  solver->analyze(system.pattern());
  const std::vector<double> impulses(system.multipliers(), 0.0);
  const Step step{run.time(), 1e-3, run.stepper().nodes(), impulses, run.state().memory};
  const auto time = [&](auto&& work) {
    const int repeats = 20 + 20000 / elements;
    work();
    const double start = cpu_seconds();
    for (int k = 0; k < repeats; ++k) work();
    return 1e6 * (cpu_seconds() - start) / repeats / elements;
  };
  Parts p{};
  p.residual = time([&] { assembly.evaluate(step, false); });
  p.tangent = time([&] { assembly.evaluate(step, true); });
  p.factor = time([&] { solver->factor(assembly.tangent()); });
  Eigen::VectorXd b(system.unknowns());
  p.solve = time([&] {
    b = assembly.residual();
    solver->solve({b.data(), static_cast<std::size_t>(b.size())});
  });
  return p;
}

}  // namespace

int main(int argc, char** argv) {
  const int steps = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::vector<int> sizes;
  for (int k = 2; k < argc; ++k) sizes.push_back(std::atoi(argv[k]));
  if (sizes.empty()) sizes = {10, 40, 160, 640};

  std::printf("cantilever of N linear beam elements, %d steps of 1 ms; CPU time in microseconds per element\n", steps);
  for (const SolverKind kind : {SolverKind::klu, SolverKind::block}) {
    std::printf("\nsolver: %s\n", make_solver(kind)->name().c_str());
    std::printf("%6s %9s %9s %9s %10s %10s | %9s %9s %9s %9s | %8s\n", "N", "unknowns", "iter/step", "fact/step",
                "us/step/N", "us/iter/N", "residual", "assembly", "factor", "solve", "MB peak");
    for (const int n : sizes) {
      Simulation run(cantilever(n), {.step = 1e-3, .solver = kind});
      const double start = cpu_seconds();
      run.run(1e-3 * steps);
      const double microseconds = 1e6 * (cpu_seconds() - start) / n;
      const Parts p = parts(run, kind, n);
      const auto& c = run.counters();
      const auto per_step = [&](auto value) { return static_cast<double>(value) / static_cast<double>(c.steps); };
      std::printf("%6d %9d %9.2f %9.2f %10.2f %10.2f | %9.2f %9.2f %9.2f %9.2f | %8.1f\n", n, run.system().unknowns(),
                  per_step(c.iterations), per_step(c.factorizations), per_step(microseconds),
                  microseconds / static_cast<double>(c.iterations), p.residual, p.tangent, p.factor, p.solve,
                  static_cast<double>(peak_memory_kib()) / 1024.0);
      std::fflush(stdout);
    }
  }
  std::printf("\nassembly: residual and tangent; factor: with kept pivots (KLU)\n");
  return 0;
}
