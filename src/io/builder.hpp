#pragma once
// From documents that agree with the schema to a Case.

#include "item.hpp"
#include "names.hpp"

namespace bristle::io {

/// A beam of the model, and the fractions of its length at which it has nodes.
struct BuiltBeam {
  BeamId id{};
  std::vector<double> at{};
};

class Builder {
 public:
  Builder(const Names& names, Diagnostics& diagnostics, Case& result)
      : names_(names), diagnostics_(diagnostics), case_(result) {}

  // In this order, each for all documents.
  void add_definitions(Document& document);        // functions, materials, sections
  void add_bodies(const Document& document);       // and beams
  void add_connections(const Document& document);  // joints, clearances, springs, bushings, loads
  void add_run(const Document& document);          // gravity, start, analysis, output

 private:
  /// What `make` throws is reported at the item.
  template <class Make>
  void attempt(const Item& item, const Make& make) {
    try {
      make();
    } catch (const std::runtime_error& error) {  // of the model, or of a file that it names
      diagnostics_.report(item.where(), error.what());
    }
  }

  Section section(const Item& item) const;
  void add_body(const std::string& name, const Item& item);
  void add_beam(const std::string& name, const Item& item);
  void add_joint(const std::string& name, const Item& item);
  void add_clearance(const std::string& name, const Item& item);
  void add_spring(const std::string& name, const Item& item);
  void add_bushing(const std::string& name, const Item& item);
  void add_load(const std::string& name, const Item& item);
  void add_probes(const Item& output);

  NodeId node(const Item& item, const std::string& place) const;
  /// Where the two sides of a connection meet, as markers of their own.
  std::array<Marker, 2> markers(const Item& item) const;
  Frame meeting_frame(const Item& item, const std::array<NodeId, 2>& nodes) const;
  NormalLaw normal_law(const Item& clearance) const;
  const Material& material(const Item& item, const std::string& name) const;
  /// Remembers where a thing was described, for errors that come up later.
  void note(const std::string& name, const Item& item) { case_.places.emplace(name, item.where()); }

  const Names& names_;
  Diagnostics& diagnostics_;
  Case& case_;
  std::map<std::string, Material> materials_;  // by name with prefix
  std::map<std::string, Section> sections_;
  std::map<std::string, NodeId> bodies_{{"ground", Model::ground()}};
  std::map<std::string, BuiltBeam> beams_;
};

/// Of an `orientation` object; identity where it is empty.
Mat3 orientation_of(const Item& item);
/// A rotation with its z axis along one direction and its x axis as near to another as that allows.
Mat3 frame_with(const Vec3& z, const Vec3& x);
Vec3 point_of(const Item& item, const char* key);      // in space
Vec3 direction_of(const Item& item, const char* key);  // in space, of unit length

}  // namespace bristle::io
