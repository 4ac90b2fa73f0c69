"""The figures of the README (the start-up, the orbit of mid-span, what damping does) and the numbers of its tables."""
import numpy

ZONE = (44.069, 44.453)         # published critical speeds, rad/s
# Panel, from, to, style, colour, width; the published picture changes style at 0.875 s and 1.065 s.
ORBIT = ((0, 0, 0.875, "-", "C0", 1.2), (0, 0.875, 1.065, "--", "C1", 1.2),
         (1, 1.065, 2, "-", "#b9d3e3", 0.8), (1, 2, 4, "-", "C2", 0.7))

# Against model.yaml; parameters where no path is given.
STUDY = [{"damping": value} for value in ("0", "3e-5", "1e-4", "3e-4", "4e-4", "6e-4", "7e-4", "1e-3", "2e-3")]
STUDY += [{"damping": "0", "analysis.step": value} for value in ("5e-4", "2e-3", "5e-3", "1e-2")]
STUDY += [{"damping": "0", "contact_damping": value} for value in ("10", "100")]
STUDY += [{"damping": "0", "friction": value} for value in ("0.1", "0.2")]
STUDY += [{"friction": value} for value in ("0.03", "0.1", "0.2")]
STUDY += [{"disk_radius": value} for value in ("0.001", "0.0212", "0.03", "0.0424", "0.048")]
STUDY += [{"disk_offset": value} for value in ("1e-4", "5e-4", "1e-3")]
STUDY += [{"torque": value} for value in ("0.80", "0.85")]
STUDY += [{"shear": "2.00e6"}, {"shear": "2.00e6", "damping": "7e-4"}]
STUDY += [{"offset_angle": "45*deg"}, {"offset_angle": "90*deg"}, {"gravity": "[0, 0, -9.81]"}]
STUDY += [{"analysis.step": "5e-4"}, {"analysis.step": "1e-2"}, {"elements": "2"},
          {"analysis.step": "2.5e-4", "clearances.T.steps.time": "0.02", "clearances.T.steps.slow": "5"}]


def variant(example, settings):
    paths = {name if "." in name or name == "gravity" else f"parameters.{name}": value
             for name, value in settings.items()}
    return example.run("model.yaml", {**paths, "output.frames.write": "false"})


def losses(p, after=0.6, apart=0.03):
    """When contact is lost and closed again for good: rows of two times; gaps less than `apart` later count as one."""
    open_times = p["time"][(p["gap"] > 0) & (p["time"] > after)]
    cuts = numpy.flatnonzero(numpy.diff(open_times) > apart)
    return list(zip(open_times[numpy.concatenate([[0], cuts + 1])], open_times[numpy.concatenate([cuts, [-1]])])) \
        if open_times.size else []


def numbers(example, run, name):
    p = run.probes
    t, mid, force = p["time"], 1e3 * p["mid"], p["normal_force"]
    h = numpy.diff(t, prepend=0.0)
    lost = losses(p)
    late = t > 3
    following = (t > 0.6) & (t < (lost[0][0] if lost else t[-1]))
    passed = [t[numpy.argmax(p["speed"] > s)] for s in ZONE if p["speed"].max() > s]
    first = mid[t < 1.5].argmax()
    example.number(name, [
        f"passes {', '.join(f'{one:.3f}' for one in passed) or 'not'}",
        "speed at 1, 2, 3, 4 s " + " ".join(f"{numpy.interp(s, t, p['speed']):.1f}" for s in (1, 2, 3, 4)),
        f"mid-span {mid[first]:.2f} mm at {t[first]:.2f} s, "
        f"mean after 3 s {numpy.average(mid[late], weights=h[late]):.2f}",
        f"N following {force[following].max():.1f}, highest {force[t > 0.6].max():.0f}, "
        f"mean after 3 s {numpy.average(force[late], weights=h[late]):.2f}",
        f"slides {p['sliding_speed'][(t > 0.6) & (force > 0)].min():.3g} m/s or faster",
        f"lost {len(lost)} times: " + " ".join(f"{a:.3f}-{b:.3f}" for a, b in lost[:4]),
        f"{len(t)} steps"])


def growth(p):
    """Of the second bending in the contact force between 0.47 s and 0.79 s, 1/s, and its frequency, rad/s."""
    t = numpy.arange(0.44, 0.84, 1e-3)
    force = numpy.interp(t, p["time"], p["normal_force"])
    rest = force - numpy.convolve(force, numpy.ones(53) / 53, "same")    # less the mean of two periods
    first, last = (rest[(t > a) & (t < a + 0.08)].std() for a in (0.47, 0.71))
    middle = rest[(t > 0.5) & (t < 0.8)]
    spectrum = abs(numpy.fft.rfft(middle * numpy.hanning(middle.size), 4096))
    return numpy.log(last / first) / 0.24, 2 * numpy.pi * numpy.fft.rfftfreq(4096, 1e-3)[spectrum.argmax()]


def whip(p):
    """Rate of the end's turn round its race, rad/s, and mean force, N, from 2 s to 3 s."""
    rows = (p["time"] > 2) & (p["time"] < 3)
    t = p["time"][rows]
    angle = numpy.unwrap(numpy.arctan2(p["end_z"][rows], p["end_y"][rows]))
    return (angle[-1] - angle[0]) / (t[-1] - t[0]), numpy.trapz(p["normal_force"][rows], t) / (t[-1] - t[0])


def make(example):
    for shear in ("1e12", "4.35e6", "2.00e6"):
        folder = example.command("modes", "pinned.yaml", "-n", "3", "--no-frames",
                                 settings={"parameters.shear": shear, "parameters.elements": 2})
        speeds = [float(line.split(",")[2]) for line in (folder / "modes.csv").read_text().splitlines()[2:4]]
        example.number(f"critical speeds, GA = {shear} N", speeds, "rad/s", 6)

    run = example.run("model.yaml")
    p = run.probes
    t = p["time"]
    numbers(example, run, "as shipped")
    example.number("root moment, highest", numpy.hypot(p["root_y"], p["root_z"]).max(), "N m", 3)
    for settings in STUDY:
        numbers(example, variant(example, settings), ", ".join(f"{k} {v}" for k, v in settings.items()))

    for value in ("0", "3e-5", "1e-4", "3e-4"):
        example.number(f"damping {value} s: growth of the ringing, 1/s, at rad/s",
                       growth(variant(example, {"damping": value}).probes), "", 3)
    example.number("no damping: turn of the end, rad/s, and force, N", whip(variant(example, {"damping": "0"}).probes),
                   "", 3)
    longer = variant(example, {"analysis.end": "12"}).probes
    example.number("speed at 6, 8, 12 s", [numpy.interp(s, longer["time"], longer["speed"]) for s in (6, 8, 12)],
                   "rad/s", 3)

    with example.chart("start_up.png", rows=4, title="Start-up", width=8, height=9) as axes:
        axes[0].axhspan(*ZONE, color="C5", alpha=0.7, lw=0)
        axes[0].plot(t, p["speed"])
        axes[0].annotate("critical speeds", (3.3, ZONE[0]), xytext=(0, -3), textcoords="offset points", va="top",
                         size=9)
        axes[0].set_ylabel("speed, rad/s")
        axes[1].plot(t, 1e3 * p["mid"])
        axes[1].set_ylabel("mid-span from axis, mm")
        axes[2].plot(t, p["normal_force"])
        axes[2].set_ylabel("contact force, N")
        axes[3].plot(t, p["root_y"], label="about d2")
        axes[3].plot(t, p["root_z"], label="about d3")
        axes[3].set_ylabel("root moment, N m")
        axes[3].set_xlabel("time, s")

    with example.chart("orbit.png", columns=2, title="Orbit of mid-span", width=8, height=4.5, sharex=False) as axes:
        y, z = 1e3 * p["mid_y"], 1e3 * p["mid_z"]
        for one, start, end, style, color, width in ORBIT:
            rows = (t >= start - 1e-9) & (t <= end + 1e-3)
            axes[one].plot(y[rows], z[rows], style, color=color, lw=width, label=f"{start:g} s to {end:g} s")
        turn = numpy.linspace(0, 2 * numpy.pi, 200)
        axes[1].plot(numpy.cos(turn), numpy.sin(turn), "k:", lw=1.5, label="1 mm")
        for one in axes:
            one.set(xlim=(-3.1, 3.1), ylim=(-3.1, 3.1), aspect="equal", xlabel="y, mm", ylabel="z, mm")
            one.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, columnspacing=1)

    with example.chart("damping.png", rows=2, title="Viscous times of the shaft", width=8, height=6) as axes:
        for index, (value, name) in enumerate((("0", "none"), ("1e-4", "0.1 ms"), (None, "0.5 ms"), ("2e-3", "2 ms"))):
            q = variant(example, {"damping": value}).probes if value else p
            axes[0].plot(q["time"], q["speed"], label=name, color=f"C{index}")
            # Over 50 ms: single knocks would hide the rest.
            edges = numpy.arange(0, 4.01, 0.05)
            impulse = numpy.cumsum(q["normal_force"] * numpy.diff(q["time"], prepend=0.0))
            means = numpy.diff(numpy.interp(edges, q["time"], impulse)) / 0.05
            axes[1].plot(edges[1:] - 0.025, means, color=f"C{index}")
        axes[0].axhspan(*ZONE, color="C5", alpha=0.7, lw=0)
        axes[0].set_ylabel("speed, rad/s")
        axes[1].set_yscale("log")
        axes[1].set_ylim(0.3, 500)
        axes[1].set_ylabel("contact force, mean of 50 ms, N")
        axes[1].set_xlabel("time, s")

    example.picture(run, "rotor.png", time=0.91, magnify=80, size="1200x450", color_by="SectionMoment",
                    camera="1.3,1.3,0.6")
