// A run that was interrupted, in whatever way, goes on to the same files.

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "bristle/error.hpp"
#include "recorded_run.hpp"
#include "temporary_directory.hpp"

namespace bristle::test {
namespace {

namespace fs = std::filesystem;

/// What `work` would do in a process of its own: how that ended, by waitpid(2). It exits with 0 if nothing is thrown.
template <class Work>
pid_t in_child(const Work& work) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child > 0) return child;
  try {
    work();
  } catch (...) {
    ::_exit(1);
  }
  ::_exit(0);
}

int status_of(pid_t child) {
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return status;
}

/// The uninterrupted run.
std::map<std::string, std::string> reference(const Case& what) {
  const TemporaryDirectory scratch;
  run_recorded(what, scratch.path, Existing::refuse);
  return results_in(scratch.path);
}

/// File by file, so that a failure says which; the contents are long.
void check_same(const std::map<std::string, std::string>& found, const std::map<std::string, std::string>& expected) {
  for (const auto& [name, bytes] : expected) {
    CAPTURE(name);
    REQUIRE(found.contains(name));
    CHECK((found.at(name) == bytes));
  }
  for (const auto& [name, bytes] : found) {
    CAPTURE(name);
    CHECK(expected.contains(name));
  }
}

TEST_CASE("a run killed between a checkpoint and the next goes on to the same files", "[unit][restart]") {
  for (const SolverKind solver : {SolverKind::klu, SolverKind::block}) {
    Case what = rattling_case();
    what.options.solver = solver;
    const auto expected = reference(what);
    const TemporaryDirectory scratch;
    const pid_t child = in_child([&] {
      run_recorded(what, scratch.path, Existing::refuse, [](const Simulation& run, Recorder& recorder) {
        if (run.counters().steps == 50) recorder.checkpoint(run);
        if (run.counters().steps == 90) ::kill(::getpid(), SIGKILL);
        return true;
      });
    });
    const int status = status_of(child);
    REQUIRE(WIFSIGNALED(status));
    REQUIRE(WTERMSIG(status) == SIGKILL);
    CHECK(nlohmann::json::parse(content(scratch.path / "run.json"))["finished"] == false);
    Simulation run(what.model, what.options);
    {
      Recorder recorder(what, run, scratch.path, Existing::resume);
      CHECK(run.counters().steps == 50);
      CHECK_THAT(recorder.message(), Catch::Contains("going on from t = "));
      CHECK_FALSE(fs::exists(scratch.path / "wear.csv"));
    }
    run_recorded(what, scratch.path, Existing::resume);
    check_same(results_in(scratch.path), expected);
  }
}

TEST_CASE("a run killed over and over, at any moment, comes to the same files", "[unit][restart]") {
  Case what = rattling_case();
  what.output.checkpoint_interval = 0.0;  // after every step: so many of the kills fall into one
  const auto expected = reference(what);
  const TemporaryDirectory scratch;
  int kills = 0, status = 0;
  long pause = 2000;  // µs: grows, so that the run ends some day on any machine
  for (;;) {
    const pid_t child = in_child([&] { run_recorded(what, scratch.path, Existing::resume); });
    ::usleep(static_cast<useconds_t>(pause));
    pause += 3001;
    ::kill(child, SIGKILL);
    status = status_of(child);
    if (!WIFSIGNALED(status)) break;
    ++kills;
  }
  REQUIRE(WEXITSTATUS(status) == 0);
  CHECK(kills >= 1);
  check_same(results_in(scratch.path), expected);
}

TEST_CASE("a run that was interrupted with a checkpoint loses no step", "[unit][restart]") {
  const Case what = rattling_case();
  const auto expected = reference(what);
  const TemporaryDirectory scratch;
  for (const long stop : {1, 2, 40, 41, 80}) {
    run_recorded(what, scratch.path, Existing::resume, [stop](const Simulation& run, Recorder& recorder) {
      if (run.counters().steps < stop) return true;
      recorder.checkpoint(run);
      return false;
    });
    Simulation run(what.model, what.options);
    CHECK_THAT(Recorder(what, run, scratch.path, Existing::resume).message(), Catch::Contains("going on"));
    CHECK(run.counters().steps == stop);
  }
  run_recorded(what, scratch.path, Existing::resume);
  check_same(results_in(scratch.path), expected);
}

TEST_CASE("a finished run that is restarted stays as it is, and goes on to a later end", "[unit][restart]") {
  Case what = rattling_case();
  what.end = 2.3e-3;  // between the multiples of the intervals, and steps from both
  what.output.table_interval = what.output.frame_interval;
  what.output.event_interval = 0.0;
  const auto expected = reference(what);
  const TemporaryDirectory scratch;
  run_recorded(what, scratch.path, Existing::refuse);
  run_recorded(what, scratch.path, Existing::resume);
  check_same(results_in(scratch.path), expected);
  const std::string short_run = content(scratch.path / "steps.csv");

  what.end = 4e-3;
  run_recorded(what, scratch.path, Existing::resume);
  const auto record = nlohmann::json::parse(content(scratch.path / "run.json"));
  CHECK(record["time"] == 4e-3);
  CHECK(record["finished"] == true);
  CHECK(content(scratch.path / "steps.csv").starts_with(short_run));
  const auto has = [&](const char* table, const char* text) {
    return content(scratch.path / table).find(text) != std::string::npos;
  };
  CHECK(has("steps.csv", "\n0.0023,"));
  CHECK(expected.at("energy.csv").find("\n0.0023,") != std::string::npos);
  CHECK_FALSE(has("energy.csv", "\n0.0023,"));  // only that end had asked for it
  CHECK_FALSE(has("results.pvd", "0.0023"));
  CHECK(has("energy.csv", "\n0.004,"));
  CHECK(has("results.pvd", "0.004"));
}

TEST_CASE("without a checkpoint a restart begins from the start, and says so", "[unit][restart]") {
  const Case what = rattling_case();
  const auto expected = reference(what);
  const TemporaryDirectory scratch;
  const pid_t child = in_child([&] {
    run_recorded(what, scratch.path, Existing::refuse, [](const Simulation& run, Recorder&) {
      if (run.counters().steps == 60) ::kill(::getpid(), SIGKILL);
      return true;
    });
  });
  REQUIRE(WIFSIGNALED(status_of(child)));
  REQUIRE(fs::exists(scratch.path / "energy.csv"));
  {
    Simulation run(what.model, what.options);
    CHECK_THAT(Recorder(what, run, scratch.path, Existing::resume).message(), Catch::Contains("holds no checkpoint"));
  }
  run_recorded(what, scratch.path, Existing::resume);
  check_same(results_in(scratch.path), expected);
}

TEST_CASE("a restart that is refused says why and changes nothing", "[unit][restart]") {
  const Case what = rattling_case();
  const TemporaryDirectory scratch;
  run_recorded(what, scratch.path, Existing::refuse, [](const Simulation& run, Recorder& recorder) {
    if (run.counters().steps == 50) recorder.checkpoint(run);
    return run.counters().steps < 90;
  });
  const auto before = results_in(scratch.path);
  const std::string checkpoint = content(scratch.path / "checkpoint.bin");
  const auto refused = [&](const Case& other, const char* why, const char* remedy) {
    CHECK_THROWS_AS(run_recorded(other, scratch.path, Existing::resume), IoError);
    CHECK_THROWS_WITH(run_recorded(other, scratch.path, Existing::resume),
                      Catch::Contains(why) && Catch::Contains(remedy) && Catch::Contains("another directory"));
  };
  Case other = what;
  other.hash = "changed";
  refused(other, "the model has changed since", "without --restart");
  other = what;
  other.output.frames = false;
  refused(other, "recorded with frames", "the same output");
  other = what;
  other.output.probes.pop_back();
  refused(other, "probes.csv has other columns", "the same output");
  other.output.probes.clear();
  refused(other, "wrote probes.csv before", "the same output");
  other = what;
  other.options.solver = SolverKind::klu;  // of the same hash: a mistake of the caller, and no crash
  CHECK_THROWS_WITH(run_recorded(other, scratch.path, Existing::resume), Catch::Contains("another linear solver"));

  write(scratch.path / "checkpoint.bin", checkpoint.substr(0, checkpoint.size() / 2));
  refused(what, "damaged or cut short", "--force");
  write(scratch.path / "checkpoint.bin", "something else");
  refused(what, "no checkpoint of Bristle", "--force");
  write(scratch.path / "checkpoint.bin", checkpoint);
  check_same(results_in(scratch.path), before);

  write(scratch.path / "steps.csv", before.at("steps.csv").substr(0, 200));
  refused(what, "steps.csv has 200 bytes, and had", "--force");
  fs::remove(scratch.path / "steps.csv");
  CHECK_THROWS_WITH(run_recorded(what, scratch.path, Existing::resume),
                    Catch::Contains("steps.csv") && Catch::Contains("No such file"));
  write(scratch.path / "steps.csv", before.at("steps.csv"));
  check_same(results_in(scratch.path), before);

  run_recorded(what, scratch.path, Existing::resume);
  check_same(results_in(scratch.path), reference(what));
}

TEST_CASE("a full disk ends a run with an error, and with space again it goes on", "[unit][restart]") {
  Case what = rattling_case();
  what.output.table_interval = 0.0;
  what.end = 2e-2;  // long enough for a table to outgrow checkpoint and frames
  const auto expected = reference(what);
  const TemporaryDirectory scratch;
  std::size_t largest = 0;
  for (const auto& [name, bytes] : expected) largest = std::max(largest, bytes.size());
  // A limit on the size of files is a disk that is full for all who may not remount one.
  const pid_t child = in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{largest / 2, largest / 2};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
    try {
      run_recorded(what, scratch.path, Existing::refuse, [](const Simulation& run, Recorder& recorder) {
        if (run.counters().steps % 20 == 0) recorder.checkpoint(run);
        return true;
      });
    } catch (const IoError& error) {
      const std::string text = error.what();
      ::_exit(text.find("cannot write") == 0 && text.find("File too large") != std::string::npos ? 3 : 4);
    }
  });
  const int status = status_of(child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
  REQUIRE(fs::exists(scratch.path / "checkpoint.bin"));
  run_recorded(what, scratch.path, Existing::resume);
  check_same(results_in(scratch.path), expected);
}

}  // namespace
}  // namespace bristle::test
