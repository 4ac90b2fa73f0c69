#include "io/vtk_part.hpp"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkStringArray.h>

namespace bristle {
namespace {

template <class Array>
vtkSmartPointer<Array> make_array(const char* name, int components, vtkIdType count) {
  auto array = vtkSmartPointer<Array>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(count);
  array->Fill(0);
  return array;
}

}  // namespace

VtkPart::VtkPart(std::string name, const System& system)
    : system_(system), name_(std::move(name)), data_(vtkSmartPointer<vtkPolyData>::New()) {}

vtkDoubleArray* VtkPart::add_points(vtkIdType count) {
  const auto array = make_array<vtkDoubleArray>("Points", 3, count);
  const auto points = vtkSmartPointer<vtkPoints>::New();
  points->SetData(array);
  data_->SetPoints(points);
  return array;
}

vtkFloatArray* VtkPart::add_point_array(const char* name, int components, std::initializer_list<const char*> labels) {
  const auto array = make_array<vtkFloatArray>(name, components, data_->GetNumberOfPoints());
  int component = 0;
  for (const char* label : labels) array->SetComponentName(component++, label);
  data_->GetPointData()->AddArray(array);
  return array;
}

vtkDoubleArray* VtkPart::add_precise_array(const char* name, int components) {
  const auto array = make_array<vtkDoubleArray>(name, components, data_->GetNumberOfPoints());
  data_->GetPointData()->AddArray(array);
  return array;
}

vtkIntArray* VtkPart::add_point_numbers(const char* name) {
  const auto array = make_array<vtkIntArray>(name, 1, data_->GetNumberOfPoints());
  data_->GetPointData()->AddArray(array);
  return array;
}

vtkIntArray* VtkPart::add_cell_numbers(const char* name, vtkIdType count) {
  const auto array = make_array<vtkIntArray>(name, 1, count);
  data_->GetCellData()->AddArray(array);
  return array;
}

void VtkPart::add_names(const char* name, const std::vector<std::string>& names) {
  const auto array = vtkSmartPointer<vtkStringArray>::New();
  array->SetName(name);
  for (const std::string& n : names) array->InsertNextValue(n);
  data_->GetFieldData()->AddArray(array);
}

void VtkPart::add_field(const char* name, const std::vector<double>& values) {
  const auto array = make_array<vtkDoubleArray>(name, 1, static_cast<vtkIdType>(values.size()));
  for (std::size_t k = 0; k < values.size(); ++k) array->SetValue(static_cast<vtkIdType>(k), values[k]);
  data_->GetFieldData()->AddArray(array);
}

void VtkPart::changed() {
  data_->GetPoints()->GetData()->Modified();
  const std::array<vtkFieldData*, 3> all{data_->GetPointData(), data_->GetCellData(), data_->GetFieldData()};
  for (vtkFieldData* arrays : all)
    for (int k = 0; k < arrays->GetNumberOfArrays(); ++k) arrays->GetAbstractArray(k)->Modified();
  data_->Modified();
}

void VtkSurfaces::set_pieces(std::vector<Piece> pieces) {
  pieces_ = std::move(pieces);
  vtkIdType count = 0;
  const auto polygons = vtkSmartPointer<vtkCellArray>::New();
  for (Piece& piece : pieces_) {
    piece.first = count;
    count += piece.count();
    for (const std::array<int, 4>& face : piece.surface.faces) {
      polygons->InsertNextCell(face[3] < 0 ? 3 : 4);
      for (const int corner : face)
        if (corner >= 0) polygons->InsertCellPoint(piece.first + corner);
    }
  }
  points_ = add_points(count);
  data()->SetPolys(polygons);
  normals_ = add_point_array("Normals", 3);
  data()->GetPointData()->SetActiveNormals("Normals");
}

Frame VtkSurfaces::move(const State& state, const Piece& piece) {
  const Frame frame = system_.frame(state, piece.place);
  for (int k = 0; k < piece.count(); ++k) {
    put(points_, piece.first + k, frame.x + frame.R * piece.surface.points[k]);
    put(normals_, piece.first + k, Vec3(frame.R * piece.surface.normals[k]));
  }
  return frame;
}

vtkIdType VtkSurfaces::faces() const {
  vtkIdType sum = 0;
  for (const Piece& piece : pieces_) sum += static_cast<vtkIdType>(piece.surface.faces.size());
  return sum;
}

}  // namespace bristle
