#include "bristle/system/assembly.hpp"

#include <algorithm>

namespace bristle {

Assembly::Assembly(const System& system)
    : system_(system),
      residual_(Eigen::VectorXd::Zero(system.unknowns())),
      traffic_(Eigen::VectorXd::Zero(system.unknowns())),
      values_(system.pattern().nonzeros(), 0.0) {
  for_each_list(system.terms(), [&](const auto& list, int kind) { scatters_[kind] = plan(list); });
}

template <class T>
Assembly::Scatter Assembly::plan(const std::vector<T>& list) const {
  const BlockPattern& pattern = system_.pattern();
  Scatter scatter;
  if (list.empty()) return scatter;
  const int nodes = static_cast<int>(list.front().nodes.size());
  scatter.blocks = nodes + (list.front().multipliers() > 0 ? 1 : 0);
  for (const T& term : list) {
    const std::size_t first = scatter.places.size();
    for (int a = 0; a < nodes; ++a)
      scatter.places.push_back({system_.unknown_of_node(term.nodes[a]), node_size, a * node_size, 0});
    if (term.multipliers() > 0)
      scatter.places.push_back(
          {system_.unknown_of_multiplier(term.slots.multiplier), term.multipliers(), nodes * node_size, 0});
    for (int b = 0; b < scatter.blocks; ++b) {
      Place& column = scatter.places[first + b];
      if (column.unknown >= 0)
        column.column_length = pattern.column_start[column.unknown + 1] - pattern.column_start[column.unknown];
    }
    for (int b = 0; b < scatter.blocks; ++b)
      for (int a = 0; a < scatter.blocks; ++a) {
        const Place& row = scatter.places[first + a];
        const Place& column = scatter.places[first + b];
        int position = -1;
        if (row.unknown >= 0 && column.unknown >= 0) {
          const auto begin = pattern.rows.begin() + pattern.column_start[column.unknown];
          const auto end = pattern.rows.begin() + pattern.column_start[column.unknown + 1];
          position = static_cast<int>(std::lower_bound(begin, end, row.unknown) - pattern.rows.begin());
        }
        scatter.positions.push_back(position);
      }
  }
  return scatter;
}

template <int Capacity>
void Assembly::add(const Local<Capacity>& local, const Scatter& scatter, std::size_t term) {
  const Place* places = &scatter.places[term * scatter.blocks];
  for (int a = 0; a < scatter.blocks; ++a) {
    const Place& p = places[a];
    if (p.unknown < 0) continue;
    residual_.segment(p.unknown, p.size) += local.residual.segment(p.local, p.size);
    traffic_.segment(p.unknown, p.size) += local.traffic.segment(p.local, p.size);
  }
  if (!local.with_tangent) return;
  const int* position = &scatter.positions[term * scatter.blocks * scatter.blocks];
  for (int b = 0; b < scatter.blocks; ++b) {
    const Place& column = places[b];
    for (int a = 0; a < scatter.blocks; ++a, ++position) {
      if (*position < 0) continue;
      const Place& row = places[a];
      double* target = &values_[*position];
      for (int c = 0; c < column.size; ++c, target += column.column_length) {
        const double* source = &local.tangent(row.local, column.local + c);
        for (int r = 0; r < row.size; ++r) target[r] += source[r];
      }
    }
  }
}

void Assembly::evaluate(const Step& step, bool with_tangent) {
  residual_.setZero();
  traffic_.setZero();
  if (with_tangent) std::fill(values_.begin(), values_.end(), 0.0);
  for_each_list(system_.terms(), [&]<class T>(const std::vector<T>& list, int kind) {
    Local<T::capacity> local;
    local.with_tangent = with_tangent;
    for (std::size_t k = 0; k < list.size(); ++k) {
      list[k].evaluate(step, local);
      add(local, scatters_[kind], k);
    }
  });
}

EnergyAccount Assembly::account(const Step& step) const {
  EnergyAccount account;
  for_each_list(system_.terms(), [&](const auto& list, int) {
    for (const auto& term : list) term.account(step, account);
  });
  return account;
}

std::string Assembly::largest_term(const Step& step, int row) const {
  std::string name = "no term";
  double largest = 0.0;
  for_each_list(system_.terms(), [&]<class T>(const std::vector<T>& list, int kind) {
    Local<T::capacity> local;
    local.with_tangent = false;
    for (std::size_t k = 0; k < list.size(); ++k) {
      const Place* places = &scatters_[kind].places[k * scatters_[kind].blocks];
      for (int a = 0; a < scatters_[kind].blocks; ++a) {
        const int offset = row - places[a].unknown;
        if (places[a].unknown < 0 || offset < 0 || offset >= places[a].size) continue;
        list[k].evaluate(step, local);
        const double size = std::abs(local.residual[places[a].local + offset]);
        if (size >= largest || std::isnan(size)) {
          largest = size;
          name = system_.name_of_term(kind, static_cast<int>(k));
        }
      }
    }
  });
  return name;
}

}  // namespace bristle
