"""The figures and tables of the README: scripts/figures spatial_crank. The runs take some ten minutes."""
import numpy as np

SPEED, MASS = 20.0, 5.0
QUIET = {"output.frames.write": "false"}
REFERENCE = {"offset": 0.3, "crank": 0.2, "cantilever": 0.4, "damping": 0}
# What is changed in model.yaml for the rows of the README's table; without a prefix, parameters of the mechanism.
STUDY = [
    ("reference, damping 0.5 ms", REFERENCE | {"damping": 5e-4}),
    ("crank away", {"crank": 0.2}),
    ("crank away, offset 0.6 m, cantilever 0.4 m", {"crank": 0.2, "offset": 0.6, "cantilever": 0.4}),
    ("undamped", {"damping": 0}),
    ("damping 0.1 ms", {"damping": 1e-4}),
    ("damping 0.3 ms", {"damping": 3e-4}),
    ("damping 1 ms", {"damping": 1e-3}),
    ("link damped only", {"damping": 0, "link_damping": 5e-4}),
    ("link undamped", {"link_damping": 0}),
    ("offset 0.45 m", {"offset": 0.45}),
    ("offset 0.4 m, cantilever 0.4 m", {"offset": 0.4, "cantilever": 0.4}),
    ("offset 0.6 m, cantilever 0.4 m", {"offset": 0.6, "cantilever": 0.4}),
    ("cantilever 0.4 m", {"cantilever": 0.4}),
    ("cantilever 0.8 m", {"cantilever": 0.8}),
    ("cantilever 0.4 m, slider 0.4 m ahead", {"cantilever": 0.4, "ahead": 0.4}),
    ("cantilever 0.4 m, friction 0.1", {"cantilever": 0.4, "clearances.ball.friction.static": 0.1,
                                        "clearances.ball.friction.kinetic": 0.1}),
    ("cantilever 0.4 m, contact damping 5 s/m",
     {"cantilever": 0.4, "clearances.ball.normal.damping": "{type: hunt_crossley, damping: 5}"}),
    ("cantilever 0.4 m, start-up three times as long",
     {"cantilever": 0.4, "start_up": "3*pi/10", "analysis.end": "3*pi/20 + 5*pi/10"}),
    ("cantilever 0.4 m, largest step 4 ms", {"cantilever": 0.4, "analysis.step": 4e-3}),
    ("cantilever 0.4 m, largest step 0.3 ms", {"cantilever": 0.4, "analysis.step": 3e-4}),
]


def settings_of(changes):
    named = {name if "." in name else f"parts.rig.with.{name}": value for name, value in changes.items()}
    return QUIET | {"analysis.end": "pi/20 + 5*pi/10"} | named


def crank_angle(t, start_up=np.pi / 10):
    return np.degrees(SPEED * (t - 0.5 * start_up))        # once at full speed


def revolution(table, number=5):
    angle = crank_angle(table["time"]) - 360.0 * (number - 1)
    rows = (angle >= 0.0) & (angle < 360.0)
    return angle[rows], {name: values[rows] for name, values in table.items() if values.dtype.kind == "f"}


def observations(run, start_up=np.pi / 10):
    """Of revolutions 2 to 5, against the published ones: by time, whatever the steps."""
    table = run.probes
    t = np.arange(0.0, table["time"][-1], 1e-4)
    rows = table["time"].searchsorted(t)           # what holds over a step is in the row of its end
    p = {name: table[name][rows] for name in ("gap", "sliding_speed", "normal_force")}
    angle = crank_angle(t, start_up)
    later = (angle >= 360.0) & (angle < 1800.0)
    closed = p["gap"] < 0.0
    low = closed & (p["sliding_speed"] < 0.02)
    begins = (angle[1:] % 360.0)[low[1:] & ~low[:-1] & later[1:]]
    within = np.count_nonzero((begins >= 150.0) & (begins <= 250.0))
    rest = later & (angle % 360.0 >= 150.0) & (angle % 360.0 <= 235.0)
    opens = np.flatnonzero(closed[:-1] & ~closed[1:] & later[1:]) + 1
    closes = np.flatnonzero(~closed[:-1] & closed[1:]) + 1
    lost = []
    for k in opens:
        end = closes[closes > k]
        if len(end) and angle[end[0]] - angle[k] > 0.5:
            lost.append((angle[k] % 360.0, angle[end[0]] % 360.0))
    N = p["normal_force"][later]
    return within / 4.0, (len(begins) - within) / 4.0, np.mean(low[rest]), lost, np.median(N), N.max()


def study(example):
    rows = [("reference.yaml", {}, "reference.yaml", None), ("model.yaml", {}, "model.yaml", None)]
    rows += [(name, changes, "model.yaml", settings_of(changes)) for name, changes in STUDY]
    for name, changes, model, settings in rows:
        run = example.run(model, settings)
        start_up = 3 * np.pi / 10 if "start_up" in changes else np.pi / 10
        within, outside, share, lost, median, highest = observations(run, start_up)
        places = ", ".join(f"{a:.0f}-{b:.0f}" for a, b in sorted(lost)[:12]) + (" ..." if len(lost) > 12 else "")
        example.number(f"{name}: at rest within 150-250°, elsewhere, per revolution", [within, outside], digits=3)
        example.number("  part of the time from 150° to 235°", 100 * share, "%", digits=3)
        example.number("  contact lost, in four revolutions", f"{len(lost)} times: {places}")
        example.number("  N, median and highest", [median, highest], "N", digits=4)
        example.number("  steps, friction work, numerical loss", [run.info["counters"]["steps"],
                       run.info["ledger"]["friction_loss"], run.info["ledger"]["numerical_loss"]], "J", digits=4)


def convergence(example):
    """Errors of case 1 over the fifth revolution, relative to the largest value, against a finer run."""
    def run(step, elements):
        return example.run("ideal.yaml", QUIET | {"analysis.step": step, "parts.rig.with.elements": elements})

    def error(coarse, fine, name):
        t = np.arange(1.4140, 1.7279, 2e-3)      # the end of a step in all runs
        a, b = (table["time"].searchsorted(t - 1e-7) for table in (coarse.probes, fine.probes))
        x, y = coarse.probes[name][a], fine.probes[name][b]
        return np.abs(x - y).max() / np.ptp(y)

    what = [("slider", "slider's place"), ("link_x", "link, N"), ("link_y", "link, Q2"), ("link_z", "link, Q3")]
    steps, meshes = [2e-3, 1e-3, 5e-4, 2.5e-4], [1, 2, 3]
    fine, fine_mesh = run(6.25e-5, 1), run(5e-4, 6)
    step_runs, mesh_runs = [run(h, 1) for h in steps], [run(5e-4, n) for n in meshes]
    by_step = {name: [error(one, fine, name) for one in step_runs] for name, _ in what}
    by_mesh = {name: [error(one, fine_mesh, name) for one in mesh_runs] for name, _ in what}
    for name, label in what:
        example.number(f"case 1, {label}: errors by step {steps}", by_step[name], digits=2)
        example.number("  orders", np.log2(np.array(by_step[name][:-1]) / by_step[name][1:]), digits=3)
        example.number(f"  by elements {meshes}", by_mesh[name], digits=2)
    with example.chart("convergence.png", columns=2, height=3.6, sharex=False, sharey=True) as (left, right):
        for name, label in what:
            left.loglog(1e3 * np.array(steps), by_step[name], "o-", label=label)
            right.loglog(meshes, by_mesh[name], "o-", label=label)
        left.loglog([0.25, 2.0], [1e-6, 1e-6 * 64], color="C6", linestyle=":", label="second order")
        left.set(title="By the step; one mesh", xlabel="step, ms", ylabel="greatest difference / range",
                 xticks=[0.25, 0.5, 1, 2], xticklabels=["0.25", "0.5", "1", "2"])
        right.set(title="By the mesh; steps of 0.5 ms", xlabel="elements of the crank, half of those of the others",
                  xticks=meshes, xticklabels=[str(n) for n in meshes])
        for axes in (left, right):
            axes.minorticks_off()
        left.legend(fontsize=8, ncol=2)
        right.legend([], [])


def rigid_slider(t, offset=0.5, crank=-0.2, ball=0.8):
    angle = np.radians(crank_angle(t))
    reach = np.sqrt(1.0 - (offset + crank)**2)
    return ball + reach - np.sqrt(1.0 - offset**2 - crank**2 - 2.0 * offset * crank * np.cos(angle))


def make(example):
    ideal, run = example.run("ideal.yaml"), example.run("model.yaml")
    reference = example.run("reference.yaml")

    # In the fifth revolution, at 181°: the ball pivots at rest and is pressed hardest.
    example.picture(run, "../../../docs/images/spatial_crank.png", time=1.57, magnify=20, size="1200x600",
                    camera="0.35,-0.8,0.75", color_by="SectionMoment")

    ticks = dict(xlim=(0, 360), xticks=range(0, 361, 30))
    angle, p = revolution(run.probes)
    step_angle, steps = revolution(run.steps)
    with example.chart("fifth_revolution.png", rows=4, height=7.6,
                       title="Case 2, joint with play: fifth revolution") as (speed, friction, normal, step):
        speed.plot(angle, p["sliding_speed"], linewidth=1)
        speed.set(ylabel="relative velocity, m/s")
        friction.plot(angle, p["friction_force"], linewidth=1)
        friction.set(ylabel="friction force, N")
        normal.plot(angle, p["normal_force"], linewidth=1)
        normal.set(ylabel="normal force, N")
        step.semilogy(step_angle, 1e3 * steps["step"], linewidth=1)
        step.set(ylabel="step, ms", xlabel="crank angle, degrees", **ticks)
        for axes in (speed, friction, normal, step):
            for start, end in contact_lost(angle, p["gap"]):
                axes.axvspan(start, end, color="C4", alpha=0.35, linewidth=0)
        normal.annotate("no contact", (np.mean(contact_lost(angle, p["gap"])[0]), 0.8 * p["normal_force"].max()),
                        (14, 0), textcoords="offset points")

    ideal_angle, q = revolution(ideal.probes)
    with example.chart("forces.png", rows=4, height=8.2, title="Fifth revolution") as axes:
        for one, name, label in zip(axes, ("root_y", "root_z", "link_x", "link_z"),
                                    ("root of the cantilever,\nF2, N", "root of the cantilever,\nF3, N",
                                     "middle of the link,\naxial force, N", "middle of the link,\nshear force Q3, N")):
            one.plot(angle, p[name], linewidth=1, label="case 2, with play")
            one.plot(ideal_angle, q[name], linestyle="--", linewidth=1.2, label="case 1, ideal joint")
            one.set_ylabel(label)
            one.legend([], [])
        axes[0].legend(loc="upper left")
        axes[-1].set(xlabel="crank angle, degrees", **ticks)

    other_angle, r = revolution(reference.probes)
    with example.chart("reference.png", rows=2, height=4.2, title="reference.yaml: the ball whirls") as (speed, normal):
        speed.plot(other_angle, r["sliding_speed"], linewidth=0.8)
        speed.set(ylabel="relative velocity, m/s")
        normal.plot(other_angle, r["normal_force"], linewidth=0.8)
        normal.set(ylabel="normal force, N", ylim=(0, None), xlabel="crank angle, degrees", **ticks)

    t = ideal.probes["time"]
    full = t >= np.pi / 10
    x = ideal.probes["slider"][full]
    example.number("case 1: slider from, to", [x.min(), x.max()], "m")
    example.number("  rigid", [rigid_slider(t[full]).min(), rigid_slider(t[full]).max()], "m")
    example.number("  greatest difference", 1e3 * np.abs(x - rigid_slider(t[full])).max(), "mm")
    for scale in (10, 100):
        stiff = example.run("ideal.yaml", QUIET | {"parts.rig.with.rigidity": scale,
                                                   "parts.rig.with.damping": 5e-4 / scale})
        off = np.abs(stiff.probes["slider"][full] - rigid_slider(t[full])).max()
        example.number(f"  {scale} times as stiff", 1e3 * off, "mm")
    for name, table in (("1", q), ("2", p)):
        for column in ("root_y", "root_z", "link_x", "link_y", "link_z"):
            example.number(f"case {name}: {column} from, to", [table[column].min(), table[column].max()], "N", digits=4)
    rules, counts = np.unique(run.steps["rule"], return_counts=True)
    example.number("case 2: steps by rule", ", ".join(f"{a} {b}" for a, b in zip(rules, counts)))
    example.number("  fifth revolution: relative velocity, highest", p["sliding_speed"].max(), "m/s")
    example.number("    step from, to", [1e6 * steps["step"].min(), 1e6 * steps["step"].max()], "µs", digits=3)
    for name, one in (("case 1", ideal), ("case 2", run), ("reference", reference)):
        ledger = one.info["ledger"]
        example.number(f"{name}: steps", one.info["counters"]["steps"])
        for key in ("external_work", "friction_loss", "damping_loss", "numerical_loss", "residual"):
            example.number(f"  {key}", ledger[key], "J", digits=4)
    convergence(example)
    study(example)


def contact_lost(angle, gap):
    open_ = np.concatenate([[False], gap >= 0.0, [False]])
    starts, ends = np.flatnonzero(open_[1:] & ~open_[:-1]), np.flatnonzero(~open_[1:] & open_[:-1])
    return [(angle[a], angle[min(b, len(angle) - 1)]) for a, b in zip(starts, ends)]
