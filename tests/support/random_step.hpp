#pragma once
// Steps with nothing special about them: random frames, increments, velocities, multipliers and memory.

#include <random>
#include <vector>

#include "bristle/system/step.hpp"
#include "bristle/terms/local.hpp"

namespace bristle::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine_); }
  double logarithmic(double low, double high) { return std::exp((*this)(std::log(low), std::log(high))); }
  Vec3 vector(double size) { return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)}; }
  Mat3 rotation() { return orthonormalized(cay(vector(4.0))); }
  Frame frame(double size) { return {vector(size), rotation()}; }
  /// Symmetric and positive definite.
  Mat6 definite(double size) {
    Mat6 a;
    for (int k = 0; k < 36; ++k) a.data()[k] = (*this)(-1.0, 1.0);
    return size * (a * a.transpose() + 0.1 * Mat6::Identity());
  }

 private:
  std::mt19937 engine_;
};

/// Owns what a Step looks at.
struct RandomStep {
  double time = 0.0;
  double dt = 0.0;
  std::vector<NodeStep> nodes;
  std::vector<double> multipliers;
  std::vector<double> memory;

  Step view() const { return {time, dt, nodes, multipliers, memory}; }

  /// What E1 (on the motion) or E2 (on the jump) of a node is paired with.
  Vec6 conjugate(int node, int equation) const { return equation == e1 ? nodes[node].z() : nodes[node].jump; }

  /// Adds a small motion to one of the twelve unknowns of a node, as Newton's update does.
  void nudge(int node, int unknown, double by) {
    NodeStep& n = nodes[node];
    if (unknown < 3)
      n.dx[unknown] += by;
    else if (unknown < 6)
      n.r = cay_compose(by * Vec3::Unit(unknown - 3), n.r);
    else
      n.jump[unknown - 6] += by;
    complete(n, dt);
  }

  /// The same step seen from a frame displaced by `shift` and turned by `turn`.
  RandomStep moved(const Vec3& shift, const Mat3& turn) const {
    RandomStep s = *this;
    for (NodeStep& n : s.nodes) {
      n.start = Frame{shift, turn} * n.start;
      n.dx = turn * n.dx;
      n.r = turn * n.r;
      complete(n, dt);
    }
    return s;
  }
};

inline RandomStep random_step(Random& random, const std::vector<Frame>& frames, int multipliers, int memory) {
  RandomStep s;
  s.time = random(0.0, 2.0);
  s.dt = random.logarithmic(1e-4, 1e-1);
  for (const Frame& frame : frames) {
    NodeStep n;
    n.start = frame;
    n.twist_i << random.vector(3.0), random.vector(3.0);
    n.dx = random.vector(0.2);
    n.r = random.vector(0.5);
    n.jump << random.vector(0.1), random.vector(0.2);
    complete(n, s.dt);
    s.nodes.push_back(n);
  }
  for (int k = 0; k < multipliers; ++k) s.multipliers.push_back(random(-2.0, 2.0));
  for (int k = 0; k < memory; ++k) s.memory.push_back(random(-1.0, 1.0));
  return s;
}

}  // namespace bristle::test
