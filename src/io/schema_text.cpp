// The schema as text: docs/reference.md, and a JSON Schema for editors.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "bristle/io/schema.hpp"

namespace bristle::schema {
namespace {

/// Every object below one, each once, in the order of their first use.
void collect(const Object& object, std::vector<const Object*>& all) {
  if (std::find(all.begin(), all.end(), &object) != all.end()) return;
  all.push_back(&object);
  const auto keys = [&](const std::vector<Key>& list) {
    for (const Key& key : list)
      if (key.object) collect(*key.object, all);
  };
  keys(object.keys);
  for (const Variant& variant : object.variants) keys(variant.keys);
}

std::string link(const Object& object) { return fmt::format("[{}](#{})", object.name, object.name); }

std::string expected(const Key& key) {
  switch (key.type) {
    case Type::choice:
      return fmt::format("`{}`", fmt::join(key.choices, "`, `"));
    case Type::diagonal:
      return fmt::format("{} numbers, or {} rows of {}", key.size, key.size, key.size);
    case Type::function:
    case Type::functions:
      return fmt::format("{} of `{}`", name_of(key.type), key.variable);
    case Type::reference:
    case Type::references:
      return fmt::format("{} of `{}`", name_of(key.type), key.of);
    case Type::object:
      return link(*key.object);
    case Type::named:
      return fmt::format("names, each with a {}", link(*key.object));
    case Type::list:
      return fmt::format("a list of {}", link(*key.object));
    default:
      return name_of(key.type);
  }
}

std::string bound(const Key& key) {
  std::string text;
  if (key.range == Range::positive) text = ", positive";
  if (key.range == Range::not_negative) text = ", zero or more";
  if (key.range == Range::fraction) text = ", above 0 up to 1";
  if (key.most > 0.0) text += fmt::format(", {} at most", key.most);
  return text;
}

std::string in_cell(const std::string& text) {  // a bar would end the cell
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped.push_back('\\');
    escaped.push_back(c);
  }
  return escaped;
}

std::string table(const std::vector<Key>& keys) {
  if (keys.empty()) return "";
  std::string text = "| key | value | unit | default | |\n|---|---|---|---|---|\n";
  for (const Key& key : keys)
    text += fmt::format("| `{}` | {}{} | {} | {} | {} |\n", key.name, expected(key), bound(key), key.unit,
                        key.required           ? "**required**"
                        : key.standard.empty() ? ""
                                               : fmt::format("`{}`", key.standard),
                        in_cell(key.doc));
  return text + "\n";
}

const char* probes_text = R"(## Probes

`output.probes` gives names to what is read after each step; each is a column of `probes.csv`. A reading is
`NAME.QUANTITY` or `NAME.QUANTITY.COMPONENT`, with the components `x`, `y`, `z` and `norm`; a vector without a component
makes three columns. An expression has names for its readings:

```yaml
output:
  probes:
    slider: slider.position.x
    root: clamp.force                 # root_x, root_y, root_z
    mu: {expression: f/n, f: pin.friction_force, n: pin.normal_force}
```

| of | quantities |
|---|---|
| a body | `position`, `displacement`, `rotation` (rotation vector from the start), `velocity`, `angular_velocity`, `acceleration` (mean over the step), `x_axis`, `y_axis`, `z_axis` (its own axes): vectors in space axes; m, rad, s |
| a place on a beam, `link/0.25` | the first five; `force` (N, Q2, Q3), `moment` (T, M2, M3), `strain`, `curvature` in section axes |
| a joint | `force`, `moment` on its second body, in space axes, means over the step; `angle` about and `displacement` along its axis |
| a clearance (`NAME/1`, `NAME/2` of a journal; `NAME/3` is point 3 of a plane) | `gap`, `penetration`, `gap_rate`, `normal_force`, `normal`, `force`, `friction`, `friction_force`, `friction_coefficient`, `sliding_velocity`, `sliding_speed`, `bristle`, `point_on_first`, `point_on_second`, `angle`, `phase` (0 open, 1 slip, 2 stick), `sliding_distance`, `friction_work`; forces on the second body |
| a spring | `length` |
| `energy` | `kinetic`, `elastic`, `contact`, `potential`, `stored`, `external_work`, `friction_loss`, `contact_loss`, `damping_loss`, `numerical_loss`, `residual`; J |
| `step` | `size`; s |
)";

// ---- JSON Schema

using Json = nlohmann::ordered_json;

std::string definition(const Object& object) {
  std::string name = object.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}
Json reference(const Object& object) { return {{"$ref", fmt::format("#/$defs/{}", definition(object))}}; }
Json number_or_text() { return {{"type", {"number", "string"}}}; }
Json list_of(const Json& items, int count) {
  Json list{{"type", "array"}, {"items", items}};
  if (count > 0) list["minItems"] = list["maxItems"] = count;
  return list;
}

Json type_of(const Key& key) {
  const Json text{{"type", "string"}};
  switch (key.type) {
    case Type::number:
    case Type::integer:
      return number_or_text();
    case Type::boolean:
      return {{"type", "boolean"}};
    case Type::choice:
      return {{"enum", key.choices}};
    case Type::vector:
      return list_of(number_or_text(), 3);
    case Type::points:
      return list_of(list_of(number_or_text(), 3), 0);
    case Type::pairs:
      return list_of(list_of(number_or_text(), 2), 0);
    case Type::diagonal:
      return list_of({{"anyOf", {number_or_text(), list_of(number_or_text(), key.size)}}}, key.size);
    case Type::function:
      return {{"type", {"number", "string", "object"}}};
    case Type::functions:
      return list_of({{"type", {"number", "string", "object"}}}, 3);
    case Type::places:
    case Type::references:
      return list_of(text, 2);
    case Type::probes:
      return {{"type", "object"}, {"additionalProperties", {{"type", {"string", "object"}}}}};
    case Type::numbers:
      return {{"type", "object"}, {"additionalProperties", number_or_text()}};
    case Type::object:
      return reference(*key.object);
    case Type::named:
      return {{"type", "object"}, {"additionalProperties", reference(*key.object)}};
    case Type::list:
      return list_of(reference(*key.object), 0);
    default:
      return text;
  }
}

Json properties(const std::vector<Key>& keys, Json& required) {
  Json all = Json::object();
  for (const Key& key : keys) {
    Json entry = type_of(key);
    const std::string unit = key.unit.empty() ? "" : fmt::format(" [{}]", key.unit);
    const std::string standard = key.standard.empty() ? "" : fmt::format(" Default: {}", key.standard);
    entry["description"] = key.doc + unit + standard;
    all[key.name] = entry;
    if (key.required) required.push_back(key.name);
  }
  return all;
}

Json object_schema(const Object& object) {
  Json required = Json::array();
  const Json common = properties(object.keys, required);
  Json schema{{"description", object.doc}};
  if (object.variants.empty()) {
    schema["type"] = "object";
    schema["properties"] = common;
    schema["additionalProperties"] = false;
    if (!required.empty()) schema["required"] = required;
    return schema;
  }
  Json variants = Json::array();
  for (const Variant& v : object.variants) {
    Json needs = required;
    Json keys{{"type", {{"const", v.type}, {"description", v.doc}}}};
    keys.update(common);
    keys.update(properties(v.keys, needs));
    if (v.type != object.standard_variant) needs.push_back("type");
    Json one{{"type", "object"}, {"properties", keys}, {"additionalProperties", false}};
    if (!needs.empty()) one["required"] = needs;
    variants.push_back(one);
  }
  schema["oneOf"] = variants;
  return schema;
}

}  // namespace

const char* name_of(Type type) {
  switch (type) {
    case Type::number:
      return "number";
    case Type::integer:
      return "whole number";
    case Type::boolean:
      return "`true`, `false`";
    case Type::text:
      return "text";
    case Type::choice:
      return "choice";
    case Type::vector:
      return "[x, y, z]";
    case Type::points:
      return "list of [x, y, z]";
    case Type::pairs:
      return "list of [x, y]";
    case Type::diagonal:
      return "matrix";
    case Type::function:
      return "function";
    case Type::functions:
      return "three functions";
    case Type::place:
      return "place";
    case Type::places:
      return "two places";
    case Type::reference:
      return "name";
    case Type::references:
      return "two names";
    case Type::probes:
      return "names, each with a [reading](#probes)";
    case Type::numbers:
      return "names with numbers";
    case Type::object:
      return "mapping";
    case Type::named:
      return "names";
    default:
      return "list";
  }
}

std::string markdown() {
  std::string text =
      "# Model file reference\n\nMade from the program's own table by `bristle schema --markdown`; do not edit.\n\n"
      "Units are SI. Wherever a *number* is expected, an expression of the parameters may stand: `2*pi*radius`. A "
      "*function* is a number, an expression of its variable and the parameters, the name of one of `functions`, or, "
      "for functions of time, such an object in place. A *place* is `ground`, the name of a body, or a place on a "
      "beam: "
      "`link/start`, `link/mid`, `link/end`, `link/0.25`. Names are made of letters, digits, `_` and `-`; those of a "
      "part have the name of the part and `/` in front. Keys that are not listed here are errors.\n\n";
  std::vector<const Object*> all;
  collect(model(), all);
  for (const Object* object : all) {
    text += fmt::format("## {}\n\n{}\n\n", object->name, object->doc);
    text += table(object->keys);
    if (!object->variants.empty())
      text += fmt::format(
          "Its key `type` is one of the following{}.\n\n",
          object->standard_variant.empty() ? "" : fmt::format("; `{}` if it is left out", object->standard_variant));
    bool bare = true;
    for (const Variant& v : object->variants) {
      text += fmt::format("{}`{}`: {}\n{}", bare ? "- " : "- ", v.type, v.doc, v.keys.empty() ? "" : "\n");
      text += table(v.keys);
      bare = v.keys.empty();
    }
    if (!object->variants.empty() && bare) text += "\n";
  }
  return text + probes_text;
}

std::string json() {
  Json root{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Bristle model file"}};
  root.update(object_schema(model()));
  std::vector<const Object*> all;
  collect(model(), all);
  Json definitions = Json::object();
  for (const Object* object : all)
    if (object != &model()) definitions[definition(*object)] = object_schema(*object);
  root["$defs"] = definitions;
  return root.dump(2) + "\n";
}

}  // namespace bristle::schema
