// The frame that snaps through, as shipped.

#include <catch2/catch.hpp>

#include "bristle/analysis/path.hpp"
#include "shipped_example.hpp"

namespace bristle::test {

TEST_CASE("the frame of the example has the limit loads of its README", "[physics][example]") {
  const ShippedExample frame("snap_through/model.yaml");
  const Path path =
      follow_path(frame.run.system(), frame.run.state(), {.arc = 0.1}, [](const PathPoint&) { return true; });
  REQUIRE(path.arrived);
  REQUIRE(path.marks.size() == 4);
  const PathEvent events[] = {PathEvent::critical, PathEvent::limit, PathEvent::limit, PathEvent::critical};
  const double loads[] = {16927.5, 18544.8, -9392.9, -8874.0};
  for (int k = 0; k < 4; ++k) {
    CHECK(path.marks[k].event == events[k]);
    CHECK(20e3 * path.marks[k].share == Approx(loads[k]).margin(0.1));  // the last digit there
  }
  // The plane rod of tests/physics/post_buckling.cpp, whose shear stiffness is greater by a sixth.
  CHECK(20e3 * path.marks[1].share == Approx(18546.6).epsilon(2e-4));
}

}  // namespace bristle::test
