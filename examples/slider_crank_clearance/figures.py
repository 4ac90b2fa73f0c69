"""The figures of the README: scripts/figures slider_crank_clearance."""
import numpy as np

REVOLUTION = 0.012                      # s
FIRST, LAST = REVOLUTION, 5 * REVOLUTION  # what the numbers are of
SHORT = 1.5e-4                          # s: a contact shorter than that is an impact, a longer one follows the wall
SPEED, CRANK, ROD = 5000.0 * np.pi / 30.0, 0.05, 0.12


def rigid(t):
    """Velocity of the slider, and kinetic energy of rod and slider, of the ideal mechanism."""
    c, s = np.cos(SPEED * t), np.sin(SPEED * t)
    tilt = np.arcsin(CRANK / ROD * s)
    turn = SPEED * CRANK * c / (ROD * np.cos(tilt))
    velocity = -CRANK * SPEED * s - ROD * turn * np.sin(tilt)
    middle = -CRANK * SPEED * s - 0.5 * ROD * turn * np.sin(tilt), 0.5 * CRANK * SPEED * c
    return velocity, 0.5 * 0.14 * velocity**2 + 0.5 * 0.21 * (middle[0]**2 + middle[1]**2) + 0.5 * 2.5e-4 * turn**2


def phases(p):
    """What the journal does after each row: 0 flies, 1 knocks, 2 follows; and the times of its contacts and flights."""
    closed = p["gap"] < 0.0
    edges = np.flatnonzero(np.diff(closed)) + 1
    kind = np.zeros(len(closed), dtype=int)
    spans = []
    for first, end in zip(np.r_[0, edges], np.r_[edges, len(closed)]):
        # A row shows the end of a step, and the step the change is in is shared by both.
        start, stop = p["time"][max(first - 1, 0)], p["time"][end - 1]
        what = 0 if not closed[first] else 1 if stop - start < SHORT else 2
        kind[first:end] = what
        spans.append((what, start, stop))
    return kind, spans


def flies(p):
    """For how long."""
    return np.trapz((p["gap"] > 0.0) * 1.0, p["time"])


def tell(example, name, run):
    p = run.probes.between(FIRST, LAST)
    example.number(f"{name}: slider's acceleration", [p["acceleration"].min(), p["acceleration"].max()], "m/s²")
    example.number("  crank moment", [p["moment"].min(), p["moment"].max()], "N m")
    if "gap" in p:
        _, spans = phases(p)
        length = {what: [stop - start for kind, start, stop in spans[1:] if kind == what] for what in (0, 1, 2)}
        example.number("  contact force, highest", np.abs(p["normal_force"]).max(), "N")
        example.number("  penetration, highest", 1e6 * p["penetration"].max(), "µm")
        example.number("  free flights, impacts, contacts that follow", [len(length[what]) for what in (0, 1, 2)])
        example.number("  part of the time in free flight", 100.0 * flies(p) / (LAST - FIRST), "%", 3)
        example.number("  longest following and flight", [1e3 * max(length[2]), 1e3 * max(length[0])], "ms", 3)
    ledger = run.info["ledger"]
    example.number("  steps", run.info["counters"]["steps"])
    example.number("  lost in contacts, by damping, numerically; does not add up",
                   [ledger[k] for k in ("contact_loss", "damping_loss", "numerical_loss", "residual")], "J", 3)


def make(example):
    ideal = example.run("ideal.yaml")
    tell(example, "ideal", ideal)
    p = ideal.probes
    dt = np.diff(p["time"])
    middle, h = p["time"][1:] - 0.5 * dt, 1e-7
    (before, energy_before), (after, energy_after) = rigid(middle - h), rigid(middle + h)
    by_hand = (after - before) / (2.0 * h), (energy_after - energy_before) / (2.0 * h * SPEED)
    example.number("  by hand", [by_hand[0].min(), by_hand[0].max()], "m/s²")
    example.number("    and", [by_hand[1].min(), by_hand[1].max()], "N m")
    example.number("  differs from it by at most", abs(p["acceleration"][1:] - by_hand[0]).max(), "m/s²", 3)
    example.number("    and", abs(p["moment"][1:] - by_hand[1]).max(), "N m", 3)

    runs = {play: example.run(settings={"parameters.clearance": f"{play}e-3"}) for play in ("0.1", "0.2", "0.5")}
    for play, run in runs.items():
        tell(example, f"{play} mm", run)
    flexible = example.run("flexible_rod.yaml")
    tell(example, "0.5 mm, flexible rod", flexible)

    example.picture(runs["0.5"], "picture.png", time=0.0399, magnify=12, camera="0.05,-0.35,1", size="1200x600")

    with example.chart("motion.png", rows=2, height=5) as (acceleration, moment):
        for run, label, style in ((runs["0.5"], "play of 0.5 mm", {"linewidth": 0.9}),
                                  (ideal, "ideal joint", {"linewidth": 2.0})):
            p = run.probes.between(2 * REVOLUTION, 4 * REVOLUTION)
            angle = SPEED * p["time"] / (2.0 * np.pi)
            acceleration.plot(angle, 1e-3 * p["acceleration"], label=label, **style)
            moment.plot(angle, p["moment"], label=label, **style)
        acceleration.set_ylabel("slider's acceleration, 10³ m/s²")
        moment.set(ylabel="crank moment, N m", xlabel="revolutions of the crank")
        acceleration.legend(loc="upper right", ncol=2)
        moment.legend([], [])

    with example.chart("orbit.png", columns=2, height=4.4, sharex=True, sharey=True) as both:
        for axes, play in zip(both, ("0.5", "0.1")):
            p = runs[play].probes.between(3 * REVOLUTION, 4 * REVOLUTION)
            kind, _ = phases(p)
            scale = float(play) * 1e-3
            x, y = p["along"] / scale, p["across"] / scale
            turn = np.linspace(0.0, 2.0 * np.pi, 400)
            axes.plot(np.cos(turn), np.sin(turn), color="#8a919e", linewidth=0.8, label="bearing")
            for what, color, label in ((0, "C5", "free flight"), (2, "C0", "follows the wall"), (1, "C1", "impact")):
                own = (kind[1:] == what)       # the way to a row belongs to what the row shows
                axes.plot(*(np.where(own, v[1:], np.nan) for v in (x, y)), color=color, label=label,
                          linewidth=1.0 if what == 0 else 2.4)
            axes.set(title=f"Play of {play} mm, fourth revolution", xlabel="along the rod, by the play", aspect="equal")
        both[0].set_ylabel("across it, by the play")
        both[0].legend([], [])
        both[1].legend(loc="center")

    with example.chart("rod.png", height=3) as axes:
        for run, label in ((runs["0.5"], "rigid rod"), (flexible, "flexible rod")):
            p = run.probes.between(2 * REVOLUTION, 3 * REVOLUTION)
            axes.plot(SPEED * p["time"] / (2.0 * np.pi), 1e-3 * np.abs(p["normal_force"]), label=label, linewidth=1.0)
        axes.set(xlabel="revolutions of the crank", ylabel="contact force, kN", ylim=(0, None))
        axes.legend(loc="upper right", ncol=2)

    # How far the motion can be told beforehand: other steps.
    finer = {"clearances.slider_pin.steps.penetration": 1e-7, "analysis.step": 5e-6}
    for name, run in (("as shipped", runs["0.5"]), ("finer steps", example.run(settings=finer)),
                      ("step 1e-5", example.run(settings={"analysis.step": 1e-5}))):
        p = run.probes
        t, gap = p["time"], p["gap"]
        k = np.flatnonzero((gap[:-1] >= 0.0) & (gap[1:] < 0.0))
        closes = t[k] + gap[k] * (t[k + 1] - t[k]) / (gap[k] - gap[k + 1])
        example.number(f"{name}: the journal meets its bearing at", [f"{1e3 * time:.4f}" for time in closes[:13]], "ms")
        part = p.between(FIRST, 2.5 * REVOLUTION)
        example.number("  from 12 ms to 30 ms: contacts, highest acceleration in m/s², free flight in %",
                       [np.count_nonzero((closes > FIRST) & (closes < 2.5 * REVOLUTION)),
                        abs(part["acceleration"]).max(), 100.0 * flies(part) / (1.5 * REVOLUTION)])
    tell(example, "flexible rod, finer steps", example.run("flexible_rod.yaml", finer))
