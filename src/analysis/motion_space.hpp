#pragma once
#include <Eigen/Core>

#include "bristle/system/balance.hpp"

namespace bristle {

/// An orthonormal basis of the motions that the joints allow, G Z = 0; dense, for small systems.
Eigen::MatrixXd allowed_motions(const Linearisation& about);

/// How many motions the joints allow: each row that says anything takes one, since none depends on others.
int free_motions(const Linearisation& about);
/// The same basis for large systems with few of them: as many motions, laid into what the joints allow.
Eigen::MatrixXd few_allowed_motions(const Linearisation& about, int free);

}  // namespace bristle
