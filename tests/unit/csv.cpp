#include "io/csv.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "temporary_directory.hpp"

namespace bristle::test {
namespace {

TEST_CASE("a table is a header and rows, quoted only where it must be", "[unit][csv]") {
  const TemporaryDirectory scratch;
  const auto path = scratch.path / "table.csv";
  {
    Csv table(path, {"time", "force, N", "the \"tip\"", "two\nlines", "plain name"});
    table.row(0.0, 3, -7L, std::string_view("a,b"), "x y");
    table.row(0.1, 1e300, 1e-5, 0.1 + 0.2, -0.0);
    table.row(std::nan(""), -std::numeric_limits<double>::infinity(), 100000.0, 123456789012.0, "");
    CHECK(content(path).empty());  // nothing is written yet
    table.flush();
    CHECK(content(path).size() == table.length());
  }
  CHECK(content(path) ==
        "time,\"force, N\",\"the \"\"tip\"\"\",\"two\nlines\",plain name\n"
        "0,3,-7,\"a,b\",x y\n"
        "0.1,1e+300,1e-05,0.30000000000000004,-0\n"
        "nan,-inf,1e+05,123456789012,\n");
}

TEST_CASE("numbers read back to the same bits", "[unit][csv]") {
  const TemporaryDirectory scratch;
  const auto path = scratch.path / "table.csv";
  std::vector<double> numbers{5e-324, 1.7976931348623157e308, 1.0 / 3.0, 0.1, 2.2250738585072014e-308};
  for (int k = 0; k < 1000; ++k) numbers.push_back(std::ldexp(std::sin(k), k - 500));
  {
    Csv table(path, {"x"});
    for (const double x : numbers) table.row(x);
  }
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  for (const double x : numbers) {
    REQUIRE(std::getline(in, line));
    CHECK(std::strtod(line.c_str(), nullptr) == x);
  }
  CHECK_FALSE(std::getline(in, line));
}

TEST_CASE("a table goes on from where it is cut", "[unit][csv]") {
  const TemporaryDirectory scratch;
  const auto path = scratch.path / "table.csv";
  const Csv::Columns columns{"a", "b"};
  std::uint64_t length = 0;
  {
    Csv table(path, columns);
    table.row(1, 2);
    length = table.length();
    table.row(3, 4);
    table.row(5, 6);
  }
  {
    Csv table(path, columns, length);
    CHECK(table.length() == length);
    table.row(7, 8);
  }
  CHECK(content(path) == "a,b\n1,2\n7,8\n");

  const auto refused = [&](const Csv::Columns& other, std::uint64_t at, const char* why) {
    CHECK_THROWS_WITH(Csv(path, other, at), Catch::Contains(path.string()) && Catch::Contains(why));
    CHECK(content(path) == "a,b\n1,2\n7,8\n");
  };
  refused(columns, 13, "has 12 bytes, and had 13");
  refused({"a", "c"}, 8, "other columns");
  refused({"a"}, 8, "other columns");
  std::filesystem::remove(path);
  CHECK_THROWS_WITH(Csv(path, columns, 8), Catch::Contains("cannot read") && Catch::Contains("No such file"));
}

TEST_CASE("a full disk is an error that names the file and the reason", "[unit][csv]") {
  if (!std::filesystem::exists("/dev/full")) return;
  Csv table("/dev/full", {"x"});
  table.row(1.0);
  CHECK_THROWS_WITH(table.flush(), Catch::Contains("/dev/full") && Catch::Contains("No space left on device"));
  const auto fill = [&] {  // also noticed when nobody flushes
    for (int k = 0; k < 100000; ++k) table.row(0.1);
  };
  CHECK_THROWS_AS(fill(), IoError);
}

TEST_CASE("a place that cannot be written is an error that says so", "[unit][csv]") {
  const TemporaryDirectory scratch;
  const auto nowhere = scratch.path / "missing" / "table.csv";
  CHECK_THROWS_WITH(Csv(nowhere, {"x"}), Catch::Contains(nowhere.string()) && Catch::Contains("No such file"));
  CHECK_THROWS_WITH(Csv(scratch.path, {"x"}), Catch::Contains("Is a directory"));
}

}  // namespace
}  // namespace bristle::test
