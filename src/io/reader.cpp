#include "bristle/io/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <list>

#include "builder.hpp"
#include "schema_keys.hpp"
#include "validate.hpp"

namespace bristle {
namespace io {
namespace {

constexpr int deepest = 8;          // parts within parts
constexpr std::size_t most = 2000;  // documents

/// A file and all its parts.
class Reading {
 public:
  Reading(const std::string& text, const std::filesystem::path& name, const std::vector<std::string>& settings);

  Case result();

 private:
  void add_parameters(Document& document, const Parameters& given, const YAML::Node& place);
  void add_parts(Document& document, int depth);
  /// False where it cannot be read: then neither can its repetitions.
  bool add_part(const Document& parent, const std::string& name, const YAML::Node& node, int index, int depth);

  Diagnostics diagnostics_;
  Names names_;
  std::list<Document> documents_;  // the first is the model
};

/// The tables that its functions read, those of `functions` and those that stand where they are used.
void add_tables(ContentHash& hash, const Document& document, const YAML::Node& node) {
  if (!node.IsMap() && !node.IsSequence()) return;
  for (const auto& entry : node)
    if (node.IsMap() && entry.first.Scalar() == "file" && entry.second.IsScalar())
      hash.add(read_text(document.file.parent_path() / entry.second.Scalar()));
    else
      add_tables(hash, document, node.IsMap() ? entry.second : entry);
}

Reading::Reading(const std::string& text, const std::filesystem::path& name, const std::vector<std::string>& settings) {
  Document& document = documents_.emplace_back();
  document.file = name;
  const auto root = parse(text, name.string(), diagnostics_);
  diagnostics_.require_clean();
  document.root = *root;
  apply_settings(document, settings, diagnostics_);
  add_parameters(document, {}, document.root);
  add_parts(document, 0);
  for (const Document& d : documents_) names_.add(d);
  for (const Document& d : documents_)
    if (const auto beams = find(d.root, "beams"); beams && beams->IsMap())
      for (const auto& beam : *beams)
        if (beam.first.IsScalar() && names_.bodies.contains(d.prefix + beam.first.Scalar()))
          diagnostics_.report(
              d.where(beam.first, "beams." + beam.first.Scalar()),
              fmt::format("'{}' is the name of a body as well: choose another for one of them", beam.first.Scalar()));
  for (const Document& d : documents_)
    Validator{d, names_, diagnostics_}.object(d.root, d.parent ? schema::part() : schema::model(), "", {"parts"});
  for (const Document& d : documents_)
    if (const auto version = find(d.root, "bristle"); version && version->IsScalar() && version->Scalar() != "1")
      diagnostics_.report(
          d.where(*version, "bristle"),
          fmt::format("this program reads version 1 of the format; the file has {}", version->Scalar()));
  diagnostics_.require_clean();
}

/// Each parameter may use those before it; `given` replaces their values.
void Reading::add_parameters(Document& document, const Parameters& given, const YAML::Node& place) {
  const auto section = find(document.root, "parameters");
  const bool there = section && section->IsMap();
  std::vector<std::string> names;
  if (there)
    for (const auto& entry : *section) {
      if (!entry.first.IsScalar() || !is_identifier(entry.first.Scalar())) continue;  // the validator says so
      const std::string name = entry.first.Scalar();
      const std::string path = "parameters." + name;
      names.push_back(name);
      const auto value = given.find(name);
      try {
        if (with_constants({}).contains(name)) throw ModelError(fmt::format("'{}' has a meaning already", name));
        if (!entry.second.IsScalar()) throw ModelError(fmt::format("parameter '{}' must be a number", name));
        const double own = evaluate(entry.second.Scalar(), document.parameters);  // must be right even if not used
        document.parameters[name] = value != given.end() ? value->second : own;
      } catch (const ModelError& error) {
        document.parameters[name] = 1.0;  // so that its uses are not reported as well
        diagnostics_.report(document.where(entry.second, path), error.what());
      }
    }
  for (const auto& [name, value] : given)
    if (name == "index")
      document.parameters[name] = value;
    else if (!document.parameters.contains(name))
      diagnostics_.report(
          document.parent->where(place, ""),
          fmt::format("'{}' has no parameter '{}'{}", document.file.string(), name, suggestion(name, names)));
}

void Reading::add_parts(Document& document, int depth) {
  const auto parts = find(document.root, "parts");
  if (!parts || parts->IsNull()) return;
  const auto& keys = schema::part().keys;
  const auto key = std::find_if(keys.begin(), keys.end(), [](const schema::Key& k) { return k.name == "parts"; });
  Document indexed = document;  // where an index stands in a number, that number differs between repetitions
  indexed.parameters["index"] = 1.0;
  Diagnostics found;
  Names none;
  Validator{indexed, none, found}.value(*parts, *key, "parts");
  diagnostics_.take(found);
  if (!found.clean()) return;
  const Item root(document, document.root, schema::part(), "");
  for (const auto& [name, part] : root.named("parts")) {
    const int count = part.has("repeat") ? part.integer("repeat") : 0;
    if (count == 0) add_part(document, name, find(*parts, name).value(), 0, depth);
    for (int k = 1; k <= count; ++k)
      if (!add_part(document, fmt::format("{}{}", name, k), find(*parts, name).value(), k, depth)) break;
  }
}

bool Reading::add_part(const Document& parent, const std::string& name, const YAML::Node& node, int index, int depth) {
  Document scope = parent;
  if (index > 0) scope.parameters["index"] = index;
  const Item part(scope, node, schema::inclusion(), "parts." + name);
  try {
    if (depth >= deepest) throw ModelError(fmt::format("parts are nested more than {} deep", deepest));
    if (documents_.size() >= most) throw ModelError(fmt::format("there are more than {} parts", most));
    const std::filesystem::path file = parent.file.parent_path() / part.text("file");
    std::error_code ignored;
    for (const Document* around = &parent; around; around = around->parent)
      if (std::filesystem::equivalent(around->file, file, ignored))
        throw ModelError(fmt::format("'{}' includes itself", file.string()));
    const std::string text = read_text(file);
    const Frame place = parent.place * Frame{part.vector("at"), orientation_of(part.object("orientation"))};
    const auto root = parse(text, file.string(), diagnostics_);
    if (!root) return false;
    Parameters given;
    for (const auto& [parameter, value] : part.entries("with")) {
      if (!value.IsScalar()) throw ModelError(fmt::format("'{}' must be a number", parameter));
      given[parameter] = evaluate(value.Scalar(), scope.parameters);
    }
    if (index > 0) given["index"] = index;
    Document& document = documents_.emplace_back();
    document.file = file;
    document.root = *root;
    document.prefix = parent.prefix + name + "/";
    document.place = place;
    document.parent = &parent;
    add_parameters(document, given, node);
    add_parts(document, depth + 1);
    return true;
  } catch (const std::runtime_error& error) {  // of the model or of the file
    diagnostics_.report(part.where(), error.what());
    return false;
  }
}

Case Reading::result() {
  Case result;
  Builder builder(names_, diagnostics_, result);
  for (Document& d : documents_) builder.add_definitions(d);
  for (const Document& d : documents_) builder.add_bodies(d);
  for (const Document& d : documents_) builder.add_connections(d);
  builder.add_run(documents_.front());
  diagnostics_.require_clean();

  ContentHash hash;
  for (const Document& d : documents_) {
    hash.add(d.prefix);
    hash.add(d.root, {"title", "output", "analysis"});
    // Of the analysis, all but the end.
    if (const auto analysis = find(d.root, "analysis")) hash.add(*analysis, {"end"});
    for (const char* section : {"functions", "joints", "loads"})
      if (const auto entries = find(d.root, section)) add_tables(hash, d, *entries);
  }
  result.hash = hash.text();
  result.source = documents_.front().file.string();
  return result;
}

}  // namespace
}  // namespace io

Case read_case_text(const std::string& text, const std::filesystem::path& name,
                    const std::vector<std::string>& settings) {
  try {
    Case result = io::Reading(text, name, settings).result();
    result.settings = settings;
    return result;
  } catch (const YAML::Exception& error) {  // what slipped through the validation
    throw InvalidModel({{name.string(), fmt::format("this cannot be read: {}", error.what())}});
  }
}

Case read_case(const std::filesystem::path& file, const std::vector<std::string>& settings) {
  return read_case_text(io::read_text(file), file, settings);
}

}  // namespace bristle
