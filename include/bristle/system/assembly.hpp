#pragma once
// Sums the terms into one residual and one sparse tangent. Positions are worked out once; assembling allocates nothing.

#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

#include "bristle/system/system.hpp"

namespace bristle {

class Assembly {
 public:
  explicit Assembly(const System& system);

  /// Residual, traffic and, on request, tangent of the step.
  void evaluate(const Step& step, bool with_tangent);

  /// The energy account of a step, summed over all terms.
  EnergyAccount account(const Step& step) const;

  /// The term that contributes most to a row of the residual, for diagnoses.
  std::string largest_term(const Step& step, int row) const;

  const Eigen::VectorXd& residual() const { return residual_; }
  const Eigen::VectorXd& traffic() const { return traffic_; }
  std::span<const double> tangent() const { return {values_.data(), values_.size()}; }

 private:
  /// Where the blocks of one term go.
  struct Place {
    int unknown = -1;  // first row, or -1 for a fixed node
    int size = 0;
    int local = 0;
    int column_length = 0;
  };
  struct Scatter {
    std::vector<Place> places;   // `blocks` for each term
    std::vector<int> positions;  // blocks × blocks for each term: where a block begins in the values
    int blocks = 0;
  };

  template <class T>
  Scatter plan(const std::vector<T>& list) const;
  template <int Capacity>
  void add(const Local<Capacity>& local, const Scatter& scatter, std::size_t term);

  const System& system_;
  std::array<Scatter, term_kinds> scatters_;
  Eigen::VectorXd residual_, traffic_;
  std::vector<double> values_;
};

}  // namespace bristle
