"""The figures of the README: scripts/figures journal_bearing."""
import numpy as np

MASS, RADIUS, PLAY, STIFFNESS, G = 2.0, 0.02, 0.1e-3, 2e7, 9.81
INERTIA = 0.5 * MASS * RADIUS**2
OFF = PLAY + 0.5 * MASS * G / STIFFNESS      # of the centres, at rest


def over(t, values, start, end):
    grid = np.linspace(start, end, 20001)
    return np.trapz(np.interp(grid, t, values), grid) / (end - start)


def upward(t, values, start, end):
    """Times at which the values pass zero upwards."""
    k = np.flatnonzero((values[:-1] < 0.0) & (values[1:] >= 0.0) & (t[:-1] > start) & (t[1:] < end))
    return t[k] - values[k] * (t[k + 1] - t[k]) / (values[k + 1] - values[k])


def numbers(example, run, friction, torque):
    p = run.probes
    t, theta = p["time"], -p["angle"]
    angle = np.arctan(friction)
    swing = 2.0 * np.pi * np.sqrt(OFF * np.cos(angle) / G)
    stop = t[np.argmax((t > 0.4) & (p["spin"] < 0.0))]
    whole = np.floor((stop - 0.01 - 0.35) / swing) * swing      # of running down
    example.number(f"friction {friction}: tan of the angle, mean", np.tan(over(t, theta, 0.35, 0.35 + whole)))
    example.number("  spin-up", np.diff(np.interp([0.11, 0.11 + 9 * swing], t, p["spin"])) / (9 * swing), "rad/s²")
    example.number("    by hand", (torque - MASS * G * RADIUS * np.sin(angle)) / INERTIA, "rad/s²")
    example.number("  run-down", -np.diff(np.interp([0.35, 0.35 + whole], t, p["spin"])) / whole, "rad/s²")
    example.number("    by hand", MASS * G * RADIUS * np.sin(angle) / INERTIA, "rad/s²")
    example.number("  load, mean", over(t, p["load"], 0.35, 0.35 + whole), "N")
    example.number("    by hand", MASS * G * np.cos(angle), "N")
    passes = upward(t, theta - over(t, theta, 0.35, 0.35 + whole), 0.34, 0.35 + whole)
    example.number("  period of the swing", 1e3 * np.mean(np.diff(passes)), "ms")
    example.number("    by hand", 1e3 * swing, "ms")
    example.number("  highest spin", p["spin"].max(), "rad/s")
    example.number("  stops at", stop, "s")
    return angle


def make(example):
    run = example.run()
    p = run.probes
    t = p["time"]
    angle = numbers(example, run, 0.1, 0.1)
    rocking = upward(t, p["angle"], 0.70, 0.80)
    example.number("  rocking after the stop", 1e3 * np.mean(np.diff(rocking)), "ms")
    example.number("    by hand", 1e3 * 2.0 * np.pi * np.sqrt(1.5 * OFF / G), "ms")
    example.number("    amplitude", abs(p["angle"][t > 0.75]).max(), "rad")
    example.number("steps", run.info["counters"]["steps"])
    ledger = run.info["ledger"]
    example.number("work, friction, damping in contacts, does not add up",
                   [ledger[k] for k in ("external_work", "friction_loss", "contact_loss", "residual")], "J")
    more = example.run(settings={"parameters.friction": 0.3, "parameters.torque": 0.2})
    numbers(example, more, 0.3, 0.2)

    example.picture(run, "picture.png", time=0.25, magnify=60, camera="0.6,-1,0.3")

    with example.chart("orbit.png", columns=2, height=4.3, sharex=False, sharey=False) as (whole, close):
        turn = np.linspace(0.0, 2.0 * np.pi, 400)
        x, z = 1e6 * p["place_x"], 1e6 * p["place_z"]
        for axes in (whole, close):
            axes.plot(100 * np.cos(turn), 100 * np.sin(turn), color="#8a919e", linewidth=1, label="play, 0.1 mm")
            for start, end, color, label, width in ((0.694, 0.8, "C1", "rocks after the stop", 1.4),
                                                    (0.0, 0.05, "C0", "climbs", 3.0),
                                                    (0.05, 0.694, "C2", "slides", 6.0)):
                rows = (t >= start) & (t <= end)
                axes.plot(x[rows], z[rows], color=color, label=label, linewidth=width, solid_capstyle="butt")
            axes.plot([0, 130 * np.sin(angle)], [0, -130 * np.cos(angle)], color="C6", linestyle=":", label="tan θ = μ")
            axes.set(xlabel="x, µm", ylabel="z, µm")
        whole.set(title="Centre of the shaft in the bush", aspect="equal", xlim=(-115, 115), ylim=(-115, 115))
        close.set(title="The same, near the lowest point", xlim=(-14, 17), ylim=(-100.8, -97.9))
        whole.legend([], [])
        close.legend(loc="upper left", fontsize=8.5)

    with example.chart("spin.png", rows=3, height=6) as (spin, tangent, load):
        spin.plot(t, p["spin"])
        spin.set_ylabel("spin, rad/s")
        tangent.plot(t, np.tan(-p["angle"]), label="tan θ")
        tangent.plot(t, p["mu"], label="friction over load", linewidth=1)
        tangent.axhline(0.1, color="C6", linestyle=":", label="μ = 0.1")
        tangent.set(ylabel="tan θ", ylim=(-0.15, 0.2))
        tangent.legend(loc="lower left", ncol=3)
        load.plot(t[1:], p["load"][1:])
        load.axhline(MASS * G * np.cos(angle), color="C6", linestyle=":", label="m g cos θ")
        load.set(xlabel="time, s", ylabel="load, N", ylim=(19.35, 19.9))
