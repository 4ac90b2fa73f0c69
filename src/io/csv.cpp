#include "io/csv.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <type_traits>
#include <utility>

namespace bristle {
namespace {

constexpr std::size_t full = 1 << 16;  // bytes to collect before they are written

/// RFC 4180: quotes only where a reader would stumble.
void append(std::string& out, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

std::string header(const Csv::Columns& columns) {
  std::string line;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (k > 0) line += ',';
    append(line, columns[k]);
  }
  return line + '\n';
}

template <class Number>
void append_number(std::string& out, Number value) {
  char text[32];
  if constexpr (std::is_floating_point_v<Number>)
    if (std::isnan(value)) value = std::abs(value);  // 0/0 has a sign that means nothing
  out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

}  // namespace

Csv::Csv(const std::filesystem::path& path, const Columns& columns)
    : file_(path, O_WRONLY | O_CREAT | O_TRUNC, "write"), buffer_(header(columns)) {}

Csv::Csv(const std::filesystem::path& path, const Columns& columns, std::uint64_t length) : written_(length) {
  check(path, columns, length);
  file_ = DurableFile(path, O_WRONLY | O_APPEND, "write");
  file_.truncate(length);
}

Csv::~Csv() {
  try {
    flush();
  } catch (const IoError&) {  // whoever needs to know has called flush
  }
}

void Csv::check(const std::filesystem::path& path, const Columns& columns, std::uint64_t length) {
  const std::string first = header(columns);
  const std::string begin = read_start(path, first.size());
  const std::uint64_t size = std::filesystem::file_size(path);
  if (size < length)
    throw IoError(
        fmt::format("{} has {} bytes, and had {} at the last checkpoint: it was changed or lost since, and the run "
                    "cannot go on from there. Begin anew with --force, or in another directory",
                    path.string(), size, length));
  if (length < first.size() || begin != first)
    throw IoError(
        fmt::format("{} has other columns than this run writes: ask for the same output as before, or begin anew with "
                    "--force or in another directory",
                    path.string()));
}

void Csv::separate() {
  if (in_row_) buffer_ += ',';
  in_row_ = true;
}

void Csv::add(double value) {
  separate();
  append_number(buffer_, value);
}

void Csv::add(long value) {
  separate();
  append_number(buffer_, value);
}

void Csv::add(std::string_view text) {
  separate();
  append(buffer_, text);
}

void Csv::end_row() {
  buffer_ += '\n';
  in_row_ = false;
  if (buffer_.size() >= full) flush();
}

void Csv::flush(bool to_disk) {
  const std::string rows = std::exchange(buffer_, {});  // after a failure nobody tries again: half of it may be there
  file_.write(rows);
  written_ += rows.size();
  buffer_.reserve(full);
  if (to_disk) file_.sync();
}

}  // namespace bristle
