#pragma once
// Joints with play and contacts between surfaces, as plain data: geometry, normal law, friction law, step rules.
// The formulas are in docs/theory.md, sections 9 to 11.

#include <string>
#include <variant>
#include <vector>

#include "bristle/model/marker.hpp"

namespace bristle {

struct ContactId {
  int index = 0;
};

// ---- geometry
// --------------------------------------------------------------------------------------------------------

/// A ball about the second marker in a spherical race about the first: the spherical clearance joint. With a planar
/// joint beside it, the planar clearance joint: see Model::add_planar_clearance.
struct BallInRace {
  double race_radius = 0.0;  // m
  double ball_radius = 0.0;  // m
};

/// A thin disk in the xy plane of the second marker, in an endless cylinder about the z axis of the first: the spatial
/// clearance joint. Two of them on one pin are a journal bearing: see Model::add_journal_bearing.
struct DiskInCylinder {
  double cylinder_radius = 0.0;  // m
  double disk_radius = 0.0;      // m
};

/// Points of the second body, by their places in the second marker's frame, over the xy plane of the first marker,
/// whose z axis points out of the material. Normal and friction law hold for each point.
struct PointsOnPlane {
  std::vector<Vec3> points{Vec3::Zero()};  // m
};

using ContactGeometry = std::variant<BallInRace, DiskInCylinder, PointsOnPlane>;

// ---- normal law
// ------------------------------------------------------------------------------------------------------

/// N = stiffness · δ^exponent: 1 is a linear spring, 3/2 Hertz.
struct PowerLaw {
  double stiffness = 0.0;  // N/m^exponent
  double exponent = 1.0;
};

/// N by linear interpolation between points; both columns rise from (0, 0), and the last slope goes on beyond them.
struct TableLaw {
  std::vector<double> penetration{};  // m
  std::vector<double> force{};        // N
};

using ElasticLaw = std::variant<PowerLaw, TableLaw>;

/// N = N_el (1 + damping · δ̇). For slow impacts the restitution is about 1 − (2/3) damping · v.
struct HuntCrossley {
  double damping = 0.0;  // s/m
};

/// N = N_el + damping · δ^exponent · δ̇.
struct AdditiveDamping {
  double damping = 0.0;  // N s/m^(1 + exponent)
  double exponent = 0.5;
};

/// N = N_el (1 + χ δ̇/v₀), v₀ the highest closing speed since the contact closed, χ from the coefficient of restitution
/// e: 3(1 − e²)/4 by Lankarani and Nikravesh (for e near one), 8(1 − e)/(5e) by Flores and others (for any e).
struct Restitution {
  enum class Form { lankarani_nikravesh, flores };
  double coefficient = 1.0;
  Form form = Form::flores;
  double slowest_impact = 1e-3;  // m/s: slower ones count as this
};

using ContactDamping = std::variant<std::monostate, HuntCrossley, AdditiveDamping, Restitution>;

/// The force never pulls: where damping would make it, it is zero.
struct NormalLaw {
  ElasticLaw elastic = PowerLaw{};
  ContactDamping damping{};
};

/// What Hertz's theory needs of a body.
struct ElasticBody {
  double young = 0.0;  // N/m²
  double poisson = 0.0;
};

/// Hertz: N = (4/3) E* √R δ^(3/2) for a ball in a spherical race, 1/R = 1/ball − 1/race.
PowerLaw sphere_in_sphere(const BallInRace& radii, const ElasticBody& ball, const ElasticBody& race);

/// Two parallel cylinders of a length (m), by Johnson's δ = F'/(πE*) (ln(4πE* ΔR/F') − 1), F' = N/length: not a power
/// of δ, so the law is the straight line through the point at the load (N) that is expected.
PowerLaw cylinder_in_cylinder(const DiskInCylinder& radii, const ElasticBody& pin, const ElasticBody& race,
                              double length, double load);

// ---- friction law
// ----------------------------------------------------------------------------------------------------

/// Bristles: μ = σ0 z + σ1 ż + σ2 v with ż = v − σ0 |v| z/g(v), g = μ_k + (μ_s − μ_k) exp(−|v/v_s|^γ); z a vector in
/// the tangent plane.
struct LuGre {
  enum class Form {
    amended,      // F = μ N: stiffness of the bristles in proportion to the load
    original,     // F = μ N_ref with g N/N_ref for g: stiffness of the bristles that of the reference load
    load_frozen,  // in proportion to the load while it slips, and frozen at its value there while it sticks
  };
  double static_friction = 0.0;    // μ_s
  double kinetic_friction = 0.0;   // μ_k
  double stribeck_velocity = 0.0;  // v_s, m/s
  double stiffness = 0.0;          // σ0, 1/m
  double damping = 0.0;            // σ1, s/m
  double viscous = 0.0;            // σ2, s/m
  double stribeck_exponent = 2.0;  // γ
  bool damping_fades = false;      // σ1 exp(−(v/v_s)²) instead of σ1
  Form form = Form::amended;
  double reference_load = 0.0;  // N; for the original form
};

/// General kinetic friction: μ rises in proportion to the speed up to `stick_velocity`, and is
/// μ_k + (μ_s − μ_k) exp(−|v/v_s|^γ) + σ2 |v| beyond. No bristle: it creeps where it should stick.
struct GeneralKinetic {
  double static_friction = 0.0;    // μ_s
  double kinetic_friction = 0.0;   // μ_k
  double stribeck_velocity = 0.0;  // v_s, m/s
  double stick_velocity = 0.0;     // m/s
  double viscous = 0.0;            // σ2, s/m
  double stribeck_exponent = 2.0;  // γ
};

/// μ (1 − exp(−|v|/v₀)). No bristle: it creeps where it should stick.
struct RegularisedCoulomb {
  double friction = 0.0;       // μ
  double slip_velocity = 0.0;  // v₀, m/s
};

using FrictionLaw = std::variant<std::monostate, LuGre, GeneralKinetic, RegularisedCoulomb>;

// ---- contact
// ---------------------------------------------------------------------------------------------------------

/// How a contact limits the step: docs/theory.md, section 11.
struct ContactRules {
  /// Before and in contact the gap changes by about `penetration` in a step, and by more in proportion to
  /// (q/(near · penetration))^growth further away.
  double penetration = 0.0;  // m; 0: that under five times the weight of the lighter side, at most 1 % of the clearance
  double near = 5.0;
  double growth = 1.2;
  double overshoot = 2.0;  // a step that closes the contact deeper than this many penetrations is redone
  /// While bristles rub, a step is `time` of their time constant μ_k/(σ0 v_s), and longer in proportion to
  /// (v/(slow · v_s))^speedup at higher sliding speed.
  double time = 0.02;
  double slow = 5.0;
  double speedup = 1.2;
};

struct Contact {
  std::string name{};
  ContactGeometry geometry = BallInRace{};
  Marker first{};   // of the race, cylinder or plane
  Marker second{};  // of the ball, disk or points
  NormalLaw normal{};
  FrictionLaw friction{};
  ContactRules rules{};
  int bins = 36;  // around the race, for the places where it wears
};

/// Two disks `length` apart on one rigid pin, the second marker midway between them, in a cylinder about the z axis of
/// the first. Normal and friction law hold for each disk.
struct JournalBearing {
  std::string name{};
  DiskInCylinder radii{};
  double length = 0.0;  // m
  Marker first{};
  Marker second{};
  NormalLaw normal{};
  FrictionLaw friction{};
  ContactRules rules{};
  int bins = 36;
};

}  // namespace bristle
