#pragma once
// What a run leaves in its directory. Nothing else there is ever touched.

#include <filesystem>

#include "io/durable_file.hpp"

namespace bristle {

/// Removes the modes that a run or a command has written to a directory, and nothing else that is there.
void discard_modes(const std::filesystem::path& directory);

class ResultsDirectory {
 public:
  /// Makes it where it is not there, and keeps other runs out of it while this object lives. Throws IoError.
  explicit ResultsDirectory(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path file(const char* name) const { return path_ / name; }

  /// The first file that shows that there are results; empty: none.
  std::filesystem::path find_results() const;
  /// Removes what an earlier run has written.
  void clear() const;

 private:
  std::filesystem::path path_;
  DurableFile lock_;
};

}  // namespace bristle
