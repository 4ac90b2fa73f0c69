#include "io/stl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "bristle/error.hpp"
#include "io/file.hpp"

namespace bristle {
namespace {

constexpr std::size_t most_triangles = 2'000'000;  // each is drawn in every frame
constexpr std::size_t most_bytes = 1'000'000'000;
constexpr double same_side = 0.85;  // cosine of the angle between facets that count as one smooth surface

using Triangle = std::array<Vec3, 3>;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& reason) {
  throw IoError(fmt::format("cannot read {} as STL: {}", file.string(), reason));
}

void add_triangle(std::vector<Triangle>& triangles, const Triangle& t, const std::filesystem::path& file) {
  if (triangles.size() >= most_triangles)
    refuse(file, fmt::format("it has more than {} triangles; please simplify it", most_triangles));
  for (const Vec3& corner : t)
    if (!corner.allFinite())
      refuse(file, fmt::format("triangle {} has a corner that is not a number", triangles.size() + 1));
  triangles.push_back(t);
}

// ---- binary: 80 bytes of anything, the count, 50 bytes for each triangle

constexpr std::size_t head = 84, record = 50;

template <class T>
T little_endian(const char* bytes) {
  static_assert(std::endian::native == std::endian::little);
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

std::vector<Triangle> read_binary(const std::string& bytes, const std::filesystem::path& file) {
  std::vector<Triangle> triangles;
  for (std::size_t at = head; at + record <= bytes.size(); at += record) {
    Triangle t;
    for (int k = 0; k < 9; ++k)  // behind the normal
      t[k / 3][k % 3] = little_endian<float>(bytes.data() + at + 12 + 4 * k);
    add_triangle(triangles, t, file);
  }
  return triangles;
}

// ---- text: a keyword begins each line

class TextReader {
 public:
  TextReader(const std::string& text, const std::filesystem::path& file) : rest_(text), file_(file) {}

  std::vector<Triangle> read() {
    while (!rest_.empty()) {
      const auto end = std::min(rest_.find('\n'), rest_.size());
      line_ = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++number_;
      take_line();
    }
    if (open_) fail("the file ends within a facet");
    return std::move(triangles_);
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    refuse(file_, fmt::format("line {}: {}", number_, reason));
  }

  std::string_view word() {
    const auto start = std::min(line_.find_first_not_of(" \t\r\v\f"), line_.size());
    line_.remove_prefix(start);
    const std::string_view found = line_.substr(0, line_.find_first_of(" \t\r\v\f"));
    line_.remove_prefix(found.size());
    return found;
  }

  double coordinate() {
    std::string_view text = word();
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
      fail(fmt::format("expected a number, found '{}'", text));
    return value;
  }

  void take_line() {
    std::string key(word());
    std::transform(key.begin(), key.end(), key.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    if (key == "facet") {
      if (open_) fail("a facet within a facet");
      open_ = true;
      corners_ = 0;
    } else if (key == "vertex") {
      if (!open_ || corners_ == 3) fail(open_ ? "a facet with more than three corners" : "a vertex outside of facets");
      Vec3& corner = triangle_[corners_++];
      for (double& x : corner) x = coordinate();
    } else if (key == "endfacet") {
      if (!open_ || corners_ != 3) fail(fmt::format("a facet with {} corners", corners_));
      open_ = false;
      add_triangle(triangles_, triangle_, file_);
    } else if (!key.empty() && key != "solid" && key != "endsolid" && key != "outer" && key != "endloop") {
      fail(fmt::format("unknown keyword '{}'", key.substr(0, 40)));
    }
  }

  std::string_view rest_, line_;
  const std::filesystem::path& file_;
  int number_ = 0;
  bool open_ = false;
  int corners_ = 0;
  Triangle triangle_;
  std::vector<Triangle> triangles_;
};

// ---- triangles that share their corners

Surface weld(const std::vector<Triangle>& triangles) {
  std::vector<Vec3> normals;
  std::vector<int> corners;  // 3 · triangle + corner, of those that have an area
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const Triangle& x = triangles[t];
    normals.push_back((x[1] - x[0]).cross(x[2] - x[0]).stableNormalized());
    if (normals.back().squaredNorm() > 0.5)
      for (int c = 0; c < 3; ++c) corners.push_back(static_cast<int>(3 * t) + c);
  }
  const auto place = [&](int corner) -> const Vec3& { return triangles[corner / 3][corner % 3]; };
  std::stable_sort(corners.begin(), corners.end(), [&](int a, int b) {
    return std::lexicographical_compare(place(a).begin(), place(a).end(), place(b).begin(), place(b).end());
  });

  Surface surface;
  std::vector<int> point_of(3 * triangles.size(), -1);
  for (std::size_t k = 0; k < corners.size();) {
    const Vec3& here = place(corners[k]);
    const int first = static_cast<int>(surface.points.size());
    std::vector<Vec3> leaders;  // the facet that each point began with
    for (; k < corners.size() && place(corners[k]) == here; ++k) {
      const Vec3& normal = normals[corners[k] / 3];
      const auto leader = std::find_if(leaders.begin(), leaders.end(),
                                       [&](const Vec3& other) { return other.dot(normal) > same_side; });
      const int point = first + static_cast<int>(leader - leaders.begin());
      if (leader == leaders.end()) {
        leaders.push_back(normal);
        surface.add_point(here, Vec3::Zero());
      }
      surface.normals[point] += normal;
      point_of[corners[k]] = point;
    }
  }
  for (Vec3& normal : surface.normals) normal.normalize();
  for (std::size_t t = 0; t < triangles.size(); ++t)
    if (point_of[3 * t] >= 0) surface.faces.push_back({point_of[3 * t], point_of[3 * t + 1], point_of[3 * t + 2], -1});
  return surface;
}

}  // namespace

Surface read_stl(const std::filesystem::path& file, double scale) {
  const std::string bytes = read_file(file, most_bytes);
  const std::size_t promised =
      bytes.size() >= head ? head + record * little_endian<std::uint32_t>(bytes.data() + 80) : 0;
  std::vector<Triangle> triangles;
  if (promised == bytes.size()) {
    triangles = read_binary(bytes, file);
  } else if (bytes.starts_with("solid")) {
    triangles = TextReader(bytes, file).read();
  } else if (promised == 0) {
    refuse(file,
           fmt::format("it does not begin with 'solid', and with {} bytes is too short to be binary", bytes.size()));
  } else {
    refuse(file, fmt::format("it does not begin with 'solid', and as binary should have {} bytes instead of {}",
                             promised, bytes.size()));
  }
  Surface surface = weld(triangles);
  if (surface.faces.empty()) refuse(file, "it has no triangles");
  for (Vec3& point : surface.points) point *= scale;
  return surface;
}

}  // namespace bristle
