// Every key of every example taken away, misspelt, or given a value that makes no sense: each is refused with a
// message, or a model comes out that can be simulated. Nothing else ever happens.

#include <yaml-cpp/yaml.h>

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bristle/bristle.hpp"
#include "bristle/io/reader.hpp"
#include "temporary_directory.hpp"

namespace bristle::test {
namespace {

namespace fs = std::filesystem;

const fs::path examples = fs::path(BRISTLE_SOURCE_DIR) / "examples";

std::vector<fs::path> yaml_files(const fs::path& directory) {
  std::set<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    if (entry.path().extension() == ".yaml") files.insert(entry.path());
  return {files.begin(), files.end()};
}

bool is_model(const fs::path& file) { return YAML::LoadFile(file.string())["analysis"].IsDefined(); }

using Path = std::vector<std::string>;  // keys, and places in lists

void collect(const YAML::Node& node, const Path& at, std::vector<Path>& all) {
  if (!at.empty()) all.push_back(at);
  Path below = at;
  below.emplace_back();
  if (node.IsMap())
    for (const auto& entry : node) below.back() = entry.first.Scalar(), collect(entry.second, below, all);
  if (node.IsSequence())
    for (std::size_t k = 0; k < node.size(); ++k) below.back() = std::to_string(k), collect(node[k], below, all);
}

/// The tree with the entry at a path replaced by what `change` makes of it: a key and a value, or nothing.
using Entries = std::vector<std::pair<std::string, YAML::Node>>;
template <class Change>
YAML::Node changed(const YAML::Node& node, const Path& path, std::size_t depth, const Change& change) {
  YAML::Node result(node.Type());
  std::size_t k = 0;
  for (const auto& entry : node) {
    const bool map = node.IsMap();
    const std::string key = map ? entry.first.Scalar() : std::to_string(k++);
    const YAML::Node value = map ? entry.second : entry;
    Entries entries{{key, YAML::Clone(value)}};
    if (key == path[depth])
      entries = depth + 1 == path.size() ? change(key, value) : Entries{{key, changed(value, path, depth + 1, change)}};
    for (const auto& [name, content] : entries) map ? result.force_insert(name, content) : result.push_back(content);
  }
  return result;
}

bool is_name(const Path& path) {  // chosen by the user
  static const std::set<std::string> sections{"parameters", "functions", "materials",  "sections", "bodies",
                                              "beams",      "joints",    "clearances", "springs",  "bushings",
                                              "loads",      "parts",     "probes",     "with"};
  return path.size() > 1 && sections.contains(path[path.size() - 2]);
}

/// A path without what the user has chosen: "bodies.*.inertia.#".
std::string kind_of(const Path& path) {
  std::string kind;
  for (std::size_t k = 0; k < path.size(); ++k) {
    const bool in_list = std::isdigit(static_cast<unsigned char>(path[k][0]));
    kind += in_list ? ".#" : is_name(Path(path.begin(), path.begin() + k + 1)) ? ".*" : "." + path[k];
  }
  return kind;
}

enum class Outcome { refused, accepted };

/// Reads a model and takes a few steps. Other exceptions than those a user may cause end the test.
Outcome outcome_of(const std::string& text, const fs::path& file) {
  try {
    const Case c = read_case_text(text, file);
    Simulation run(c.model, c.options);
    int steps = 0;
    try {
      run.run(c.end, [&](const Simulation&, const StepReport&) { return ++steps < 1; });
    } catch (const NoConvergence&) {
    }
    for (const Frame& frame : run.state().frames) CHECK((frame.x.allFinite() && frame.R.allFinite()));
    for (const Probe& probe : c.output.probes) probe.read(run);
    return Outcome::accepted;
  } catch (const ModelError& error) {
    CHECK(std::string(error.what()).size() > 10);
  } catch (const IoError& error) {
    CHECK(std::string(error.what()).size() > 10);
  }
  return Outcome::refused;
}

/// The models that a file is in: itself, or those beside it that may include it.
std::vector<fs::path> models_with(const fs::path& file) {
  if (is_model(file)) return {file};
  std::vector<fs::path> models;
  for (const fs::path& beside : yaml_files(file.parent_path()))
    if (is_model(beside)) models.push_back(beside);
  return models;
}

/// The same for a file that is written anew; refused if one of the models is.
Outcome outcome_in(const fs::path& file, const std::vector<fs::path>& models, const YAML::Node& tree) {
  const std::string before = content(file), text = YAML::Dump(tree) + "\n";
  INFO(text);
  write(file, text);
  Outcome all = Outcome::accepted;
  for (const fs::path& model : models)
    if (outcome_of(content(model), model) == Outcome::refused) all = Outcome::refused;
  write(file, before);
  return all;
}

TEST_CASE("every example is valid", "[unit][reader]") {
  int models = 0;
  for (const fs::path& file : yaml_files(examples)) {
    if (!is_model(file)) continue;
    INFO(file);
    ++models;
    const Case c = read_case(file);
    CHECK_NOTHROW(Simulation(c.model, c.options));
  }
  CHECK(models >= 4);
}

struct Value {
  const char* text;
  bool may_pass;  // somewhere it makes sense
};

TEST_CASE("every example, mutated key by key, is refused or harmless", "[reader][mutation]") {
  const std::string long_text(3000, 'z');
  const std::vector<Value> values{{"nonsense words", false},
                                  {"-1", true},
                                  {"0", true},
                                  {"nan", false},

                                  {"1e300", true},
                                  {"-1e300", true},
                                  {"1e-300", true},
                                  {"[]", false},
                                  {"[1, 2]", false},
                                  {"{nonsense: 1}", false},
                                  {"~", true},
                                  {long_text.c_str(), false},
                                  {"''", false},
                                  {"true", true}};
  const TemporaryDirectory scratch;
  fs::copy(examples, scratch.path, fs::copy_options::recursive);
  std::map<std::string, int> tried;  // by kind of key: what three have shown, more need not
  for (const fs::path& file : yaml_files(scratch.path)) {
    const YAML::Node tree = YAML::LoadFile(file.string());
    const std::vector<fs::path> models = models_with(file);
    std::vector<Path> paths;
    collect(tree, {}, paths);
    for (const Path& path : paths) {
      if (++tried[kind_of(path)] > 3) continue;
      std::string shown = fs::relative(file, scratch.path).string() + ": ";
      for (const std::string& key : path) shown += "." + key;
      INFO(shown);
      const auto outcome = [&](const auto& change) { return outcome_in(file, models, changed(tree, path, 0, change)); };
      outcome([](const std::string&, const YAML::Node&) { return Entries{}; });
      const bool in_list = std::isdigit(static_cast<unsigned char>(path.back()[0]));
      if (!in_list) {
        const Outcome misspelt = outcome([](const std::string& key, const YAML::Node& value) {
          return Entries{{key + "q", value}};
        });
        if (!is_name(path)) CHECK(misspelt == Outcome::refused);
        const Outcome twice = outcome([](const std::string& key, const YAML::Node& value) {
          return Entries{{key, value}, {key, value}};
        });
        CHECK(twice == Outcome::refused);
      }
      for (const Value& value : values) {
        INFO("value " << std::string(value.text).substr(0, 40));
        if (in_list && value.may_pass) continue;  // what a key takes its entries take: time is better spent elsewhere
        const Outcome replaced = outcome([&](const std::string& key, const YAML::Node&) {
          return Entries{{key, YAML::Load(value.text)}};
        });
        const bool any_text = path.back() == "title" && *value.text != '[' && *value.text != '{' && *value.text != '\'';
        const bool a_row = in_list && path[path.size() - 2] == "points" && *value.text == '[' && value.text[1] == '1';
        if (!value.may_pass && !any_text && !a_row) CHECK(replaced == Outcome::refused);
      }
    }
  }
}

}  // namespace
}  // namespace bristle::test
