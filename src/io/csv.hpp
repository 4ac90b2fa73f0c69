#pragma once
// A table as plain text: one header row, numbers in the shortest form that reads back to the same bits.

#include <cstdint>
#include <span>
#include <vector>

#include "io/durable_file.hpp"

namespace bristle {

class Csv {
 public:
  using Columns = std::vector<std::string>;

  /// A new table, in the place of whatever is there. Throws IoError, here and below.
  Csv(const std::filesystem::path& path, const Columns& columns);
  /// Goes on with a table that is there, from this many bytes on; what is behind them is dropped.
  Csv(const std::filesystem::path& path, const Columns& columns, std::uint64_t length);
  /// Writes what is left as well as it can.
  ~Csv();
  Csv(const Csv&) = delete;
  Csv& operator=(const Csv&) = delete;

  /// Whether a table can go on from there: throws IoError if it is shorter or has other columns. Changes nothing.
  static void check(const std::filesystem::path& path, const Columns& columns, std::uint64_t length);

  void add(double value);
  void add(long value);
  void add(int value) { add(static_cast<long>(value)); }
  void add(std::string_view text);
  void end_row();
  template <class... Cells>
  void row(const Cells&... cells) {
    (add(cells), ...);
    end_row();
  }

  /// Hands all rows to the system: they outlive the program. With `to_disk` also a power failure.
  void flush(bool to_disk = false);
  /// Bytes so far, with those not yet written.
  std::uint64_t length() const { return written_ + buffer_.size(); }

 private:
  void separate();

  DurableFile file_;
  std::string buffer_;
  std::uint64_t written_ = 0;
  bool in_row_ = false;
};

}  // namespace bristle
