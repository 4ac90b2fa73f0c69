#pragma once
// Is a file what the schema says? Everything that is not is reported.

#include "names.hpp"

namespace bristle::io {

struct Validator {
  const Document& document;
  Names& names;
  Diagnostics& diagnostics;

  /// A mapping and all it holds; keys in `except` are not looked into.
  void object(const YAML::Node& node, const schema::Object& object, const std::string& path,
              const std::set<std::string>& except = {});
  void value(const YAML::Node& node, const schema::Key& key, const std::string& path);

 private:
  void report(const YAML::Node& node, const std::string& path, std::string what);
  bool number(const YAML::Node& node, const schema::Key& key, const std::string& path);
  bool sequence(const YAML::Node& node, const schema::Key& key, const std::string& path, std::size_t size,
                const char* expected);
  void keys(const YAML::Node& node, const std::vector<const schema::Key*>& known, const std::string& path,
            const std::string& owner, const std::set<std::string>& except);
  void matrix(const YAML::Node& node, const schema::Key& key, const std::string& path);
  void function(const YAML::Node& node, const schema::Key& key, const std::string& path);
  void place(const YAML::Node& node, const std::string& path);
  void reference(const YAML::Node& node, const schema::Key& key, const std::string& path);
  void name(const YAML::Node& node, const std::string& path);
  void numbers(const YAML::Node& node, const std::string& path);
};

}  // namespace bristle::io
