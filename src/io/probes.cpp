// What a user can read from a run: "slider.position.x", "ball.normal_force", or an expression of such readings.

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <memory>

#include "builder.hpp"
#include "quantities.hpp"

namespace bristle::io {
namespace {

template <class Things>
std::optional<int> index_of(const Things& things, const std::string& name) {
  for (std::size_t k = 0; k < things.size(); ++k)
    if (things[k].name == name) return static_cast<int>(k);
  return std::nullopt;
}

template <class Things>
void add_names(std::vector<std::string>& names, const Things& things) {
  for (const auto& thing : things) names.push_back(thing.name);
}

/// Thrown for what the file has, but so that it could not be built: that was reported where it stands.
struct NotBuilt {};

/// What can be read of the things in a model.
class Readable {
 public:
  Readable(const Names& names, const Document& document, const Model& model,
           const std::map<std::string, NodeId>& bodies, const std::map<std::string, BuiltBeam>& beams)
      : names_(names), document_(document), model_(model), bodies_(bodies), beams_(beams) {}

  /// NAME.QUANTITY or NAME.QUANTITY.COMPONENT. Throws ModelError.
  Quantity operator()(const std::string& text) const {
    const auto split = [](const std::string& t) {
      const std::size_t dot = t.rfind('.');
      return dot == std::string::npos ? std::pair<std::string, std::string>{"", t}
                                      : std::pair{t.substr(0, dot), t.substr(dot + 1)};
    };
    const auto [head, last] = split(text);
    const int component = component_of(last);
    const auto [owner, quantity] = component >= 0 ? split(head) : std::pair{head, last};
    if (owner.empty())
      throw ModelError(fmt::format("'{}' is nothing to read: expected NAME.QUANTITY, such as slider.position.x", text));
    const std::vector<Quantity> all = quantities(owner);
    const auto found = std::find_if(all.begin(), all.end(), [&, &q = quantity](const auto& o) { return o.name == q; });
    if (found == all.end()) {
      std::vector<std::string> known;
      add_names(known, all);
      throw ModelError(fmt::format("'{}' has no '{}'; it has {}{}", owner, quantity, fmt::join(known, ", "),
                                   suggestion(quantity, known)));
    }
    if (component < 0) return *found;
    if (!found->vector)
      throw ModelError(fmt::format("'{}' of '{}' is one number, without components", quantity, owner));
    const Vector v = found->vector;
    if (component == 3) return number(text, [v](const Simulation& r) { return v(r).norm(); });
    return number(text, [v, component](const Simulation& r) { return v(r)[component]; });
  }

 private:
  static int component_of(const std::string& name) {
    const char* names[] = {"x", "y", "z", "norm"};
    for (int k = 0; k < 4; ++k)
      if (name == names[k]) return k;
    return -1;
  }

  std::vector<Quantity> quantities(const std::string& owner) const {
    const int bearers = (owner == "energy" || owner == "step") + index_of(model_.joints, owner).has_value() +
                        index_of(model_.contacts, owner).has_value() + index_of(model_.springs, owner).has_value() +
                        static_cast<int>(bodies_.contains(owner));
    if (bearers > 1)
      throw ModelError(fmt::format(
          "'{}' is the name of {} things that can be read: give each a name of its own to read one", owner, bearers));
    if (owner == "energy") return of_energy();
    if (owner == "step") return {number("size", [](const Simulation& r) { return r.last_step().step; })};
    if (const auto joint = index_of(model_.joints, owner)) return of_joint({*joint}, model_.joints[*joint]);
    if (const auto contact = index_of(model_.contacts, owner)) return of_contact({*contact}, 0);
    if (const std::size_t slash = owner.rfind('/'); slash != std::string::npos)
      if (const auto contact = index_of(model_.contacts, owner.substr(0, slash)))
        return of_contact({*contact}, point_of(*contact, owner.substr(slash + 1)));
    if (const auto spring = index_of(model_.springs, owner)) {
      const std::size_t index = *spring;
      return {number("length", [index](const Simulation& r) {
        const SpringTerm& term = std::get<std::vector<SpringTerm>>(r.system().terms())[index];
        return term.length(r.state().frames[term.nodes[0]], r.state().frames[term.nodes[1]]);
      })};
    }
    for (const char* section : {"joints", "clearances", "springs"})
      for (const std::string& name : {owner, owner.substr(0, owner.rfind('/'))})
        if (definer(document_, section, name)) throw NotBuilt{};
    try {
      const Place place = names_.resolve(document_, owner);
      if (!(place.on_beam ? beams_.contains(place.name) : bodies_.contains(place.name))) throw NotBuilt{};
      if (place.on_beam) return of_beam(beams_.at(place.name).id, place.fraction);
      const NodeId node = bodies_.at(place.name);
      return of_body(node, model_.nodes[node.index].frame);
    } catch (const ModelError& error) {
      std::vector<std::string> known{"energy", "step"};
      add_names(known, model_.joints);
      add_names(known, model_.contacts);
      add_names(known, model_.springs);
      const std::string near = suggestion(owner, known);
      throw ModelError(near.empty() ? error.what() : fmt::format("there is no '{}' to read{}", owner, near));
    }
  }

  int point_of(int contact, const std::string& text) const {
    const auto* points = std::get_if<PointsOnPlane>(&model_.contacts[contact].geometry);
    const int count = points ? static_cast<int>(points->points.size()) : 1;
    for (int k = 1; k <= count; ++k)
      if (text == std::to_string(k)) return k - 1;
    throw ModelError(fmt::format("'{}' has points 1 to {}, not '{}'", model_.contacts[contact].name, count, text));
  }

  const Names& names_;
  const Document& document_;
  const Model& model_;
  const std::map<std::string, NodeId>& bodies_;
  const std::map<std::string, BuiltBeam>& beams_;
};

/// An expression of readings that have names.
struct ReadExpression {
  ReadExpression(const std::string& text, const Parameters& parameters,
                 std::vector<std::pair<std::string, Scalar>> what)
      : readings(std::move(what)), values(readings.size(), 1.0) {
    int results = 0;
    try {
      for (std::size_t k = 0; k < readings.size(); ++k) parser.DefineVar(readings[k].first, &values[k]);
      for (const auto& [name, value] : with_constants(parameters))
        if (std::none_of(readings.begin(), readings.end(), [&, &n = name](const auto& r) { return r.first == n; }))
          parser.DefineConst(name, value);
      parser.SetExpr(text);
      parser.Eval(results);
    } catch (const mu::Parser::exception_type& error) {
      throw ModelError(fmt::format("the expression '{}' cannot be read: {}", text, error.GetMsg()));
    }
    if (results != 1)
      throw ModelError(fmt::format("the expression '{}' has {} values where one is expected", text, results));
    if (values != std::vector<double>(values.size(), 1.0))
      throw ModelError(fmt::format("the expression '{}' changes what it reads: compare with ==, not =", text));
  }
  double operator()(const Simulation& run) {
    for (std::size_t k = 0; k < readings.size(); ++k) values[k] = readings[k].second(run);
    return parser.Eval();
  }

  std::vector<std::pair<std::string, Scalar>> readings;
  std::vector<double> values;
  mu::Parser parser;
};

Scalar read_expression(const YAML::Node& node, const Readable& readable, const Parameters& parameters) {
  std::vector<std::pair<std::string, Scalar>> readings;
  std::string text;
  for (const auto& entry : node) {
    if (!entry.first.IsScalar() || !entry.second.IsScalar())
      throw ModelError("a probe by expression has an 'expression', and names with what they read");
    const std::string name = entry.first.Scalar();
    if (name == "expression") {
      if (!text.empty()) throw ModelError("'expression' is there twice: remove one");
      text = entry.second.Scalar();
      continue;
    }
    const Quantity quantity = readable(entry.second.Scalar());
    if (!quantity.scalar)
      throw ModelError(fmt::format("'{}' is a vector: add .x, .y, .z or .norm", entry.second.Scalar()));
    if (std::any_of(readings.begin(), readings.end(), [&](const auto& r) { return r.first == name; }))
      throw ModelError(fmt::format("'{}' is there twice: remove one", name));
    readings.emplace_back(name, quantity.scalar);
  }
  if (text.empty()) throw ModelError("a probe by expression needs its 'expression'");
  const auto expression = std::make_shared<ReadExpression>(text, parameters, std::move(readings));
  return [expression](const Simulation& run) { return (*expression)(run); };
}

}  // namespace

void Builder::add_probes(const Item& output) {
  const auto add = [&](const std::string& name, Scalar read) {
    const auto same = [&](const Probe& p) { return p.name == name; };
    if (name == "time" || std::any_of(case_.output.probes.begin(), case_.output.probes.end(), same))
      throw ModelError(fmt::format("probes.csv has a column '{}' already: choose another name", name));
    case_.output.probes.push_back({name, std::move(read)});
  };
  const Document& document = output.document();
  const Readable readable(names_, document, case_.model, bodies_, beams_);
  for (const auto& [name, node] : output.entries("probes")) {
    const std::string where = document.where(node, "output.probes." + name);
    try {
      if (node.IsMap()) {
        add(name, read_expression(node, readable, document.parameters));
        continue;
      }
      if (!node.IsScalar()) throw ModelError("expected what to read, such as slider.position.x");
      const Quantity quantity = readable(node.Scalar());
      if (quantity.scalar) {
        add(name, quantity.scalar);
        continue;
      }
      for (const int k : {0, 1, 2})
        add(fmt::format("{}_{}", name, "xyz"[k]),
            [v = quantity.vector, k](const Simulation& run) { return v(run)[k]; });
    } catch (const ModelError& error) {
      diagnostics_.report(where, error.what());
    } catch (const NotBuilt&) {
    }
  }
}

}  // namespace bristle::io
