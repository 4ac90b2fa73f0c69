#include "bristle/analysis/frequency_response.hpp"

namespace bristle {
namespace {

/// (δx, δθ) of the two nodes of a gap; a node that does not move has none.
Vec12 of_pair(const Balance& balance, const ContactTerm& gap, const Eigen::VectorXd& motion) {
  Vec12 pair = Vec12::Zero();
  for (int side = 0; side < 2; ++side)
    if (balance.system().moves(gap.nodes[side]))
      pair.segment<6>(6 * side) = motion.segment<6>(balance.motion_of(gap.nodes[side]));
  return pair;
}

}  // namespace

SmallMotion::SmallMotion(const Balance& balance, State about, const LinearisationOptions& options)
    : balance_(balance), about_(std::move(about)), options_(options) {
  balance_.report_forces(about_);
  if (options_.contacts != ContactsAre::open) slopes_ = balance_.gap_slopes(about_);
}

void SmallMotion::show(Simulation& run, const Eigen::VectorXcd& y, double omega, double part) const {
  const System& system = balance_.system();
  const Eigen::VectorXd motion = part * y.real(), rate = -part * omega * y.imag();
  State state = about_;
  balance_.move(state, motion.head(balance_.size()));
  balance_.remember(about_, state);
  std::vector<Vec3> accelerations(state.frames.size(), Vec3::Zero());
  for (int n = 0; n < system.nodes(); ++n) {
    if (!system.moves(n)) continue;
    const int at = balance_.motion_of(n);
    // The change of velocities in space; the twist is seen from the body, which has turned.
    const Mat3 before = about_.frames[n].R, back = state.frames[n].R.transpose();
    state.twists[n].head<3>() = back * (before * about_.twists[n].head<3>() + rate.segment<3>(at));
    state.twists[n].tail<3>() = back * (before * about_.twists[n].tail<3>() + rate.segment<3>(at + 3));
    accelerations[n] = -omega * omega * motion.segment<3>(at);
  }
  balance_.report_forces(state);
  read_contacts(state, motion, rate);
  run.show(std::move(state), std::move(accelerations));
}

/// Forces of contacts by their slopes: a displaced state at rest has nothing of their damping.
void SmallMotion::read_contacts(State& state, const Eigen::VectorXd& y, const Eigen::VectorXd& rate) const {
  const System& system = balance_.system();
  for (std::size_t g = 0; g < system.gaps().size(); ++g) {
    const ContactTerm& gap = system.gaps()[g];
    const ContactReport& before = about_.contacts[g];
    ContactReport& now = state.contacts[g];
    const Vec12 moves = of_pair(balance_, gap, y), goes = of_pair(balance_, gap, rate);
    Vec3 force = -before.force();  // on the first body
    if (!slopes_.empty()) force += slopes_[g].by_motion * moves + slopes_[g].by_rate * goes;
    if (const auto hold = gap.hold(about_.frames)) {
      now.gap_rate = hold->row(0).dot(goes);
      if (y.size() > balance_.size())  // held: what it takes
        force -= hold->leftCols<3>().transpose() * y.segment<3>(balance_.size() + 3 * static_cast<int>(g));
      if (before.normal_force > 0.0)
        now.sliding_velocity =
            before.sliding_velocity + hold->block<2, 3>(1, 6).transpose() * (hold->bottomRows<2>() * goes);
    }
    now.normal_force = force.dot(now.normal);
    now.friction = -(force - now.normal_force * now.normal);
  }
}

}  // namespace bristle
