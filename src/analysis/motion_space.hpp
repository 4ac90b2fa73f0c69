#pragma once
#include <Eigen/Core>

#include "bristle/system/balance.hpp"

namespace bristle {

/// An orthonormal basis of the motions that the joints allow, G Z = 0; dense, for small systems.
Eigen::MatrixXd allowed_motions(const Linearisation& about);

}  // namespace bristle
