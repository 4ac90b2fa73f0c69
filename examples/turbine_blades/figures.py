"""The figures of the README: scripts/figures turbine_blades."""
import numpy as np

MICRO = 1e6
WORDS = {"V_st 0.01": "$V_{st}$ = 0.01 m/s", "σ1 30": "$σ_1$ = 30 s/m", "σ1 120": "$σ_1$ = 120 s/m"}


def peak(p, start=1.2):
    """Highest displacement of the middle tip, m, and when, after the shaker's start has died away."""
    rows = p["time"] >= start
    k = np.abs(p["tip"][rows]).argmax()
    return abs(p["tip"][rows][k]), p["time"][rows][k]


def envelope(p, values, width):
    """Highest magnitude in windows of that width, s: their middles and the values."""
    window = (p["time"] / width).astype(int)
    highest = np.zeros(window[-1] + 1)
    np.maximum.at(highest, window, np.abs(values))
    return (np.arange(len(highest)) + 0.5) * width, highest


def frequency(t, start=1.0, length=8.0):
    return 30.0 * (80.0 / 30.0) ** ((t - start) / length)


def sweep(example, name, model="model.yaml", settings=None, start=1.0, length=8.0):
    """A swept sine, and its row of the tables."""
    p = example.run(model, settings).probes
    high, when = peak(p, start + 0.2)
    near = np.abs(frequency(p["time"], start, length) - 54.5) < 1.5
    example.number(f"{name}: peak, at, at, highest from 53 to 56 Hz, friction loss",
                   [MICRO * high, when, frequency(when, start, length), MICRO * np.abs(p["tip"][near]).max(),
                    p["friction_loss"][-1]], "(µm, s, Hz, µm, J)", 4)
    return p


def make(example):
    modes = example.command("modes", "one_blade.yaml", "-n", "3", "--no-frames")
    example.number("one blade", (modes / "output.txt").read_text())
    for turn, crush in ("90*deg", 5.045), ("0", 6.515):
        stuck = example.command("modes", "model.yaml", "--about", "equilibrium", "-n", "3", "--no-frames",
                                settings={"parameters.crushed": 0, "parameters.turn": turn, "parameters.crush": crush})
        example.number(f"stuck, turn {turn}", (stuck / "output.txt").read_text())

    swept(example)
    growing(example)
    sensitivity(example)
    sweep(example, "LuGre, four points", "four_points.yaml")
    sweep(example, "GKF, ε 0.001", "general_kinetic.yaml", {"parameters.stick_velocity": 0.001})


def growing(example):
    lugre = example.run("growing_force.yaml")
    kinetic = example.run("growing_force_general_kinetic.yaml")
    both = ("LuGre", lugre.probes), ("general kinetic", kinetic.probes)
    for name, p in both:
        slips = (p["time"] > 0.2) & (p["speed"] > 0.003)
        first = p["time"][slips][0]
        example.number(f"growing force, {name}: first beyond V_st", [first, 5.0 * (first - 0.2) / 1.6], "s, N", 4)
        for force in 1.0, 2.0, 3.0, 5.0:
            t = 0.2 + 1.6 * force / 5.0
            example.number(f"  tip near {force} N", MICRO * np.abs(p.between(t - 1 / 60, t + 1 / 60)["tip"]).max(), "µm", 4)
        example.number("  friction loss", p["friction_loss"][-1], "J", 4)
        example.number("  load", [p["load"][p["time"] > 1].min(), p["load"].max()], "N", 5)

    at_once = {"parameters.crushed": 0, "initial.equilibrium": "true"}
    for name, model in ("LuGre", "growing_force.yaml"), ("GKF", "growing_force_general_kinetic.yaml"):
        run = example.run(model, at_once, until=1.2)
        p = run.probes
        if name == "LuGre":
            example.picture(run, "picture.png", time=1.19, camera="1,-0.4,0.35", size="1000x760")
        first = p["time"][p["speed"] > 0.003][0]
        example.number(f"full load from the start, {name}: first beyond V_st", [first, 5.0 * (first - 0.2) / 1.6], "s, N", 4)
        for force in 1.0, 2.0:
            t = 0.2 + 1.6 * force / 5.0
            example.number(f"  tip near {force} N", MICRO * np.abs(p.between(t - 1 / 60, t + 1 / 60)["tip"]).max(), "µm", 4)

    with example.chart("growing_force.png", rows=3, title="30 Hz, a force that grows to 5 N at 1.8 s") as axes:
        for k, (name, p) in enumerate(both):
            axes[k].plot(p["time"], MICRO * p["tip"], color=f"C{k}", linewidth=0.7, label=f"tip of the middle blade, {name}")
            axes[k].plot(p["time"], MICRO * p["tip_left"], color="black", linewidth=0.7, label="tips of the outer ones")
            axes[k].set(ylabel="displacement, µm", ylim=(-360, 360))
            axes[k].legend(loc="upper left")
            t, speed = envelope(p, p["speed"], 1 / 60)
            axes[2].plot(t, 1e3 * speed, label=name)
        axes[2].axhline(3, color="0.5", linestyle="--", linewidth=1)
        axes[2].text(0.02, 4, "$V_{st}$")
        axes[2].set(xlabel="time, s", ylabel="sliding speed, mm/s", xlim=(0, 2))
        axes[2].legend(loc="center left")

    spans = ("0.4 s, 0.6 N: both stick", 0.4, 0.4 + 1.02 / 30), ("1.5 s, 4.1 N: both slip", 1.5, 1.5 + 1.02 / 30)
    with example.chart("growing_force_loops.png", columns=2, title="Friction on the middle blade over a cycle, right contact",
                       height=3.8, sharex=False) as axes:
        for one, (title, start, end) in zip(axes, spans):
            for name, p in both:
                part = p.between(start, end)
                one.plot(MICRO * part["boss"], part["friction"], label=name)
            one.set(title=title, xlabel="displacement of the tie-boss, µm", ylabel="friction, N")
            one.legend(loc="upper right" if one is axes[0] else "center")


def swept(example):
    kinetic_file = "general_kinetic.yaml"
    lugre = sweep(example, "LuGre")
    kinetic = sweep(example, "GKF", kinetic_file)
    row = sweep(example, "LuGre, parallel blades", settings={"parameters.turn": 0, "parameters.crush": 6.515})
    both = ("LuGre", lugre), ("general kinetic", kinetic)
    with example.chart("sweep.png", rows=3, title="2 N at the tip of the middle blade, from 30 Hz at 1 s to 80 Hz at 9 s") as axes:
        for k, (name, p) in enumerate(both):
            t, high = envelope(p, MICRO * p["tip"], 0.04)
            axes[0].plot(t, high, label=name)
            t, high = envelope(p, 1e3 * p["speed"], 0.04)
            axes[1].plot(t, high)
            axes[2].plot(p["time"], p["friction_loss"])
        t, high = envelope(row, MICRO * row["tip"], 0.04)
        axes[0].plot(t, high, color="0.6", linestyle="--", label="LuGre, blades parallel (turn: 0)")
        t, high = envelope(row, 1e3 * row["speed"], 0.04)
        axes[1].plot(t, high, color="0.6", linestyle="--")
        axes[2].plot(row["time"], row["friction_loss"], color="0.6", linestyle="--")
        axes[0].set(ylabel="highest tip\ndisplacement, µm", yscale="log", ylim=(3, 3000))
        axes[1].set(ylabel="highest sliding\nspeed, mm/s", yscale="log", ylim=(0.05, 1000))
        axes[2].set(ylabel="friction loss, J", xlabel="time, s", xlim=(1, 9))
        axes[0].legend(loc="upper left")

    with example.chart("sweep_loops.png", columns=2, title="Friction on the middle blade, right contact", height=3.8,
                       sharex=False) as axes:
        for name, p in both:
            part = p.between(2.0, 2.0 + 1.02 / frequency(2.0))
            axes[0].plot(1e3 * part["sliding"], part["friction"], label=name)
            when = peak(p)[1]
            part = p.between(when, when + 1.02 / frequency(when))
            axes[1].plot(MICRO * part["boss"], part["friction"], label=f"{name}, {when:.2f} s")
        axes[0].set(title="2 s, 34 Hz", xlabel="sliding speed, mm/s", ylabel="friction, N")
        axes[1].set(title="at the highest displacement", xlabel="displacement of the tie-boss, µm", ylabel="friction, N")

    for name, model in ("LuGre", "model.yaml"), ("GKF", kinetic_file):
        one = example.run(model)
        ledger = one.info["ledger"]
        example.number(f"{name}: steps", one.info["counters"]["steps"])
        example.number("  numerical loss", ledger["numerical_loss"], "J")
        example.number("  ledger does not add up by", ledger["residual"], "J")


def sensitivity(example):
    kinetic_file = "general_kinetic.yaml"
    lugre, kinetic = example.run("model.yaml").probes, example.run(kinetic_file).probes
    changed = [
        ("LuGre, V_st 0.01", sweep(example, "LuGre, V_st 0.01", settings={"parameters.stribeck_velocity": 0.01})),
        ("LuGre, σ1 120", sweep(example, "LuGre, σ1 120", settings={"parameters.micro_damping": 120, "analysis.step": 1e-4})),
        ("LuGre, σ1 30", sweep(example, "LuGre, σ1 30", settings={"parameters.micro_damping": 30})),
        ("GKF, V_st 0.01", sweep(example, "GKF, V_st 0.01", kinetic_file, {"parameters.stribeck_velocity": 0.01})),
    ]

    with example.chart("sensitivity.png", columns=2, height=3.8, sharey=True, title="Highest tip displacement") as axes:
        for one, law, p, start in (axes[0], "LuGre", lugre, "LuGre, "), (axes[1], "general kinetic", kinetic, "GKF, "):
            t, high = envelope(p, MICRO * p["tip"], 0.05)
            one.plot(t, high, label=f"{law}, as published")
            for k, (name, changed_p) in enumerate(c for c in changed if c[0].startswith(start)):
                t, high = envelope(changed_p, MICRO * changed_p["tip"], 0.05)
                one.plot(t, high, color=f"C{k + 1}", label=WORDS[name.removeprefix(start)])
            one.set(yscale="log", xlim=(1, 9), ylim=(3, 4000), xlabel="time, s")
            one.legend(loc="upper left")
        axes[0].set_ylabel("µm")
