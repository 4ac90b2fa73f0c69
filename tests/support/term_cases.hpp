#pragma once
// Samples of every kind of term for the checks in term_checks.hpp. A kind added to TermLists needs a TermCase here.

#include <optional>

#include "bristle/terms/term_lists.hpp"
#include "random_step.hpp"

namespace bristle::test {

/// For each kind: how many variants there are, a term of one of them, and the frames of its nodes. `turn` is the
/// rotation of the world it is made for: what has a direction in space (gravity, dead loads) turns with it.
template <class T>
struct TermCase;

inline Marker random_marker(Random& random, int node) { return {{node}, random.vector(0.3), random.rotation()}; }

inline std::vector<Frame> random_frames(Random& random, int count) {
  std::vector<Frame> frames;
  for (int k = 0; k < count; ++k) frames.push_back(random.frame(1.0));
  return frames;
}

template <>
struct TermCase<NodeInertia> {
  static constexpr int variants = 2;  // without and with damping
  static constexpr bool internal = false;
  static std::vector<Frame> frames(Random& random) { return random_frames(random, 1); }
  static NodeInertia make(Random& random, int variant, const std::vector<Frame>&, const Mat3& turn) {
    NodeInertia term;
    term.centre = random.vector(0.5);
    term.mass = inertia(random(0.5, 2.0), Vec3(0.3, 0.2, 0.4), term.centre);
    term.weight = turn * random.vector(10.0);
    if (variant == 1) {
      term.damped = true;
      term.damping = random.definite(1.0);
    }
    return term;
  }
};

template <int P>
struct TermCase<BeamElement<P>> {
  static constexpr int variants = 2;  // without and with Kelvin-Voigt damping
  static constexpr bool internal = true;
  static std::vector<Frame> frames(Random& random) { return shape(random); }
  static BeamElement<P> make(Random& random, int variant, const std::vector<Frame>&, const Mat3&) {
    Section section;
    section.stiffness = random.definite(100.0);
    section.viscous_time = variant == 1 ? 0.01 : 0.0;
    const std::vector<Frame> reference = shape(random);  // curved, twisted and not the shape of the step
    std::array<int, P + 1> nodes;
    std::array<Frame, P + 1> stress_free;
    for (int a = 0; a <= P; ++a) {
      nodes[a] = a;
      stress_free[a] = reference[a];
    }
    return BeamElement<P>(nodes, stress_free, section);
  }

 private:
  static std::vector<Frame> shape(Random& random) {
    std::vector<Frame> frames;
    for (int a = 0; a <= P; ++a)
      frames.push_back({Vec3(a, 0.0, 0.0) + random.vector(0.2), orthonormalized(cay(random.vector(0.4)))});
    return frames;
  }
};

template <>
struct TermCase<JointTerm> {
  static constexpr int variants = 14;      // every kind, without and with drives
  static constexpr bool internal = false;  // coincidence balances moments only where it holds
  static std::vector<Frame> frames(Random& random) { return random_frames(random, 2); }
  static JointTerm make(Random& random, int variant, const std::vector<Frame>&, const Mat3&) {
    const auto kind = static_cast<JointKind>(variant % 7);
    Joint joint{.name = "sample", .kind = kind, .first = random_marker(random, 0), .second = random_marker(random, 1)};
    if (variant >= 7)
      for (int k = 0; k < free_coordinates(kind); ++k)
        joint.drives.push_back({k, Function::expression(k % 2 ? "0.3*sin(5*t)" : "0.5*t^2")});
    JointTerm term(joint);
    term.slots.multiplier = 0;
    return term;
  }
};

template <>
struct TermCase<LoadTerm> {
  static constexpr int variants = 4;  // force or moment, dead or follower
  static constexpr bool internal = false;
  static std::vector<Frame> frames(Random& random) { return random_frames(random, 1); }
  static LoadTerm make(Random& random, int variant, const std::vector<Frame>&, const Mat3& turn) {
    Load load{.name = "sample", .marker = random_marker(random, 0), .follower = variant >= 2};
    load.kind = variant % 2 == 0 ? Load::Kind::force : Load::Kind::moment;
    const Vec3 constant = random.vector(3.0);
    const Vec3 growing = random.vector(3.0);
    const Mat3 axes = load.follower ? Mat3(Mat3::Identity()) : turn;
    for (int k = 0; k < 3; ++k)
      load.components[k] = Function::callable(
          [k, a = Vec3(axes * constant), b = Vec3(axes * growing)](double t) { return a[k] + b[k] * t * t; });
    return LoadTerm(load);
  }
};

template <>
struct TermCase<SpringTerm> {
  static constexpr int variants = 4;  // point-to-point or torsional, linear or by functions
  static constexpr bool internal = true;
  static std::vector<Frame> frames(Random& random) { return random_frames(random, 2); }
  static SpringTerm make(Random& random, int variant, const std::vector<Frame>& frames, const Mat3&) {
    Spring spring{.name = "sample", .first = random_marker(random, 0), .second = random_marker(random, 1)};
    spring.kind = variant % 2 == 0 ? Spring::Kind::point_to_point : Spring::Kind::torsional;
    spring.free_length = 0.3;
    spring.law = {.stiffness = 50.0, .damping = 2.0};
    if (variant >= 2)
      spring.law = {.elastic = Function::expression("40*e + 30*e^3", "e"),
                    .dissipative = Function::expression("v*(1 + 0.1*v^2)", "v")};
    SpringTerm term(spring, frames[0], frames[1]);
    term.slots.memory = 0;
    return term;
  }
};

template <>
struct TermCase<BushingTerm> {
  static constexpr int variants = 2;  // without and with damping
  static constexpr bool internal = true;
  static std::vector<Frame> frames(Random& random) { return random_frames(random, 2); }
  static BushingTerm make(Random& random, int variant, const std::vector<Frame>&, const Mat3&) {
    Bushing bushing{.name = "sample", .first = random_marker(random, 0), .second = random_marker(random, 1)};
    bushing.stiffness = random.definite(50.0);
    if (variant == 1) bushing.damping = random.definite(3.0);
    return BushingTerm(bushing);
  }
};

/// Three geometries, each with every law. Deep in contact, so that differences do not step over its edge.
template <>
struct TermCase<ContactTerm> {
  static constexpr int variants = 24;
  static constexpr bool internal = true;
  static std::vector<Frame> frames(Random& random) { return random_frames(random, 2); }

  static ContactTerm make(Random& random, int variant, const std::vector<Frame>& frames, const Mat3&) {
    Contact contact{.name = "sample", .first = random_marker(random, 0), .second = random_marker(random, 1)};
    const Frame race = frames[0] * contact.first.frame();
    Vec3 off(random(0.5, 1.0), random(0.5, 1.0), random(-0.5, 0.5));  // of the second marker, in axes of the first
    Mat3 tilt = random.rotation();
    switch (variant % 3) {
      case 0:
        contact.geometry = BallInRace{.race_radius = 1.0, .ball_radius = 0.9};
        break;
      case 1:
        contact.geometry = DiskInCylinder{.cylinder_radius = 1.0, .disk_radius = 0.8};
        off *= 2.0;
        tilt = cay(random.vector(0.2));
        break;
      default:
        contact.geometry = PointsOnPlane{{Vec3::Zero(), random.vector(0.2)}};
        off.z() = -1.0;
    }
    // Place the second marker there.
    const Frame local = frames[1].inverse() * (race * Frame{off, tilt});
    contact.second = {NodeId{1}, local.x, local.R};
    const int law = variant / 3;
    contact.normal = normal_law(law);
    contact.friction = friction_law(law);
    ContactTerm term(contact, variant % 3 == 2 ? 1 : 0);
    term.slots.memory = 0;
    return term;
  }

  static std::vector<double> memory(Random& random, int variant, int size) {
    std::vector<double> m(size, 0.0);
    for (int k = 0; k < 3; ++k) m[k] = random(-1.0, 1.0);
    m[3] = variant / 3 == 2 ? 40.0 : 0.0;  // frozen load
    m[5] = 1e4;                            // speed of impact
    return m;
  }

  static NormalLaw normal_law(int law) {
    switch (law % 5) {
      case 0:
        return {PowerLaw{100.0, 1.0}, {}};
      case 1:
        return {PowerLaw{100.0, 1.5}, HuntCrossley{1e-4}};
      case 2:
        return {PowerLaw{100.0, 2.3}, AdditiveDamping{1e-4, 0.7}};
      case 3:
        return {TableLaw{{0.0, 5.0}, {0.0, 500.0}}, Restitution{0.7, Restitution::Form::flores}};
      default:
        return {PowerLaw{80.0, 1.5}, Restitution{0.9, Restitution::Form::lankarani_nikravesh}};
    }
  }

  static FrictionLaw friction_law(int law) {
    LuGre lugre{.static_friction = 0.4, .kinetic_friction = 0.25, .stribeck_velocity = 300.0, .stiffness = 2.0};
    switch (law) {
      case 0:
        return lugre;
      case 1:
        lugre.damping = 1e-4, lugre.viscous = 1e-4, lugre.damping_fades = true, lugre.stribeck_exponent = 1.5;
        return lugre;
      case 2:
        lugre.form = LuGre::Form::load_frozen, lugre.damping = 1e-4;
        return lugre;
      case 3:
        lugre.form = LuGre::Form::original, lugre.reference_load = 30.0, lugre.viscous = 1e-4;
        return lugre;
      case 4:
        return GeneralKinetic{0.4, 0.25, 300.0, 1e-3, 1e-4};
      case 5:
        return GeneralKinetic{0.4, 0.25, 3e4, 2e4};
      case 6:
        return RegularisedCoulomb{0.3, 300.0};
      default:
        return {};
    }
  }
};

}  // namespace bristle::test
