#include "io/results_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <array>
#include <cerrno>
#include <vector>

namespace bristle {
namespace {

namespace fs = std::filesystem;

constexpr std::array names{"energy.csv", "probes.csv",  "steps.csv",      "wear.csv",
                           "run.json",   "results.pvd", "checkpoint.bin", "path.csv"};

void discard(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) throw IoError(fmt::format("cannot remove {}: {}", path.string(), error.message()));
}

bool is_frame(const fs::path& path) {
  const fs::path whole = path.extension() == ".tmp" ? path.stem() : path;
  return whole.extension() == ".vtp";
}

}  // namespace

ResultsDirectory::ResultsDirectory(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error) throw IoError(fmt::format("cannot make the directory {}: {}", path_.string(), error.message()));
  lock_ = DurableFile(path_, O_RDONLY | O_DIRECTORY, "open the directory");
  // The system lets go of the lock however a run ends. A file system without locks does without.
  if (::flock(lock_.descriptor(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw IoError(
        fmt::format("another run is writing to {}: wait for it, or choose another directory with -o", path_.string()));
}

fs::path ResultsDirectory::find_results() const {
  for (const char* name : {"energy.csv", "results.pvd", "run.json", "checkpoint.bin", "path.csv"})
    if (fs::symlink_status(file(name)).type() != fs::file_type::not_found) return file(name);
  return {};
}

void ResultsDirectory::clear() const {
  for (const char* name : names) {
    discard(file(name));
    discard(path_ / (std::string(name) + ".tmp"));
  }
  const fs::path frames = file("frames");
  std::error_code error;
  std::vector<fs::path> old;  // collected first: what a walk sees of removals is not said
  for (const auto& entry : fs::directory_iterator(frames, error))
    if (is_frame(entry.path())) old.push_back(entry.path());
  for (const fs::path& frame : old) discard(frame);
  if (!error && fs::is_empty(frames, error)) discard(frames);
}

}  // namespace bristle
