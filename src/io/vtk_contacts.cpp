#include <vtkCellArray.h>

#include "io/vtk_part.hpp"

namespace bristle {
namespace {

/// A point for each gap, on the first body. Forces are those on the second body.
class Contacts : public VtkPart {
 public:
  explicit Contacts(const System& system) : VtkPart("contacts", system) {
    const auto count = static_cast<vtkIdType>(system.gaps().size());
    const auto vertices = vtkSmartPointer<vtkCellArray>::New();
    for (vtkIdType k = 0; k < count; ++k) vertices->InsertNextCell(1, &k);
    points_ = add_points(count);
    data()->SetVerts(vertices);

    on_second_ = add_precise_array("PointOnSecond", 3);
    normal_force_ = add_point_array("NormalForce", 3);
    friction_ = add_point_array("Friction", 3);
    velocity_ = add_point_array("SlidingVelocity", 3);
    bristle_ = add_point_array("Bristle", 3);
    gap_ = add_precise_array("Gap", 1);
    penetration_ = add_precise_array("Penetration", 1);
    magnitude_ = add_point_array("NormalForceMagnitude", 1);
    coefficient_ = add_point_array("FrictionCoefficient", 1);
    angle_ = add_point_array("Angle", 1);
    distance_ = add_point_array("SlidingDistance", 1);
    work_ = add_point_array("FrictionWork", 1);
    phase_ = add_point_numbers("Phase");

    vtkIntArray* numbers = add_point_numbers("Contact");
    const std::vector<Contact>& contacts = system.model().contacts;
    std::vector<std::string> names;
    for (int c = 0; c < static_cast<int>(contacts.size()); ++c) {
      const System::GapRange range = system.gaps_of({c});
      for (int k = 0; k < range.count; ++k) numbers->SetValue(range.first + k, c);
      names.push_back(contacts[c].name);
    }
    add_names("ContactNames", names);
  }

  void update(const State& state) override {
    for (std::size_t g = 0; g < state.contacts.size(); ++g) {
      const ContactReport& c = state.contacts[g];
      const auto k = static_cast<vtkIdType>(g);
      put(points_, k, c.point_on_first);
      put(on_second_, k, c.point_on_second);
      put(normal_force_, k, Vec3(-c.normal_force * c.normal));
      put(friction_, k, c.friction);
      put(velocity_, k, c.sliding_velocity);
      put(bristle_, k, c.bristle);
      gap_->SetValue(k, c.gap);
      penetration_->SetValue(k, c.penetration());
      put(magnitude_, k, c.normal_force);
      put(coefficient_, k, c.friction_coefficient());
      put(angle_, k, c.angle);
      put(distance_, k, c.sliding_distance);
      put(work_, k, c.friction_work);
      phase_->SetValue(k, static_cast<int>(c.phase));
    }
    changed();
  }

 private:
  vtkDoubleArray *points_ = nullptr, *on_second_ = nullptr, *gap_ = nullptr, *penetration_ = nullptr;
  vtkFloatArray *normal_force_ = nullptr, *friction_ = nullptr, *velocity_ = nullptr, *bristle_ = nullptr;
  vtkFloatArray *magnitude_ = nullptr, *coefficient_ = nullptr, *angle_ = nullptr;
  vtkFloatArray *distance_ = nullptr, *work_ = nullptr;
  vtkIntArray* phase_ = nullptr;
};

}  // namespace

std::unique_ptr<VtkPart> make_vtk_contacts(const System& system) {
  if (system.gaps().empty()) return nullptr;
  return std::make_unique<Contacts>(system);
}

}  // namespace bristle
