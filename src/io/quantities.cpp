#include "quantities.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <memory>
#include <optional>

namespace bristle::io {
namespace {

/// The rotation vector (rad) of a rotation, short of half a turn.
Vec3 rotation_vector(const Mat3& R) {
  const Eigen::AngleAxisd turn(R);
  return turn.angle() * turn.axis();
}

}  // namespace

Quantity number(std::string name, Scalar read) { return {std::move(name), std::move(read), {}}; }
Quantity vector(std::string name, Vector read) { return {std::move(name), {}, std::move(read)}; }

std::vector<Quantity> of_body(NodeId node, const Frame& start) {
  const Marker at{node};
  return {
      vector("position", [=](const Simulation& r) { return r.frame(node).x; }),
      vector("displacement", [=](const Simulation& r) { return Vec3(r.frame(node).x - start.x); }),
      vector("rotation", [=](const Simulation& r) { return rotation_vector(r.frame(node).R * start.R.transpose()); }),
      vector("velocity", [=](const Simulation& r) { return r.velocity(at).velocity; }),
      vector("angular_velocity", [=](const Simulation& r) { return r.velocity(at).angular; }),
      vector("acceleration", [=](const Simulation& r) { return r.acceleration(node); }),
      vector("x_axis", [=](const Simulation& r) { return Vec3(r.frame(node).R.col(0)); }),
      vector("y_axis", [=](const Simulation& r) { return Vec3(r.frame(node).R.col(1)); }),
      vector("z_axis", [=](const Simulation& r) { return Vec3(r.frame(node).R.col(2)); })};
}

std::vector<Quantity> of_beam(BeamId beam, double fraction) {
  const auto read = [=](const Simulation& r) { return r.system().read_beam(r.state(), beam, fraction); };
  const auto start = std::make_shared<std::optional<Frame>>();  // found when it is first asked for
  const auto before = [=](const Simulation& r) {
    if (!*start) *start = r.system().read_beam(r.system().initial_state(), beam, fraction).frame;
    return **start;
  };
  return {vector("position", [=](const Simulation& r) { return read(r).frame.x; }),
          vector("displacement", [=](const Simulation& r) { return Vec3(read(r).frame.x - before(r).x); }),
          vector("rotation",
                 [=](const Simulation& r) { return rotation_vector(read(r).frame.R * before(r).R.transpose()); }),
          vector("velocity", [=](const Simulation& r) { return read(r).velocity; }),
          vector("angular_velocity", [=](const Simulation& r) { return read(r).angular; }),
          vector("force", [=](const Simulation& r) { return Vec3(read(r).force.head<3>()); }),
          vector("moment", [=](const Simulation& r) { return Vec3(read(r).force.tail<3>()); }),
          vector("strain", [=](const Simulation& r) { return Vec3(read(r).strain.head<3>()); }),
          vector("curvature", [=](const Simulation& r) { return Vec3(read(r).strain.tail<3>()); })};
}

std::vector<Quantity> of_joint(JointId id, const Joint& joint) {
  const auto between = [=](const Simulation& r) { return r.frame(joint.first).inverse() * r.frame(joint.second); };
  return {vector("force", [=](const Simulation& r) { return r.reaction(id).force; }),
          vector("moment", [=](const Simulation& r) { return r.reaction(id).moment; }),
          number("angle",
                 [=](const Simulation& r) {
                   const Mat3 R = between(r).R;
                   return std::atan2(R(1, 0), R(0, 0));
                 }),
          number("displacement", [=](const Simulation& r) { return between(r).x.z(); })};
}

std::vector<Quantity> of_contact(ContactId id, int point) {
  const auto at = [=](const Simulation& r) -> const ContactReport& { return r.contact(id, point); };
  const auto value = [=](auto member) { return [=](const Simulation& r) { return at(r).*member; }; };
  using C = ContactReport;
  return {number("gap", value(&C::gap)),
          number("penetration", [=](const Simulation& r) { return at(r).penetration(); }),
          number("gap_rate", value(&C::gap_rate)),
          number("normal_force", value(&C::normal_force)),
          vector("normal", value(&C::normal)),
          vector("force", [=](const Simulation& r) { return at(r).force(); }),
          vector("friction", value(&C::friction)),
          number("friction_force", [=](const Simulation& r) { return at(r).friction.norm(); }),
          number("friction_coefficient", [=](const Simulation& r) { return at(r).friction_coefficient(); }),
          vector("sliding_velocity", value(&C::sliding_velocity)),
          number("sliding_speed", [=](const Simulation& r) { return at(r).sliding_velocity.norm(); }),
          vector("bristle", value(&C::bristle)),
          vector("point_on_first", value(&C::point_on_first)),
          vector("point_on_second", value(&C::point_on_second)),
          number("angle", value(&C::angle)),
          number("phase", [=](const Simulation& r) { return static_cast<double>(at(r).phase); }),
          number("sliding_distance", value(&C::sliding_distance)),
          number("friction_work", value(&C::friction_work))};
}

std::vector<Quantity> of_energy() {
  const auto line = [](auto member) { return [=](const Simulation& r) { return r.ledger().*member; }; };
  using L = Ledger;
  return {number("kinetic", line(&L::kinetic)),
          number("elastic", line(&L::elastic)),
          number("contact", line(&L::contact)),
          number("potential", line(&L::gravitational)),
          number("stored", [](const Simulation& r) { return r.ledger().stored(); }),
          number("external_work", line(&L::external_work)),
          number("friction_loss", line(&L::friction_loss)),
          number("contact_loss", line(&L::contact_loss)),
          number("damping_loss", line(&L::damping_loss)),
          number("numerical_loss", line(&L::numerical_loss)),
          number("residual", [](const Simulation& r) { return r.ledger().residual(); })};
}

}  // namespace bristle::io
