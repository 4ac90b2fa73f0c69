#pragma once
// The kinds of terms, one list each. A new kind is one line here; everything else finds it through for_each_term.

#include <concepts>
#include <span>
#include <tuple>
#include <vector>

#include "bristle/terms/beam_element.hpp"
#include "bristle/terms/bushing_term.hpp"
#include "bristle/terms/contact_term.hpp"
#include "bristle/terms/joint_term.hpp"
#include "bristle/terms/load_term.hpp"
#include "bristle/terms/node_inertia.hpp"
#include "bristle/terms/spring_term.hpp"

namespace bristle {

/// What every kind of term offers: its nodes, its residual and tangent over a step, its entries in the ledger.
template <class T>
concept Term = requires(const T& term, const Step& step, Local<T::capacity>& local, EnergyAccount& account) {
  { term.nodes.size() } -> std::convertible_to<std::size_t>;
  { term.multipliers() } -> std::same_as<int>;
  { term.memory() } -> std::same_as<int>;
  term.evaluate(step, local);
  term.account(step, account);
};

/// A term with memory also says how it begins and how it changes over an accepted step.
template <class T>
concept TermWithMemory = Term<T> &&
    requires(const T& term, const Step& step, std::span<const Frame> frames, std::span<double> memory) {
  term.start(frames, memory);
  term.remember(step, memory);
};

template <Term... Kinds>
using ListsOf = std::tuple<std::vector<Kinds>...>;

using TermLists = ListsOf<NodeInertia, BeamElement<1>, BeamElement<2>, BeamElement<3>, JointTerm, LoadTerm, SpringTerm,
                          BushingTerm, ContactTerm>;

inline constexpr int term_kinds = std::tuple_size_v<TermLists>;

/// Calls visit(list, kind index) for every list.
template <class Lists, class Visit>
void for_each_list(Lists&& lists, Visit&& visit) {
  std::apply(
      [&](auto&... list) {
        int kind = 0;
        (visit(list, kind++), ...);
      },
      lists);
}

}  // namespace bristle
