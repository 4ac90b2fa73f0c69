#pragma once
// What the user describes, as plain data: nodes, beams, joints, contacts, force elements. `System`
// (bristle/system/system.hpp) is made from it and does the work.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "bristle/model/contact.hpp"
#include "bristle/model/frame.hpp"
#include "bristle/model/function.hpp"
#include "bristle/model/inertia.hpp"
#include "bristle/model/marker.hpp"
#include "bristle/model/section.hpp"
#include "bristle/model/shape.hpp"

namespace bristle {

struct BeamId {
  int index = 0;
};
struct JointId {
  int index = 0;
};
struct SpringId {
  int index = 0;
};

/// A frame that moves. Rigid bodies are nodes with inertia; a beam is a row of nodes; ground is a fixed node.
struct Node {
  std::string name{};
  Frame frame{};                // initial position and orientation
  Mat6 inertia = Mat6::Zero();  // in the node's frame; see inertia.hpp
  Twist twist{};                // initial velocities, in the node's frame
  double mass_damping = 0.0;    // α of the damping force α M η; 1/s
  bool fixed = false;
};

struct Beam {
  std::string name{};
  std::vector<NodeId> nodes{};  // elements · order + 1, Gauss-Lobatto spaced; their frames are the stress-free shape
  int order = 2;                // of the elements: 1, 2 or 3
  std::vector<Section> sections{};  // one for all elements, or one for each

  int elements() const { return (static_cast<int>(nodes.size()) - 1) / order; }
};

/// Joint axes are the third axis (z) of the markers. Coordinates that stay free, in the order of `Drive::coordinate`:
enum class JointKind {
  fixed,        // none
  revolute,     // 0: angle about z
  prismatic,    // 0: displacement along z
  cylindrical,  // 0: angle about z, 1: displacement along z
  universal,    // 0: angle about z of the first marker, 1: angle about y of the second
  spherical,    // 0, 1, 2: successive rotations about x, y, z that carry the first marker into the second
  planar,       // 0, 1: displacements along x and y of the first marker, 2: angle about z
};

/// A free coordinate of a joint prescribed as a function of time (m or rad). A spherical joint is driven in all three
/// coordinates or in none. Zero means that the two markers coincide in that coordinate.
struct Drive {
  int coordinate = 0;
  Function motion{};
};

struct Joint {
  std::string name{};
  JointKind kind = JointKind::fixed;
  Marker first{};
  Marker second{};
  std::vector<Drive> drives{};
};

/// A force (N) or moment (N m) on a marker, by components: in space axes (dead) or in the marker's axes (follower).
struct Load {
  enum class Kind { force, moment };
  std::string name{};
  Kind kind = Kind::force;
  Marker marker{};
  std::array<Function, 3> components{};
  bool follower = false;
};

/// Force (or moment) of a spring-damper by its elongation e and rate, positive in tension. The two functions replace
/// the linear coefficient of the same place; they act in the mean over a step (docs/theory.md, section 3.4), integrated
/// by five Gauss points: a law with a kink, such as a stop, needs steps that are short against the passage of the kink.
struct SpringLaw {
  double stiffness = 0.0;                 // N/m or N m/rad
  double damping = 0.0;                   // N s/m or N m s/rad
  std::optional<Function> elastic{};      // of e
  std::optional<Function> dissipative{};  // of the rate of e; must have the sign of its argument
};

/// Between two points, or torsional: about the z axis of the first marker, by the angle from its x axis to that of the
/// second (any number of turns).
struct Spring {
  enum class Kind { point_to_point, torsional };
  std::string name{};
  Kind kind = Kind::point_to_point;
  Marker first{};
  Marker second{};
  SpringLaw law{};
  std::optional<double> free_length{};  // m or rad; as in the model if not given
};

/// Six-component elastic connection: displacement of the second marker along the axes of the first, and the sine-like
/// rotation ½ Σ d×e about them (good to some 60°).
struct Bushing {
  std::string name{};
  Marker first{};
  Marker second{};
  Mat6 stiffness = Mat6::Zero();
  Mat6 damping = Mat6::Zero();
};

struct Model {
  Model();

  static NodeId ground() { return {0}; }

  NodeId add_node(Node node);
  /// A beam on nodes that already exist (their frames give the stress-free shape).
  BeamId add_beam(Beam beam);
  /// A straight beam with its own nodes from `start` to `end`; d2 lies as near to `up` as the axis allows.
  BeamId add_straight_beam(const std::string& name, const Vec3& start, const Vec3& end, const Vec3& up, int elements,
                           int order, const Section& section);
  /// A beam along `shape(s)`, s from 0 to 1: the frames of the reference line (d1 need not be tangent to it).
  BeamId add_curved_beam(const std::string& name, const std::function<Frame(double)>& shape, int elements, int order,
                         const Section& section);
  /// The same with elements between given values of s, which rise from 0 to 1.
  BeamId add_curved_beam(const std::string& name, const std::function<Frame(double)>& shape,
                         const std::vector<double>& boundaries, int order, const Section& section);
  JointId add_joint(Joint joint);
  SpringId add_spring(Spring spring);
  void add_load(Load load);
  void add_bushing(Bushing bushing);
  ContactId add_contact(Contact contact);
  /// A ball-in-race contact that moves in the xy plane of its first marker, held there by a planar joint "NAME/plane".
  ContactId add_planar_clearance(Contact contact);
  /// The two contacts, "NAME/1" at −z and "NAME/2" at +z.
  std::array<ContactId, 2> add_journal_bearing(const JournalBearing& bearing);

  /// The first and last node of a beam, and the node nearest to a fraction of its length.
  NodeId start(BeamId beam) const;
  NodeId end(BeamId beam) const;
  NodeId node_at(BeamId beam, double fraction) const;

  /// Initial velocities of a rigid motion: velocity of the space point `at` and angular velocity, in space axes.
  void set_rigid_velocity(NodeId node, const Vec3& velocity, const Vec3& angular, const Vec3& at);
  void set_rigid_velocity(BeamId beam, const Vec3& velocity, const Vec3& angular, const Vec3& at);

  /// A marker of a node that initially coincides with a frame in space.
  Marker marker_at(NodeId node, const Frame& in_space) const;

  std::vector<Node> nodes;
  std::vector<Beam> beams;
  std::vector<Joint> joints;
  std::vector<Load> loads;
  std::vector<Spring> springs;
  std::vector<Bushing> bushings;
  std::vector<Contact> contacts;
  std::vector<Shape> shapes;    // for pictures
  Vec3 gravity = Vec3::Zero();  // m/s²
};

/// The values of s at which elements of an order between these boundaries have their nodes.
std::vector<double> node_parameters(const std::vector<double>& boundaries, int order);

/// The number of free coordinates of a joint, and its name for messages.
int free_coordinates(JointKind kind);
const char* name_of(JointKind kind);

}  // namespace bristle
