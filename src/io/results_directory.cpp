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

/// Removes the frames of a series, and their folder if nothing else is in it.
void discard_frames(const fs::path& frames) {
  std::error_code error;
  std::vector<fs::path> old;  // collected first: what a walk sees of removals is not said
  for (const auto& entry : fs::directory_iterator(frames, error))
    if (is_frame(entry.path())) old.push_back(entry.path());
  for (const fs::path& frame : old) discard(frame);
  if (!error && fs::is_empty(frames, error)) discard(frames);
}

/// Folders in one whose names begin so and end in a number.
std::vector<fs::path> numbered(const fs::path& in, const std::string& name) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(in, error)) {
    const std::string file = entry.path().filename().string();
    std::error_code kind;
    if (entry.is_symlink(kind) || !entry.is_directory(kind)) continue;
    if (file.starts_with(name) && file.size() > name.size() &&
        file.find_first_not_of("0123456789", name.size()) == std::string::npos)
      found.push_back(entry.path());
  }
  return found;
}

}  // namespace

void discard_modes(const fs::path& modes) {
  if (!fs::exists(modes / "modes.csv")) return;
  std::error_code error;
  for (const fs::path& mode : numbered(modes, "mode_")) {
    discard(mode / "results.pvd");
    discard_frames(mode / "frames");
    if (fs::is_empty(mode, error)) discard(mode);
  }
  discard(modes / "modes.csv");
}

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
  for (const fs::path& modes : numbered(path_, "modes_"))
    if (fs::exists(modes / "modes.csv")) return modes;
  return {};
}

void ResultsDirectory::clear() const {
  for (const char* name : names) {
    discard(file(name));
    discard(path_ / (std::string(name) + ".tmp"));
  }
  discard_frames(file("frames"));
  for (const fs::path& modes : numbered(path_, "modes_")) {
    discard_modes(modes);
    std::error_code error;
    if (fs::is_empty(modes, error)) discard(modes);
  }
}

}  // namespace bristle
