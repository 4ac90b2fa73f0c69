#include "bristle/io/schema.hpp"

#include <fmt/format.h>

#include <memory>

#include "cli.hpp"

namespace bristle::cli {

void add_schema(CLI::App& app, Command& command) {
  CLI::App* sub = app.add_subcommand("schema", "Print what a model file may contain");
  auto as_json = std::make_shared<bool>(false);
  auto as_markdown = std::make_shared<bool>(false);
  auto* json = sub->add_flag("--json", *as_json, "As a JSON Schema, for editors");
  sub->add_flag("--markdown", *as_markdown, "As a reference to read (the default)")->excludes(json);
  sub->callback([as_json, &command] {
    command = [as_json] {
      fmt::print("{}", *as_json ? schema::json() : schema::markdown());
      return ok;
    };
  });
}

}  // namespace bristle::cli
