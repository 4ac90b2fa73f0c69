"""The figures of the README: scripts/figures varying_load_block."""
import numpy as np

FORMS = ("original", "amended", "load_frozen")
NAMES = {"original": "original", "amended": "amended", "load_frozen": "load-frozen"}


def style(form):
    return {"linestyle": "--", "zorder": 3} if form == "original" else {}


def runs_of(example, model):
    return {form: example.run(model, {"clearances.table.friction.form": form}) for form in FORMS}


def make(example):
    falling = runs_of(example, "falling_load.yaml")
    swinging = runs_of(example, "oscillating_load.yaml")

    example.picture(falling["amended"], "picture.png", time=2.5, camera="0.7,-2,0.3", size="1200x600")

    with example.chart("falling.png", rows=2, height=5) as (ratio, speed):
        for k, (form, run) in enumerate(falling.items()):
            p = run.probes
            ratio.plot(p["time"], p["ratio"], label=NAMES[form], **style(form))
            speed.semilogy(p["time"], np.maximum(abs(p["speed"]), 1e-12), color=f"C{k}", **style(form))
        ratio.axhline(0.15, color="C6", linestyle=":", linewidth=1)
        ratio.annotate("$μ_s$ = 0.15", (0.02, 0.15), (0, 3), textcoords="offset points", fontsize=9)
        ratio.set(ylabel="friction over load", ylim=(0, 0.8))
        speed.axhline(1e-3, color="C6", linestyle=":", linewidth=1)
        speed.annotate("$v_s$", (0.02, 1e-3), (0, 3), textcoords="offset points", fontsize=9)
        speed.set(xlabel="time, s", ylabel="speed, m/s", ylim=(1e-7, 1))
        ratio.legend(loc="upper center")

    with example.chart("drift.png", rows=2, height=4.6, gridspec_kw={"height_ratios": [1, 2]}) as (load, place):
        p = swinging["amended"].probes
        load.plot(p["time"][1:], p["load"][1:], color="C6")
        load.set(ylabel="load, N", ylim=(8.5, 11.5))
        for form, run in swinging.items():
            p = run.probes
            place.plot(p["time"], 1e6 * p["place"], label=NAMES[form], **style(form))
        place.set(xlabel="time, s", ylabel="place, µm")
        place.legend(loc="upper left")

    for form, run in falling.items():
        p = run.probes
        k = p["ratio"].argmax()
        example.number(f"falling load, {form}: highest ratio, at", [p["ratio"][k], p["time"][k]], "s", 5)
        fast = np.flatnonzero(p["speed"] > 1e-3)
        if len(fast):
            two = slice(fast[0] - 1, fast[0] + 1)
            example.number("  speed passes v_s at", np.interp(1e-3, p["speed"][two], p["time"][two]), "s", 5)
        ledger = run.info["ledger"]
        example.number("  damping of bristles, friction, does not add up",
                       [ledger["friction"]["damping"], ledger["friction_loss"], ledger["residual"]], "J", 3)
    zeta = [0.5 / (0.15 * load) for load in (11.0, 9.0)]
    example.number("drift in a cycle, theory", 1e6 * 0.15 / 1e4 * np.log((1.0 - zeta[0]**2) / (1.0 - zeta[1]**2)), "µm")
    for form, run in swinging.items():
        p = run.probes
        way = np.diff(np.interp([2.0, 7.0], p["time"], p["place"]))
        example.number(f"oscillating load, {form}: drift in a cycle", 1e6 * way / 10.0, "µm", 4)
        example.number("  does not add up", run.info["ledger"]["residual"], "J", 3)
