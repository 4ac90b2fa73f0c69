#pragma once
// The whole public interface: describe a Model, run a Simulation, read its State and Ledger, record it.

#include "bristle/analysis/equilibrium.hpp"
#include "bristle/analysis/mechanisms.hpp"
#include "bristle/analysis/modes.hpp"
#include "bristle/analysis/path.hpp"
#include "bristle/analysis/simulation.hpp"
#include "bristle/analysis/summary.hpp"
#include "bristle/error.hpp"
#include "bristle/io/reader.hpp"
#include "bristle/io/recorder.hpp"
#include "bristle/io/schema.hpp"
#include "bristle/io/vtk_series.hpp"
#include "bristle/model/model.hpp"
#include "bristle/version.hpp"
