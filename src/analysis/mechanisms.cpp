#include "bristle/analysis/mechanisms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/kkt.hpp"

namespace bristle {
namespace {

/// Of every node: the beam it belongs to, or itself.
std::vector<std::string> owners(const Model& model) {
  std::vector<std::string> names;
  for (const Node& node : model.nodes) names.push_back(node.name);
  for (const Beam& beam : model.beams)
    for (const NodeId node : beam.nodes)
      if (model.nodes[node.index].inertia.isZero(0.0)) names[node.index] = beam.name;
  return names;
}

}  // namespace

Mobility mobility(const Balance& balance, const State& state) {
  const System& system = balance.system();
  Mobility out;
  if (balance.motions() == 0) return out;
  State still = state;
  balance.set_twists(still);
  Linearisation about = balance.linearise(still, {.turning_axes = balance.turning()});
  about.stiffness = symmetric_part(about, about.stiffness);
  // The metric in place of the mass: lengths, and rotations times the size.
  std::fill(about.mass.begin(), about.mass.end(), 0.0);
  for (int j = 0; j < about.motions; ++j)
    for (int k = about.pattern.column_start[j]; k < about.pattern.column_start[j + 1]; ++k)
      if (about.pattern.rows[k] == j) about.mass[k] = j % 6 < 3 ? 1.0 : system.size() * system.size();

  const EigenPairs pairs = nearest_eigenpairs(about, 12);
  std::vector<int> free;
  for (int j = 0; j < pairs.values.size(); ++j) {
    if (pairs.values[j] == 0.0) free.push_back(j);
    if (pairs.values[j] < 0.0) ++out.unstable;
    if (pairs.values[j] != 0.0 && (out.softest == 0.0 || std::abs(pairs.values[j]) < std::abs(out.softest)))
      out.softest = pairs.values[j];
  }
  out.stable = out.unstable == 0;
  out.motions.resize(about.motions, static_cast<int>(free.size()));
  for (std::size_t j = 0; j < free.size(); ++j) out.motions.col(static_cast<int>(j)) = pairs.vectors.col(free[j]);
  out.bodies = bodies_in(balance, out.motions);
  return out;
}

std::vector<std::string> bodies_in(const Balance& balance, const Eigen::MatrixXd& motions) {
  const System& system = balance.system();
  std::vector<std::string> bodies;
  if (motions.cols() == 0) return bodies;
  const std::vector<std::string> names = owners(system.model());
  for (int n = 0; n < system.nodes(); ++n) {
    if (!system.moves(n)) continue;
    const auto rows = motions.middleRows(balance.motion_of(n), 6);
    const double moves =
        std::max(rows.topRows(3).cwiseAbs().maxCoeff(), system.size() * rows.bottomRows(3).cwiseAbs().maxCoeff());
    if (moves > 1e-6 && std::find(bodies.begin(), bodies.end(), names[n]) == bodies.end()) bodies.push_back(names[n]);
  }
  return bodies;
}

std::string in_words(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += fmt::format("{}'{}'", k == 0 ? "" : k + 1 == names.size() ? " and " : ", ", names[k]);
  return text;
}

std::string describe(const Mobility& mobility) {
  const auto count = mobility.motions.cols();
  if (count == 0) return "";
  return fmt::format("{}{} motion{} of {}", count >= 12 ? "at least " : "", count, count == 1 ? "" : "s",
                     in_words(mobility.bodies));
}

}  // namespace bristle
