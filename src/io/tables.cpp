#include "io/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "io/cadence.hpp"

namespace bristle {
namespace {

const Csv::Columns energy_columns{"time",         "kinetic",        "elastic",       "contact",
                                  "potential",    "external_work",  "friction_loss", "contact_loss",
                                  "damping_loss", "numerical_loss", "residual"};
const Csv::Columns steps_columns{"time", "step", "iterations", "rejections", "rule", "contact"};

Csv::Columns probe_columns(const Output& output) {
  Csv::Columns columns{"time"};
  for (const Probe& probe : output.probes) columns.push_back(probe.name);
  return columns;
}

std::vector<std::string> gap_names(const System& system) {
  std::vector<std::string> names;
  for (int c = 0; c < static_cast<int>(system.model().contacts.size()); ++c) {
    const std::string& name = system.model().contacts[c].name;
    const int count = system.gaps_of({c}).count;
    for (int k = 0; k < count; ++k) names.push_back(count == 1 ? name : fmt::format("{} point {}", name, k + 1));
  }
  return names;
}

std::unique_ptr<Csv> open(const std::filesystem::path& path, const Csv::Columns& columns, const Checkpoint* from,
                          std::uint64_t Checkpoint::*length) {
  return from ? std::make_unique<Csv>(path, columns, from->*length) : std::make_unique<Csv>(path, columns);
}

}  // namespace

Tables::Tables(const Output& output, const Simulation& run, const std::filesystem::path& directory,
               const Checkpoint* from)
    : columns_(output.probes),
      interval_(output.table_interval),
      gap_names_(gap_names(run.system())),
      energy_(open(directory / "energy.csv", energy_columns, from, &Checkpoint::energy_length)),
      steps_(open(directory / "steps.csv", steps_columns, from, &Checkpoint::steps_length)) {
  if (!columns_.empty())
    probes_ = open(directory / "probes.csv", probe_columns(output), from, &Checkpoint::probes_length);
  if (from)
    last_row_ = from->last_row;
  else
    add_row(run);
}

void Tables::check(const Output& output, const std::filesystem::path& directory, const Checkpoint& from) {
  Csv::check(directory / "energy.csv", energy_columns, from.energy_length);
  Csv::check(directory / "steps.csv", steps_columns, from.steps_length);
  if (!output.probes.empty() && from.probes_length > 0)
    Csv::check(directory / "probes.csv", probe_columns(output), from.probes_length);
  if (output.probes.empty() != (from.probes_length == 0))
    throw IoError(
        fmt::format("the run in {} {} probes.csv before: ask for the same output, or begin anew with --force "
                    "or in another directory",
                    directory.string(), from.probes_length == 0 ? "did not write" : "wrote"));
}

void Tables::add_row(const Simulation& run) {
  const Ledger& l = run.ledger();
  energy_->row(run.time(), l.kinetic, l.elastic, l.contact, l.gravitational, l.external_work, l.friction_loss,
               l.contact_loss, l.damping_loss, l.numerical_loss, l.residual());
  if (probes_) {
    probes_->add(run.time());
    for (const Probe& probe : columns_) probes_->add(probe.read(run));
    probes_->end_row();
  }
  last_row_ = run.time();
}

void Tables::add(const Simulation& run, const StepReport& report) {
  steps_->row(report.time, report.step, report.iterations, report.rejections, name_of(report.rule),
              report.gap < 0 ? std::string_view() : std::string_view(gap_names_[report.gap]));
  if (passes_multiple(last_row_, run.time(), interval_)) add_row(run);
}

void Tables::finish(const Simulation& run) {
  if (last_row_ != run.time()) add_row(run);
}

void Tables::flush(bool to_disk) {
  energy_->flush(to_disk);
  steps_->flush(to_disk);
  if (probes_) probes_->flush(to_disk);
}

void Tables::describe(Checkpoint& checkpoint) const {
  checkpoint.energy_length = energy_->length();
  checkpoint.steps_length = steps_->length();
  checkpoint.probes_length = probes_ ? probes_->length() : 0;
  checkpoint.last_row = last_row_;
}

void write_wear(const Simulation& run, const std::filesystem::path& path) {
  const std::vector<Contact>& contacts = run.system().model().contacts;
  const auto rubs = [](const Contact& c) { return !std::holds_alternative<std::monostate>(c.friction); };
  if (std::none_of(contacts.begin(), contacts.end(), rubs)) return;
  Csv table(path, {"contact", "bin", "angle_from", "angle_to", "sliding_distance", "friction_work"});
  for (int c = 0; c < static_cast<int>(contacts.size()); ++c) {
    if (!rubs(contacts[c])) continue;
    const std::vector<WearBin> bins = run.wear({c});
    const double width = 2.0 * std::numbers::pi / static_cast<double>(bins.size());  // rad
    for (int k = 0; k < static_cast<int>(bins.size()); ++k)
      table.row(contacts[c].name, k, k * width, (k + 1) * width, bins[k].sliding_distance, bins[k].friction_work);
  }
  table.flush(true);
}

}  // namespace bristle
