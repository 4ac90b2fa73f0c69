#include "document.hpp"

#include <fmt/format.h>
#include <muParser.h>
#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numbers>
#include <sstream>

namespace bristle {

namespace {

std::string joined(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& p : problems) {
    if (!text.empty()) text += '\n';
    text += p.where.empty() ? p.what : p.where + ": " + p.what;
  }
  return text;
}

}  // namespace

InvalidModel::InvalidModel(std::vector<Problem> problems) : ModelError(joined(problems)), problems_(problems) {}

namespace io {

void Diagnostics::report(std::string where, std::string what) {
  constexpr std::size_t most = 100;  // a file that is wrong everywhere needs no more
  constexpr std::size_t longest = 800;
  if (what.size() > longest) what.replace(longest, what.npos, "...");
  for (const Problem& p : problems_)
    if (p.where == where && p.what == what) return;  // a part that is there many times says it once
  if (problems_.size() < most) problems_.push_back({std::move(where), std::move(what)});
}

void Diagnostics::take(const Diagnostics& others) {
  for (const Problem& p : others.problems_) report(p.where, p.what);
}

void Diagnostics::require_clean() const {
  if (!clean()) throw InvalidModel(problems_);
}

std::string Document::where(const YAML::Node& node, const std::string& path) const {
  for (const std::string& set : settings)
    if (path == set || path.starts_with(set + ".")) return fmt::format("--set {}", set);
  const YAML::Mark mark = node.Mark();
  if (mark.is_null()) return file.string();
  return fmt::format("{}:{}:{}", file.string(), mark.line + 1, mark.column + 1);
}

std::optional<YAML::Node> find(const YAML::Node& mapping, const std::string& key) {
  if (mapping.IsDefined() && mapping.IsMap())
    for (const auto& entry : mapping)
      if (entry.first.IsScalar() && entry.first.Scalar() == key) return entry.second;
  return std::nullopt;
}

Parameters with_constants(const Parameters& parameters) {
  Parameters all = parameters;
  all.insert({{"pi", std::numbers::pi}, {"deg", std::numbers::pi / 180.0}, {"rpm", std::numbers::pi / 30.0}});
  return all;
}

double evaluate(const std::string& text, const Parameters& parameters) {
  double value = 0.0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* end = text.data() + text.size();
  const auto [rest, status] = std::from_chars(begin, end, value);
  if (status == std::errc::result_out_of_range && rest == end)
    throw ModelError(fmt::format("'{}' is beyond the range of numbers", text));
  if (status != std::errc() || rest != end) {
    try {
      mu::Parser parser;
      for (const auto& [name, constant] : with_constants(parameters)) parser.DefineConst(name, constant);
      parser.SetExpr(text);
      int results = 0;
      const double* values = parser.Eval(results);
      if (results != 1) throw ModelError(fmt::format("'{}' has {} values where one number is expected", text, results));
      value = values[0];
    } catch (const mu::Parser::exception_type& error) {
      std::vector<std::string> names;
      for (const auto& [name, constant] : with_constants(parameters)) names.push_back(name);
      throw ModelError(fmt::format("expected a number or an expression of parameters, found '{}' ({}){}", text,
                                   error.GetMsg(), suggestion(error.GetToken(), names)));
    }
  }
  if (!std::isfinite(value)) throw ModelError(fmt::format("'{}' is not a finite number", text));
  return value;
}

std::string suggestion(const std::string& wrong, const std::vector<std::string>& names) {
  constexpr std::size_t longest = 64;
  if (wrong.size() < 2 || wrong.size() > longest) return {};
  std::size_t best = (wrong.size() + 1) / 3 + 1;  // one slip in three letters
  std::string found;
  for (const std::string& name : names) {  // letters put in, left out, changed, or swapped with the next
    if (name.size() > longest) continue;
    std::vector<std::size_t> before, last, row(name.size() + 1);
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = k;
    for (std::size_t i = 1; i <= wrong.size(); ++i) {
      before = std::move(last);
      last = row;
      row[0] = i;
      for (std::size_t k = 1; k < row.size(); ++k) {
        row[k] = std::min({last[k] + 1, row[k - 1] + 1, last[k - 1] + (wrong[i - 1] != name[k - 1])});
        if (i > 1 && k > 1 && wrong[i - 1] == name[k - 2] && wrong[i - 2] == name[k - 1])
          row[k] = std::min(row[k], before[k - 2] + 1);
      }
    }
    if (row.back() < best) best = row.back(), found = name;
  }
  return found.empty() ? std::string() : fmt::format(": did you mean '{}'?", found);
}

namespace {

/// Where the first thing of a document stands.
struct FirstPlace : YAML::EventHandler {
  std::optional<YAML::Mark> mark{};

  void note(const YAML::Mark& at) {
    if (!mark) mark = at;
  }
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& at, YAML::anchor_t) override { note(at); }
  void OnAlias(const YAML::Mark& at, YAML::anchor_t) override { note(at); }
  void OnScalar(const YAML::Mark& at, const std::string&, YAML::anchor_t, const std::string&) override { note(at); }
  void OnSequenceStart(const YAML::Mark& at, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    note(at);
  }
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark& at, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    note(at);
  }
  void OnMapEnd() override {}
};

/// YAML::LoadAll would count them, but does not come to an end on all texts.
std::optional<YAML::Mark> second_document(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  FirstPlace first, second;
  if (parser.HandleNextDocument(first)) parser.HandleNextDocument(second);
  return second.mark;
}

/// Whether a line begins with a tab, or blanks and a tab: a mistake that the parser does not name.
bool indented_by_tab(const std::string& text, int line) {
  std::istringstream lines(text);
  std::string content;
  for (int k = 0; k <= line; ++k) std::getline(lines, content);
  const std::size_t first = content.find_first_not_of(' ');
  return first != std::string::npos && content[first] == '\t';
}

}  // namespace

std::optional<YAML::Node> parse(const std::string& text, const std::string& name, Diagnostics& diagnostics) {
  try {
    const YAML::Node root = YAML::Load(text);
    if (!root.IsMap())
      diagnostics.report(name, "expected a mapping of keys to values, such as 'analysis: {end: 1}'");
    else if (const auto more = second_document(text))
      diagnostics.report(fmt::format("{}:{}:{}", name, more->line + 1, more->column + 1),
                         "the file ends before this: a model is one document, without '---' between its parts");
    else
      return root;
  } catch (const YAML::Exception& error) {
    const YAML::Mark& mark = error.mark;
    const std::string where = mark.is_null() ? name : fmt::format("{}:{}:{}", name, mark.line + 1, mark.column + 1);
    const bool tab = !mark.is_null() && indented_by_tab(text, mark.line);
    diagnostics.report(where, fmt::format("this is not YAML: {}{}", error.msg,
                                          tab ? "; the line is indented by a tab, use blanks instead" : ""));
  }
  return std::nullopt;
}

std::string read_text(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw IoError(fmt::format("cannot read '{}': it is a directory", file.string()));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw IoError(fmt::format("cannot read '{}': {}", file.string(), std::strerror(errno)));
  constexpr std::size_t most = std::size_t{1} << 28;  // bytes: devices may go on without end
  std::string text;
  std::vector<char> block(1 << 16);
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())), stream.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most) throw IoError(fmt::format("cannot read '{}': it is larger than 256 MiB", file.string()));
  }
  if (stream.bad()) throw IoError(fmt::format("cannot read '{}': {}", file.string(), std::strerror(errno)));
  return text;
}

void apply_settings(Document& document, const std::vector<std::string>& settings, Diagnostics& diagnostics) {
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    const std::string path = setting.substr(0, equals);
    const std::string where = fmt::format("--set {}", setting);
    if (equals == std::string::npos || path.empty()) {
      diagnostics.report(where, "expected path=value, such as parameters.speed=30");
      continue;
    }
    try {
      const YAML::Node value = YAML::Load(setting.substr(equals + 1));
      YAML::Node at = document.root;
      std::istringstream keys(path);
      std::vector<std::string> names;
      for (std::string key; std::getline(keys, key, '.');) names.push_back(key);
      bool into_mapping = !names.empty();
      for (std::size_t k = 0; k + 1 < names.size() && into_mapping; ++k) {
        const auto next = find(at, names[k]);
        at.reset(next ? *next : at[names[k]]);
        into_mapping = !at.IsDefined() || at.IsMap() || at.IsNull();
      }
      if (!into_mapping) {
        diagnostics.report(where, fmt::format("'{}' does not lead to a key of a mapping", path));
        continue;
      }
      if (names.size() == 2 && names.front() == "parameters" && !find(at, names.back())) {
        std::vector<std::string> known;
        if (at.IsMap())
          for (const auto& entry : at)
            if (entry.first.IsScalar()) known.push_back(entry.first.Scalar());
        diagnostics.report(
            where, fmt::format("the model has no parameter '{}'{}", names.back(), suggestion(names.back(), known)));
        continue;
      }
      at[names.back()] = value;
      document.settings.push_back(path);
    } catch (const YAML::Exception& error) {
      diagnostics.report(where, fmt::format("the value is not YAML: {}", error.msg));
    }
  }
}

void ContentHash::add(const std::string& text) {
  const auto mix = [&](unsigned char byte) { value_ = (value_ ^ byte) * 1099511628211ull; };
  for (const char c : text) mix(static_cast<unsigned char>(c));
  mix(0xff);  // so that "ab", "c" is not "a", "bc"
}

void ContentHash::add(const YAML::Node& node, const std::set<std::string>& except) {
  if (node.IsScalar()) return add("=" + node.Scalar());
  if (!node.IsMap() && !node.IsSequence()) return add("~");
  add(node.IsMap() ? "{" : "[");
  for (const auto& entry : node) {
    if (!node.IsMap()) {
      add(entry);
      continue;
    }
    if (entry.first.IsScalar() && except.contains(entry.first.Scalar())) continue;
    add(entry.first);
    add(entry.second);
  }
  add("/");
}

std::string ContentHash::text() const { return fmt::format("{:016x}", value_); }

}  // namespace io
}  // namespace bristle
