#include "names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace bristle::io {
namespace {

/// start, mid, end or a number from 0 to 1.
std::optional<double> fraction_of(const std::string& text) {
  if (text == "start") return 0.0;
  if (text == "mid") return 0.5;
  if (text == "end") return 1.0;
  double value = 0.0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || rest != text.data() + text.size() || !(value >= 0.0 && value <= 1.0)) return std::nullopt;
  return value;
}

}  // namespace

bool is_identifier(const std::string& name) {
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return c == '_' || (std::isalnum(static_cast<unsigned char>(c)) && c > 0); });
}

void Names::add(const Document& document) {
  for (const auto& [section, names] : {std::pair{"bodies", &bodies}, std::pair{"beams", &beams}})
    if (const auto entries = find(document.root, section); entries && entries->IsMap())
      for (const auto& entry : *entries)
        if (entry.first.IsScalar()) names->insert(document.prefix + entry.first.Scalar());
}

Place Names::resolve(const Document& document, const std::string& text) const {
  const std::size_t slash = text.rfind('/');
  const std::string head = text.substr(0, slash);
  const std::string tail = slash == std::string::npos ? "" : text.substr(slash + 1);
  for (const Document* d = &document; d; d = d->parent) {
    if (bodies.contains(d->prefix + text)) return {d->prefix + text};
    if (beams.contains(d->prefix + text))
      throw ModelError(fmt::format("'{}' is a beam: say where on it, such as {}/start, {}/mid, {}/end or {}/0.25", text,
                                   text, text, text, text));
    if (!tail.empty() && beams.contains(d->prefix + head)) {
      const auto fraction = fraction_of(tail);
      if (!fraction)
        throw ModelError(fmt::format(
            "'{}' is no place on beam '{}': expected start, mid, end or a fraction of its length from 0 to 1", tail,
            head));
      return {d->prefix + head, true, *fraction};
    }
  }
  if (text == "ground") return {text};
  std::vector<std::string> known;
  for (const std::string& name : bodies) known.push_back(name);
  for (const std::string& name : beams)
    for (const char* place : {"start", "mid", "end"}) known.push_back(name + "/" + place);
  throw ModelError(fmt::format("there is no body or beam '{}'{}", text, suggestion(text, known)));
}

const Document* definer(const Document& document, const std::string& section, const std::string& name) {
  for (const Document* d = &document; d; d = d->parent)
    if (const auto entries = find(d->root, section); entries && find(*entries, name)) return d;
  return nullptr;
}

std::vector<std::string> names_in(const Document& document, const std::string& section) {
  std::vector<std::string> names;
  for (const Document* d = &document; d; d = d->parent)
    if (const auto entries = find(d->root, section); entries && entries->IsMap())
      for (const auto& entry : *entries)
        if (entry.first.IsScalar()) names.push_back(entry.first.Scalar());
  return names;
}

}  // namespace bristle::io
