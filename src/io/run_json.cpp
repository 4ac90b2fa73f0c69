#include "io/run_json.hpp"

#include <nlohmann/json.hpp>

#include "bristle/version.hpp"

namespace bristle {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(SolverKind kind) {
  switch (kind) {
    case SolverKind::klu:
      return "klu";
    case SolverKind::block:
      return "block";
    case SolverKind::eigen_lu:
      return "eigen_lu";
    default:
      return "umfpack";
  }
}

Json options(const SimulationOptions& o) {
  return {{"step", o.step},
          {"smallest_step", o.smallest_step},
          {"accuracy", o.accuracy},
          {"solver", name_of(o.solver)},
          {"newton",
           {{"max_iterations", o.newton.max_iterations},
            {"increment", o.newton.increment},
            {"keep_factors", o.newton.keep_factors},
            {"roundoff", o.newton.roundoff}}}};
}

Json ledger(const Ledger& l) {
  return {{"initial", l.initial},
          {"kinetic", l.kinetic},
          {"elastic", l.elastic},
          {"contact", l.contact},
          {"potential", l.gravitational},
          {"external_work", l.external_work},
          {"damping_loss", l.damping_loss},
          {"contact_loss", l.contact_loss},
          {"friction_loss", l.friction_loss},
          {"friction",
           {{"sliding", l.friction.sliding},
            {"bristles", l.friction.bristles},
            {"damping", l.friction.damping},
            {"viscous", l.friction.viscous},
            {"numerical", l.friction.numerical}}},
          {"numerical_loss", l.numerical_loss},
          {"residual", l.residual()},
          {"largest_residual", l.largest_residual}};
}

}  // namespace

std::string run_json(const Case& what, const Simulation& run, bool finished) {
  const System& system = run.system();
  Json j;
  j["program"] = "bristle";
  j["version"] = version;
  j["title"] = what.title;
  j["model"] = what.source;
  j["hash"] = what.hash;
  j["settings"] = what.settings;
  j["end"] = what.end;
  j["options"] = options(what.options);
  j["sizes"] = {{"nodes", system.nodes()},
                {"unknowns", system.unknowns()},
                {"joints", system.model().joints.size()},
                {"contacts", system.model().contacts.size()}};
  j["finished"] = finished;
  j["time"] = run.time();
  const RunCounters& c = run.counters();
  j["counters"] = {{"steps", c.steps},
                   {"rejections", c.rejections},
                   {"iterations", c.iterations},
                   {"factorizations", c.factorizations}};
  j["ledger"] = ledger(run.ledger());
  j["warnings"] = run.warnings();
  // A number that is not finite becomes null, a byte that is not text a question mark.
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace bristle
