#pragma once
// How far a run has come: a bar on a terminal, a line now and then elsewhere.

#include <chrono>

#include "bristle/analysis/simulation.hpp"

namespace bristle::cli {

class Progress {
 public:
  enum class Form { none, lines, bar };

  Progress(Form form, double begin, double end) : form_(form), begin_(begin), end_(end) {}

  void show(const Simulation& run, const StepReport& report);
  /// Ends the line of the bar.
  void clear();
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  Form form_;
  double begin_, end_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_;
  int unlooked_ = 0;  // steps since the clock was read
};

/// Bar on a terminal, lines where messages go to a file.
Progress::Form usual_form();
/// "1 h 02 min", "3 min 20 s", "4.2 s".
std::string duration(double seconds);

}  // namespace bristle::cli
