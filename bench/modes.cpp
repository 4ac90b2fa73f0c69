// Linearised analysis of large models: a chain and a grid of cubic beam elements with some 10,000 motions.
// Prints CPU seconds. Usage: bristle_bench_modes [MOTIONS ...]

#include <bristle/analysis/equilibrium.hpp>
#include <bristle/analysis/modes.hpp>
#include <bristle/bristle.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

using namespace bristle;

namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

const Material steel{.young = 210e9, .poisson = 0.3, .density = 7850.0};

void clamp(Model& model, NodeId node, const std::string& name) {
  const Frame at = model.nodes[node.index].frame;
  model.add_joint({.name = name,
                   .kind = JointKind::fixed,
                   .first = model.marker_at(Model::ground(), at),
                   .second = model.marker_at(node, at)});
}

/// Bars of equal length in a row, each bolted to the next by a fixed joint.
Model chain(int motions) {
  Model model;
  model.gravity = Vec3(0.0, 0.0, -9.81);
  const int bars = std::max(1, motions / 60);
  NodeId last{};
  for (int k = 0; k < bars; ++k) {
    const BeamId bar = model.add_straight_beam("bar" + std::to_string(k), Vec3(0.1 * k, 0, 0),
                                               Vec3(0.1 * (k + 1), 0, 0), Vec3::UnitY(), 3, 3, tube(steel, 0.05, 0.04));
    if (k == 0) {
      clamp(model, model.start(bar), "foot");
    } else {
      model.add_joint({.name = "bolt" + std::to_string(k),
                       .kind = JointKind::fixed,
                       .first = {last},
                       .second = {model.start(bar)}});
    }
    last = model.end(bar);
  }
  return model;
}

/// A square grid of beams that share their nodes, clamped at its corners.
Model grid(int motions) {
  Model model;
  model.gravity = Vec3(0.0, 0.0, -9.81);
  // Nodes of a mesh of m × m, and two more on each of the 2 m (m − 1) edges.
  int m = 2;
  while (6 * (m * m + 4 * m * (m - 1)) < motions) ++m;
  const double a = 0.2;
  std::vector<NodeId> mesh;
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < m; ++i)
      mesh.push_back(model.add_node({.name = "node" + std::to_string(i) + "_" + std::to_string(j),
                                     .frame = {Vec3(a * i, a * j, 0.0)},
                                     .inertia = solid_sphere(0.01, 0.01)}));
  const Section of = tube(steel, 0.01, 0.008);
  const auto edge = [&](NodeId from, NodeId to) {
    const Vec3 x = model.nodes[from.index].frame.x, y = model.nodes[to.index].frame.x;
    const BeamId beam =
        model.add_straight_beam("edge" + std::to_string(model.beams.size()), x, y, Vec3::UnitZ(), 1, 3, of);
    // Its own end nodes are bolted to those of the mesh.
    for (const auto& [node, end] : {std::pair{from, model.start(beam)}, {to, model.end(beam)}}) {
      const Frame at{model.nodes[end.index].frame.x};
      model.add_joint({.name = "bolt" + std::to_string(model.joints.size()),
                       .kind = JointKind::fixed,
                       .first = model.marker_at(node, at),
                       .second = model.marker_at(end, at)});
    }
  };
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < m; ++i) {
      if (i + 1 < m) edge(mesh[j * m + i], mesh[j * m + i + 1]);
      if (j + 1 < m) edge(mesh[j * m + i], mesh[(j + 1) * m + i]);
    }
  for (const int corner : {0, m - 1, m * (m - 1), m * m - 1})
    clamp(model, mesh[corner], "corner" + std::to_string(corner));
  return model;
}

void measure(const char* name, const Model& model) {
  const auto timed = [](auto&& work) {
    const double start = cpu_seconds();
    work();
    return cpu_seconds() - start;
  };
  std::unique_ptr<Simulation> run;
  const double building = timed([&] { run = std::make_unique<Simulation>(model); });
  const Balance balance(run->system());
  State state = run->state();
  const double settling = timed([&] { settle_reactions(balance, state); });
  std::vector<Mode> found;
  const double real = timed([&] { found = modes(balance, state, {.number = 20}); });
  const double complex = timed([&] { complex_modes(balance, state, {.number = 10}); });
  const double statics = timed([&] { find_equilibrium(run->system(), run->state()); });
  std::printf("%-6s %8d %8d %9.2f %9.2f %9.2f %9.2f %9.2f   %.4g Hz\n", name, balance.motions(),
              balance.size() - balance.motions(), building, settling, real, complex, statics, found[0].frequency());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> sizes;
  for (int k = 1; k < argc; ++k) sizes.push_back(std::atoi(argv[k]));
  if (sizes.empty()) sizes = {1000, 10000};
  std::printf("linearised analysis of cubic beam elements; CPU time in s\n");
  std::printf("%-6s %8s %8s %9s %9s %9s %9s %9s   %s\n", "model", "motions", "rows", "building", "settling", "20 modes",
              "10 cmplx", "static", "lowest");
  for (const int motions : sizes) {
    measure("chain", chain(motions));
    measure("grid", grid(motions));
  }
  return 0;
}
