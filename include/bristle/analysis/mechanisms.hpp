#pragma once
// Motions that meet no resistance: docs/theory.md, section 12.4.

#include <string>
#include <vector>

#include "bristle/system/balance.hpp"

namespace bristle {

/// What the stiffness at a configuration says about it.
struct Mobility {
  Eigen::MatrixXd motions{};          // that need no force, one a column; at most twelve are looked for
  std::vector<std::string> bodies{};  // that take part in them: bodies and beams by name
  bool stable = true;                 // no motion that the joints allow releases energy
  int unstable = 0;                   // how many do, of the twelve softest
  double softest = 0.0;               // N/m: the least stiffness of a motion that is not free, rotations by the size
};
Mobility mobility(const Balance& balance, const State& state);

/// The bodies and beams, by name, that take part in motions, one a column, of largest size one.
std::vector<std::string> bodies_in(const Balance& balance, const Eigen::MatrixXd& motions);

/// "'arm', 'hub' and 'wheel'".
std::string in_words(const std::vector<std::string>& names);

/// "2 motions of 'arm' and 'wheel'"; empty if there are none.
std::string describe(const Mobility& mobility);

}  // namespace bristle
