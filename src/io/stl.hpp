#pragma once
#include <filesystem>

#include "io/surface.hpp"

namespace bristle {

/// Reads an STL file, binary or text. Corners that meet at less than some 30° share a point, so that round things look
/// round. Throws IoError naming the file, the place and the reason.
Surface read_stl(const std::filesystem::path& file, double scale);

}  // namespace bristle
