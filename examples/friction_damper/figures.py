"""The figures of the README: scripts/figures friction_damper."""
import numpy as np

EXPERIMENTS = (("Fig. 12", "model.yaml", 35.0), ("Fig. 13", "less_load.yaml", 35.0),
               ("Fig. 14", "other_shaker.yaml", 20.0))
CYCLES = 4      # of the end of the run, for numbers


def changes(values):
    """Of sign."""
    return np.count_nonzero(values[:-1] * values[1:] < 0.0)


def ringing(t, acceleration):
    """Hz, by the times between changes of sign: lowest and highest of the five at the start of each ringing."""
    k = np.flatnonzero(acceleration[:-1] * acceleration[1:] < 0.0)
    zeros = t[k] - acceleration[k] * (t[k + 1] - t[k]) / (acceleration[k + 1] - acceleration[k])
    rates = 0.5 / np.diff(zeros)
    starts = np.flatnonzero((rates[:-1] < 500.0) & (rates[1:] > 500.0)) + 1
    rates = [rate for start in starts for rate in rates[start:start + 5]]
    return [min(rates), max(rates)]


def last_cycles(run, frequency, count):
    p = run.probes
    return p.between(p["time"][-1] - count / frequency, p["time"][-1])


def tell(example, name, run, frequency):
    p = last_cycles(run, frequency, CYCLES)
    example.number(f"{name}: changes of sign of velocity and acceleration in a cycle",
                   [changes(p["speed"]) / CYCLES, changes(p["acceleration"]) / CYCLES])
    example.number("  amplitude", 1e6 * np.ptp(p["place"]) / 2.0, "µm", 4)
    example.number("  acceleration within", abs(p["acceleration"]).max(), "m/s²", 4)
    example.number("  friction within", abs(p["friction"]).max(), "N", 4)
    example.number("  ledger does not add up by, of",
                   [run.info["ledger"]["residual"], run.info["ledger"]["external_work"]], "J", 3)


def make(example):
    runs = [example.run(model) for _, model, _ in EXPERIMENTS]
    for (name, _, frequency), run in zip(EXPERIMENTS, runs):
        tell(example, name, run, frequency)
    p = last_cycles(runs[0], 35.0, CYCLES)
    example.number("Fig. 12: ringing, first five half periods",
                   ringing(p["time"] - 0.5 * p["step"], p["acceleration"]), "Hz", 4)
    for name, load, mass, stiffness in ("Fig. 12", 1.297, 0.2709, 17321.0), ("Fig. 14", 0.511, 0.4578, 10327.0):
        small = np.sqrt((stiffness + load * 8.5247e6) / mass) / (2.0 * np.pi)
        example.number(f"{name}: mass on its bristles", small, "Hz")

    example.picture(runs[0], "picture.png", time=0.39, camera="0.6,-2,0.35", size="1200x600")

    with example.chart("time.png", rows=3, columns=3, height=5.6) as grid:
        for (name, _, frequency), run, column in zip(EXPERIMENTS, runs, grid.T):
            p = last_cycles(run, frequency, 2)
            t = 1e3 * (p["time"] - p["time"][0])
            column[0].plot(t, 1e3 * p["speed"])
            column[1].plot(t, p["acceleration"], linewidth=1.1)
            column[2].plot(t, p["friction"], linewidth=1.1)
            column[0].set_title(name)
            column[2].set_xlabel("time, ms")
        for axes, label in zip(grid[:, 0], ("velocity, mm/s", "acceleration, m/s²", "friction, N")):
            axes.set_ylabel(label)
        for axes in grid[2]:
            axes.set_ylim(-1.75, 1.75)

    with example.chart("loops.png", columns=3, height=2.9, sharey=True) as row:
        for (name, _, frequency), run, axes in zip(EXPERIMENTS, runs, row):
            p = last_cycles(run, frequency, 2)
            axes.plot(1e6 * p["place"], p["friction"], linewidth=1.1)
            axes.set(title=name, xlabel="displacement, µm", xmargin=0.05)
        row[0].set_ylabel("friction, N")

    # What was tried for Fig. 12.
    for force in (2.0, 2.475):
        tell(example, f"Fig. 12 with {force} N", example.run(settings={"parts.rig.with.force": force}), 35.0)
    tell(example, "Fig. 14 with 1.06 N", example.run("other_shaker.yaml", {"parts.rig.with.force": 1.06}), 20.0)
