#include "io/durable_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace bristle {

IoError io_error(std::string_view doing, const std::filesystem::path& path, int error) {
  return IoError(fmt::format("cannot {} {}: {}", doing, path.string(), std::strerror(error)));
}

DurableFile::DurableFile(const std::filesystem::path& path, int flags, std::string_view doing)
    : path_(path), descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) throw io_error(doing, path, errno);
}

DurableFile::DurableFile(DurableFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

DurableFile& DurableFile::operator=(DurableFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

DurableFile::~DurableFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void DurableFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw io_error("write", path_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void DurableFile::truncate(std::size_t length) {
  if (::ftruncate(descriptor_, static_cast<off_t>(length)) != 0) throw io_error("shorten", path_, errno);
}

void DurableFile::sync() {
  // What cannot be synchronised, a pipe or a device, says EINVAL: there is no disk to wait for.
  if (::fsync(descriptor_) != 0 && errno != EINVAL) throw io_error("write", path_, errno);
}

std::string read_start(const std::filesystem::path& path, std::size_t limit) {
  const DurableFile file(path, O_RDONLY, "read");
  std::string content;
  std::array<char, 65536> part;
  while (content.size() < limit) {
    const ssize_t count = ::read(file.descriptor(), part.data(), std::min(part.size(), limit - content.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw io_error("read", path, errno);
    if (count == 0) break;
    content.append(part.data(), static_cast<std::size_t>(count));
  }
  return content;
}

void replace_durably(const std::filesystem::path& path, std::string_view content) {
  std::filesystem::path fresh = path;
  fresh += ".tmp";
  {
    DurableFile file(fresh, O_WRONLY | O_CREAT | O_TRUNC, "write");
    file.write(content);
    file.sync();
  }
  if (::rename(fresh.c_str(), path.c_str()) != 0) throw io_error("write", path, errno);
  // The new name is on disk once its directory is; some file systems cannot say so, and need not.
  const int directory = ::open(path.has_parent_path() ? path.parent_path().c_str() : ".", O_RDONLY | O_CLOEXEC);
  if (directory >= 0) {
    ::fsync(directory);
    ::close(directory);
  }
}

}  // namespace bristle
