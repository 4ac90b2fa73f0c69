#pragma once
// Model files as text: what they read as, and what is wrong with them.

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "bristle/io/reader.hpp"

namespace bristle::test {

/// A model with this in it and nothing else but a run.
inline Case case_of(const std::string& text, const std::vector<std::string>& settings = {},
                    const std::filesystem::path& name = "model.yaml") {
  return read_case_text(text + "\nanalysis: {end: 1}\n", name, settings);
}

inline Model model_of(const std::string& text, const std::vector<std::string>& settings = {}) {
  return case_of(text, settings).model;
}

/// What is wrong with a text, a line for each thing; "" where it is valid.
inline std::string problems_of(const std::string& text, const std::vector<std::string>& settings = {},
                               const std::filesystem::path& name = "model.yaml") {
  try {
    read_case_text(text, name, settings);
  } catch (const InvalidModel& error) {
    return error.what();
  }
  return {};
}

/// The same of a text without its run.
inline std::string problems_in(const std::string& text, const std::vector<std::string>& settings = {}) {
  return problems_of(text + "\nanalysis: {end: 1}\n", settings);
}

inline const Node& node_named(const Model& model, const std::string& name) {
  const auto found =
      std::find_if(model.nodes.begin(), model.nodes.end(), [&](const Node& n) { return n.name == name; });
  INFO("node " << name);
  REQUIRE(found != model.nodes.end());
  return *found;
}

/// Where a marker is in space at the start.
inline Frame in_space(const Model& model, const Marker& marker) {
  return model.nodes.at(marker.node.index).frame * marker.frame();
}

}  // namespace bristle::test
