#include <algorithm>
#include <cmath>

#include "io/vtk_part.hpp"

namespace bristle {
namespace {

/// The surfaces that meet in each contact. Two vectors let a picture magnify the play k times: inner points are drawn
/// at x + (k − 1)(Apart + Inset). Apart is the offset of the inner part; Inset thins it by the play, so that what
/// touches still touches.
class Races : public VtkSurfaces {
 public:
  explicit Races(const System& system) : VtkSurfaces("races", system) {
    const Model& model = system.model();
    std::vector<Piece> surfaces;
    std::vector<std::string> names;
    for (const Contact& contact : model.contacts) {
      contact_index_ = static_cast<int>(names.size());
      names.push_back(contact.name);
      race_radii_.push_back(0.0);
      inner_radii_.push_back(0.0);
      std::visit([&](const auto& geometry) { add(surfaces, contact, geometry); }, contact.geometry);
    }
    set_pieces(std::move(surfaces));
    apart_ = add_precise_array("Apart", 3);
    inset_ = add_precise_array("Inset", 3);
    vtkIntArray* contacts = add_cell_numbers("Contact", faces());
    vtkIntArray* sides = add_cell_numbers("Side", faces());
    vtkIdType cell = 0;
    for (std::size_t k = 0; k < pieces().size(); ++k)
      for (std::size_t f = 0; f < pieces()[k].surface.faces.size(); ++f, ++cell) {
        contacts->SetValue(cell, roles_[k].contact);
        sides->SetValue(cell, roles_[k].inner ? 1 : 0);
      }
    add_names("ContactNames", names);
    add_field("RaceRadius", race_radii_);  // by contact; 0 for planes
    add_field("InnerRadius", inner_radii_);
  }

  void update(const State& state) override {
    for (std::size_t k = 0; k < pieces().size(); ++k) {
      const Piece& piece = pieces()[k];
      const Role& role = roles_[k];
      const Frame inner = move(state, piece);
      if (!role.inner) continue;
      const Frame outer = system_.frame(state, system_.model().contacts[role.contact].first);
      Vec3 apart = inner.x - outer.x;
      if (role.about_axis) apart -= apart.dot(outer.R.col(2)) * outer.R.col(2);  // along the pin it may slide
      for (int p = 0; p < piece.count(); ++p) {
        Vec3 arm = piece.surface.points[p];
        if (role.about_axis) arm.z() = 0.0;
        put(apart_, piece.first + p, apart);
        put(inset_, piece.first + p, Vec3(-role.play_by_radius * (inner.R * arm)));
      }
    }
    changed();
  }

 private:
  struct Role {
    int contact = 0;
    bool inner = false;
    bool about_axis = false;
    double play_by_radius = 0.0;  // of the inner part
  };

  void add(std::vector<Piece>& surfaces, const Contact& contact, const BallInRace& g) {
    // Held in a plane, it is a pin in a hole.
    const std::vector<Joint>& joints = system_.model().joints;
    const bool planar = std::any_of(joints.begin(), joints.end(), [&](const Joint& joint) {
      return joint.kind == JointKind::planar && joint.name == contact.name + "/plane";
    });
    if (planar) return add(surfaces, contact, DiskInCylinder{g.race_radius, g.ball_radius});
    const double play = set_radii(g.race_radius, g.ball_radius);
    add(surfaces, contact.first, sphere_surface(g.race_radius), {});
    add(surfaces, contact.second, sphere_surface(g.ball_radius), {.inner = true, .play_by_radius = play});
  }

  void add(std::vector<Piece>& surfaces, const Contact& contact, const DiskInCylinder& g) {
    const double play = set_radii(g.cylinder_radius, g.disk_radius);
    const double width = g.cylinder_radius;
    Surface ring = ring_surface(g.cylinder_radius, 1.3 * g.cylinder_radius, 0.9 * width);
    const double along = between(contact).x.z();  // of the disk, at the start: disks of a journal share a cylinder
    for (Vec3& point : ring.points) point.z() += along;
    add(surfaces, contact.first, std::move(ring), {});
    add(surfaces, contact.second, cylinder_surface(g.disk_radius, width, Caps::closed),
        {.inner = true, .about_axis = true, .play_by_radius = play});
  }

  void add(std::vector<Piece>& surfaces, const Contact& contact, const PointsOnPlane& g) {
    const Frame relative = between(contact);
    Vec3 low = Vec3::Constant(INFINITY), high = -low;
    for (const Vec3& point : g.points) {
      const Vec3 at = relative.x + relative.R * point;
      low = low.cwiseMin(at);
      high = high.cwiseMax(at);
    }
    const double extent = (high - low).maxCoeff();
    const double half = extent > 0.0 ? 1.5 * extent : 0.1 * system_.size();
    Vec3 centre = 0.5 * (low + high);
    centre.z() = 0.0;
    add(surfaces, contact.first, rectangle_surface(centre, half, half), {});
  }

  /// The place of the second part in the first, at the start.
  Frame between(const Contact& contact) const {
    const std::vector<Node>& nodes = system_.model().nodes;
    return (nodes[contact.first.node.index].frame * contact.first.frame()).inverse() *
           (nodes[contact.second.node.index].frame * contact.second.frame());
  }

  /// Returns the play by the inner radius.
  double set_radii(double race, double inner) {
    race_radii_.back() = race;
    inner_radii_.back() = inner;
    return (race - inner) / inner;
  }

  void add(std::vector<Piece>& surfaces, const Marker& marker, Surface surface, Role role) {
    role.contact = contact_index_;
    surfaces.push_back({std::move(surface), marker});
    roles_.push_back(role);
  }

  std::vector<Role> roles_;
  std::vector<double> race_radii_, inner_radii_;
  int contact_index_ = 0;
  vtkDoubleArray *apart_ = nullptr, *inset_ = nullptr;
};

}  // namespace

std::unique_ptr<VtkPart> make_vtk_races(const System& system) {
  if (system.model().contacts.empty()) return nullptr;
  return std::make_unique<Races>(system);
}

}  // namespace bristle
