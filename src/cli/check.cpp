#include <fmt/format.h>

#include <memory>

#include "cli.hpp"

namespace bristle::cli {

void add_check(CLI::App& app, Command& command) {
  CLI::App* sub = app.add_subcommand("check", "Read a model, assemble it and say what is wrong, without running it");
  auto model = std::make_shared<ModelArguments>();
  model->add_to(*sub);
  sub->callback([model, &command] {
    command = [model] {
      const Case what = model->read();
      const Simulation run = start(what);
      fmt::print(stderr, "{}: all is well ({} nodes, {} unknowns)\n", model->file, run.system().nodes() - 1,
                 run.system().unknowns());
      return ok;
    };
  });
}

}  // namespace bristle::cli
