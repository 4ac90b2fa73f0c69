// The shared checks, applied to every kind of term there is.

#include "term_checks.hpp"

namespace bristle::test {
namespace {

template <class Lists>
struct KindsOf;
template <class... Kinds>
struct KindsOf<std::tuple<std::vector<Kinds>...>> {
  using type = std::tuple<Kinds...>;
};
using Kinds = KindsOf<TermLists>::type;

template <class T, class Check>
void for_random_steps(int steps, Check check) {
  for (int variant = 0; variant < TermCase<T>::variants; ++variant)
    for (int k = 0; k < steps; ++k) {
      const unsigned seed = 1000 * variant + k + 1;
      CAPTURE(variant, seed);
      check(seed, variant);
    }
}

TEMPLATE_LIST_TEST_CASE("the tangent of a term is the derivative of its residual", "[unit][term]", Kinds) {
  for_random_steps<TestType>(20, [](unsigned seed, int variant) {
    // Fourth-order differences with h = 2e-4: truncation 1e-16 times a fifth derivative (large only where an angle
    // comes near half a turn), round-off 1e-12.
    REQUIRE(tangent_error(sample<TestType>(seed, variant)) < 1e-8);
  });
}

TEMPLATE_LIST_TEST_CASE("a term closes its own ledger on any step", "[unit][term]", Kinds) {
  for_random_steps<TestType>(300, [](unsigned seed, int variant) {
    const auto s = sample<TestType>(seed, variant);
    const EnergyAccount account = account_of(s);
    double scale = std::abs(account.stored_i()) + std::abs(account.stored_f()) + std::abs(account.external_work) +
                   account.damping_loss + account.contact_loss + std::abs(account.friction_loss) +
                   account.numerical_loss;
    const double power = power_of(s, scale);
    const double defect = power - constraint_power(s) - account.residual();
    REQUIRE(std::abs(defect) <= 2e-14 * scale);  // some hundred roundings of the parts that cancel
  });
}

TEMPLATE_LIST_TEST_CASE("a term never creates energy by damping or by the jump", "[unit][term]", Kinds) {
  for_random_steps<TestType>(300, [](unsigned seed, int variant) {
    const EnergyAccount account = account_of(sample<TestType>(seed, variant));
    REQUIRE(account.damping_loss >= 0.0);
    REQUIRE(account.contact_loss >= 0.0);
    REQUIRE(account.friction.sliding >= 0.0);
    REQUIRE(account.friction.viscous >= 0.0);
    REQUIRE(account.friction.numerical >= 0.0);
    REQUIRE(account.numerical_loss >= 0.0);
  });
}

TEMPLATE_LIST_TEST_CASE("a term is blind to a superposed rigid motion", "[unit][term]", Kinds) {
  Random random(7);
  for_random_steps<TestType>(50, [&](unsigned seed, int variant) {
    const Mat3 turn = random.rotation();
    const Vec3 shift = random.vector(1.0);
    const auto here = sample<TestType>(seed, variant);
    auto there = sample<TestType>(seed, variant, turn);
    there.step = here.step.moved(shift, turn);
    if constexpr (std::is_same_v<TestType, JointTerm>)  // the force of a coincidence has its components in space axes
      for (const int block : {0, 1})
        if (there.term.coincident()) {
          Eigen::Map<Vec3> force(&there.step.multipliers[block * there.term.rows()]);
          force = Vec3(turn * force);
        }
    const auto a = evaluate(here.term, here.step, false);
    const auto b = evaluate(there.term, there.step, false);
    const double scale = a.residual.template head<node_size>().cwiseAbs().maxCoeff();
    for (std::size_t row = 0; row < 4 * here.term.nodes.size(); ++row) {
      const Vec3 original = a.residual.template segment<3>(3 * static_cast<int>(row));
      const Vec3 expected =
          row % 4 < 2 ? Vec3(turn * original) : original;  // E1 in space axes, E2 in those of the node
      const Vec3 found = b.residual.template segment<3>(3 * static_cast<int>(row));
      REQUIRE((expected - found).norm() <= 1e-12 * scale);  // round-off of sums of some hundred products
    }
    const EnergyAccount ea = account_of(here);
    const EnergyAccount eb = account_of(there);
    const double energy = std::abs(ea.elastic_f) + ea.kinetic_f + std::abs(ea.external_work) + 1.0;
    REQUIRE(eb.elastic_f - eb.elastic_i == Approx(ea.elastic_f - ea.elastic_i).margin(1e-12 * energy));
    REQUIRE(eb.kinetic_f == Approx(ea.kinetic_f).margin(1e-12 * energy));
    REQUIRE(eb.external_work == Approx(ea.external_work).margin(1e-12 * energy));
    REQUIRE(eb.damping_loss == Approx(ea.damping_loss).epsilon(1e-10));
    REQUIRE(eb.contact_f - eb.contact_i == Approx(ea.contact_f - ea.contact_i).margin(1e-12 * energy + 1e-10));
    REQUIRE(eb.contact_loss == Approx(ea.contact_loss).epsilon(1e-10));
    REQUIRE(eb.friction_loss == Approx(ea.friction_loss).epsilon(1e-10));
    REQUIRE(eb.numerical_loss == Approx(ea.numerical_loss).epsilon(1e-10));
  });
}

TEMPLATE_LIST_TEST_CASE("internal forces and their moments balance", "[unit][term]", Kinds) {
  if constexpr (TermCase<TestType>::internal) {
    for_random_steps<TestType>(100, [](unsigned seed, int variant) {
      const auto s = sample<TestType>(seed, variant);
      const auto local = evaluate(s.term, s.step, false);
      Vec3 force = Vec3::Zero();
      Vec3 moment = Vec3::Zero();
      double scale = 0.0;
      for (std::size_t a = 0; a < s.term.nodes.size(); ++a) {  // E1 alone decides about the momenta
        const int at = static_cast<int>(a) * node_size + e1;
        const Vec3 middle = 0.5 * (s.step.nodes[a].start.x + s.step.nodes[a].end.x);
        const Vec3 f = local.residual.template segment<3>(at);
        const Vec3 m = local.residual.template segment<3>(at + 3);
        force += f;
        moment += m + middle.cross(f);
        scale += f.norm() * (1.0 + middle.norm()) + m.norm();
      }
      REQUIRE(force.norm() <= 1e-14 * scale);
      REQUIRE(moment.norm() <= 1e-14 * scale);
    });
  }
}

}  // namespace
}  // namespace bristle::test
