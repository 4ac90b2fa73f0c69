#include "bristle/system/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "bristle/error.hpp"
#include "check_model.hpp"
#include "pattern.hpp"

namespace bristle {
namespace {

/// Position of a kind in the type list.
template <class T, class... Kinds>
consteval int index_of(std::type_identity<std::tuple<std::vector<Kinds>...>>) {
  int index = 0;
  int found = -1;
  ((std::is_same_v<T, Kinds> ? found = index : 0, ++index), ...);
  return found;
}

}  // namespace

template <class T>
void System::add(T term, std::string name) {
  constexpr int kind = index_of<T>(std::type_identity<TermLists>{});
  std::get<std::vector<T>>(terms_).push_back(std::move(term));
  names_[kind].push_back(std::move(name));
}

System::System(const Model& model) : model_(model) {
  check_model(model_);
  for (Node& node : model_.nodes) node.frame.R = orthonormalized(node.frame.R);
  inertia_.resize(model_.nodes.size());
  damping_.assign(model_.nodes.size(), Mat6::Zero());
  for (int n = 0; n < nodes(); ++n) {
    inertia_[n] = model_.nodes[n].inertia;
    damping_[n] = model_.nodes[n].mass_damping * model_.nodes[n].inertia;
  }
  add_beams();
  add_inertia();
  add_joints_and_forces();
  add_contacts();
  measure_size();
  number();
}

void System::add_beams() {
  for (const Beam& beam : model_.beams) {
    BeamTerms place;
    const auto add_elements = [&]<int P>(std::integral_constant<int, P>) {
      constexpr int count = P + 1;
      place.first = static_cast<int>(std::get<std::vector<BeamElement<P>>>(terms_).size());
      for (int e = 0; e < beam.elements(); ++e) {
        std::array<int, count> nodes;
        std::array<Frame, count> shape;
        for (int a = 0; a < count; ++a) {
          nodes[a] = beam.nodes[e * P + a].index;
          shape[a] = model_.nodes[nodes[a]].frame;
        }
        const Section& section = beam.sections[beam.sections.size() == 1 ? 0 : e];
        BeamElement<P> element(nodes, shape, section);
        for (int a = 0; a < count; ++a) {  // lumped: docs/theory.md, section 5
          const Mat6 share = element.tributary_length(a) * section.inertia;
          inertia_[nodes[a]] += share;
          damping_[nodes[a]] += section.mass_damping * share;
        }
        add(std::move(element), fmt::format("beam '{}', element {}", beam.name, e + 1));
      }
    };
    switch (beam.order) {
      case 1:
        add_elements(std::integral_constant<int, 1>{});
        break;
      case 2:
        add_elements(std::integral_constant<int, 2>{});
        break;
      default:
        add_elements(std::integral_constant<int, 3>{});
        break;
    }
    beam_terms_.push_back(place);
  }
}

void System::add_inertia() {
  for (int n = 0; n < nodes(); ++n) {
    if (model_.nodes[n].fixed || inertia_[n].isZero(0.0)) continue;
    NodeInertia term{.nodes = {n}, .mass = inertia_[n], .damping = damping_[n]};
    term.damped = !damping_[n].isZero(0.0);
    term.weight = mass_of(inertia_[n]) * model_.gravity;
    term.centre = centre_of(inertia_[n]);
    add(term, fmt::format("inertia of node '{}'", model_.nodes[n].name));
  }
}

void System::add_joints_and_forces() {
  for (const Joint& joint : model_.joints)
    add(JointTerm(joint), fmt::format("{} joint '{}'", name_of(joint.kind), joint.name));
  for (const Load& load : model_.loads) add(LoadTerm(load), fmt::format("load '{}'", load.name));
  for (const Spring& spring : model_.springs) {
    const Frame& first = model_.nodes[spring.first.node.index].frame;
    const Frame& second = model_.nodes[spring.second.node.index].frame;
    add(SpringTerm(spring, first, second), fmt::format("spring '{}'", spring.name));
  }
  for (const Bushing& bushing : model_.bushings) add(BushingTerm(bushing), fmt::format("bushing '{}'", bushing.name));
}

void System::add_contacts() {
  for (const Contact& contact : model_.contacts) {
    const auto* points = std::get_if<PointsOnPlane>(&contact.geometry);
    const int count = points ? static_cast<int>(points->points.size()) : 1;
    gap_ranges_.push_back({static_cast<int>(gaps().size()), count});
    for (int k = 0; k < count; ++k)
      add(ContactTerm(contact, k), count == 1 ? fmt::format("contact '{}'", contact.name)
                                              : fmt::format("contact '{}', point {}", contact.name, k + 1));
  }
}

void System::measure_size() {
  Vec3 low = Vec3::Constant(INFINITY);
  Vec3 high = Vec3::Constant(-INFINITY);
  const auto include = [&](const Vec3& x) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  };
  for (int n = 1; n < nodes(); ++n) include(model_.nodes[n].frame.x);
  const auto include_marker = [&](const Marker& m) { include((model_.nodes[m.node.index].frame * m.frame()).x); };
  for (const Joint& j : model_.joints) include_marker(j.first), include_marker(j.second);
  for (const Spring& s : model_.springs) include_marker(s.first), include_marker(s.second);
  for (const Bushing& b : model_.bushings) include_marker(b.first), include_marker(b.second);
  for (const Load& l : model_.loads) include_marker(l.marker);
  for (const Contact& c : model_.contacts) include_marker(c.first), include_marker(c.second);
  size_ = (high - low).norm();
  for (int n = 1; n < nodes() && !(size_ > 0.0); ++n) {  // a single free body: its radius of gyration
    const double mass = mass_of(inertia_[n]);
    if (mass > 0.0) size_ = std::sqrt(inertia_[n].bottomRightCorner<3, 3>().trace() / mass);
  }
  if (!(size_ > 0.0)) size_ = 1.0;
  for (JointTerm& joint : std::get<std::vector<JointTerm>>(terms_)) joint.size = size_;
}

void System::number() {
  node_unknown_.assign(model_.nodes.size(), -1);
  std::vector<int> block_of_node(model_.nodes.size(), -1);
  std::vector<int> block_start{0};
  for (int n = 0; n < nodes(); ++n) {
    if (model_.nodes[n].fixed) continue;
    block_of_node[n] = static_cast<int>(block_start.size()) - 1;
    node_unknown_[n] = block_start.back();
    block_start.push_back(block_start.back() + node_size);
  }
  multiplier_unknown_ = block_start.back();
  const int node_blocks = static_cast<int>(block_start.size()) - 1;

  std::vector<std::vector<int>> groups;  // the blocks each term couples
  for_each_list(terms_, [&](auto& list, int) {
    for (auto& term : list) {
      std::vector<int> group;
      for (const int node : term.nodes)
        if (block_of_node[node] >= 0) group.push_back(block_of_node[node]);
      if (term.multipliers() > 0) {
        group.push_back(static_cast<int>(block_start.size()) - 1);
        block_start.push_back(block_start.back() + term.multipliers());
        term.slots.multiplier = multipliers_;
        multipliers_ += term.multipliers();
      }
      if (term.memory() > 0) {
        term.slots.memory = memory_;
        memory_ += term.memory();
      }
      groups.push_back(std::move(group));
    }
  });
  pattern_ = make_pattern(std::move(block_start), node_blocks, groups);
}

State System::initial_state() const {
  State state;
  for (const Node& node : model_.nodes) {
    state.frames.push_back({node.frame.x, orthonormalized(node.frame.R)});
    state.twists.push_back(node.fixed ? Vec6(Vec6::Zero()) : node.twist.vector());
  }
  state.multipliers.assign(multipliers_, 0.0);
  state.reactions.resize(model_.joints.size());
  state.memory.assign(memory_, 0.0);
  state.contacts.resize(gaps().size());
  open(state);
  return state;
}

void System::open(State& state) const {
  for_each_list(terms_, [&]<class T>(const std::vector<T>& list, int) {
    if constexpr (TermWithMemory<T>)
      for (const T& term : list)
        term.start(state.frames, std::span(state.memory).subspan(term.slots.memory, term.memory()));
  });
  for (std::size_t k = 0; k < gaps().size(); ++k) state.contacts[k] = gaps()[k].report(state.frames, state.memory);
  open_ledger(state);
}

void System::open_ledger(State& state) const {
  std::vector<NodeStep> still(state.frames.size());
  for (std::size_t n = 0; n < still.size(); ++n) {
    still[n].start = state.frames[n];
    still[n].twist_i = state.twists[n];
    complete(still[n], 1.0);
  }
  const std::vector<double> multipliers(multipliers_, 0.0);
  const Step step{state.time, 1.0, still, multipliers, state.memory};
  EnergyAccount account;
  for_each_list(terms_, [&](const auto& list, int) {
    for (const auto& term : list) term.account(step, account);
  });
  state.ledger.open(account);
}

Frame System::frame(const State& state, const Marker& marker) const {
  return state.frames[marker.node.index] * marker.frame();
}

Twist System::velocity(const State& state, const Marker& marker) const {
  const Mat3& R = state.frames[marker.node.index].R;
  const Vec6& twist = state.twists[marker.node.index];
  return {R * (twist.head<3>() + twist.tail<3>().cross(marker.offset)), R * twist.tail<3>()};
}

std::vector<WearBin> System::wear(const State& state, ContactId contact) const {
  std::vector<WearBin> sum(model_.contacts.at(contact.index).bins);
  const GapRange range = gaps_of(contact);
  for (int k = 0; k < range.count; ++k) {
    const std::vector<WearBin> bins = gaps()[range.first + k].wear(state.memory);
    for (std::size_t b = 0; b < sum.size(); ++b) {
      sum[b].sliding_distance += bins[b].sliding_distance;
      sum[b].friction_work += bins[b].friction_work;
    }
  }
  return sum;
}

}  // namespace bristle
