#include "bristle/io/case.hpp"

namespace bristle {

std::string Case::located(const std::string& message) const {
  for (std::size_t open = message.find('\''); open != std::string::npos;) {
    const std::size_t close = message.find('\'', open + 1);
    if (close == std::string::npos) break;
    std::string name = message.substr(open + 1, close - open - 1);
    // A node of a beam, or the plane of a planar clearance, is described with its owner.
    for (;;) {
      if (const auto place = places.find(name); place != places.end()) return place->second + ": " + message;
      const std::size_t slash = name.rfind('/');
      if (slash == std::string::npos) break;
      name.resize(slash);
    }
    open = message.find('\'', close + 1);
  }
  return source.empty() ? message : source + ": " + message;
}

}  // namespace bristle
