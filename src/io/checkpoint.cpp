#include "io/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "bristle/version.hpp"
#include "io/durable_file.hpp"

namespace bristle {
namespace {

constexpr std::string_view magic = "bristle checkpoint\n";
constexpr std::uint32_t format = 2;  // also tells the order of bytes

// Every member is named once, below, for writing and for reading. A new one makes these fail: add it there.
static_assert(sizeof(Frame) == 12 * 8 && sizeof(Reaction) == 6 * 8 && sizeof(ContactReport) == 27 * 8);
static_assert(sizeof(FrictionWork) == 5 * 8 && sizeof(Ledger) == 16 * 8 && sizeof(RunCounters) == 4 * 8);
static_assert(sizeof(StepChoice) == 2 * 8 && sizeof(State) == sizeof(Ledger) + 16 + 6 * sizeof(std::vector<double>));
static_assert(sizeof(Snapshot) == sizeof(State) + sizeof(StepChoice) + sizeof(RunCounters) +
                                      2 * sizeof(std::vector<double>) + sizeof(std::vector<bool>));

struct Writer {
  static constexpr bool reads = false;
  void bytes(const void* data, std::size_t count) { out.append(static_cast<const char*>(data), count); }
  std::uint64_t count(std::uint64_t size) {
    bytes(&size, sizeof size);
    return size;
  }
  std::string out;
};

struct Reader {
  static constexpr bool reads = true;
  void bytes(void* data, std::size_t count) {
    if (count > in.size()) throw std::length_error("cut short");
    std::memcpy(data, in.data(), count);
    in.remove_prefix(count);
  }
  /// Of things to come, each a byte or more: so a wrong number cannot ask for all the memory there is.
  std::uint64_t count(std::uint64_t) {
    std::uint64_t size = 0;
    bytes(&size, sizeof size);
    if (size > in.size()) throw std::length_error("cut short");
    return size;
  }
  std::string_view in;
};

template <class Archive, class T>
requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void pass(Archive& a, T& value) {
  a.bytes(&value, sizeof value);
}

template <class Archive, class Scalar, int Rows, int Columns>
void pass(Archive& a, Eigen::Matrix<Scalar, Rows, Columns>& m) {
  a.bytes(m.data(), sizeof(Scalar) * Rows * Columns);
}

template <class Archive>
void pass(Archive& a, std::string& text) {
  text.resize(a.count(text.size()));
  a.bytes(text.data(), text.size());
}

template <class Archive>
void pass(Archive& a, std::vector<bool>& flags) {
  flags.resize(a.count(flags.size()));
  for (std::size_t k = 0; k < flags.size(); ++k) {
    bool flag = flags[k];
    pass(a, flag);
    flags[k] = flag;
  }
}

template <class Archive>
void pass(Archive& a, Frame& f) {
  pass(a, f.x);
  pass(a, f.R);
}

template <class Archive>
void pass(Archive& a, Reaction& r) {
  pass(a, r.force);
  pass(a, r.moment);
}

template <class Archive>
void pass(Archive& a, ContactReport& c) {
  for (double* v : {&c.gap, &c.gap_before, &c.gap_rate, &c.normal_force, &c.angle, &c.sliding_distance,
                    &c.friction_work, &c.damping_excess})
    pass(a, *v);
  for (Vec3* v : {&c.normal, &c.friction, &c.sliding_velocity, &c.bristle, &c.point_on_first, &c.point_on_second})
    pass(a, *v);
  pass(a, c.phase);
}

template <class Archive>
void pass(Archive& a, Ledger& l) {
  FrictionWork& f = l.friction;
  for (double* v : {&l.kinetic, &l.elastic, &l.contact, &l.gravitational, &l.initial, &l.external_work, &l.damping_loss,
                    &l.contact_loss, &l.friction_loss, &l.numerical_loss, &l.largest_residual, &f.sliding, &f.bristles,
                    &f.damping, &f.viscous, &f.numerical})
    pass(a, *v);
}

template <class Archive, class T>
void pass(Archive& a, std::vector<T>& list) {
  list.resize(a.count(list.size()));
  for (T& item : list) pass(a, item);
}

template <class Archive>
void pass(Archive& a, State& s) {
  pass(a, s.time);
  pass(a, s.share);
  pass(a, s.frames);
  pass(a, s.twists);
  pass(a, s.multipliers);
  pass(a, s.reactions);
  pass(a, s.contacts);
  pass(a, s.memory);
  pass(a, s.ledger);
}

template <class Archive>
void pass(Archive& a, Snapshot& s) {
  pass(a, s.state);
  pass(a, s.choice.step);
  pass(a, s.choice.rule);
  pass(a, s.choice.gap);
  for (long* n : {&s.counters.steps, &s.counters.rejections, &s.counters.iterations, &s.counters.factorizations})
    pass(a, *n);
  pass(a, s.warnings);
  pass(a, s.warned);
  pass(a, s.solver);
}

template <class Archive>
void pass(Archive& a, Checkpoint& c) {
  pass(a, c.hash);
  pass(a, c.snapshot);
  pass(a, c.energy_length);
  pass(a, c.probes_length);
  pass(a, c.steps_length);
  pass(a, c.frames);
  pass(a, c.frame_times);
  pass(a, c.last_row);
  pass(a, c.last_event);
}

/// FNV-1a: finds what disks and copies do to a file; it need not withstand anybody.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = 0xcbf29ce484222325u;
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return sum;
}

[[noreturn]] void refuse(const std::filesystem::path& path, std::string_view why) {
  throw IoError(
      fmt::format("{} {}: run without --restart (with --force to replace the results), or into another "
                  "directory",
                  path.string(), why));
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  Writer a{std::string(magic)};
  std::uint32_t number = format;
  std::string program = version;
  Checkpoint copy = checkpoint;
  pass(a, number);
  pass(a, program);
  pass(a, copy);
  std::uint64_t sum = checksum(a.out);
  pass(a, sum);
  replace_durably(path, a.out);
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  const std::string content = read_start(path);
  if (!content.starts_with(magic)) refuse(path, "is no checkpoint of Bristle");
  std::uint64_t sum = 0;
  const std::size_t tail = content.size() - std::min(content.size() - magic.size(), sizeof sum);
  if (content.size() - tail == sizeof sum) std::memcpy(&sum, content.data() + tail, sizeof sum);
  if (sum != checksum(std::string_view(content).substr(0, tail))) refuse(path, "is damaged or cut short");
  Reader a{std::string_view(content).substr(magic.size(), tail - magic.size())};
  try {
    std::uint32_t number = 0;
    std::string program;
    Checkpoint checkpoint;
    pass(a, number);
    pass(a, program);
    if (number != format || program != version)
      refuse(path, fmt::format("was written by Bristle {}, and this is {}, which may not go on from there", program,
                               version));
    pass(a, checkpoint);
    if (!a.in.empty()) throw std::length_error("too long");
    return checkpoint;
  } catch (const std::length_error&) {
    refuse(path, "is damaged");
  }
}

}  // namespace bristle
