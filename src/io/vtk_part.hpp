#pragma once
// One part of every frame: its arrays and cells are made once, `update` fills in a state.

#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkIntArray.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "bristle/system/system.hpp"
#include "io/surface.hpp"

namespace bristle {

class VtkPart {
 public:
  VtkPart(std::string name, const System& system);
  virtual ~VtkPart() = default;

  virtual void update(const State& state) = 0;

  const std::string& name() const { return name_; }
  vtkPolyData* data() const { return data_; }

 protected:
  // Positions, and what clearances are read from, in double precision; the rest in single. The data owns its arrays.
  vtkDoubleArray* add_points(vtkIdType count);
  vtkFloatArray* add_point_array(const char* name, int components, std::initializer_list<const char*> labels = {});
  vtkDoubleArray* add_precise_array(const char* name, int components);
  vtkIntArray* add_point_numbers(const char* name);
  vtkIntArray* add_cell_numbers(const char* name, vtkIdType count);
  void add_names(const char* name, const std::vector<std::string>& names);
  void add_field(const char* name, const std::vector<double>& values);
  /// Tells VTK that the numbers have changed. Ranges it has worked out before it would keep, and write: to be called
  /// for arrays that stay as they are, too, or the first frame of a series would differ from the others.
  void changed();

  const System& system_;

 private:
  std::string name_;
  vtkSmartPointer<vtkPolyData> data_;
};

inline void put(vtkDoubleArray* array, vtkIdType at, const Vec3& v) { array->SetTypedTuple(at, v.data()); }
inline void put(vtkFloatArray* array, vtkIdType at, const Vec3& v) {
  const Eigen::Vector3f single = v.cast<float>();
  array->SetTypedTuple(at, single.data());
}
inline void put(vtkFloatArray* array, vtkIdType at, double value) { array->SetValue(at, static_cast<float>(value)); }

/// A part made of surfaces that move with markers.
class VtkSurfaces : public VtkPart {
 protected:
  struct Piece {
    Surface surface{};
    Marker place{};
    vtkIdType first = 0;  // of its points
    int count() const { return static_cast<int>(surface.points.size()); }
  };

  using VtkPart::VtkPart;

  /// To be called once, with all of them.
  void set_pieces(std::vector<Piece> pieces);
  /// Points and normals; returns the frame of the marker.
  Frame move(const State& state, const Piece& piece);
  const std::vector<Piece>& pieces() const { return pieces_; }
  vtkIdType faces() const;

 private:
  std::vector<Piece> pieces_;
  vtkDoubleArray* points_ = nullptr;
  vtkFloatArray* normals_ = nullptr;
};

// Null where the model has nothing of the kind.
std::unique_ptr<VtkPart> make_vtk_beams(const System& system);
std::unique_ptr<VtkPart> make_vtk_bodies(const System& system);
std::unique_ptr<VtkPart> make_vtk_races(const System& system);
std::unique_ptr<VtkPart> make_vtk_contacts(const System& system);

}  // namespace bristle
