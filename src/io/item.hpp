#pragma once
// A mapping of a model file that agrees with its schema: values by key, defaults filled in.

#include <utility>

#include "bristle/model/function.hpp"
#include "document.hpp"

namespace bristle::io {

class Item {
 public:
  Item(const Document& document, const YAML::Node& node, const schema::Object& object, std::string path);

  const Document& document() const { return *document_; }
  std::string where() const { return document_->where(node_, path_); }
  std::string where(const char* key) const;
  /// Of an object with variants.
  std::string type() const;

  /// Whether the user gave it.
  bool has(const char* key) const;

  double number(const char* key) const;
  int integer(const char* key) const;
  bool flag(const char* key) const;
  std::string text(const char* key) const;
  Vec3 vector(const char* key) const;
  std::vector<Vec3> points(const char* key) const;
  std::vector<std::pair<double, double>> pairs(const char* key) const;
  Eigen::MatrixXd matrix(const char* key) const;
  std::vector<std::string> texts(const char* key) const;
  Function function(const char* key) const;
  std::array<Function, 3> functions(const char* key) const;
  Item object(const char* key) const;
  std::vector<Item> list(const char* key) const;
  std::vector<std::pair<std::string, Item>> named(const char* key) const;
  /// A section that is not an object of the schema, such as the probes.
  std::vector<std::pair<std::string, YAML::Node>> entries(const char* key) const;

 private:
  const schema::Key& key(const char* name) const;
  YAML::Node value(const char* name) const;
  std::string path(const char* name) const { return path_ + "." + name; }
  Function function_of(const YAML::Node& node, const schema::Key& key) const;

  const Document* document_;
  YAML::Node node_;
  const schema::Object* object_;
  std::string path_;
};

/// The variant that `type` of a mapping chooses, or the standard one; null if there is none of that name.
const schema::Variant* variant_of(const schema::Object& object, const YAML::Node& node);

/// A function as its own object gives it: by expression, points or file. Throws ModelError and IoError.
Function make_function(const Item& item);

}  // namespace bristle::io
