#include <algorithm>

#include "io/vtk_part.hpp"

namespace bristle {
namespace {

class Bodies : public VtkSurfaces {
 public:
  explicit Bodies(const System& system) : VtkSurfaces("bodies", system) {
    std::vector<Piece> shapes;
    for (const Shape& shape : system.model().shapes) shapes.push_back({surface_of(shape), shape.place});
    set_pieces(std::move(shapes));
    velocity_ = add_point_array("Velocity", 3);

    vtkIntArray* numbers = add_cell_numbers("Body", faces());
    std::vector<std::string> names;  // several shapes may make up one body
    vtkIdType cell = 0;
    for (std::size_t k = 0; k < pieces().size(); ++k) {
      const std::string& name = system.model().shapes[k].name;
      const auto found = std::find(names.begin(), names.end(), name);
      const int body = static_cast<int>(found - names.begin());
      if (found == names.end()) names.push_back(name);
      for (std::size_t f = 0; f < pieces()[k].surface.faces.size(); ++f) numbers->SetValue(cell++, body);
    }
    add_names("BodyNames", names);
  }

  void update(const State& state) override {
    for (const Piece& piece : pieces()) {
      const Frame frame = move(state, piece);
      const Twist twist = system_.velocity(state, piece.place);
      for (int k = 0; k < piece.count(); ++k) {
        const Vec3 arm = frame.R * piece.surface.points[k];
        put(velocity_, piece.first + k, Vec3(twist.velocity + twist.angular.cross(arm)));
      }
    }
    changed();
  }

 private:
  vtkFloatArray* velocity_ = nullptr;
};

}  // namespace

std::unique_ptr<VtkPart> make_vtk_bodies(const System& system) {
  if (system.model().shapes.empty()) return nullptr;
  return std::make_unique<Bodies>(system);
}

}  // namespace bristle
