#pragma once
// A model file, or a part of one, as it was written: its YAML, its parameters, where it stands in the whole.

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bristle/io/reader.hpp"
#include "bristle/io/schema.hpp"

namespace bristle::io {

using Parameters = std::map<std::string, double>;

/// What is wrong so far.
class Diagnostics {
 public:
  void report(std::string where, std::string what);
  void take(const Diagnostics& others);
  bool clean() const { return problems_.empty(); }
  /// Throws InvalidModel if anything was reported.
  void require_clean() const;

 private:
  std::vector<Problem> problems_;
};

struct Document {
  std::filesystem::path file{};
  YAML::Node root{};
  std::string prefix{};  // of its names: "" or "blade1/"
  Frame place{};         // of its origin in space
  Parameters parameters{};
  std::map<std::string, Function> functions{};  // once they are made
  const Document* parent = nullptr;
  std::vector<std::string> settings{};  // paths that the command line replaced

  std::string where(const YAML::Node& node, const std::string& path) const;
};

/// The value of a key of a mapping, if it is there.
std::optional<YAML::Node> find(const YAML::Node& mapping, const std::string& key);

/// A number, or an expression of parameters, pi, deg and rpm. Throws ModelError.
double evaluate(const std::string& text, const Parameters& parameters);

/// Parameters with pi, deg and rpm beside them.
Parameters with_constants(const Parameters& parameters);

/// The name most like a wrong one, as ": did you mean 'x'?", or "" if none is.
std::string suggestion(const std::string& wrong, const std::vector<std::string>& names);

/// Reads and parses a file. Throws IoError, or reports what is not YAML.
std::optional<YAML::Node> parse(const std::string& text, const std::string& name, Diagnostics& diagnostics);
std::string read_text(const std::filesystem::path& file);

/// Replaces what path=value settings name.
void apply_settings(Document& document, const std::vector<std::string>& settings, Diagnostics& diagnostics);

/// Of the content of a tree, without comments and layout; keys at the top that are in `except` are left out.
class ContentHash {
 public:
  void add(const YAML::Node& node, const std::set<std::string>& except = {});
  void add(const std::string& text);
  std::string text() const;

 private:
  std::uint64_t value_ = 14695981039346656037ull;  // FNV-1a
};

}  // namespace bristle::io
