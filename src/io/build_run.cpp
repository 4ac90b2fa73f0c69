#include <algorithm>

#include <fmt/format.h>

#include "builder.hpp"

namespace bristle::io {

void Builder::add_run(const Document& document) {
  const Item root(document, document.root, schema::model(), "");
  case_.title = root.has("title") ? root.text("title") : document.file.stem().string();
  case_.model.gravity = root.vector("gravity");

  const Item initial = root.object("initial");
  const std::string positions = initial.text("positions"), velocities = initial.text("velocities");
  case_.options.start.positions = positions == "assemble" ? StartPositions::assemble : StartPositions::check;
  case_.options.start.velocities = velocities == "project" ? StartVelocities::project
                                   : velocities == "as_is" ? StartVelocities::as_is
                                                           : StartVelocities::check;

  case_.options.from_equilibrium = initial.flag("equilibrium");
  case_.options.equilibrium.spinning = initial.flag("spinning");
  if (case_.options.equilibrium.spinning && !case_.options.from_equilibrium)
    diagnostics_.report(initial.where("spinning"), "'spinning' belongs to an equilibrium: add 'equilibrium: true'");

  const Item analysis = root.object("analysis");
  case_.end = analysis.number("end");
  case_.options.step = analysis.number("step");
  case_.options.smallest_step = analysis.number("smallest_step");
  case_.options.accuracy = analysis.number("accuracy");
  const std::string solver = analysis.text("solver");
  case_.options.solver = solver == "block"   ? SolverKind::block
                         : solver == "eigen" ? SolverKind::eigen_lu
                                             : SolverKind::klu;
  const Item newton = analysis.object("newton");
  case_.options.newton.max_iterations = newton.integer("iterations");
  case_.options.newton.increment = newton.number("increment");
  case_.options.newton.roundoff = newton.number("roundoff");

  for (const Item& modes : analysis.list("modes")) {
    const std::string contacts = modes.text("contacts");
    if (modes.number("at") > case_.end)
      diagnostics_.report(modes.where("at"), fmt::format("the run ends before, at {} s", case_.end));
    case_.output.modes.push_back({.time = modes.number("at"),
                                  .complex = modes.flag("complex"),
                                  .frames = modes.flag("frames"),
                                  .options = {.number = modes.integer("number"),
                                              .about = {.contacts = contacts == "open"     ? ContactsAre::open
                                                                    : contacts == "closed" ? ContactsAre::closed
                                                                    : contacts == "stuck"  ? ContactsAre::stuck
                                                                                           : ContactsAre::present,
                                                        .turning_axes = modes.flag("turning_axes")}}});
  }
  std::stable_sort(case_.output.modes.begin(), case_.output.modes.end(),
                   [](const ModesAt& a, const ModesAt& b) { return a.time < b.time; });

  const Item output = root.object("output");
  const Item frames = output.object("frames");
  case_.output.table_interval = output.number("table_interval");
  case_.output.checkpoint_interval = output.number("checkpoint_interval");
  case_.output.frames = frames.flag("write");
  case_.output.frame_interval = frames.number("interval");
  case_.output.event_interval = frames.number("event_interval");
  case_.output.event_window = frames.number("event_window");
  add_probes(output);
}

}  // namespace bristle::io
