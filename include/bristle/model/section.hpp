#pragma once
// Beam sections: stiffness, inertia and damping per unit length, in the section's axes (d1 along the beam).

#include "bristle/math/types.hpp"

namespace bristle {

struct Section {
  Mat6 stiffness = Mat6::Zero();  // of the strains (Γ1, Γ2, Γ3, K1, K2, K3); N and N m²
  Mat6 inertia = Mat6::Zero();    // per unit length; kg/m, kg, kg m
  double viscous_time = 0.0;      // τ of Kelvin-Voigt damping: stress += τ · stiffness · strain rate; s
  double mass_damping = 0.0;      // α of mass-proportional damping; 1/s
  double radius = 0.0;            // m: that it is drawn with; 0: a fiftieth of its beam's length
};

struct Material {
  double young = 0.0;    // Pa
  double poisson = 0.3;  // –
  double density = 0.0;  // kg/m³

  double shear() const { return 0.5 * young / (1.0 + poisson); }
};

/// Stiffness in the order (EA, GA2, GA3, GJ, EI2, EI3), mass per length, rotary inertia per length about (d1, d2, d3).
Section section(const Vec6& stiffness_diagonal, double mass_per_length, const Vec3& rotary_inertia,
                const Vec3& mass_centre = Vec3::Zero());

// Shear correction after Cowper (1966); torsion constant of the rectangle by Saint-Venant's series.
Section circle(const Material& material, double radius);
Section tube(const Material& material, double outer_radius, double inner_radius);
Section rectangle(const Material& material, double width_along_d2, double height_along_d3);

}  // namespace bristle
