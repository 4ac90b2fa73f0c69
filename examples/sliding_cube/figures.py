"""The figures of the README: scripts/figures sliding_cube."""
import numpy as np

DIRECTIONS = (0, 30, 60, 90)
EVERY_STEP = {"output.table_interval": 0}


def total(probes):
    """Friction of all points against the pull, N."""
    return np.hypot(probes["total_x"], probes["total_y"])


def slips_at(probes):
    speed = np.hypot(probes["velocity_x"], probes["velocity_y"])
    k = np.argmax(speed > 1e-3)
    return np.interp(1e-3, speed[[k - 1, k]], probes["time"][[k - 1, k]])


def at(probes, column, time):
    """Forces are means over a step, and stand for its middle."""
    values = probes[column] if isinstance(column, str) else column
    return np.interp(time, probes["time"] - 0.5 * probes["step"], values)


def make(example):
    runs = {degrees: example.run(settings={"parameters.direction": f"{degrees}*deg", **EVERY_STEP})
            for degrees in DIRECTIONS}
    first = runs[0].probes
    corners = example.run("four_points.yaml", EVERY_STEP).probes

    example.picture(runs[30], "picture.png", time=2.5, camera="1,-1.6,0.9")

    with example.chart("total.png", rows=2, height=5.2, gridspec_kw={"height_ratios": [2, 1.2]}) as (force, speed):
        t = first["time"]
        force.plot(t, np.interp(t, [1, 2], [0, 0.75]), color="C5", linewidth=4, label="pull")
        force.plot(t, 0.15 * np.interp(t, [3, 4], [10, 0]), color="C6", linestyle=":", label="static limit, 0.15 load")
        force.plot(t, total(first), label="friction of six points")
        force.plot(corners["time"], total(corners), "--", color="C1", label="of four points")
        force.set(ylabel="force, N", ylim=(-0.03, 1.65))
        force.legend(loc="center left")
        speed.semilogy(t, np.maximum(np.hypot(first["velocity_x"], first["velocity_y"]), 1e-12))
        speed.axhline(1e-3, color="C1", linestyle="--", linewidth=1)
        speed.annotate("Stribeck velocity", (0.05, 1e-3), (0, 3), textcoords="offset points", color="C1", fontsize=9)
        speed.set(xlabel="time, s", ylabel="speed, m/s", ylim=(1e-10, 1))

    with example.chart("points.png", rows=2, columns=2, height=5, sharey=True) as grid:
        for axes, degrees in zip(grid.flat, DIRECTIONS):
            p = runs[degrees].probes
            alike = {}
            for k in range(1, 7):
                alike.setdefault(round(at(p, f"friction_{k}", 2.5), 6), []).append(k)
            for value, points in sorted(alike.items(), reverse=True):
                axes.plot(p["time"], p[f"friction_{points[0]}"])
                axes.annotate(" and ".join(map(str, points)), (2.5, value), ha="center", va="center", fontsize=8.5,
                              bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6})
            axes.set(title=f"Pull at {degrees}°", xlim=(0.9, 4.02), ylim=(0, 0.172))
        for axes in grid[1]:
            axes.set_xlabel("time, s")
        for axes in grid[:, 0]:
            axes.set_ylabel("friction, N")

    for degrees, run in runs.items():
        p = run.probes
        angle = np.radians(degrees)
        example.number(f"{degrees}°: friction of the points at 2.5 s",
                       [f"{at(p, f'friction_{k}', 2.5):.4f}" for k in range(1, 7)], "N")
        along = -np.cos(angle) * p["total_x"] - np.sin(angle) * p["total_y"]
        across = np.sin(angle) * p["total_x"] - np.cos(angle) * p["total_y"]
        example.number("  differs from 0° by at most", max(abs(along + first["total_x"])), "N")
        example.number("  across the pull at most", max(abs(across)), "N")
    for name, p in ("six points", first), ("four points", corners):
        example.number(f"{name}: total friction at 2.5 s and 3.5 s", [at(p, total(p), 2.5), at(p, total(p), 3.5)], "N")
        example.number("  slips at", slips_at(p), "s", 7)
    info = runs[0].info
    example.number("depth at rest", -1e6 * at(first, "place_z", 0.5), "µm")
    example.number("steps", info["counters"]["steps"])
    example.number("work of the loads", info["ledger"]["external_work"], "J")
    example.number("bristles' damping took", info["ledger"]["friction"]["damping"], "J")
    example.number("ledger does not add up by", info["ledger"]["residual"], "J")
    finer = example.run(settings={"clearances.plane.steps.time": 0.005, **EVERY_STEP}).probes
    example.number("with steps four times shorter slips later by", 1e6 * (slips_at(finer) - slips_at(first)), "µs")
