#pragma once
// Errors a user can cause. What the program can do wrong by itself is an assert; what the numbers refuse is a status.

#include <stdexcept>

namespace bristle {

/// The model is not one that can be simulated; the message says what, where and what to do about it.
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file or directory could not be read or written; the message names it and says why.
class IoError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace bristle
