// Small vibrations against closed forms: orders in the step and in the mesh. docs/theory.md, sections 3.3, 5 and 8.

#include <catch2/catch.hpp>

#include <Eigen/SparseCholesky>
#include <complex>
#include <numbers>
#include <vector>

#include "beam_support.hpp"
#include "order.hpp"

using namespace bristle;
using namespace bristle::test;

namespace {

using Complex = std::complex<double>;

/// q'' + 2 g q' + w^2 q = 0 from q = 0, q' = 1: w q and q' after n steps dt of growth(root dt), or exactly with exp.
template <class Growth>
Vec3 oscillator(double w, double g, double dt, int n, Growth growth) {
  const Complex root = std::sqrt(Complex(g * g - w * w));
  const Complex a = std::pow(growth((-g + root) * dt), n);
  const Complex b = std::pow(growth((-g - root) * dt), n);
  return {w * ((a - b) / (2.0 * root)).real(), (((-g + root) * a - (-g - root) * b) / (2.0 * root)).real(), 0.0};
}
Vec3 exact_oscillator(double w, double g, double time) {
  return oscillator(w, g, time, 1, [](Complex z) { return std::exp(z); });
}

struct Damping {
  double viscous_time, mass_rate;
};

/// A clamped bar of linear elements, in its first axial mode.
struct Bar {
  static constexpr int elements = 8;
  static constexpr double length = 2.0, EA = 50.0, density = 0.5;  // m, N, kg/m
  static constexpr double angle = std::numbers::pi / (4.0 * elements);

  /// Lumped masses: a h and a half of it at the end. u_k = sin(2 k angle) solves the difference equation exactly.
  static double frequency() {
    const double h = length / elements;
    return 2.0 / h * std::sqrt(EA / density) * std::sin(angle);
  }
  /// (w q, q') of the tip after `steps` steps of `dt`, from velocity 1.
  static Vec3 simulated(const Damping& damping, double dt, int steps) {
    Section s = section((Vec6() << EA, EA, EA, 1.0, 1.0, 1.0).finished(), density, Vec3::Constant(0.01));
    s.viscous_time = damping.viscous_time;
    s.mass_damping = damping.mass_rate;
    Model model;
    const BeamId beam = model.add_straight_beam("bar", Vec3::Zero(), Vec3(length, 0, 0), Vec3::UnitY(), elements, 1, s);
    model.nodes[model.start(beam).index].fixed = true;
    for (int k = 1; k <= elements; ++k)
      model.nodes[model.beams[0].nodes[k].index].twist.velocity.x() = std::sin(2.0 * k * angle);
    Simulation run(model, {.step = dt});
    for (int k = 0; k < steps; ++k) run.advance(1e9);
    const NodeId tip = model.end(beam);
    return {frequency() * (run.frame(tip).x.x() - length), run.velocity({tip}).velocity.x(), 0.0};
  }
};

struct Cantilever {
  const char* what;
  Vec3 curvature;
  Section section;
  double length;

  double exact_frequency(double guess) const {
    double low = 0.9 * guess, high = 1.1 * guess;
    const auto f = [&](double w) { return cantilever_equation(curvature, section, length, w); };
    REQUIRE(f(low) * f(high) < 0.0);
    for (int k = 0; k < 60; ++k) {
      const double mid = 0.5 * (low + high);
      (f(low) * f(mid) <= 0.0 ? high : low) = mid;
    }
    return 0.5 * (low + high);
  }

  /// First frequency of the elements: their tangent at rest with both legs of no length is half the stiffness in E1.
  template <int P>
  double frequency_of(int elements) const {
    Model model;
    add_screw_beam(model, curvature, length, elements, P, section);
    const System system(model);
    State state = system.initial_state();
    std::vector<NodeStep> nodes(state.frames.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) nodes[n].start = state.frames[n], complete(nodes[n], 1.0);
    const int size = 6 * (system.nodes() - 2);  // node 0 is the ground, node 1 the clamp
    std::vector<Eigen::Triplet<double>> k, m;
    const auto add = [&](auto& entries, int a, int b, const Mat6& block) {
      for (int i = 0; i < 36 && a > 1 && b > 1; ++i)
        entries.emplace_back(6 * (a - 2) + i % 6, 6 * (b - 2) + i / 6, block(i % 6, i / 6));
    };
    for (const auto& element : std::get<std::vector<BeamElement<P>>>(system.terms())) {
      Local<BeamElement<P>::capacity> local;
      element.evaluate({0.0, 1.0, nodes, {}, {}}, local);
      for (int a = 0; a <= P; ++a)
        for (int b = 0; b <= P; ++b)
          add(k, element.nodes[a], element.nodes[b],
              2.0 * local.tangent.template block<6, 6>(node_size * a, node_size * b));
    }
    for (int n = 2; n < system.nodes(); ++n) {
      Mat6 axes = Mat6::Zero();
      axes.topLeftCorner<3, 3>() = axes.bottomRightCorner<3, 3>() = state.frames[n].R;
      add(m, n, n, axes * system.inertia(n) * axes.transpose());
    }
    Eigen::SparseMatrix<double> K(size, size), M(size, size);
    K.setFromTriplets(k.begin(), k.end());
    M.setFromTriplets(m.begin(), m.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(K);
    Eigen::VectorXd mode = Eigen::VectorXd::Ones(size);
    double square = 0.0;
    for (int i = 0; i < 150; ++i) {  // inverse iteration: the second frequency is 1.2 times the first or more
      mode = factors.solve(M * mode);
      mode /= std::sqrt(mode.dot(M * mode));
      square = mode.dot(K * mode);
    }
    // The energy the ledger books for a little of the mode is that of this stiffness; the next term is of the order
    // of the amplitude (an asymmetric section) or its square.
    const double amplitude = 1e-5;
    for (int n = 2; n < system.nodes(); ++n) {
      const Vec6 q = amplitude * mode.segment<6>(6 * (n - 2));
      state.frames[n] = {state.frames[n].x + q.head<3>(), cay(q.tail<3>()) * state.frames[n].R};
    }
    system.open(state);
    CHECK(state.ledger.elastic == Approx(0.5 * amplitude * amplitude * square).epsilon(1e-4));
    return std::sqrt(square);
  }
  double frequency(int order, int elements) const {
    return order == 1 ? frequency_of<1>(elements) : order == 2 ? frequency_of<2>(elements) : frequency_of<3>(elements);
  }
};

std::vector<Cantilever> cantilevers() {
  const auto straight = [](double EA) {
    return section((Vec6() << EA, 0.4 * EA, 0.3 * EA, 1.3, 3.0, 1.0).finished(), 1.0, Vec3::Constant(1.0 / EA));
  };
  Section coupled =
      section((Vec6() << 300, 100, 120, 1.3, 3.0, 1.0).finished(), 1.0, Vec3(0.02, 0.01, 0.01), Vec3(0.0, 0.05, -0.03));
  coupled.stiffness(0, 5) = coupled.stiffness(5, 0) = 4.0;
  coupled.stiffness(1, 3) = coupled.stiffness(3, 1) = -3.0;
  coupled.stiffness(3, 4) = coupled.stiffness(4, 3) = 0.4;
  return {{"thick", Vec3::Zero(), straight(1e2), 2.0},
          {"thin", Vec3::Zero(), straight(1e5), 2.0},
          {"helical with a coupled section and an offset mass", Vec3(0.4, -0.3, 0.5), coupled, 2.0}};
}

}  // namespace

TEST_CASE("The first frequency of a cantilever converges with order 2p, straight or curved, thick or thin",
          "[physics]") {
  for (const Cantilever& c : cantilevers()) {
    const double exact = c.exact_frequency(c.frequency(2, 4));
    for (const int order : {1, 2, 3}) {
      const int elements = order == 1 ? 16 : order == 2 ? 4 : 3;
      const double coarse = std::abs(c.frequency(order, elements) / exact - 1.0);
      const double fine = std::abs(c.frequency(order, 2 * elements) / exact - 1.0);
      const double seen = observed_order({coarse, fine});
      CAPTURE(c.what, order, exact, coarse, fine, seen);
      // Seen: 2.00 to 2.01, 4.02 to 4.03, 5.92 to 6.03; the rest is the next term of the expansion.
      CHECK(seen == Approx(2 * order).margin(0.15));
    }
  }
}

TEST_CASE("The first frequency of a thin cantilever is that of Euler and Bernoulli", "[physics]") {
  const Cantilever thin = cantilevers()[1];
  // 1.87510^2 sqrt(EI/m)/L^2. Shear and rotary inertia lower it by a few times (EI/GA + J/m)/L^2 = 9e-6.
  CHECK(thin.frequency(3, 4) == Approx(3.51601527 / 4.0).epsilon(5e-5));
}

TEST_CASE("Axial vibration of a bar converges with order 3 in the step, damped or not", "[physics]") {
  const double w = Bar::frequency();
  for (const Damping& d :
       {Damping{0.0, 0.0}, Damping{0.1 / w, 0.0}, Damping{0.0, 0.2 * w}, Damping{1.5 / w, 1.2 * w}}) {
    const double g = 0.5 * (d.viscous_time * w * w + d.mass_rate);
    const double time = 1.3 * 2.0 * std::numbers::pi / w;
    const auto error = [&](int steps) {
      const Vec3 seen = Bar::simulated(d, time / steps, steps);
      // The motion is linear to the last digit, so the step is the rational function of section 8 and nothing else.
      CHECK((seen - oscillator(w, g, time / steps, steps, amplification)).norm() < 1e-12);
      return (seen - exact_oscillator(w, g, time)).norm();
    };
    const double coarse = error(60);
    const double fine = error(120);
    const double seen = observed_order({coarse, fine});
    CAPTURE(d.viscous_time, d.mass_rate, coarse, fine, seen);
    CHECK(seen == Approx(3.0).margin(0.1));
  }
}

TEST_CASE("A mass on a spring with a damper converges with order 3, swinging or creeping", "[physics]") {
  const double mass = 2.0, w = 3.0;
  const Vec3 along = Vec3(1.0, 2.0, 2.0) / 3.0;
  for (const double ratio : {0.1, 1.5}) {
    Model model;
    const NodeId body = model.add_node({.name = "mass",
                                        .frame = {3.0 * along, Mat3::Identity()},
                                        .inertia = inertia(mass, Vec3(1.0, 1.0, 1.0)),
                                        .twist = {along, Vec3::Zero()}});
    model.add_spring({.first = {Model::ground()},
                      .second = {body},
                      .law = {.stiffness = mass * w * w, .damping = 2.0 * ratio * w * mass}});
    const double time = 2.5;
    const auto error = [&](int steps) {
      Simulation run(model, {.step = time / steps});
      run.run(time);
      const Vec3 seen(w * (run.frame(body).x.norm() - 3.0), run.velocity({body}).velocity.dot(along), 0.0);
      return (seen - exact_oscillator(w, ratio * w, time)).norm();
    };
    const double coarse = error(100);
    const double fine = error(200);
    CAPTURE(ratio, coarse, fine);
    CHECK(observed_order({coarse, fine}) == Approx(3.0).margin(0.1));
  }
}

TEST_CASE("Mass-proportional damping brings a body to rest exponentially", "[physics]") {
  const double rate = 0.5, time = 2.0;
  struct Flight {
    Vec3 velocity, spin;
    double order;
  };
  // About a principal axis the twist obeys a linear equation: order 3. A velocity that turns in the body's frame: 2.
  const Vec3 up = Vec3::UnitZ();
  for (const Flight& flight : {Flight{Vec3(1.0, -2.0, 0.5), Vec3::Zero(), 3.0}, Flight{Vec3::Zero(), 2.0 * up, 3.0},
                               Flight{Vec3(1.0, 0.5, 0.2), 2.0 * up, 2.0}}) {
    const auto error = [&](int steps) {
      Model model;
      const NodeId body = model.add_node({.inertia = solid_box(2.0, Vec3(1.0, 2.0, 3.0)),
                                          .twist = {flight.velocity, flight.spin},
                                          .mass_damping = rate});
      Simulation run(model, {.step = time / steps});
      run.run(time);
      const Twist end = run.velocity({body});
      const double left = std::exp(-rate * time);
      return (end.velocity - left * flight.velocity).norm() + (end.angular - left * flight.spin).norm();
    };
    const double coarse = error(40);
    const double fine = error(80);
    CAPTURE(flight.velocity.transpose(), flight.spin.transpose(), coarse, fine);
    CHECK(observed_order({coarse, fine}) == Approx(flight.order).margin(0.1));
  }
}
