#pragma once
// What the mechanism tests share: random placements, relative motion of joints, a watch on ledger and constraints.

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "bristle/bristle.hpp"

namespace mechanism {

using namespace bristle;

/// Observed order of an error under halving of the step.
inline double order(double coarse, double fine) { return std::log2(coarse / fine); }

/// Direction at an angle in the x-y plane and the one a quarter turn ahead of it.
inline Vec3 along(double angle) { return {std::cos(angle), std::sin(angle), 0.0}; }
inline Vec3 ahead(double angle) { return {-std::sin(angle), std::cos(angle), 0.0}; }
inline Mat3 about_z(double angle) { return rotation(Vec3::UnitZ(), angle); }

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(engine_); }
  Vec3 vector() { return {number(), number(), number()}; }
  Mat3 turn() { return rotation(vector().normalized(), 3.0 * number()); }
  Frame frame() { return {vector(), turn()}; }
  /// A box whose centre is not the node and whose axes are not the node's.
  Mat6 body() {
    const Mat3 axes = turn();
    const Vec3 about = Vec3(0.3, 0.4, 0.5) + 0.05 * vector();
    return inertia(2.0 + number(), Mat3(axes * about.asDiagonal() * axes.transpose()), 0.3 * vector());
  }

 private:
  std::mt19937 engine_;
};

/// Frame of the second marker as the first one sees it, by the free coordinates of a joint (see JointKind).
inline Frame relative(JointKind kind, const Vec3& s) {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  switch (kind) {
    case JointKind::fixed:
      return {};
    case JointKind::revolute:
      return {Vec3::Zero(), rotation(z, s[0])};
    case JointKind::prismatic:
      return {s[0] * z, Mat3::Identity()};
    case JointKind::cylindrical:
      return {s[1] * z, rotation(z, s[0])};
    case JointKind::universal:
      return {Vec3::Zero(), rotation(z, s[0]) * rotation(y, s[1])};
    case JointKind::spherical:
      return {Vec3::Zero(), rotation(x, s[0]) * rotation(y, s[1]) * rotation(z, s[2])};
    default:
      return {Vec3(s[0], s[1], 0.0), rotation(z, s[2])};
  }
}

/// The free coordinates read back from such a frame.
inline Vec3 coordinates(JointKind kind, const Frame& f) {
  const Mat3& R = f.R;
  const double turn = std::atan2(R(1, 0), R(0, 0));
  switch (kind) {
    case JointKind::fixed:
      return Vec3::Zero();
    case JointKind::revolute:
      return {turn, 0.0, 0.0};
    case JointKind::prismatic:
      return {f.x[2], 0.0, 0.0};
    case JointKind::cylindrical:
      return {turn, f.x[2], 0.0};
    case JointKind::universal:
      return {std::atan2(-R(0, 1), R(1, 1)), std::atan2(-R(2, 0), R(2, 2)), 0.0};
    case JointKind::spherical:
      return {std::atan2(-R(1, 2), R(2, 2)), std::asin(R(0, 2)), std::atan2(-R(0, 1), R(0, 0))};
    default:
      return {f.x[0], f.x[1], turn};
  }
}

inline double distance(const Frame& a, const Frame& b) {
  return std::max((a.x - b.x).cwiseAbs().maxCoeff(), (a.R - b.R).cwiseAbs().maxCoeff());
}

/// Largest constraint violation of a state: lengths by the size of the system, directions as sines.
inline double violation(const System& system, const State& state) {
  double largest = 0.0;
  for (const JointTerm& joint : system.joints())
    for (int row = 0; row < joint.rows(); ++row) {
      const auto r = joint.row_state(row, state.frames[joint.nodes[0]], state.frames[joint.nodes[1]], state.time);
      largest = std::max(largest, std::abs(r.violation) / (r.is_length ? system.size() : 1.0));
    }
  return largest;
}

/// What must hold in every step of every run.
struct Watch {
  double energy = 0.0;                // the largest that came by: stored, or worked in a step
  double largest_residual = 0.0;      // of a step
  double least_numerical_loss = 0.0;  // of a step; negative only if the scheme is broken
  double largest_rise = 0.0;          // of the stored energy, beyond external work
  double largest_violation = 0.0;

  bool operator()(const Simulation& s, const StepReport& r) {
    const EnergyAccount& a = r.account;
    energy = std::max({energy, std::abs(a.kinetic_f), std::abs(a.gravity_f), std::abs(a.stored_i()),
                       std::abs(s.ledger().external_work)});
    largest_residual = std::max(largest_residual, std::abs(a.residual()));
    least_numerical_loss = std::min(least_numerical_loss, a.numerical_loss);
    largest_rise = std::max(largest_rise, a.stored_f() - a.stored_i() - a.external_work);
    largest_violation = std::max(largest_violation, violation(s.system(), s.state()));
    return true;
  }
};

/// Runs to `time` and calls `look(simulation, report)` after every step; the watch sees them all.
template <class Look>
Watch watched(Simulation& simulation, double time, Look look) {
  Watch watch;
  simulation.run(time, [&](const Simulation& s, const StepReport& r) {
    watch(s, r);
    look(s, r);
    return true;
  });
  return watch;
}

inline Watch watched(Simulation& simulation, double time) {
  return watched(simulation, time, [](const Simulation&, const StepReport&) {});
}

/// Options that move the initial velocities onto the joints.
inline SimulationOptions projected(double step) {
  SimulationOptions options;
  options.step = step;
  options.start.velocities = StartVelocities::project;
  return options;
}

/// Largest number of neighbouring second differences of a series that alternate in sign: sawtooth shows as a long run.
inline int longest_zigzag(const std::vector<double>& series) {
  int longest = 0, run = 0;
  double last = 0.0;
  for (std::size_t k = 1; k + 1 < series.size(); ++k) {
    const double bend = series[k - 1] - 2.0 * series[k] + series[k + 1];
    run = bend * last < 0.0 ? run + 1 : 0;
    longest = std::max(longest, run);
    last = bend;
  }
  return longest;
}

// ---- slider-crank ----

inline double cross(const Vec3& a, const Vec3& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Crank from the origin, rod, and slider along x. Centres of mass at the fractions given; the slider's guide holds it
/// at a distance ahead of the pin, so that it must also hold a moment.
struct SliderCrank {
  double crank = 0.4, rod = 1.3, guide = 0.25;
  double crank_mass = 1.5, rod_mass = 0.8, slider_mass = 2.0;
  double crank_inertia = 0.07, rod_inertia = 0.12;  // about their centres
  double crank_centre = 0.3, rod_centre = 0.45;     // fractions of the length
  Vec3 gravity = Vec3(0.0, -9.81, 0.0);

  struct Forces {  // on: crank at its bearing (with the drive's moment), rod at the crank pin, rod at the slider,
                   // slider
    Vec3 bearing, crank_pin, slider_pin, guide;
    double drive, guide_moment;
  };
  double rod_angle(double theta) const { return -std::asin(crank / rod * std::sin(theta)); }

  Forces forces(double theta, double w, double dw) const {
    const double phi = rod_angle(theta);
    const double v = -crank * std::cos(theta) * w / (rod * std::cos(phi));
    const double dv = (-crank * (std::cos(theta) * dw - std::sin(theta) * w * w) + rod * std::sin(phi) * v * v) /
                      (rod * std::cos(phi));
    const auto on_circle = [](double angle, double rate, double acceleration) -> Vec3 {
      return acceleration * ahead(angle) - rate * rate * along(angle);
    };
    const Vec3 a_pin = crank * on_circle(theta, w, dw);
    const Vec3 a_rod = a_pin + rod_centre * rod * on_circle(phi, v, dv) - gravity;
    const Vec3 a_slider = a_pin + rod * on_circle(phi, v, dv) - gravity;
    const Vec3 a_crank = crank_centre * a_pin - gravity;
    const double x = slider_mass * a_slider.x();  // force of the rod on the slider
    const double moment = -(rod_inertia * dv + rod_mass * rod_centre * rod * cross(along(phi), a_rod)) / rod;
    const Vec3 on_slider(x, (moment + std::sin(phi) * x) / std::cos(phi), 0.0);
    Forces f;
    f.slider_pin = -on_slider;
    f.guide = slider_mass * a_slider - on_slider;
    f.guide_moment = -guide * f.guide.y();
    f.crank_pin = rod_mass * a_rod + on_slider;
    f.bearing = crank_mass * a_crank + f.crank_pin;
    f.drive = crank_inertia * dw + crank_mass * cross(crank_centre * crank * along(theta), a_crank) +
              cross(crank * along(theta), f.crank_pin);
    return f;
  }
};

/// The slider-crank as a model: 6 + 3 + 4 + 5 constraints for 18 coordinates.
struct SliderCrankModel {
  Model model{};
  NodeId crank{}, rod{}, slider{};
  JointId bearing{}, crank_pin{}, slider_pin{}, guide{};

  SliderCrankModel(const SliderCrank& sc, double theta, const Function& turning) {
    model.gravity = sc.gravity;
    const double phi = sc.rod_angle(theta);
    const Vec3 B = sc.crank * along(theta);
    const Vec3 C = B + sc.rod * along(phi);
    const auto body = [&](const char* name, const Vec3& x, double angle, double mass, double about_axis) {
      return model.add_node(
          {.name = name, .frame = {x, about_z(angle)}, .inertia = inertia(mass, Vec3(0.1, 0.1, about_axis))});
    };
    crank = body("crank", sc.crank_centre * B, theta, sc.crank_mass, sc.crank_inertia);
    rod = body("rod", B + sc.rod_centre * sc.rod * along(phi), phi, sc.rod_mass, sc.rod_inertia);
    slider = body("slider", C, 0.0, sc.slider_mass, 0.05);
    const auto join = [&](const char* name, JointKind kind, NodeId first, NodeId second, const Frame& at) {
      return model.add_joint(
          {.name = name, .kind = kind, .first = model.marker_at(first, at), .second = model.marker_at(second, at)});
    };
    bearing = join("bearing", JointKind::revolute, Model::ground(), crank, {});
    model.joints[bearing.index].second.orientation = Mat3::Identity();  // x along the crank
    model.joints[bearing.index].drives = {{0, turning}};
    crank_pin = join("crank pin", JointKind::spherical, crank, rod, {B});
    slider_pin = join("slider pin", JointKind::cylindrical, slider, rod, {C});
    guide = join("guide", JointKind::prismatic, Model::ground(), slider,
                 {C + sc.guide * Vec3::UnitX(), frame_about(Vec3::UnitX())});
  }
};

}  // namespace mechanism
