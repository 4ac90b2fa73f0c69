"""What the figures.py of the examples use, and what scripts/figures runs. CONTRIBUTING.md says how to add figures."""
import argparse
import contextlib
import csv
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
import traceback
from functools import cached_property
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent
ROOT = EXAMPLES.parent

INK = "#292e38"
# Okabe and Ito's colours, which the colour-blind tell apart; in charts also as C0, C1, …
BLUE, ORANGE, GREEN, PURPLE, SKY, YELLOW = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"
COLORS = [BLUE, ORANGE, GREEN, PURPLE, YELLOW, SKY, INK]
GREY = "#8a919e"

DOTS_PER_INCH = 125           # 8 in are 1000 px
LARGEST_IMAGE = 150_000       # bytes; beyond, colours are reduced to 256


class FigureError(Exception):
    """To be told as it is, without a traceback."""


# ---- tables

class Table(dict):
    """Columns by their names, as numpy arrays; of text where not all of a column are numbers."""

    def __init__(self, columns, source="table"):
        super().__init__(columns)
        self.source = source

    def __missing__(self, name):
        raise FigureError(f"{self.source} has no column '{name}'; its columns are: {', '.join(self)}")

    def between(self, start, end):
        """The rows of these times."""
        rows = (self["time"] >= start) & (self["time"] <= end)
        return Table({name: values[rows] for name, values in self.items()}, self.source)


def read_table(path):
    import numpy

    path = Path(path)
    try:
        with open(path, newline="", encoding="utf-8") as file:
            names = [name.strip() for name in next(csv.reader([file.readline()]), [])]
            start = file.tell()
            try:
                numbers = numpy.loadtxt(file, delimiter=",", ndmin=2)
                if not numbers.size:
                    numbers = numpy.empty((0, len(names)))
                columns = dict(zip(names, numbers.T.copy()))
            except ValueError:
                file.seek(start)
                rows = [row for row in csv.reader(file) if len(row) == len(names)]
                columns = {name: _as_array(column) for name, column in zip(names, zip(*rows))}
    except FileNotFoundError:
        raise FigureError(f"there is no table {path}") from None
    return Table(columns, path.name)


def _as_array(column):
    import numpy

    try:
        return numpy.array([float(value) for value in column])
    except ValueError:
        return numpy.array(column)


# ---- runs

class Run:
    """A directory of results."""

    def __init__(self, directory, key):
        self.directory = Path(directory)
        self.key = key
        self._tables = {}

    def table(self, name):
        """A table of the directory: table("wear.csv")."""
        if name not in self._tables:
            self._tables[name] = read_table(self.directory / name)
        return self._tables[name]

    probes = property(lambda self: self.table("probes.csv"))
    energy = property(lambda self: self.table("energy.csv"))
    steps = property(lambda self: self.table("steps.csv"))

    @cached_property
    def info(self):
        """run.json: info["counters"]["steps"], info["ledger"]["numerical_loss"], …"""
        return json.loads((self.directory / "run.json").read_text(encoding="utf-8"))

    @property
    def log(self):
        """What the program said."""
        return (self.directory / "log.txt").read_text(encoding="utf-8")


def _digest(*parts):
    total = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()


def _model_files(model, more=""):
    """A model file and, as far as they exist, the files that it or `more` names, and those that these name."""
    found, waiting = {}, [model]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found[path] = path.read_bytes()
        if path.suffix in (".yaml", ".yml", ".json"):
            text = found[path].decode("utf-8", "replace") + (f" {more} " if path == model else "")
            for word in set(re.findall(r"[\w./+-]*\.\w+", text)):
                with contextlib.suppress(OSError):
                    if (path.parent / word).is_file():
                        waiting.append((path.parent / word).resolve())
    return [found[path] for path in sorted(found)]


def _setting(value):
    if isinstance(value, str):
        return value
    if hasattr(value, "item"):
        value = value.item()
    return json.dumps(value)


# ---- an example

class Example:
    """Given to make(example) of a figures.py."""

    def __init__(self, name, options):
        self.name = name
        self.folder = EXAMPLES / name
        self.images = self.folder / "images"
        self.cache = ROOT / "results" / "figures" / name
        self._options = options
        self._numbers = []
        self._done = set()

    # -- simulation

    def run(self, model="model.yaml", settings=None, until=None):
        """`bristle run MODEL --set PATH=VALUE …`, or what an earlier call has left of the same."""
        more = ["--until", repr(until)] if until is not None else []
        directory, key = self._results("run", model, settings, more)
        return Run(directory, key)

    def command(self, subcommand, model="model.yaml", *arguments, settings=None):
        """Any other subcommand that takes -o: command("modes", "model.yaml", "-n", "3"). Returns the directory of its
        results; what it printed is there in output.txt."""
        directory, _ = self._results(subcommand, model, settings, [str(argument) for argument in arguments])
        return directory

    def _results(self, subcommand, model, settings, more):
        path = self.folder / model
        if not path.is_file():
            raise FigureError(f"there is no model {path.relative_to(ROOT)}")
        chosen = [f"{name}={_setting(value)}" for name, value in (settings or {}).items()]
        arguments = [word for text in chosen for word in ("--set", text)] + more
        key = _digest(subcommand, *arguments, *_model_files(path.resolve(), " ".join(arguments)),
                      self._options.program_digest)
        directory = self.cache / self._name(subcommand, path.stem, chosen, more)
        key_file = directory / "key.txt"
        if directory in self._done or not self._options.fresh:
            if key_file.is_file() and key_file.read_text() == key:
                self._say(f"{directory.name}: as before")
                return directory, key
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        print(f"  {directory.name}: ", end="", flush=True)
        line = [str(self._options.program), subcommand, os.path.relpath(path, ROOT), *arguments, "-o", str(directory)]
        if subcommand in ("run", "static"):
            line.append("--force")
        began = time.monotonic()
        done = subprocess.run(line, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        took = time.monotonic() - began
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "log.txt").write_text(done.stderr, encoding="utf-8")
        (directory / "output.txt").write_text(done.stdout, encoding="utf-8")
        if done.returncode != 0:
            print("failed", flush=True)
            last = "\n".join(done.stderr.strip().splitlines()[-12:])
            raise FigureError(f"exit code {done.returncode} of: bristle {' '.join(line[1:])}\n{last}")
        print(f"{took:.1f} s", flush=True)
        key_file.write_text(key)
        self._done.add(directory)
        return directory, key

    @staticmethod
    def _name(subcommand, stem, chosen, more):
        """Of a results directory: told apart by a digest, to be read by what comes before it."""
        words = [stem] if subcommand == "run" else [stem, subcommand]
        words += [re.sub(r"[^\w.=-]", "", text.rpartition("parameters.")[2]) for text in chosen]
        words += [re.sub(r"[^\w.-]", "", text).lstrip("-") for text in more]
        name = "-".join(word for word in words if word)
        return f"{name[:60]}-{_digest(*chosen, *more)[:6]}" if chosen or more else name

    # -- figures

    def picture(self, run, file, size="1200x750", **options):
        """scripts/picture of a run (or a directory of results), into images/; `file` may lead elsewhere from there.
        Options are those of the script with _ for -: time=0.1, magnify=20, camera="1,-2,1", color_by="M3",
        trail=["rod/end"]."""
        if not self._options.pictures:
            self._say(f"{file}: left out")
            return
        directory = run.directory if isinstance(run, Run) else Path(run)
        arguments = ["--size", size]
        for name, value in options.items():
            flag = "--" + name.replace("_", "-")
            for one in value if isinstance(value, (list, tuple)) else [value]:
                if one is True:
                    arguments.append(flag)
                elif one is not None and one is not False:
                    arguments.append(f"{flag}={one}")
        scripts = [path.read_bytes() for path in sorted((ROOT / "paraview").glob("*.py"))]
        key = _digest(directory.joinpath("key.txt").read_bytes(), *arguments, *scripts)
        kept = self.cache / "pictures" / Path(file).name
        key_file = kept.with_suffix(".txt")
        took = "as before"
        if self._options.fresh or not kept.is_file() or not key_file.is_file() or key_file.read_text() != key:
            kept.parent.mkdir(parents=True, exist_ok=True)
            began = time.monotonic()
            line = [str(ROOT / "scripts" / "picture"), str(directory), "--png", str(kept), *arguments]
            done = subprocess.run(line, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            if done.returncode != 0 or not kept.is_file():
                raise FigureError(f"{file}: scripts/picture failed\n{done.stdout}{done.stderr}".rstrip())
            shrink(kept)
            key_file.write_text(key)
            took = f"{time.monotonic() - began:.1f} s"
        self._put(file, lambda target: shutil.copyfile(kept, target), took)

    @contextlib.contextmanager
    def chart(self, file, rows=1, columns=1, title=None, width=8, height=None, sharex="col", **subplots):
        """A chart by matplotlib: gives its axes, or an array of them as plt.subplots does; what else is given goes to
        plt.subplots. What has labels gets a legend, unless it has one."""
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        began = time.monotonic()
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(_style(matplotlib))
            subplots.setdefault("layout", "constrained")
            height = height or (3.6 if rows == 1 else 0.4 + 2.0 * rows)
            figure, axes = pyplot.subplots(rows, columns, figsize=(width, height), sharex=sharex, **subplots)
            try:
                yield axes
                if title:
                    figure.suptitle(title)
                for one in figure.axes:
                    if one.get_legend() is None and one.get_legend_handles_labels()[1]:
                        one.legend()
                self._put(file, lambda target: figure.savefig(target, metadata={"Software": None}), None, began)
            finally:
                pyplot.close(figure)

    def _put(self, file, write, took, began=None):
        target = (self.images / file).resolve()
        target.parent.mkdir(exist_ok=True)
        write(target)
        if began is not None:
            shrink(target)
            took = f"{time.monotonic() - began:.1f} s"
        self._say(f"{target.relative_to(ROOT)}: {took}, {target.stat().st_size / 1000:.0f} kB")
        if target.stat().st_size > LARGEST_IMAGE:
            self._say(f"  (that is more than {LARGEST_IMAGE / 1000:.0f} kB)")

    # -- numbers

    def number(self, name, value, unit="", digits=6):
        """A number of the README, printed; more than one in a list."""
        def show(one):
            if isinstance(one, (list, tuple)) or getattr(one, "ndim", 0) > 0:
                return ", ".join(show(each) for each in one)
            return one if isinstance(one, str) else f"{one:.{digits}g}"

        text = f"{name} = {show(value)} {unit}".rstrip()
        self._say(text)
        self._numbers.append(text)

    def keep_numbers(self):
        self.cache.mkdir(parents=True, exist_ok=True)
        (self.cache / "numbers.txt").write_text("".join(text + "\n" for text in self._numbers), encoding="utf-8")

    @staticmethod
    def _say(text):
        print(f"  {text}", flush=True)


def _style(matplotlib):
    """The look that all charts have."""
    return {
        "savefig.dpi": DOTS_PER_INCH, "figure.dpi": DOTS_PER_INCH, "figure.facecolor": "white",
        "font.family": "DejaVu Sans", "font.size": 10, "axes.titlesize": 10.5, "axes.labelsize": 10,
        "figure.titlesize": 11.5, "legend.fontsize": 9, "xtick.labelsize": 9, "ytick.labelsize": 9,
        "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": GREY, "xtick.color": INK, "ytick.color": INK,
        "axes.titlecolor": INK, "axes.titlelocation": "left", "axes.linewidth": 0.8,
        "axes.spines.top": False, "axes.spines.right": False,
        "axes.grid": True, "axes.axisbelow": True, "grid.color": "#e4e6ea", "grid.linewidth": 0.7,
        "axes.prop_cycle": matplotlib.cycler(color=COLORS), "axes.formatter.limits": (-4, 5),
        "axes.formatter.useoffset": False, "axes.xmargin": 0.01,
        "lines.linewidth": 1.4, "lines.markersize": 4, "patch.linewidth": 0.8,
        "legend.frameon": True, "legend.framealpha": 0.85, "legend.edgecolor": "none", "legend.borderpad": 0.3,
        "legend.handlelength": 1.6, "agg.path.chunksize": 20000, "path.simplify_threshold": 0.2,
    }


def shrink(path):
    """A PNG written with the best compression, and with 256 colours where it is too large without."""
    from PIL import Image

    with Image.open(path) as opened:
        image = opened.convert("RGB")
    image.save(path, optimize=True)
    if os.path.getsize(path) > LARGEST_IMAGE:
        image.quantize(256, method=Image.Quantize.MEDIANCUT).save(path, optimize=True)


# ---- the command

def cases():
    """The examples that have figures."""
    return sorted(path.parent.name for path in EXAMPLES.glob("*/figures.py"))


def _load(name):
    spec = importlib.util.spec_from_file_location(f"figures_of_{name}", EXAMPLES / name / "figures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _program():
    """The program that the environment names, or one built now."""
    named = os.environ.get("BRISTLE")
    if named:
        found = shutil.which(named)
        if not found:
            raise FigureError(f"BRISTLE={named} is not a program")
        return Path(found).resolve()
    built = subprocess.run([str(ROOT / "scripts" / "program")], stdout=subprocess.PIPE, text=True, check=False)
    if built.returncode != 0:
        raise FigureError("the program could not be built")
    return Path(built.stdout.strip().splitlines()[-1])


def _make(name, options):
    print(name, flush=True)
    began = time.monotonic()
    example = Example(name, options)
    try:
        _load(name).make(example)
    except FigureError as error:
        print(f"figures: {name}: {error}", file=sys.stderr)
        return False
    except Exception:  # the fault of one figures.py; the others are made all the same
        traceback.print_exc()
        print(f"figures: {name}: failed", file=sys.stderr)
        return False
    example.keep_numbers()
    print(f"  {time.monotonic() - began:.1f} s in all", flush=True)
    return True


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="scripts/figures",
        description="Makes the figures of the READMEs of the examples again, in examples/CASE/images.",
        epilog="The environment variable BRISTLE names a program to use instead of building one.")
    parser.add_argument("cases", metavar="CASE", nargs="*", help="an example (default: all that have figures)")
    parser.add_argument("--list", action="store_true", help="name the examples that have figures")
    parser.add_argument("--fresh", action="store_true", help="run and draw again what an earlier call has left")
    parser.add_argument("--no-pictures", dest="pictures", action="store_false", help="charts only, without ParaView")
    options = parser.parse_args(arguments)
    known = cases()
    if options.list:
        print("\n".join(known))
        return 0
    wanted = [name.rstrip("/").rpartition("/")[2] for name in options.cases]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"figures: no figures for '{unknown[0]}'. There are some for:", file=sys.stderr)
        print("\n".join(f"  {name}" for name in known), file=sys.stderr)
        return 1
    try:
        options.program = _program()
        options.program_digest = hashlib.sha256(options.program.read_bytes()).hexdigest()
    except FigureError as error:
        print(f"figures: {error}", file=sys.stderr)
        return 1
    made = [_make(name, options) for name in wanted or known]
    return 0 if all(made) else 1


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    # figures.py may import this module by its name, and is to get this very one.
    sys.modules.setdefault("figures_support", sys.modules["__main__"])
    sys.exit(main())
