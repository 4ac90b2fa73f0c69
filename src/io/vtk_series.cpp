#include "bristle/io/vtk_series.hpp"

#include <fmt/format.h>
#include <vtkFieldData.h>
#include <vtkXMLPolyDataWriter.h>

#include <array>
#include <cerrno>
#include <charconv>

#include "bristle/error.hpp"
#include "io/file.hpp"
#include "io/vtk_part.hpp"

namespace bristle {

namespace fs = std::filesystem;

struct VtkSeries::Writer {
  fs::path directory;
  std::vector<std::unique_ptr<VtkPart>> parts;
  std::vector<double> times;
  std::string entries;  // of the collection
  std::array<vtkSmartPointer<vtkDoubleArray>, 11> fields;
  vtkSmartPointer<vtkXMLPolyDataWriter> vtk = vtkSmartPointer<vtkXMLPolyDataWriter>::New();

  Writer(const System& system, fs::path where);

  fs::path file(const VtkPart& part, std::size_t frame) const {
    return fs::path("frames") / fmt::format("{}_{:06}.vtp", part.name(), frame);
  }
  void set_fields(const State& state);
  void write_part(const VtkPart& part, const fs::path& to);
  void enter(double time);
  void write_collection() const;
  void drop_frames_from(std::size_t count) const;
};

VtkSeries::Writer::Writer(const System& system, fs::path where) : directory(std::move(where)) {
  for (const auto make : {make_vtk_beams, make_vtk_bodies, make_vtk_races, make_vtk_contacts})
    if (auto part = make(system)) parts.push_back(std::move(part));

  constexpr std::array names{"TimeValue",    "kinetic",        "elastic",       "contact",
                             "potential",    "external_work",  "friction_loss", "contact_loss",
                             "damping_loss", "numerical_loss", "residual"};
  for (std::size_t k = 0; k < names.size(); ++k) {
    fields[k] = vtkSmartPointer<vtkDoubleArray>::New();
    fields[k]->SetName(names[k]);
    fields[k]->SetNumberOfTuples(1);
    for (const auto& part : parts) part->data()->GetFieldData()->AddArray(fields[k]);
  }
  // Made in memory and written here, so that the reason of a failure is known.
  vtk->WriteToOutputStringOn();
  vtk->SetDataModeToAppended();
  vtk->EncodeAppendedDataOff();
  vtk->SetCompressorTypeToZLib();
  vtk->SetHeaderTypeToUInt64();

  std::error_code error;
  fs::create_directories(directory / "frames", error);
  if (error) throw_io("make the directory", directory / "frames", error.value());
}

void VtkSeries::Writer::set_fields(const State& state) {
  const Ledger& l = state.ledger;
  const std::array values{state.time,      l.kinetic,        l.elastic,       l.contact,
                          l.gravitational, l.external_work,  l.friction_loss, l.contact_loss,
                          l.damping_loss,  l.numerical_loss, l.residual()};
  for (std::size_t k = 0; k < values.size(); ++k) {
    fields[k]->SetValue(0, values[k]);
    fields[k]->Modified();
  }
}

void VtkSeries::Writer::write_part(const VtkPart& part, const fs::path& to) {
  vtk->SetInputData(part.data());
  if (vtk->Write() == 0) throw IoError(fmt::format("cannot write {}: VTK could not encode it", to.string()));
  write_file(to, vtk->GetOutputString());
}

void VtkSeries::Writer::enter(double time) {
  for (std::size_t k = 0; k < parts.size(); ++k)
    fmt::format_to(std::back_inserter(entries), "    <DataSet timestep=\"{}\" part=\"{}\" name=\"{}\" file=\"{}\"/>\n",
                   time, k, parts[k]->name(), file(*parts[k], times.size()).generic_string());
  times.push_back(time);
}

void VtkSeries::Writer::write_collection() const {
  replace_file(directory / "results.pvd", fmt::format("<?xml version=\"1.0\"?>\n"
                                                      "<VTKFile type=\"Collection\" version=\"0.1\">\n"
                                                      "  <Collection>\n{}  </Collection>\n"
                                                      "</VTKFile>\n",
                                                      entries));
}

/// Every file in frames/ that is named as one of this series and of a frame not before `count`: also those that a
/// killed run left behind half written.
void VtkSeries::Writer::drop_frames_from(std::size_t count) const {
  std::error_code error;
  std::vector<fs::path> later;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory / "frames", error)) {
    const std::string name = entry.path().filename().string();
    const auto underscore = name.rfind('_');
    if (underscore == std::string::npos || !name.ends_with(".vtp")) continue;
    std::size_t frame = 0;
    const auto [end, bad] = std::from_chars(name.data() + underscore + 1, name.data() + name.size(), frame);
    if (bad == std::errc{} && end == name.data() + name.size() - 4 && frame >= count) later.push_back(entry.path());
  }
  if (error) throw_io("list", directory / "frames", error.value());
  for (const fs::path& path : later)
    if (!fs::remove(path, error) && error) throw_io("remove", path, error.value());
}

VtkSeries::VtkSeries(const System& system, fs::path directory)
    : writer_(std::make_unique<Writer>(system, std::move(directory))) {}

VtkSeries::~VtkSeries() = default;

void VtkSeries::write(const Simulation& run) {
  Writer& w = *writer_;
  if (w.times.empty()) w.drop_frames_from(0);
  w.set_fields(run.state());
  for (const auto& part : w.parts) {
    part->update(run.state());
    w.write_part(*part, w.directory / w.file(*part, w.times.size()));
  }
  w.enter(run.time());
  w.write_collection();
}

const std::vector<double>& VtkSeries::times() const { return writer_->times; }

void VtkSeries::resume(std::span<const double> times) {
  Writer& w = *writer_;
  w.times.clear();
  w.entries.clear();
  for (const double time : times) {
    for (const auto& part : w.parts) {
      const fs::path path = w.directory / w.file(*part, w.times.size());
      std::error_code error;
      if (!fs::exists(path, error)) throw_io("go on after", path, error ? error.value() : ENOENT);
    }
    w.enter(time);
  }
  w.write_collection();  // first, so that it never names a file that is gone
  w.drop_frames_from(times.size());
}

}  // namespace bristle
