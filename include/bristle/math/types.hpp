#pragma once
// The fixed-size linear algebra types of the library. SI units throughout.

#include <Eigen/Core>
#include <Eigen/Geometry>  // cross
#include <Eigen/LU>        // determinant

namespace bristle {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Vec12 = Eigen::Matrix<double, 12, 1>;
using Mat12 = Eigen::Matrix<double, 12, 12>;

}  // namespace bristle
