#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "bristle/analysis/frequency_response.hpp"
#include "bristle/io/mode_files.hpp"
#include "cli.hpp"

namespace bristle::cli {
namespace {

struct ResponseArguments {
  ModelArguments model;
  AboutArguments about;
  ResultsArguments results;
  std::string load;
  std::vector<double> amplitude{1.0, 0.0, 0.0}, band;
  int points = 201;
};

int find(const ResponseArguments& a) {
  const Case what = a.model.read();
  const auto& loads = what.model.loads;
  const auto at = std::find_if(loads.begin(), loads.end(), [&](const Load& l) { return l.name == a.load; });
  if (at == loads.end()) throw ModelError(fmt::format("there is no load '{}' in the model", a.load));
  if (what.output.probes.empty()) throw ModelError("the model has no probes to read the response at");
  if (a.band[0] > a.band[1]) throw ModelError("a band of frequencies goes from a lower to a higher one");
  if (a.amplitude == std::vector<double>(3, 0.0)) throw ModelError("the load that shakes has no amplitude");
  const std::filesystem::path directory = a.results.claim(a.model, "response", "response.csv");
  Load shaking = *at;
  for (int k = 0; k < 3; ++k) shaking.components[k] = a.amplitude[k];

  Simulation run = start(what);
  a.about.bring(run);
  const Balance balance(run.system());
  std::vector<double> frequencies;
  for (int k = 0; k < a.points; ++k)
    frequencies.push_back(a.band[0] + (a.band[1] - a.band[0]) * k / std::max(1, a.points - 1));
  const LinearisationOptions options = a.about.options();
  const Eigen::MatrixXcd response =
      frequency_response(balance, run.state(), balance.load(run.state(), shaking), frequencies, options);
  const SmallMotion about(balance, run.state(), options);
  write_response(run, about, what.output, frequencies, response, directory / "response.csv");
  fmt::print(stderr, "results in {}\n", directory.string());
  return ok;
}

}  // namespace

void add_response(CLI::App& app, Command& command) {
  CLI::App* sub = app.add_subcommand("response", "Response of the linearised model to a harmonic load, at the probes");
  auto a = std::make_shared<ResponseArguments>();
  a->model.add_to(*sub);
  a->about.add_to(*sub);
  a->results.add_to(*sub, "response");
  sub->add_option("--load", a->load, "Name of the load that shakes: its place and kind")->required();
  sub->add_option("--amplitude", a->amplitude, "Its components, N or N m (default: 1 0 0)")
      ->expected(3)
      ->check(finite());
  sub->add_option("--band", a->band, "From one frequency to another")
      ->expected(2)
      ->type_name("HZ")
      ->check(from_zero())
      ->required();
  sub->add_option("--points", a->points, "How many frequencies")->capture_default_str()->check(count_from(1));
  sub->callback([a, &command] { command = [a] { return find(*a); }; });
}

}  // namespace bristle::cli
