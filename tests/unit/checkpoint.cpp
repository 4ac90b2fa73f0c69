#include "io/checkpoint.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "bits.hpp"
#include "bristle/error.hpp"
#include "rattling_arm.hpp"
#include "temporary_directory.hpp"

namespace bristle::test {
namespace {

Checkpoint sample() {
  Simulation run(rattling_arm(), {.step = 1e-3, .accuracy = 1e-6});
  while (run.warnings().empty() && run.counters().steps < 500) run.advance(1.0);
  return {.hash = "abc",
          .snapshot = run.snapshot(),
          .energy_length = 101,
          .probes_length = 202,
          .steps_length = 303,
          .frames = true,
          .frame_times = {0.0, 0.1, 0.25},
          .last_row = 0.3,
          .last_event = -std::numeric_limits<double>::infinity()};
}

TEST_CASE("a checkpoint is read as it was written", "[unit][checkpoint]") {
  const TemporaryDirectory scratch;
  const auto path = scratch.path / "checkpoint.bin";
  const Checkpoint before = sample();
  REQUIRE_FALSE(before.snapshot.warnings.empty());
  REQUIRE_FALSE(before.snapshot.solver.empty());
  write_checkpoint(path, before);
  CHECK_FALSE(std::filesystem::exists(scratch.path / "checkpoint.bin.tmp"));
  const Checkpoint after = read_checkpoint(path);
  CHECK(after.hash == before.hash);
  CHECK(bits_of(after.snapshot) == bits_of(before.snapshot));
  CHECK(after.snapshot.warnings == before.snapshot.warnings);
  CHECK(after.energy_length == 101);
  CHECK(after.probes_length == 202);
  CHECK(after.steps_length == 303);
  CHECK(after.frames);
  CHECK(after.frame_times == before.frame_times);
  CHECK(after.last_row == 0.3);
  CHECK(after.last_event == before.last_event);
}

TEST_CASE("a checkpoint that was damaged is refused, whatever happened to it", "[unit][checkpoint]") {
  const TemporaryDirectory scratch;
  const auto path = scratch.path / "checkpoint.bin";
  write_checkpoint(path, sample());
  const std::string good = content(path);
  const auto refused = [&](const std::string& bytes, const char* why) {
    write(path, bytes);
    CHECK_THROWS_AS(read_checkpoint(path), IoError);
    CHECK_THROWS_WITH(read_checkpoint(path),
                      Catch::Contains(path.string()) && Catch::Contains(why) && Catch::Contains("without --restart"));
  };
  for (std::size_t length : {std::size_t{0}, std::size_t{5}})
    refused(good.substr(0, length), "no checkpoint of Bristle");
  for (std::size_t length : {std::size_t{19}, std::size_t{22}, std::size_t{40}, good.size() / 2, good.size() - 1})
    refused(good.substr(0, length), "damaged or cut short");
  for (std::size_t at : {std::size_t{20}, good.size() / 3, good.size() - 9, good.size() - 1}) {
    std::string flipped = good;
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    refused(flipped, "damaged or cut short");
  }
  refused(good + "x", "damaged or cut short");
  refused("time,kinetic\n0,0\n", "no checkpoint of Bristle");
  write(path, good);
  CHECK_NOTHROW(read_checkpoint(path));
  std::filesystem::remove(path);
  CHECK_THROWS_WITH(read_checkpoint(path), Catch::Contains("cannot read") && Catch::Contains("No such file"));
}

TEST_CASE("a checkpoint of another version of the program is refused by name", "[unit][checkpoint]") {
  const TemporaryDirectory scratch;
  const auto path = scratch.path / "checkpoint.bin";
  write_checkpoint(path, sample());
  std::string bytes = content(path);
  bytes.resize(bytes.size() - 8);
  const auto at = bytes.find(bristle::version);
  REQUIRE(at != std::string::npos);
  bytes[at] = '9';
  std::uint64_t sum = 0xcbf29ce484222325u;  // FNV-1a, so that nothing but the version is wrong
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  write(path, bytes);
  CHECK_THROWS_WITH(read_checkpoint(path), Catch::Contains("written by Bristle 9"));
}

TEST_CASE("where no checkpoint can be written the one before stays", "[unit][checkpoint]") {
  const TemporaryDirectory scratch;
  const auto path = scratch.path / "checkpoint.bin";
  Checkpoint checkpoint = sample();
  write_checkpoint(path, checkpoint);
  if (!std::filesystem::exists("/dev/full")) return;
  std::filesystem::create_symlink("/dev/full", scratch.path / "checkpoint.bin.tmp");
  checkpoint.hash = "other";
  CHECK_THROWS_WITH(write_checkpoint(path, checkpoint), Catch::Contains("No space left on device"));
  CHECK(read_checkpoint(path).hash == "abc");
}

}  // namespace
}  // namespace bristle::test
