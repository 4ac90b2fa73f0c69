// Small vibrations against closed forms: orders in the step and in the mesh. docs/theory.md, sections 3.3, 5 and 8.

#include <catch2/catch.hpp>

#include <Eigen/SparseCholesky>
#include <complex>
#include <numbers>

#include "beam_support.hpp"

using namespace bristle;
using namespace bristle::test;

namespace {

using Complex = std::complex<double>;
using Mat12s = Eigen::Matrix<double, 12, 12>;

/// What a step multiplies y by when y' = nu y, with z = nu dt: section 8.
Complex amplification(Complex z) { return (1.0 + z / 3.0) / (1.0 - 2.0 * z / 3.0 + z * z / 6.0); }

/// q'' + 2 g q' + w^2 q = 0 from q = 0, q' = 1: q and q' after n steps dt of growth(root dt), or exactly with exp.
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

/// exp(m) by its series, after scaling by a power of two.
Mat12s exponential(Mat12s m) {
  int halvings = 0;
  for (; m.cwiseAbs().colwise().sum().maxCoeff() > 0.25; ++halvings) m *= 0.5;
  Mat12s sum = Mat12s::Identity(), term = Mat12s::Identity();
  for (int k = 1; k < 16; ++k) sum += (term = term * m / k);
  for (; halvings > 0; --halvings) sum = sum * sum;
  return sum;
}

struct Cantilever {
  const char* what;
  Vec3 curvature;
  Section section;
  double length;

  /// Zero at a natural frequency. Displacements q = (u, theta) and forces f = (n, m) in section axes vary along a line
  /// of constant curvature k by q' = -ad q + f/C, f' = ad^T f - w^2 M q, ad = [k~, e1~; 0, k~]: the linear equations of
  /// the beam of Simo. q = 0 at the clamp, f = 0 at the end.
  double characteristic(double w) const {
    Mat6 ad = Mat6::Zero();
    ad.topLeftCorner<3, 3>() = ad.bottomRightCorner<3, 3>() = hat(curvature);
    ad.topRightCorner<3, 3>() = hat(Vec3::UnitX());
    Mat12s a;
    a << -ad, section.stiffness.inverse(), -w * w * section.inertia, ad.transpose();
    return exponential(length * a).bottomRightCorner<6, 6>().determinant();
  }
  double exact_frequency(double guess) const {
    double low = 0.9 * guess, high = 1.1 * guess;
    REQUIRE(characteristic(low) * characteristic(high) < 0.0);
    for (int k = 0; k < 60; ++k) {
      const double mid = 0.5 * (low + high);
      (characteristic(low) * characteristic(mid) <= 0.0 ? high : low) = mid;
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
    system.open_ledger(state);
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
      const int elements = order == 1 ? 16 : order == 2 ? 4 : 2;
      const double coarse = std::abs(c.frequency(order, elements) / exact - 1.0);
      const double fine = std::abs(c.frequency(order, 2 * elements) / exact - 1.0);
      const double seen = observed_order(coarse, fine);
      CAPTURE(c.what, order, exact, coarse, fine, seen);
      CHECK(seen == Approx(2 * order).margin(0.3));
    }
  }
}

TEST_CASE("The first frequency of a thin cantilever is that of Euler and Bernoulli", "[physics]") {
  const Cantilever thin = cantilevers()[1];
  // 1.87510^2 sqrt(EI/m)/L^2; shear and rotary inertia lower it by a relative (1.4 EI/GA + 2.3 J/m)/L^2 < 2e-5.
  CHECK(thin.frequency(3, 4) == Approx(3.51601527 / 4.0).epsilon(2e-4));
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
    const double seen = observed_order(coarse, fine);
    CAPTURE(d.viscous_time, d.mass_rate, coarse, fine, seen);
    CHECK(seen == Approx(3.0).margin(0.1));
  }
}
