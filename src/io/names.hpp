#pragma once
// What the names in a model file mean, across the file and its parts.

#include "document.hpp"

namespace bristle::io {

/// A body, or a place along a beam.
struct Place {
  std::string name{};  // with the prefix of its part
  bool on_beam = false;
  double fraction = 0.0;  // of the beam's length
};

/// All bodies and beams, and where along the beams something attaches.
struct Names {
  std::set<std::string> bodies{"ground"};
  std::set<std::string> beams{};
  std::map<std::string, std::set<double>> attachments{};

  void add(const Document& document);
  /// "slider", "link/mid", "blade1/root": names of the document's own part come first, then those around it. Throws
  /// ModelError with a suggestion.
  Place resolve(const Document& document, const std::string& text) const;
};

/// The document, from this one outwards, whose section has a name; null if there is none.
const Document* definer(const Document& document, const std::string& section, const std::string& name);
/// All names of a section, from this document outwards.
std::vector<std::string> names_in(const Document& document, const std::string& section);

/// Whether a name can be used for a parameter: letters, digits and _, not beginning with a digit.
bool is_identifier(const std::string& name);

}  // namespace bristle::io
