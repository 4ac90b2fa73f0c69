#include <fmt/format.h>
#include <malloc.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "bristle/version.hpp"
#include "cli.hpp"

namespace bristle::cli {

void ModelArguments::add_to(CLI::App& app) {
  app.add_option("MODEL", file, "Model file (YAML or JSON)")->required();
  app.add_option("--set", settings, "Replace a value of the file: path=value, such as parameters.speed=30")
      ->type_name("PATH=VALUE")
      ->take_all();
}

std::filesystem::path usual_directory(const std::string& file) {
  const std::filesystem::path path = std::filesystem::absolute(file);
  const std::string stem = path.stem().string();
  return std::filesystem::path("results") / (stem == "model" ? path.parent_path().filename().string() : stem);
}

Simulation start(const Case& what) {
  try {
    return Simulation(what.model, what.options);
  } catch (const ModelError& error) {
    throw ModelError(what.located(error.what()));
  }
}

namespace {

/// Carries out a command; what goes wrong becomes a message and an exit code.
int carry_out(const Command& command) {
  try {
    const int code = command();
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
      throw IoError(fmt::format("cannot write the output: {}", std::strerror(errno)));
    return code;
  } catch (const ModelError& error) {
    fmt::print(stderr, "{}\n", error.what());
    if (const auto* invalid = dynamic_cast<const InvalidModel*>(&error); invalid && invalid->problems().size() > 1)
      fmt::print(stderr, "{} errors\n", invalid->problems().size());
    return invalid_model;
  } catch (const NoConvergence& error) {
    fmt::print(stderr, "no convergence: {}\n", error.what());
    return no_convergence;
  } catch (const IoError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return io;
  } catch (const std::system_error& error) {  // of a path or stream
    fmt::print(stderr, "{}\n", error.what());
    return io;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "there is not enough memory for this model\n");
    return io;
  } catch (const std::exception& error) {
    fmt::print(stderr, "this should not have happened, please report it: {}\n", error.what());
    return no_convergence;
  }
}

}  // namespace
}  // namespace bristle::cli

int main(int argc, char** argv) {
  using namespace bristle::cli;
  mallopt(M_TRIM_THRESHOLD, 64 << 20);  // frames take and give back memory: keep it, the system call costs more
  CLI::App app{"Bristle: dynamics of machines whose joints have play and friction"};
  const std::string version = fmt::format("bristle {}", bristle::version);
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::help);
  Command command;
  add_run(app, command);
  add_check(app, command);
  add_info(app, command);
  add_static(app, command);
  add_modes(app, command);
  add_response(app, command);
  add_schema(app, command);
  for (CLI::App* sub : app.get_subcommands({})) sub->set_version_flag("--version", version);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wish) {  // --help, --version
    return app.exit(wish);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "{}\nTry bristle --help, or bristle COMMAND --help.\n", error.what());
    return usage;
  }
  return carry_out(command);
}
