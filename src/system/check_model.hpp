#pragma once
#include "bristle/model/model.hpp"

namespace bristle {

/// Refuses what cannot be simulated: bad numbers, nodes that do not exist, stiffness that is not positive… with the
/// name of the part, the value and the remedy.
void check_model(const Model& model);

/// The same for the data of one contact.
void check_contact(const Contact& contact);

}  // namespace bristle
