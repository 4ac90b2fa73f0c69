// Counts every allocation of the program, C and C++ alike, to show that stepping makes none.

#include <catch2/catch.hpp>

#include "bristle/bristle.hpp"
#include "cantilever.hpp"

// A sanitizer has an allocator of its own; there the count would stay at zero and prove nothing.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

#include <atomic>
#include <cerrno>

namespace {
std::atomic<long> allocations{0};
}

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) noexcept {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) noexcept {
  ++allocations;
  return __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** result, size_t alignment, size_t size) noexcept {
  ++allocations;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
}

namespace bristle::test {
namespace {

TEST_CASE("the allocation counter counts", "[unit][allocation]") {
  const long before = allocations;
  const auto vector = std::make_unique<Eigen::VectorXd>(1000);
  CHECK(allocations >= before + 2);
  CHECK(vector->size() == 1000);
}

TEST_CASE("stepping allocates nothing after the first step", "[unit][allocation]") {
  Model model = cantilever(10, 2, Function::expression("200*sin(3*t)"));
  const NodeId tip = model.end(BeamId{0});
  model.gravity = Vec3(0.0, 0.0, -9.81);
  const NodeId bob =
      model.add_node({.name = "bob", .frame = {Vec3(10.0, 0.0, 1.0)}, .inertia = solid_sphere(1.0, 0.1)});
  model.add_joint({.name = "hinge",
                   .kind = JointKind::revolute,
                   .first = {tip},
                   .second = {bob, Vec3(0.0, 0.0, -1.0)},
                   .drives = {{0, Function::expression("0.1*t^2")}}});
  model.add_spring({.name = "spring",
                    .first = {Model::ground()},
                    .second = {bob},
                    .law = {.damping = 0.1, .elastic = Function::expression("10*e + e^3", "e")}});
  model.add_spring({.name = "torsion",
                    .kind = Spring::Kind::torsional,
                    .first = {Model::ground()},
                    .second = {bob},
                    .law = {.stiffness = 1.0}});
  Bushing bushing{.name = "bushing", .first = {Model::ground()}, .second = {bob, Vec3(0.0, 0.0, -1.0)}};
  bushing.first.offset = Vec3(10.0, 0.0, 0.0);
  bushing.stiffness.setIdentity();
  model.add_bushing(bushing);

  model.add_contact(
      {.name = "socket",
       .geometry = BallInRace{.race_radius = 1.0, .ball_radius = 0.999},
       .first = {Model::ground(), Vec3(10.0, 0.0, 1.002)},
       .second = {bob},
       .normal = {PowerLaw{1e5, 1.5}, HuntCrossley{0.1}},
       .friction =
           LuGre{.static_friction = 0.3, .kinetic_friction = 0.2, .stribeck_velocity = 1e-2, .stiffness = 1e4}});

  Simulation run(model, {.step = 1e-3});
  for (int k = 0; k < 3; ++k) run.advance(10.0);  // both states of the pair, and the pivots, have found their storage
  const long before = allocations;
  long iterations = run.counters().iterations;
  for (int k = 0; k < 20; ++k) run.advance(10.0);
  iterations = run.counters().iterations - iterations;
  CHECK(allocations - before == 0);
  CHECK(iterations >= 40);
}

}  // namespace
}  // namespace bristle::test

#endif
