#pragma once
// Files written so that a crash, a full disk or a kill leaves either the old or the new one, and an error names them.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "bristle/error.hpp"

namespace bristle {

/// "cannot write results/energy.csv: No space left on device", from errno.
IoError io_error(std::string_view doing, const std::filesystem::path& path, int error);

/// An open file that closes itself.
class DurableFile {
 public:
  DurableFile() = default;
  /// `flags` as of open(2). `doing` is for the error: "write", "read".
  DurableFile(const std::filesystem::path& path, int flags, std::string_view doing);
  DurableFile(DurableFile&& other) noexcept;
  DurableFile& operator=(DurableFile&& other) noexcept;
  ~DurableFile();

  void write(std::string_view bytes);
  void truncate(std::size_t length);
  /// To the disk, so that the data outlives a power failure.
  void sync();
  int descriptor() const { return descriptor_; }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

/// The whole file, or its first bytes.
std::string read_start(const std::filesystem::path& path, std::size_t limit = std::string::npos);

/// Whoever opens the path finds the old content or the new, never a part; on disk when this returns.
void replace_durably(const std::filesystem::path& path, std::string_view content);

}  // namespace bristle
