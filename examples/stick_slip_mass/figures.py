"""The figures of the README: scripts/figures stick_slip_mass."""
import math

import numpy as np


def passages(t, speed, edge=1e-3):
    """When the speed passes the Stribeck velocity, up and down in turn."""
    k = np.flatnonzero((speed[:-1] - edge) * (speed[1:] - edge) < 0.0)
    return t[k] + (t[k + 1] - t[k]) * (edge - speed[k]) / (speed[k + 1] - speed[k])


def runge_kutta(h=2e-5, end=3.0):
    """The block's equations by themselves: place, speed and bristle of LuGre's law. Returns times and states."""
    static, kinetic, stribeck, sigma0, sigma1, sigma2, load = 0.15, 0.1, 1e-3, 1e4, 31.6, 0.04, 10.0

    def rate(t, x, v, z):
        g = kinetic + (static - kinetic) * math.exp(-(v / stribeck)**2)
        dz = v - sigma0 * abs(v) / g * z
        return v, 100.0 * (0.02 * t - x) - load * (sigma0 * z + sigma1 * dz + sigma2 * v), dz

    states, y = [(0.0, 0.0, 0.0)], (0.0, 0.0, 0.0)
    for k in range(round(end / h)):
        t = k * h
        a = rate(t, *y)
        b = rate(t + 0.5 * h, *(p + 0.5 * h * q for p, q in zip(y, a)))
        c = rate(t + 0.5 * h, *(p + 0.5 * h * q for p, q in zip(y, b)))
        d = rate(t + h, *(p + h * q for p, q in zip(y, c)))
        y = tuple(p + h / 6.0 * (e + 2.0 * f + 2.0 * g + i) for p, e, f, g, i in zip(y, a, b, c, d))
        states.append(y)
    return h * np.arange(len(states)), np.array(states).T


def make(example):
    run = example.run(settings={"output.table_interval": 0})
    p = run.probes
    t = p["time"]
    exact_t, exact = runge_kutta()
    pull = 100.0 * (0.02 * exact_t - exact[0])

    example.picture(run, "picture.png", time=0.9, camera="0.7,-2,0.8", size="1200x600")

    with example.chart("motion.png", rows=3, height=6.4) as (place, speed, force):
        place.plot(t, 20.0 * t, color="C5", label="hand")
        place.plot(t, 1e3 * p["place"], label="block")
        place.set_ylabel("way, mm")
        speed.plot(t, 1e3 * p["speed"], label="computed")
        speed.plot(exact_t[::2000], 1e3 * exact[1][::2000], "o", markersize=3, color="C1", zorder=3,
                   label="Runge-Kutta")
        speed.axhline(20.0, color="C5", linewidth=1, label="hand")
        speed.set(ylabel="speed, mm/s", ylim=(-4, 88))
        force.axhline(1.5, color="C6", linestyle=":", linewidth=1, label="static limit, kinetic friction")
        force.axhline(1.0, color="C6", linestyle=":", linewidth=1)
        force.plot(t, p["spring"], color="C5", label="spring")
        force.plot(t - 0.5 * p["step"], p["friction"], label="friction")
        force.set(xlabel="time, s", ylabel="force, N", ylim=(0, 1.95))
        for axes in (place, speed, force):
            axes.legend(loc="upper left", ncol=3)

    example.number("speed passes v_s at", passages(t, p["speed"]), "s", 7)
    example.number("  Runge-Kutta", passages(exact_t, exact[1]), "s", 7)
    example.number("highest speed", [p["speed"].max(), exact[1].max()], "m/s", 5)
    example.number("highest force of the spring", [p["spring"].max(), pull.max()], "N", 5)
    example.number("way at the end", [1e3 * p["place"][-1], 1e3 * exact[0][-1]], "mm", 6)
    slip = (2.0 * np.pi - 2.0 * np.arctan(0.5 * 10.0 / (100.0 * 0.02))) / 10.0
    stick = 1.0 / (100.0 * 0.02)
    starts = [0.75 + k * (slip + stick) for k in range(3)]
    example.number("Coulomb's law: slips from, to", [[start, start + slip] for start in starts], "s", 5)
    example.number("  highest speed", 0.02 + np.hypot(0.02, 0.5 / 10.0), "m/s", 3)
    example.number("  highest force", 1.0 + 10.0 * np.hypot(0.02, 0.05), "N", 4)
    ledger = run.info["ledger"]
    example.number("work, numerical loss, damping of bristles, does not add up",
                   [ledger["external_work"], ledger["numerical_loss"], ledger["friction"]["damping"],
                    ledger["residual"]], "J", 3)
    example.number("steps", run.info["counters"]["steps"])
