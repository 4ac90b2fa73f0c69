#include "validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "bristle/model/function.hpp"
#include "item.hpp"
#include "schema_keys.hpp"

namespace bristle::io {
namespace {

using schema::Range;
using schema::Type;

std::string shown(const YAML::Node& node) {
  if (node.IsScalar() && node.Scalar().size() < 60) return fmt::format("'{}'", node.Scalar());
  if (node.IsScalar()) return fmt::format("'{}...'", node.Scalar().substr(0, 57));
  if (node.IsSequence()) return fmt::format("a list of {}", node.size());
  if (node.IsMap()) return "a mapping";
  return "nothing";
}

std::string child(const std::string& path, const std::string& name) { return path.empty() ? name : path + "." + name; }

std::vector<std::string> names_of(const std::vector<const schema::Key*>& keys) {
  std::vector<std::string> names;
  for (const schema::Key* key : keys) names.push_back(key->name);
  return names;
}

}  // namespace

void Validator::report(const YAML::Node& node, const std::string& path, std::string what) {
  diagnostics.report(document.where(node, path), std::move(what));
}

void Validator::object(const YAML::Node& node, const schema::Object& object, const std::string& path,
                       const std::set<std::string>& except) {
  if (!node.IsMap())
    return report(node, path, fmt::format("expected a mapping for {}, found {}", object.name, shown(node)));
  std::vector<const schema::Key*> known;
  for (const schema::Key& key : object.keys) known.push_back(&key);
  std::string owner = object.name;
  if (!object.variants.empty()) {
    const schema::Variant* variant = variant_of(object, node);
    if (!variant) {
      std::vector<std::string> types;
      for (const schema::Variant& v : object.variants) types.push_back(v.type);
      const auto given = find(node, "type");
      const bool there = given && !given->IsNull();
      return report(
          there ? *given : node, child(path, "type"),
          there ? fmt::format("{} has no type {}; it is one of {}{}", object.name, shown(*given),
                              fmt::join(types, ", "), suggestion(given->IsScalar() ? given->Scalar() : "", types))
                : fmt::format("{} needs a 'type': one of {}", object.name, fmt::join(types, ", ")));
    }
    for (const schema::Key& key : variant->keys) known.push_back(&key);
    owner = fmt::format("{} of type {}", object.name, variant->type);
  }
  keys(node, known, path, owner, except);
}

void Validator::keys(const YAML::Node& node, const std::vector<const schema::Key*>& known, const std::string& path,
                     const std::string& owner, const std::set<std::string>& except) {
  std::set<std::string> seen;
  for (const auto& entry : node) {
    if (!entry.first.IsScalar()) {
      report(entry.first, path, fmt::format("a key of {} must be a word", owner));
      continue;
    }
    const std::string key = entry.first.Scalar();
    const std::string at = child(path, key);
    if (!seen.insert(key).second) {
      report(entry.first, at, fmt::format("'{}' is there twice: remove one", key));
      continue;
    }
    if (key == "type" && owner.find(" of type ") != std::string::npos) continue;
    const auto found = std::find_if(known.begin(), known.end(), [&](const auto* k) { return k->name == key; });
    if (found == known.end())
      report(entry.first, at, fmt::format("{} has no key '{}'{}", owner, key, suggestion(key, names_of(known))));
    else if (!except.contains(key) && !(entry.second.IsNull() && !(*found)->required))
      value(entry.second, **found, at);
  }
  for (const schema::Key* key : known)
    if (key->required && !seen.contains(key->name))
      report(node, path, fmt::format("{} needs '{}': {}", owner, key->name, key->doc));
}

bool Validator::number(const YAML::Node& node, const schema::Key& key, const std::string& path) {
  if (!node.IsScalar()) {
    report(node, path, fmt::format("'{}' must be a number, found {}", key.name, shown(node)));
    return false;
  }
  try {
    const double number = evaluate(node.Scalar(), document.parameters);
    const auto refuse = [&](const char* what) {
      report(
          node, path,
          fmt::format("'{}' must be {}; it is {}{}{}", key.name, what, number, key.unit.empty() ? "" : " ", key.unit));
      return false;
    };
    if (key.range == Range::positive && !(number > 0.0)) return refuse("positive");
    if (key.range == Range::not_negative && !(number >= 0.0)) return refuse("zero or more");
    if (key.range == Range::fraction && !(number > 0.0 && number <= 1.0)) return refuse("above 0 and up to 1");
    if (key.type == Type::integer && number != std::round(number)) return refuse("a whole number");
    if (key.most > 0.0 && number > key.most) return refuse(fmt::format("{} at most", key.most).c_str());
    return true;
  } catch (const ModelError& error) {
    report(node, path, fmt::format("'{}': {}", key.name, error.what()));
    return false;
  }
}

bool Validator::sequence(const YAML::Node& node, const schema::Key& key, const std::string& path, std::size_t size,
                         const char* expected) {
  if (node.IsSequence() && (size == 0 ? node.size() > 0 : node.size() == size)) return true;
  report(node, path, fmt::format("'{}' must be {}, found {}", key.name, expected, shown(node)));
  return false;
}

void Validator::matrix(const YAML::Node& node, const schema::Key& key, const std::string& path) {
  const auto size = static_cast<std::size_t>(key.size);
  const std::string expected = fmt::format("a list of {} numbers, or of {} rows of {}", size, size, size);
  if (!sequence(node, key, path, size, expected.c_str())) return;
  const bool rows = node[0].IsSequence();
  for (const YAML::Node& entry : node) {
    if (!rows) {
      if (!number(entry, key, path)) return;
      continue;
    }
    if (!sequence(entry, key, path, size, expected.c_str())) return;
    for (const YAML::Node& element : entry)
      if (!number(element, key, path)) return;
  }
}

void Validator::function(const YAML::Node& node, const schema::Key& key, const std::string& path) {
  if (node.IsMap() && key.variable == "t") return object(node, schema::function(), path);
  if (!node.IsScalar())
    return report(node, path,
                  fmt::format("'{}' must be a number, an expression of {} or the name of a function, found {}",
                              key.name, key.variable, shown(node)));
  if (definer(document, "functions", node.Scalar())) return;
  try {
    const Function f = Function::expression(node.Scalar(), key.variable, with_constants(document.parameters));
    if (!std::isfinite(f(0.0)) && !std::isfinite(f(0.5)))
      report(node, path, fmt::format("'{}': {} is not a finite number", key.name, shown(node)));
  } catch (const ModelError& error) {
    report(
        node, path,
        fmt::format("'{}': {}{}", key.name, error.what(), suggestion(node.Scalar(), names_in(document, "functions"))));
  }
}

void Validator::place(const YAML::Node& node, const std::string& path) {
  if (!node.IsScalar())
    return report(node, path,
                  fmt::format("expected a place, such as ground, slider or link/mid; found {}", shown(node)));
  try {
    const Place at = names.resolve(document, node.Scalar());
    if (at.on_beam) names.attachments[at.name].insert(at.fraction);
  } catch (const ModelError& error) {
    report(node, path, error.what());
  }
}

void Validator::reference(const YAML::Node& node, const schema::Key& key, const std::string& path) {
  if (!node.IsScalar())
    return report(node, path, fmt::format("expected a name of '{}', found {}", key.of, shown(node)));
  if (!definer(document, key.of, node.Scalar()))
    report(node, path,
           fmt::format("'{}' has no {}{}", key.of, shown(node), suggestion(node.Scalar(), names_in(document, key.of))));
}

void Validator::name(const YAML::Node& node, const std::string& path) {
  const std::string name = node.IsScalar() ? node.Scalar() : "";
  const bool plain = !name.empty() && name.size() <= 100 && std::all_of(name.begin(), name.end(), [](char c) {
    return c > 0 && (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-');
  });
  if (!plain)
    report(node, path, fmt::format("a name is made of letters, digits, _ and -; found {}", shown(node)));
  else if (name == "ground")
    report(node, path, "'ground' is always there: choose another name");
}

void Validator::numbers(const YAML::Node& node, const std::string& path) {
  if (!node.IsMap()) return report(node, path, fmt::format("expected names with numbers, found {}", shown(node)));
  std::set<std::string> seen;
  for (const auto& entry : node)
    if (!entry.first.IsScalar() || !is_identifier(entry.first.Scalar()))
      report(entry.first, path,
             fmt::format("the name of a parameter is made of letters, digits and _, the first not a digit; found {}",
                         shown(entry.first)));
    else if (!seen.insert(entry.first.Scalar()).second)
      report(entry.first, path, fmt::format("'{}' is there twice: remove one", entry.first.Scalar()));
}

void Validator::value(const YAML::Node& node, const schema::Key& key, const std::string& path) {
  const auto three = [&](const YAML::Node& n) {
    if (!sequence(n, key, path, 3, "a list of three numbers")) return false;
    for (const YAML::Node& entry : n)
      if (!number(entry, key, path)) return false;
    return true;
  };
  switch (key.type) {
    case Type::number:
    case Type::integer:
      number(node, key, path);
      break;
    case Type::boolean: {
      bool flag = false;
      if (!node.IsScalar() || !YAML::convert<bool>::decode(node, flag))
        report(node, path, fmt::format("'{}' must be true or false, found {}", key.name, shown(node)));
      break;
    }
    case Type::text:
      if (!node.IsScalar() || node.Scalar().empty())
        report(node, path, fmt::format("'{}' must be a text, found {}", key.name, shown(node)));
      break;
    case Type::choice:
      if (!node.IsScalar() || std::find(key.choices.begin(), key.choices.end(), node.Scalar()) == key.choices.end())
        report(node, path,
               fmt::format("'{}' must be one of {}; found {}{}", key.name, fmt::join(key.choices, ", "), shown(node),
                           suggestion(node.IsScalar() ? node.Scalar() : "", key.choices)));
      break;
    case Type::vector:
      three(node);
      break;
    case Type::points:
      if (sequence(node, key, path, 0, "a list of points"))
        for (const YAML::Node& point : node)
          if (!three(point)) break;
      break;
    case Type::pairs:
      if (sequence(node, key, path, 0, "a list of pairs of numbers"))
        for (const YAML::Node& pair : node)
          if (!sequence(pair, key, path, 2, "a list of pairs of numbers") || !number(pair[0], key, path) ||
              !number(pair[1], key, path))
            break;
      break;
    case Type::diagonal:
      matrix(node, key, path);
      break;
    case Type::function:
      function(node, key, path);
      break;
    case Type::functions:
      if (sequence(node, key, path, 3, "a list of three functions"))
        for (const YAML::Node& entry : node) function(entry, key, path);
      break;
    case Type::place:
      place(node, path);
      break;
    case Type::places:
      if (sequence(node, key, path, 2, "a list of two places"))
        for (const YAML::Node& entry : node) place(entry, path);
      break;
    case Type::reference:
      reference(node, key, path);
      break;
    case Type::references:
      if (sequence(node, key, path, 2, "a list of two names"))
        for (const YAML::Node& entry : node) reference(entry, key, path);
      break;
    case Type::numbers:
      numbers(node, path);
      break;
    case Type::object:
      object(node, *key.object, path);
      break;
    case Type::list:
      if (sequence(node, key, path, 0, "a list of one or more"))
        for (std::size_t k = 0; k < node.size(); ++k) object(node[k], *key.object, fmt::format("{}.{}", path, k));
      break;
    case Type::named:
    case Type::probes:
      if (!node.IsMap())
        return report(node, path, fmt::format("'{}' must be a mapping of names, found {}", key.name, shown(node)));
      std::set<std::string> seen;
      for (const auto& entry : node) {
        name(entry.first, path);
        if (!entry.first.IsScalar()) continue;
        const std::string at = child(path, entry.first.Scalar());
        if (!seen.insert(entry.first.Scalar()).second)
          report(entry.first, at,
                 fmt::format("there are two of '{}': give each a name of its own", entry.first.Scalar()));
        else if (key.object)
          object(entry.second, *key.object, at);
      }
      break;
  }
}

}  // namespace bristle::io
