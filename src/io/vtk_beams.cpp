#include <vtkCellArray.h>

#include <array>

#include "io/vtk_part.hpp"

namespace bristle {
namespace {

/// A polyline for each beam. Where two elements meet there is one point, with the mean of both.
class Beams : public VtkPart {
 public:
  explicit Beams(const System& system) : VtkPart("beams", system) {
    const std::vector<Beam>& beams = system.model().beams;
    const auto lines = vtkSmartPointer<vtkCellArray>::New();
    vtkIdType count = 0;
    for (const Beam& beam : beams) {
      const vtkIdType points = beam.elements() * segments(beam) + 1;
      lines->InsertNextCell(static_cast<int>(points));
      for (vtkIdType k = 0; k < points; ++k) lines->InsertCellPoint(count++);
    }
    points_ = add_points(count);
    data()->SetLines(lines);

    reference_ = add_precise_array("ReferencePosition", 3);
    displacement_ = add_precise_array("Displacement", 3);
    for (int k = 0; k < 3; ++k)
      directors_[k] = add_point_array(std::array{"Director1", "Director2", "Director3"}[k], 3);
    velocity_ = add_point_array("Velocity", 3);
    angular_ = add_point_array("AngularVelocity", 3);
    strain_ = add_point_array("StrainForce", 3, {"G1", "G2", "G3"});
    curvature_ = add_point_array("Curvature", 3, {"K1", "K2", "K3"});
    force_ = add_point_array("SectionForce", 3, {"N", "Q2", "Q3"});
    moment_ = add_point_array("SectionMoment", 3, {"T", "M2", "M3"});
    radius_ = add_point_array("Radius", 1);
    vtkIntArray* numbers = add_cell_numbers("Beam", static_cast<vtkIdType>(beams.size()));
    std::vector<std::string> names;
    for (std::size_t b = 0; b < beams.size(); ++b) {
      numbers->SetValue(static_cast<vtkIdType>(b), static_cast<int>(b));
      names.push_back(beams[b].name);
    }
    add_names("BeamNames", names);
    set_radii();

    const State still = system.initial_state();  // the stress-free shape, wherever the run starts
    each_point(still, [&](vtkIdType k, const BeamReading& r) { put(reference_, k, r.frame.x); });
  }

  void update(const State& state) override {
    each_point(state, [&](vtkIdType k, const BeamReading& r) {
      double reference[3];
      reference_->GetTypedTuple(k, reference);
      put(points_, k, r.frame.x);
      put(displacement_, k, Vec3(r.frame.x - Vec3(reference[0], reference[1], reference[2])));
      for (int d = 0; d < 3; ++d) put(directors_[d], k, Vec3(r.frame.R.col(d)));
      put(velocity_, k, r.velocity);
      put(angular_, k, r.angular);
      put(strain_, k, Vec3(r.strain.head<3>()));
      put(curvature_, k, Vec3(r.strain.tail<3>()));
      put(force_, k, Vec3(r.force.head<3>()));
      put(moment_, k, Vec3(r.force.tail<3>()));
    });
    changed();
  }

 private:
  static constexpr int most = 6;
  static int segments(const Beam& beam) { return beam.order == 1 ? 1 : most; }

  template <class Visit>
  void each_point(const State& state, Visit visit) const {
    const std::vector<Beam>& beams = system_.model().beams;
    vtkIdType point = 0;
    for (int b = 0; b < static_cast<int>(beams.size()); ++b) {
      const int n = segments(beams[b]);
      std::array<double, most + 1> at{};
      for (int k = 0; k <= n; ++k) at[k] = 2.0 * k / n - 1.0;
      std::array<BeamReading, most + 1> readings;
      BeamReading last;
      for (int e = 0; e < beams[b].elements(); ++e) {
        system_.read_element(state, {b}, e, std::span(at).first(n + 1), readings);
        if (e > 0) {
          readings[0].strain = 0.5 * (readings[0].strain + last.strain);
          readings[0].force = 0.5 * (readings[0].force + last.force);
        }
        for (int k = 0; k < n; ++k) visit(point++, readings[k]);
        last = readings[n];
      }
      visit(point++, last);
    }
  }

  void set_radii() {
    const std::vector<Beam>& beams = system_.model().beams;
    vtkIdType point = 0;
    for (int b = 0; b < static_cast<int>(beams.size()); ++b) {
      const Beam& beam = beams[b];
      const auto radius = [&](int element) {
        const double r = beam.sections[beam.sections.size() == 1 ? 0 : element].radius;
        return r > 0.0 ? r : system_.length({b}) / 50.0;
      };
      for (int e = 0; e < beam.elements(); ++e)
        for (int k = 0; k < segments(beam); ++k) put(radius_, point++, radius(e));
      put(radius_, point++, radius(beam.elements() - 1));
    }
  }

  vtkDoubleArray *points_ = nullptr, *reference_ = nullptr, *displacement_ = nullptr;
  std::array<vtkFloatArray*, 3> directors_{};
  vtkFloatArray *velocity_ = nullptr, *angular_ = nullptr, *strain_ = nullptr, *curvature_ = nullptr;
  vtkFloatArray *force_ = nullptr, *moment_ = nullptr, *radius_ = nullptr;
};

}  // namespace

std::unique_ptr<VtkPart> make_vtk_beams(const System& system) {
  if (system.model().beams.empty()) return nullptr;
  return std::make_unique<Beams>(system);
}

}  // namespace bristle
