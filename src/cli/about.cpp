#include <fmt/format.h>

#include <cmath>

#include "bristle/analysis/modes.hpp"
#include "bristle/error.hpp"
#include "cli.hpp"
#include "progress.hpp"

namespace bristle::cli {

void AboutArguments::add_to(CLI::App& app) {
  app.add_option(
         "--about", where,
         "start; equilibrium: the one reached from the start; spinning: that of parts that go on turning as they "
         "do at the start, with centrifugal forces")
      ->check(CLI::IsMember({"start", "equilibrium", "spinning"}))
      ->capture_default_str();
  app.add_option("--time", time, "When loads and drives are looked at for an equilibrium")
      ->type_name("SECONDS")
      ->check(from_zero());
  app.add_option("--at", at, "Run the model to this time first, and take what it has come to for the start")
      ->type_name("SECONDS")
      ->check(from_zero())
      ->excludes("--time");
  app.add_flag("--hold", hold, "Hold motions that meet no resistance while the equilibrium is sought");
  app.add_option("--contacts", contacts,
                 "present: as they are there; open: none acts; closed: no gap changes; stuck: nor does anything slide")
      ->transform(CLI::CheckedTransformer(std::map<std::string, ContactsAre>{{"present", ContactsAre::present},
                                                                             {"open", ContactsAre::open},
                                                                             {"closed", ContactsAre::closed},
                                                                             {"stuck", ContactsAre::stuck}}))
      ->type_name("present|open|closed|stuck");
  app.add_flag("--turning-axes", turning_axes, "Motions as seen from axes that turn with the parts");
}

namespace {

CLI::Validator number(const char* what, bool (*good)(double)) {
  return {[what, good](std::string& text) {
            try {
              std::size_t end = 0;
              const double value = std::stod(text, &end);
              if (end == text.size() && std::isfinite(value) && good(value)) return std::string();
            } catch (const std::exception&) {
            }
            return fmt::format("'{}' must be {}", text, what);
          },
          ""};
}

}  // namespace

CLI::Validator finite() {
  return number("a number", [](double) { return true; });
}
CLI::Validator from_zero() {
  return number("a number, zero or more", [](double x) { return x >= 0.0; });
}
CLI::Validator above_zero() {
  return number("a number above zero", [](double x) { return x > 0.0; });
}
CLI::Validator count_from(int least) {
  return {[least](std::string& text) {
            const bool whole = !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == text.npos;
            return whole && std::stoi(text) >= least
                       ? std::string()
                       : fmt::format("'{}' must be a whole number from {} on", text, least);
          },
          ""};
}

void ResultsArguments::add_to(CLI::App& app, const std::string& name) {
  app.add_option("-o,--output", directory, "Directory for the results (default: results/NAME/" + name + ")")
      ->type_name("DIR");
  app.add_flag("--force", force, "Replace results that are there");
}

std::filesystem::path ResultsArguments::claim(const ModelArguments& model, const std::string& name,
                                              const char* shows) const {
  const std::filesystem::path path =
      directory.empty() ? usual_directory(model.file) / name : std::filesystem::path(directory);
  if (!force && std::filesystem::exists(path / shows))
    throw IoError(fmt::format("{} holds results ({}): replace them with --force, or choose another directory with -o",
                              path.string(), shows));
  return path;
}

State AboutArguments::reached_from(const System& system, const State& from) const {
  if (where == "start") {
    State state = from;
    settle_reactions(Balance(system), state);
    return state;
  }
  const bool spinning = where == "spinning";
  Equilibrium found = find_equilibrium(system, from, {.hold = hold, .spinning = spinning});
  if (!found.held.empty()) fmt::print(stderr, "held: {}\n", found.held);
  if (!found.mobility.stable && !spinning) fmt::print(stderr, "warning: the equilibrium is not stable\n");
  if (!spinning) found.state.twists = from.twists;
  return std::move(found.state);
}

State AboutArguments::bring(Simulation& run) const {
  if (time > 0.0 && where == "start")
    throw ModelError("--time is about an equilibrium: add --about equilibrium, or run the model there with --at");
  if (at > 0.0) {
    Progress progress(usual_form(), run.time(), at);
    run.run(at, [&](const Simulation& now, const StepReport& report) {
      progress.show(now, report);
      return true;
    });
    progress.clear();
  }
  State before = run.state();
  if (time > 0.0) before.time = time;
  run.show(reached_from(run.system(), before));
  return before;
}

}  // namespace bristle::cli
