#pragma once
#include "bristle/analysis/path.hpp"
#include "bristle/io/recorder.hpp"
#include "cli.hpp"

namespace bristle::cli {

/// bristle static --path
struct PathArguments {
  bool wanted = false;
  PathOptions options{};

  void add_to(CLI::App& app);
};

int follow_and_record(const Case& what, const PathArguments& a, double time, bool hold,
                      const std::filesystem::path& directory, Existing existing);

}  // namespace bristle::cli
