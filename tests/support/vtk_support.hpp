#pragma once
// Reads back what VtkSeries wrote.

#include <unistd.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkXMLPolyDataReader.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "bristle/math/types.hpp"

namespace bristle::test {

/// A directory of its own, gone at the end.
class Scratch {
 public:
  explicit Scratch(const std::string& name)
      : path_(std::filesystem::temp_directory_path() /
              ("bristle_" + name + "_" + std::to_string(getpid()) + "_" + std::to_string(counter_++))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Scratch() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  static inline int counter_ = 0;
  std::filesystem::path path_;
};

inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("no file " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

inline bool same_bytes(const std::filesystem::path& a, const std::filesystem::path& b) {
  return bytes_of(a) == bytes_of(b);
}

/// One part of one frame.
struct Frameful {
  explicit Frameful(const std::filesystem::path& file) {
    const auto reader = vtkSmartPointer<vtkXMLPolyDataReader>::New();
    reader->SetFileName(file.c_str());
    reader->Update();
    if (reader->GetErrorCode() != 0) throw std::runtime_error("cannot read " + file.string());
    data = reader->GetOutput();
  }
  vtkDataArray* array(const char* name) const {
    vtkDataArray* found = data->GetPointData()->GetArray(name);
    if (!found) throw std::runtime_error(std::string("no array ") + name);
    return found;
  }
  Vec3 vector(const char* name, vtkIdType at) const { return Vec3(array(name)->GetTuple3(at)); }
  double number(const char* name, vtkIdType at) const { return array(name)->GetTuple1(at); }
  Vec3 point(vtkIdType at) const { return Vec3(data->GetPoint(at)); }
  double field(const char* name) const { return data->GetFieldData()->GetArray(name)->GetTuple1(0); }

  vtkSmartPointer<vtkPolyData> data;
};

}  // namespace bristle::test
