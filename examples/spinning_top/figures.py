"""The figures of the README: scripts/figures spinning_top."""
import numpy as np


def make(example):
    run = example.run()
    p = run.probes
    t = p["time"]

    example.picture(run, "picture.png", time=0.3, camera="0.6,-2,0.7", trail=["crown"])

    # Goldstein, section 5.7: with u the cosine of the angle, u'² = a (u0 - u)(u - u1)(u2 - u), turning at u0 and u1.
    mass, height, tilt, spin = 0.5, 0.06, 0.5, 250.0
    axial = mass * 0.04**2 / 2.0
    across = mass * (3.0 * 0.04**2 + 0.01**2) / 12.0 + mass * height**2
    a, b, u0 = 2.0 * mass * 9.81 * height / across, axial * spin / across, np.cos(tilt)
    u1, u2 = (b * b / a / 2.0 + sign * np.sqrt((b * b / a / 2.0)**2 - b * b / a * u0 + 1.0) for sign in (-1.0, 1.0))
    lowest = np.arccos(u1)
    s = (np.arange(200) + 0.5) / 200 * np.pi                       # u = (u0 + u1)/2 + (u0 - u1)/2 cos s
    u = (u0 + u1) / 2.0 + (u0 - u1) / 2.0 * np.cos(s)
    rate = np.sqrt(a * (u2 - u))
    period = 2.0 * np.pi * np.mean(1.0 / rate)
    precession = np.mean(b * (u0 - u) / (1.0 - u * u) / rate) / np.mean(1.0 / rate)

    with example.chart("motion.png", columns=2, height=4.2, sharex=False,
                       gridspec_kw={"width_ratios": [1, 1.9]}) as (path, angle):
        path.plot(1e3 * p["crown_x"], 1e3 * p["crown_y"])
        path.plot(1e3 * p["crown_x"][0], 1e3 * p["crown_y"][0], "o", color="C1")
        path.annotate("start", (0, 1e3 * p["crown_y"][0]), (6, 4), textcoords="offset points")
        path.set(title="End of the handle from above", xlabel="x, mm", ylabel="y, mm", aspect="equal")
        angle.plot(t, p["angle"], label="computed")
        angle.axhline(lowest, color="C1", linestyle="--", label="where theory has it turn back")
        angle.set(title="Angle of the axis", xlabel="time, s", ylabel="angle from the vertical, rad",
                  ylim=(0.495, 0.58))
        angle.legend(loc="upper right")

    # Upright again, to a fraction of a row by a parabola through three.
    q = p["angle"]
    highs = [k for k in range(1, len(t) - 1) if q[k - 1] > q[k] <= q[k + 1]]
    times = [t[k] + 0.5 * (t[k + 1] - t[k]) * (q[k - 1] - q[k + 1]) / (q[k - 1] - 2.0 * q[k] + q[k + 1]) for k in highs]
    turned = np.interp(times, t, np.unwrap(np.arctan2(p["axis_y"], p["axis_x"])))
    example.number("lowest angle", q.max(), "rad")
    example.number("  theory", lowest, "rad")
    example.number("period of nodding", (times[-1] - times[0]) / (len(times) - 1), "s")
    example.number("  theory", period, "s")
    example.number("precession, mean of whole periods", (turned[-1] - turned[0]) / (times[-1] - times[0]), "rad/s")
    example.number("  theory", precession, "rad/s")
    example.number("  of a fast top, m g h/(C spin)", mass * 9.81 * height / (axial * spin), "rad/s")
    ledger = run.info["ledger"]
    example.number("numerical loss", ledger["numerical_loss"], "J")
    example.number("ledger does not add up by", ledger["residual"], "J")
