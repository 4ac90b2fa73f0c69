"""The figures of the README: scripts/figures snap_through."""
import numpy as np
from figures_support import INK, Run

LOAD = 20.0  # kN

# Places along both members that the model itself does not record.
PLACES = [f"{member}/{k / 20}" for member in ("column", "beam") for k in range(21)]
STATIONS = {f"output.probes.at_{k}": f"{place}.position" for k, place in enumerate(PLACES)}


def follow(example, settings=None, *arguments):
    directory = example.command("static", "model.yaml", "--path", *arguments, settings={**STATIONS, **(settings or {})})
    return directory, Run(directory, "").table("path.csv")


def draw(axes, along, load, unstable, **style):
    """What is stable as a line, the rest dashed."""
    stable = unstable == 0
    edge = np.flatnonzero(np.diff(stable)) + 1
    for part in np.split(np.arange(len(load)), edge):
        part = np.append(part, part[-1] + 1) if part[-1] + 1 < len(load) else part
        axes.plot(along[part], load[part], linestyle="-" if stable[part[0]] else (0, (4, 2)), **style)


def marks(example, title, path):
    for event in ("critical", "limit"):
        for row in np.flatnonzero(path["event"] == event):
            example.number(f"{title}: {event}, load and way down",
                           [LOAD * path["share"][row], 1e3 * path["down"][row]], "kN, mm")


def make(example):
    directory, path = follow(example)
    load = LOAD * path["share"]
    marks(example, "dead load", path)
    example.number("points", len(load))

    example.picture(directory, "picture.png", time=path["arc"][path["event"] == "limit"][0], camera="0.3,-2,0.35",
                    color_by="M3")

    with example.chart("path.png", columns=2, height=4, sharey=True) as both:
        for axes, name, what in zip(both, ("down", "across"), ("way down", "way across")):
            way = 1e3 * path[name]
            draw(axes, way, load, path["unstable"], color="C0")
            for event, color, label in (("limit", "C1", "limit point"), ("critical", "C2", "gives way sideways")):
                rows = path["event"] == event
                axes.plot(way[rows], load[rows], "o", color=color, label=label)
            axes.axhline(0.0, color=INK, linewidth=0.6)
            axes.set_xlabel(f"{what} of the loaded point, mm")
        both[0].set_ylabel("load, kN")
        both[0].legend(loc="lower left")

    with example.chart("shapes.png", columns=2, height=3.6, sharey=True) as both:
        first, second = np.flatnonzero(path["event"] == "limit")
        last = len(load) - 1
        half = lambda a, b: (a + b) // 2
        for axes, rows, title in ((both[0], [0, half(0, first), first, half(first, second)], "to the first limit and on"),
                                  (both[1], [second, half(second, last), last], "from the second limit on")):
            for k, row in enumerate(rows):
                x, z = ([path[f"at_{n}_{axis}"][row] for n in range(len(PLACES))] for axis in "xz")
                axes.plot(x, z, color=f"C{k}" if row else "#8a919e", linewidth=2.0, label=f"{load[row]:.1f} kN")
            axes.plot([0.0, 1.2], [0.0, 1.2], "o", color="C6")
            axes.set(title=title, xlabel="x, m", aspect="equal", xlim=(-0.4, 2.1), ylim=(-0.5, 1.45))
            axes.legend(loc="upper right")
        both[0].set_ylabel("z, m")

    _, fine = follow(example, {"beams.column.elements": 10, "beams.beam.elements": 20})
    marks(example, "twice the elements", fine)
    turning = {"loads.push.follower": "true", "loads.push.components": "[0, -load, 0]"}
    _, follower = follow(example, turning, "--to", 2, "--steps", 200)
    for row in np.flatnonzero(follower["event"] == "limit"):
        example.number("load that turns with the beam: limit", LOAD * follower["share"][row], "kN")
