#include "item.hpp"

#include <fmt/format.h>

#include <cassert>
#include <charconv>
#include <cmath>
#include <sstream>

#include "names.hpp"
#include "schema_keys.hpp"

namespace bristle::io {
namespace {

std::string child(const std::string& path, const std::string& name) { return path.empty() ? name : path + "." + name; }

}  // namespace

const schema::Variant* variant_of(const schema::Object& object, const YAML::Node& node) {
  const auto type = find(node, "type");
  const std::string wanted = !type || type->IsNull() ? object.standard_variant : type->IsScalar() ? type->Scalar() : "";
  for (const schema::Variant& v : object.variants)
    if (v.type == wanted) return &v;
  return nullptr;
}

Item::Item(const Document& document, const YAML::Node& node, const schema::Object& object, std::string path)
    : document_(&document), node_(node), object_(&object), path_(std::move(path)) {}

const schema::Key& Item::key(const char* name) const {
  for (const schema::Key& k : object_->keys)
    if (k.name == name) return k;
  if (const schema::Variant* variant = variant_of(*object_, node_))
    for (const schema::Key& k : variant->keys)
      if (k.name == name) return k;
  throw std::logic_error(fmt::format("the schema of '{}' has no key '{}'", object_->name, name));
}

YAML::Node Item::value(const char* name) const {
  if (const auto given = find(node_, name); given && !given->IsNull()) return *given;
  return YAML::Load(key(name).standard);
}

std::string Item::where(const char* name) const {
  const auto given = find(node_, name);
  return given ? document_->where(*given, child(path_, name)) : where();
}

std::string Item::type() const {
  const schema::Variant* variant = variant_of(*object_, node_);
  return variant ? variant->type : std::string();
}

bool Item::has(const char* name) const {
  const auto given = find(node_, name);
  return given && !given->IsNull();
}

double Item::number(const char* name) const { return evaluate(value(name).Scalar(), document_->parameters); }
int Item::integer(const char* name) const { return static_cast<int>(std::lround(number(name))); }
bool Item::flag(const char* name) const { return value(name).as<bool>(); }
std::string Item::text(const char* name) const { return value(name).Scalar(); }

namespace {

Vec3 vector_of(const YAML::Node& node, const Parameters& parameters) {
  Vec3 v;
  for (int k = 0; k < 3; ++k) v[k] = evaluate(node[k].Scalar(), parameters);
  return v;
}

}  // namespace

Vec3 Item::vector(const char* name) const { return vector_of(value(name), document_->parameters); }

std::vector<Vec3> Item::points(const char* name) const {
  std::vector<Vec3> points;
  for (const YAML::Node& row : value(name)) points.push_back(vector_of(row, document_->parameters));
  return points;
}

std::vector<std::pair<double, double>> Item::pairs(const char* name) const {
  std::vector<std::pair<double, double>> pairs;
  for (const YAML::Node& row : value(name))
    pairs.emplace_back(evaluate(row[0].Scalar(), document_->parameters),
                       evaluate(row[1].Scalar(), document_->parameters));
  return pairs;
}

Eigen::MatrixXd Item::matrix(const char* name) const {
  const int size = key(name).size;
  const YAML::Node rows = value(name);
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(size, size);
  for (int i = 0; i < size; ++i) {
    if (rows[i].IsScalar()) m(i, i) = evaluate(rows[i].Scalar(), document_->parameters);
    if (rows[i].IsSequence())
      for (int k = 0; k < size; ++k) m(i, k) = evaluate(rows[i][k].Scalar(), document_->parameters);
  }
  return m;
}

std::vector<std::string> Item::texts(const char* name) const {
  std::vector<std::string> texts;
  for (const YAML::Node& entry : value(name)) texts.push_back(entry.Scalar());
  return texts;
}

Function Item::function_of(const YAML::Node& node, const schema::Key& key) const {
  if (node.IsMap()) return make_function({*document_, node, schema::function(), child(path_, key.name)});
  const std::string& text = node.Scalar();
  double value = 0.0;
  if (const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      error == std::errc() && rest == text.data() + text.size())
    return value;
  if (const Document* d = definer(*document_, "functions", text)) {
    const auto made = d->functions.find(text);
    if (made == d->functions.end()) throw ModelError(fmt::format("the function '{}' is not valid", text));
    return made->second;
  }
  return Function::expression(text, key.variable, with_constants(document_->parameters));
}

Function Item::function(const char* name) const { return function_of(value(name), key(name)); }

std::array<Function, 3> Item::functions(const char* name) const {
  const YAML::Node node = value(name);
  std::array<Function, 3> all;
  for (std::size_t k = 0; k < 3; ++k) all[k] = function_of(node[k], key(name));
  return all;
}

Item Item::object(const char* name) const {
  const auto given = find(node_, name);
  return {*document_, given ? *given : YAML::Node(YAML::NodeType::Map), *key(name).object, child(path_, name)};
}

std::vector<Item> Item::list(const char* name) const {
  std::vector<Item> items;
  if (!has(name)) return items;
  for (const YAML::Node& entry : value(name))
    items.emplace_back(*document_, entry, *key(name).object, fmt::format("{}.{}", child(path_, name), items.size()));
  return items;
}

std::vector<std::pair<std::string, Item>> Item::named(const char* name) const {
  std::vector<std::pair<std::string, Item>> items;
  for (const auto& [entry, node] : entries(name))
    items.emplace_back(entry, Item(*document_, node, *key(name).object, child(path_, name) + "." + entry));
  return items;
}

std::vector<std::pair<std::string, YAML::Node>> Item::entries(const char* name) const {
  std::vector<std::pair<std::string, YAML::Node>> all;
  if (has(name))
    for (const auto& entry : value(name)) all.emplace_back(entry.first.Scalar(), entry.second);
  return all;
}

namespace {

Function read_table(const std::filesystem::path& file, Function::Interpolation how) {
  std::istringstream lines(read_text(file));
  std::vector<double> x, y;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    for (char& c : line)
      if (c == ',' || c == ';' || c == '\t' || c == '\r') c = ' ';
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos || line[first] == '#' || std::isalpha(static_cast<unsigned char>(line[first])))
      continue;
    std::istringstream columns(line);
    double a = 0.0, b = 0.0;
    if (!(columns >> a >> b))
      throw ModelError(fmt::format("{}:{}: expected two numbers, time and value", file.string(), number));
    x.push_back(a);
    y.push_back(b);
  }
  return Function::table(std::move(x), std::move(y), how);
}

}  // namespace

Function make_function(const Item& item) {
  if (item.has("expression") + item.has("points") + item.has("file") != 1)
    throw ModelError("a function needs one of 'expression', 'points' and 'file'");
  const auto how =
      item.text("interpolation") == "cubic" ? Function::Interpolation::cubic : Function::Interpolation::linear;
  if (item.has("expression"))
    return Function::expression(item.text("expression"), "t", with_constants(item.document().parameters));
  if (item.has("file")) return read_table(item.document().file.parent_path() / item.text("file"), how);
  std::vector<double> x, y;
  for (const auto& [a, b] : item.pairs("points")) x.push_back(a), y.push_back(b);
  return Function::table(std::move(x), std::move(y), how);
}

}  // namespace bristle::io
