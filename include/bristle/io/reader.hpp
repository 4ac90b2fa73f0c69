#pragma once
// From a model file to a Case. Every error of the file is reported, with its place and what to do about it.

#include <filesystem>
#include <string>
#include <vector>

#include "bristle/error.hpp"
#include "bristle/io/case.hpp"

namespace bristle {

/// One thing that is wrong with a file.
struct Problem {
  std::string where{};  // "crank.yaml:12:5"
  std::string what{};
};

/// The message has a line for each problem.
class InvalidModel : public ModelError {
 public:
  explicit InvalidModel(std::vector<Problem> problems);
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

/// `settings` are of the form path=value ("parameters.speed=30") and replace what the file says. Throws InvalidModel,
/// or IoError where a file cannot be read.
Case read_case(const std::filesystem::path& file, const std::vector<std::string>& settings = {});

/// The same from text; `name` stands for the file in messages, and files it includes are looked for beside it.
Case read_case_text(const std::string& text, const std::filesystem::path& name,
                    const std::vector<std::string>& settings = {});

}  // namespace bristle
