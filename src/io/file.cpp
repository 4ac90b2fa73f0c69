#include "io/file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "bristle/error.hpp"

namespace bristle {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

File open(const std::filesystem::path& file, const char* mode, const char* what) {
  errno = 0;
  File handle(std::fopen(file.c_str(), mode));
  if (!handle) throw_io(what, file, errno);
  return handle;
}

}  // namespace

void throw_io(std::string_view what, const std::filesystem::path& file, int error) {
  throw IoError(fmt::format("cannot {} {}: {}", what, file.string(), error ? std::strerror(error) : "unknown reason"));
}

std::string read_file(const std::filesystem::path& file, std::size_t limit) {
  const File handle = open(file, "rb", "read");
  std::string bytes;
  char chunk[1 << 16];
  errno = 0;
  while (const std::size_t count = std::fread(chunk, 1, sizeof chunk, handle.get())) {
    bytes.append(chunk, count);
    if (bytes.size() > limit)
      throw IoError(fmt::format("cannot read {}: it is longer than {} bytes", file.string(), limit));
  }
  if (std::ferror(handle.get())) throw_io("read", file, errno);
  return bytes;
}

void write_file(const std::filesystem::path& file, std::string_view bytes) {
  File handle = open(file, "wb", "write");
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), handle.get()) != bytes.size()) throw_io("write", file, errno);
  if (std::fclose(handle.release()) != 0) throw_io("write", file, errno);  // a full disk may show only here
}

void replace_file(const std::filesystem::path& file, std::string_view bytes) {
  std::filesystem::path draft = file;
  draft += ".tmp";
  write_file(draft, bytes);
  errno = 0;
  if (std::rename(draft.c_str(), file.c_str()) != 0) throw_io("replace", file, errno);
}

}  // namespace bristle
