#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace bristle::cli {

Progress::Form usual_form() { return isatty(STDERR_FILENO) ? Progress::Form::bar : Progress::Form::lines; }

std::string duration(double seconds) {
  if (seconds < 60.0) return fmt::format("{:.1f} s", seconds);
  const long whole = static_cast<long>(seconds + 0.5);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void Progress::show(const Simulation& run, const StepReport& report) {
  if (form_ == Form::none || ++unlooked_ < 8) return;
  unlooked_ = 0;
  const auto now = Clock::now();
  if (now < next_) return;
  if (next_ == start_) {  // nothing before a little time has passed: short runs need no progress
    next_ = now + std::chrono::milliseconds(form_ == Form::bar ? 300 : 5000);
    return;
  }
  next_ = now + (form_ == Form::bar ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10000));
  const double done = (run.time() - begin_) / (end_ - begin_);
  const double speed = (run.time() - begin_) / seconds();
  const long closed = std::count_if(run.state().contacts.begin(), run.state().contacts.end(),
                                    [](const ContactReport& c) { return c.gap < 0.0; });
  std::string contacts;
  if (!run.state().contacts.empty())
    contacts = fmt::format("  {} of {} contacts closed", closed, run.state().contacts.size());
  const std::string text =
      fmt::format("{:5.1f} %  t = {:.4f} s  {:.3g} s/s  step {:.2g} s ({}){}  {} to go", 100.0 * done, run.time(),
                  speed, report.step, name_of(report.rule), contacts, duration((end_ - run.time()) / speed));
  if (form_ == Form::lines) {
    fmt::print(stderr, "{}\n", text);
    return;
  }
  constexpr int width = 24;
  const int filled = static_cast<int>(width * done);
  fmt::print(stderr, "\r[{:#<{}}{:.<{}}] {}\x1b[K", "", filled, "", width - filled, text);
  std::fflush(stderr);
}

void Progress::clear() {
  if (form_ == Form::bar && next_ != start_) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace bristle::cli
