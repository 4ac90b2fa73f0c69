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

  /// Increments of a node on one leg as one six-vector.
  Vec6 increment(int node, int leg) const {
    const Leg& l = leg == leg_f ? nodes[node].f : nodes[node].j;
    return (Vec6() << l.dx, l.r).finished();
  }

  /// Adds a small motion to one of the twelve unknowns of a node, as Newton's update does.
  void nudge(int node, int unknown, double by) {
    Leg& leg = unknown < leg_j ? nodes[node].f : nodes[node].j;
    const int k = unknown % 6;
    if (k < 3)
      leg.dx[k] += by;
    else
      leg.r = cay_compose(by * Vec3::Unit(k - 3), leg.r);
    complete(nodes[node], dt);
  }

  /// The same step seen from a frame displaced by `shift` and turned by `turn`.
  RandomStep moved(const Vec3& shift, const Mat3& turn) const {
    RandomStep s = *this;
    for (NodeStep& n : s.nodes) {
      n.start = Frame{shift, turn} * n.start;
      for (Leg* leg : {&n.f, &n.j}) {
        leg->dx = turn * leg->dx;
        leg->r = turn * leg->r;
      }
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
    for (Leg* leg : {&n.f, &n.j}) {
      leg->dx = random.vector(0.2);
      leg->r = random.vector(0.5);
    }
    complete(n, s.dt);
    s.nodes.push_back(n);
  }
  for (int k = 0; k < multipliers; ++k) s.multipliers.push_back(random(-2.0, 2.0));
  for (int k = 0; k < memory; ++k) s.memory.push_back(random(-1.0, 1.0));
  return s;
}

}  // namespace bristle::test
