#pragma once
// The model made ready to run: terms, numbering, sparse pattern. Constant after construction; any number of states and
// steppers may share one.

#include <array>
#include <span>
#include <string>
#include <vector>

#include "bristle/model/model.hpp"
#include "bristle/solve/linear_solver.hpp"
#include "bristle/system/beam_reading.hpp"
#include "bristle/system/state.hpp"
#include "bristle/terms/term_lists.hpp"

namespace bristle {

class System {
 public:
  /// Throws ModelError, naming what is wrong, for data that cannot be simulated.
  explicit System(const Model& model);

  const Model& model() const { return model_; }
  const TermLists& terms() const { return terms_; }
  const BlockPattern& pattern() const { return pattern_; }

  int nodes() const { return static_cast<int>(model_.nodes.size()); }
  int unknowns() const { return pattern_.size(); }
  int multipliers() const { return multipliers_; }
  int memory() const { return memory_; }
  /// First unknown of a node, or -1 for a fixed one; first unknown of the multipliers at an offset.
  int unknown_of_node(int node) const { return node_unknown_[node]; }
  int unknown_of_multiplier(int offset) const { return multiplier_unknown_ + offset; }
  bool moves(int node) const { return node_unknown_[node] >= 0; }
  /// Largest distance of a node or attachment from another: what lengths are compared with.
  double size() const { return size_; }
  /// Total inertia of a node, with its share of beams.
  const Mat6& inertia(int node) const { return inertia_[node]; }

  /// Who a term is: "beam 'link', element 3".
  const std::string& name_of_term(int kind, int index) const { return names_[kind][index]; }

  const std::vector<JointTerm>& joints() const { return std::get<std::vector<JointTerm>>(terms_); }
  /// The gaps of all contacts, a contact of several points having one for each.
  const std::vector<ContactTerm>& gaps() const { return std::get<std::vector<ContactTerm>>(terms_); }
  /// Where the gaps of a contact are among them.
  struct GapRange {
    int first = 0;
    int count = 0;
  };
  GapRange gaps_of(ContactId contact) const { return gap_ranges_.at(contact.index); }

  /// As the model describes it, at time zero, with the energies entered in the ledger. Positions and velocities are not
  /// checked against the joints here: see consistency.hpp.
  State initial_state() const;

  /// Begins the memory of the terms, and the ledger, from the frames and twists of a state.
  void open(State& state) const;
  /// Begins the ledger only.
  void open_ledger(State& state) const;

  // What a user reads from a state.
  Frame frame(const State& state, const Marker& marker) const;
  /// Velocity (m/s) and angular velocity (rad/s) of a marker, here in space axes.
  Twist velocity(const State& state, const Marker& marker) const;
  /// Strains and section forces of a beam at its Gauss points, and where these lie (fraction of the element count).
  struct BeamPoint {
    double at;
    Vec6 strain;
    Vec6 force;
  };
  std::vector<BeamPoint> beam_points(const State& state, BeamId beam) const;
  /// A beam at a fraction (0 to 1) of its stress-free length; where two elements meet, the mean of both.
  BeamReading read_beam(const State& state, BeamId beam, double fraction) const;
  /// At places of one element, each from −1 to 1.
  void read_element(const State& state, BeamId beam, int element, std::span<const double> at,
                    std::span<BeamReading> readings) const;
  /// Stress-free length (m), and the place at a fraction of it: an element and where in it, from −1 to 1.
  double length(BeamId beam) const;
  struct BeamPlace {
    int element;
    double at;
  };
  BeamPlace beam_place(BeamId beam, double fraction) const;
  /// Where a contact has worn so far, around its race; over all its points.
  std::vector<WearBin> wear(const State& state, ContactId contact) const;

 private:
  void add_beams();
  void add_inertia();
  void add_joints_and_forces();
  void add_contacts();
  void number();
  void measure_size();

  template <class T>
  void add(T term, std::string name);

  Model model_;
  TermLists terms_;
  std::array<std::vector<std::string>, term_kinds> names_;
  std::vector<Mat6> inertia_, damping_;
  struct BeamTerms {
    int first = 0;  // index of its first element in the list of its order
  };
  std::vector<BeamTerms> beam_terms_;
  std::vector<GapRange> gap_ranges_;

  std::vector<int> node_unknown_;
  int multiplier_unknown_ = 0;
  int multipliers_ = 0;
  int memory_ = 0;
  double size_ = 0.0;
  BlockPattern pattern_;
};

}  // namespace bristle
