// What a run leaves in its directory, and what it does about a directory that is not empty.

#include "bristle/io/recorder.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bristle/error.hpp"
#include "bristle/io/vtk_series.hpp"
#include "recorded_run.hpp"
#include "temporary_directory.hpp"

namespace bristle::test {
namespace {

namespace fs = std::filesystem;

/// The cells of a table without quotes.
std::vector<std::vector<std::string>> rows(const fs::path& path) {
  std::vector<std::vector<std::string>> result;
  std::istringstream in(content(path));
  for (std::string line; std::getline(in, line);) {
    result.emplace_back();
    std::istringstream cells(line + ',');
    for (std::string cell; std::getline(cells, cell, ',');) result.back().push_back(cell);
  }
  return result;
}

TEST_CASE("the tables say what the run did", "[unit][recorder]") {
  const TemporaryDirectory scratch;
  Case what = rattling_case();
  what.output.table_interval = 0.0;
  std::vector<double> times{0.0};
  Ledger ledger;
  RunCounters counters;
  std::vector<WearBin> wear;
  run_recorded(what, scratch.path, Existing::refuse, [&](const Simulation& run, Recorder&) {
    times.push_back(run.time());
    ledger = run.ledger();
    counters = run.counters();
    wear = run.wear(ContactId{1});
    return true;
  });
  CHECK(content(scratch.path / "energy.csv")
            .starts_with("time,kinetic,elastic,contact,potential,external_work,friction_loss,contact_loss,damping_loss,"
                         "numerical_loss,residual\n0,"));
  const auto energy = rows(scratch.path / "energy.csv");
  REQUIRE(energy.size() == times.size() + 1);
  for (std::size_t k = 0; k < times.size(); ++k) CHECK(std::stod(energy[k + 1][0]) == times[k]);
  const std::vector<double> last{ledger.kinetic,        ledger.elastic,       ledger.contact,      ledger.gravitational,
                                 ledger.external_work,  ledger.friction_loss, ledger.contact_loss, ledger.damping_loss,
                                 ledger.numerical_loss, ledger.residual()};
  for (std::size_t c = 0; c < last.size(); ++c) CHECK(std::stod(energy.back()[c + 1]) == last[c]);

  CHECK(content(scratch.path / "probes.csv").starts_with("time,\"height of ball, m\",force\n0,0,0\n"));
  CHECK(rows(scratch.path / "probes.csv").size() == times.size() + 1);

  const auto steps = rows(scratch.path / "steps.csv");
  CHECK(content(scratch.path / "steps.csv").starts_with("time,step,iterations,rejections,rule,contact\n"));
  REQUIRE(steps.size() == times.size());  // a header, and no row for the start
  long iterations = 0, rejections = 0;
  std::map<std::string, int> contacts;
  for (std::size_t k = 1; k < steps.size(); ++k) {
    CHECK(std::stod(steps[k][0]) - times[k - 1] == Approx(std::stod(steps[k][1])).margin(1e-12));
    iterations += std::stol(steps[k][2]);
    rejections += std::stol(steps[k][3]);
    ++contacts[steps[k][5]];
    if (steps[k][4] == "penetration") CHECK_FALSE(steps[k][5].empty());
    if (steps[k][4] == "growth" || steps[k][4] == "end") CHECK(steps[k][5].empty());
  }
  CHECK(iterations == counters.iterations);
  CHECK(rejections == counters.rejections);
  CHECK(steps.back()[4] == "end");
  CHECK(contacts.contains("race"));
  for (const auto& [name, count] : contacts)
    CHECK((name.empty() || name == "race" || name.starts_with("floor point ")));

  const auto worn = rows(scratch.path / "wear.csv");
  CHECK(content(scratch.path / "wear.csv")
            .starts_with("contact,bin,angle_from,angle_to,sliding_distance,friction_work\nrace,0,0,1.57"));
  REQUIRE(worn.size() == 1 + 4 + 4);
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(worn[5 + k][0] == "floor");
    CHECK(std::stod(worn[5 + k][4]) == wear[k].sliding_distance);
    CHECK(std::stod(worn[5 + k][5]) == wear[k].friction_work);
  }
}

TEST_CASE("rows and frames keep to their intervals, whatever the steps", "[unit][recorder]") {
  const TemporaryDirectory scratch;
  Case what = rattling_case();
  std::vector<double> times{0.0};
  std::vector<std::pair<double, double>> steps;  // from, to
  std::vector<double> events;
  std::vector<bool> closed;
  run_recorded(what, scratch.path, Existing::refuse, [&](const Simulation& run, Recorder&) {
    steps.emplace_back(times.back(), run.time());
    times.push_back(run.time());
    std::vector<bool> now;
    for (const ContactReport& c : run.state().contacts) now.push_back(c.phase != ContactReport::Phase::open);
    if (!closed.empty() && now != closed) events.push_back(run.time());
    closed = now;
    return true;
  });
  // The steps that cross a multiple, found by its number and not by what came before.
  const auto due = [&](double interval) {
    std::vector<double> result{0.0};
    for (const auto& [from, to] : steps)
      for (int k = 1; k * interval < what.end * (1.0 + 1e-9); ++k)
        if (from < k * interval * (1.0 - 1e-9) && to >= k * interval * (1.0 - 1e-9)) {
          result.push_back(to);
          break;
        }
    if (result.back() != what.end) result.push_back(what.end);
    return result;
  };
  const auto energy = rows(scratch.path / "energy.csv");
  const std::vector<double> expected = due(what.output.table_interval);
  REQUIRE(expected.size() < times.size() / 2);
  REQUIRE(energy.size() == expected.size() + 1);
  for (std::size_t k = 0; k < expected.size(); ++k) CHECK(std::stod(energy[k + 1][0]) == expected[k]);
  CHECK(rows(scratch.path / "steps.csv").size() == times.size());

  const auto frames_of = [&](const Case& c) {
    run_recorded(c, scratch.path, Existing::replace);
    std::istringstream in(content(scratch.path / "results.pvd"));
    std::map<std::string, int> seen;  // the collection names each frame by its time
    for (std::string line; std::getline(in, line);)
      if (const auto at = line.find("timestep=\""); at != std::string::npos)
        ++seen[line.substr(at, line.find('"', at + 10) - at)];
      else if (!line.empty() && std::isdigit(static_cast<unsigned char>(line[0])))
        ++seen[line];
    return seen.size();
  };
  Case plain = what;
  plain.output.event_interval = 0.0;
  const std::size_t regular = due(what.output.frame_interval).size();
  CHECK(regular == 9);
  CHECK(frames_of(plain) == regular);
  REQUIRE_FALSE(events.empty());
  CHECK(frames_of(what) > regular);
  plain.output.frame_interval = 0.0;  // two hundred in a run, or every step where there are fewer
  CHECK(frames_of(plain) == due(plain.end / 200.0).size());
  plain.output.frames = false;
  CHECK(frames_of(plain) == 0);
  CHECK_FALSE(fs::exists(scratch.path / "results.pvd"));
}

TEST_CASE("run.json says what was run and how it went, and is the same every time", "[unit][recorder]") {
  const TemporaryDirectory scratch;
  const Case what = rattling_case();
  RunCounters counters;
  run_recorded(what, scratch.path / "a", Existing::refuse, [&](const Simulation& run, Recorder& recorder) {
    if (run.counters().steps == 1) {
      const auto begun = nlohmann::json::parse(content(recorder.directory() / "run.json"));
      CHECK(begun["finished"] == false);
      CHECK(begun["counters"]["steps"] == 0);
    }
    counters = run.counters();
    return true;
  });
  const auto record = nlohmann::json::parse(content(scratch.path / "a" / "run.json"));
  CHECK(record["finished"] == true);
  CHECK(record["title"] == "rattling arm");
  CHECK(record["model"] == "arm.yaml");
  CHECK(record["hash"] == "0123abcd");
  CHECK(record["settings"] == nlohmann::json{"arm.length=0.5"});
  CHECK(record["version"] == bristle::version);
  CHECK(record["end"] == what.end);
  CHECK(record["time"] == what.end);
  CHECK(record["options"]["step"] == 1e-4);
  CHECK(record["options"]["solver"] == "block");
  CHECK(record["options"]["newton"]["max_iterations"] == 20);
  CHECK(record["sizes"]["contacts"] == 2);
  CHECK(record["sizes"]["joints"] == 2);
  CHECK(record["counters"]["steps"] == counters.steps);
  CHECK(record["counters"]["iterations"] == counters.iterations);
  CHECK(record["counters"]["factorizations"] == counters.factorizations);
  CHECK(record["warnings"].size() > 0);
  const auto& l = record["ledger"];
  const auto& f = l["friction"];
  const double friction = f["sliding"].get<double>() + f["bristles"].get<double>() + f["damping"].get<double>() +
                          f["viscous"].get<double>() + f["numerical"].get<double>();
  CHECK(friction == Approx(l["friction_loss"].get<double>()).epsilon(1e-9));

  run_recorded(what, scratch.path / "b", Existing::refuse);
  CHECK(results_in(scratch.path / "a") == results_in(scratch.path / "b"));
}

TEST_CASE("a directory that holds results is left alone unless told otherwise", "[unit][recorder]") {
  const TemporaryDirectory scratch;
  Case what = rattling_case();
  what.end = 1e-3;
  run_recorded(what, scratch.path, Existing::refuse);
  const auto first = results_in(scratch.path);
  CHECK_THROWS_AS(run_recorded(what, scratch.path, Existing::refuse), IoError);
  CHECK_THROWS_WITH(run_recorded(what, scratch.path, Existing::refuse),
                    Catch::Contains(scratch.path.string()) && Catch::Contains("energy.csv") &&
                        Catch::Contains("--force") && Catch::Contains("--restart") && Catch::Contains("-o"));
  CHECK(results_in(scratch.path) == first);
  for (const char* name : {"energy.csv", "results.pvd", "run.json", "checkpoint.bin"}) {
    const TemporaryDirectory other;
    write(other.path / name, "anything");
    CHECK_THROWS_WITH(run_recorded(what, other.path, Existing::refuse), Catch::Contains(name));
  }

  // Replacing takes away what Bristle wrote, also where the new run writes less, and nothing else.
  write(scratch.path / "notes.txt", "mine");
  write(scratch.path / "frames" / "notes.txt", "mine");
  what.output.frames = false;
  what.output.probes.clear();
  run_recorded(what, scratch.path, Existing::replace);
  std::vector<std::string> names;
  for (const auto& [name, bytes] : results_in(scratch.path)) names.push_back(name);
  CHECK(names ==
        std::vector<std::string>{"energy.csv", "frames/notes.txt", "notes.txt", "run.json", "steps.csv", "wear.csv"});
}

TEST_CASE("two runs do not write to one directory at the same time", "[unit][recorder]") {
  const TemporaryDirectory scratch;
  const Case what = rattling_case();
  Simulation run(what.model, what.options);
  {
    const Recorder recorder(what, run, scratch.path, Existing::refuse);
    for (const Existing existing : {Existing::refuse, Existing::replace, Existing::resume})
      CHECK_THROWS_WITH(Recorder(what, run, scratch.path, existing), Catch::Contains("another run is writing"));
  }
  CHECK_NOTHROW(Recorder(what, run, scratch.path, Existing::replace));
}

TEST_CASE("a directory that cannot be written is an error with its name and the reason", "[unit][recorder]") {
  const TemporaryDirectory scratch;
  const Case what = rattling_case();
  Simulation run(what.model, what.options);
  write(scratch.path / "file", "");
  CHECK_THROWS_WITH(
      Recorder(what, run, scratch.path / "file" / "results", Existing::refuse),
      Catch::Contains((scratch.path / "file" / "results").string()) && Catch::Contains("Not a directory"));
  CHECK_THROWS_AS(Recorder(what, run, scratch.path / "file", Existing::refuse), IoError);

  const fs::path closed = scratch.path / "closed";
  fs::create_directory(closed);
  fs::permissions(closed, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                              fs::perms::others_exec | fs::perms::group_read | fs::perms::group_exec);
  fs::permissions(scratch.path, fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add);
  const bool root = ::geteuid() == 0;
  if (root) REQUIRE(::seteuid(65534) == 0);  // root may write anywhere
  CHECK_THROWS_WITH(Recorder(what, run, closed, Existing::refuse),
                    Catch::Contains((closed / "energy.csv").string()) && Catch::Contains("Permission denied"));
  CHECK_THROWS_WITH(Recorder(what, run, closed / "results", Existing::refuse),
                    Catch::Contains((closed / "results").string()) && Catch::Contains("Permission denied"));
  if (root) REQUIRE(::seteuid(0) == 0);
}

}  // namespace
}  // namespace bristle::test
