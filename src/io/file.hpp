#pragma once
// Whole files at once, with errors that name the file and the reason.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace bristle {

/// Throws IoError: what could not be done, to which file, and why (by errno).
[[noreturn]] void throw_io(std::string_view what, const std::filesystem::path& file, int error);

/// Throws IoError also if the file is longer than `limit` bytes.
std::string read_file(const std::filesystem::path& file, std::size_t limit);

void write_file(const std::filesystem::path& file, std::string_view bytes);

/// In one move: who reads meanwhile, or after a crash, sees the old file or the new one, whole.
void replace_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace bristle
