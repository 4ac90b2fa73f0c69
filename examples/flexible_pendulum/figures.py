"""The figures of the README: scripts/figures flexible_pendulum."""
import numpy as np

# Places along the rod that the model itself does not record.
STATIONS = {f"output.probes.at_{k}": f"rod/{k / 16}.position" for k in range(17)}


def shape(probes, time):
    row = np.argmin(abs(probes["time"] - time))
    return [[probes[f"at_{k}_{axis}"][row] for k in range(17)] for axis in "xz"]


def tip(probes):
    return [[probes[f"tip_{axis}"][np.argmin(abs(probes["time"] - time))] for axis in "xz"] for time in (1.0, 2.0)]


def make(example):
    run = example.run(settings=STATIONS)
    p, e = run.probes, run.energy

    example.picture(run, "picture.png", time=0.9, camera="0.5,-2,0.4", trail=["rod/end"])

    with example.chart("shapes.png", columns=2, height=2.9, sharey=True) as both:
        for axes, first, last, title in zip(both, (0.0, 0.9), (0.8, 1.7), ("Down and through", "Back")):
            times = np.arange(first, last + 1e-9, 0.1)
            for k, time in enumerate(times):
                x, z = shape(p, time)
                shade = k / (len(times) - 1)
                axes.plot(x, z, color=(0.75 - 0.75 * shade, 0.80 - 0.35 * shade, 0.88 - 0.18 * shade), linewidth=2.2)
                if time not in (1.0, 1.1):
                    axes.text(1.1 * x[-1], 1.1 * z[-1], f"{time:.1f}", fontsize=8.5, ha="center", va="center")
            axes.plot(0, 0, "o", color="C6")
            axes.set(title=title, xlabel="x, m", aspect="equal", xlim=(-1.25, 1.25), ylim=(-1.2, 0.25))
        both[0].set_ylabel("z, m")

    with example.chart("energy.png", rows=2, height=5, gridspec_kw={"height_ratios": [2, 1]}) as (joules, loss):
        joules.plot(e["time"], e["kinetic"], label="kinetic")
        joules.plot(e["time"], e["potential"], label="gravity")
        joules.plot(e["time"], e["elastic"], label="elastic")
        total = e["kinetic"] + e["potential"] + e["elastic"]
        joules.plot(e["time"], total, color="C6", label="sum")
        joules.set_ylabel("energy, J")
        joules.legend(loc="upper center", ncol=4, bbox_to_anchor=(0.5, 1.16))
        loss.plot(e["time"], -1e6 * total, color="C6")
        loss.set(xlabel="time, s", ylabel="what the sum\nhas lost, µJ")

    for name in ("kinetic", "potential", "elastic"):
        example.number(f"{name}, from and to", [e[name].min(), e[name].max()], "J")
    example.number("numerical loss", run.info["ledger"]["numerical_loss"], "J")
    example.number("largest rise of the sum in a step", np.diff(total).max(), "J")
    example.number("ledger does not add up by", run.info["ledger"]["largest_residual"], "J")
    example.number("tip at 1 s and 2 s, x and z", tip(p), "m")
    example.number("bending moment at mid-length, highest", np.hypot(p["bending_y"], p["bending_z"]).max(), "N m")
    example.number("hinge force, highest", np.hypot(p["hinge_x"], p["hinge_z"]).max(), "N")
    example.number("corrections a step", run.info["counters"]["iterations"] / run.info["counters"]["steps"])

    fine = example.run(settings={"beams.rod.elements": 16, "analysis.step": 1e-3}).probes
    example.number("  with twice the elements and half the step", tip(fine), "m")

    # A rod that hardly bends: a rigid one falls to the vertical in √(2 J/(m g l)) K(sin 45°).
    stiff = example.run(settings={"materials.rubber.young": "5e9"}).probes
    k = np.argmax(stiff["tip_x"] < 0.0)
    passes = np.interp(0.0, stiff["tip_x"][[k, k - 1]], stiff["time"][[k, k - 1]])
    example.number("stiff rod passes the vertical at", passes, "s")
    example.number("  a rigid one", np.sqrt(2.0 * (1.0 / 3.0 + 0.02**2 / 4.0) / 9.81) * 1.8540746773, "s")
    k = np.argmax(p["tip_x"] < 0.0)
    example.number("  tip of the rubber rod at", np.interp(0.0, p["tip_x"][[k, k - 1]], p["time"][[k, k - 1]]), "s")
