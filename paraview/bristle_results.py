"""What is in a results directory: frames by part, ranges over all of them, tables."""
import csv
import math
import os
import re

from paraview import servermanager, simple

PARTS = ("beams", "bodies", "races", "contacts")

# For the colour bar: what an array or a component of it is, and its unit.
TITLES = {
    "N": ("normal force N", "N"), "Q2": ("shear force Q2", "N"), "Q3": ("shear force Q3", "N"),
    "T": ("torque T", "N m"), "M2": ("bending moment M2", "N m"), "M3": ("bending moment M3", "N m"),
    "G1": ("extension", "–"), "G2": ("shear strain 2", "–"), "G3": ("shear strain 3", "–"),
    "K1": ("twist", "1/m"), "K2": ("curvature 2", "1/m"), "K3": ("curvature 3", "1/m"),
    "SectionForce": ("section force", "N"), "SectionMoment": ("section moment", "N m"),
    "StrainForce": ("strain", "–"), "Curvature": ("curvature", "1/m"), "Displacement": ("displacement", "m"),
    "Velocity": ("speed", "m/s"), "AngularVelocity": ("angular velocity", "rad/s"), "Radius": ("radius", "m"),
}


def save_screenshot(file, view, size):
    """ParaView's own does not say when it cannot write."""
    os.makedirs(os.path.dirname(os.path.abspath(file)), exist_ok=True)
    with open(file, "wb"):
        pass
    simple.SaveScreenshot(file, view, ImageResolution=list(size))
    if os.path.getsize(file) == 0:
        raise OSError(f"cannot write {file}")


class Results:
    """A results directory, or its results.pvd; or a reader that ParaView has open already."""

    def __init__(self, where, reader=None):
        path = os.path.abspath(where)
        self.directory = os.path.dirname(path) if path.endswith(".pvd") else path
        self.file = os.path.join(self.directory, "results.pvd")
        if not os.path.isfile(self.file):
            raise FileNotFoundError(f"no results here: {self.file} does not exist")
        self.reader = reader or simple.PVDReader(registrationName="results", FileName=self.file)
        self.reader.UpdatePipelineInformation()
        self.times = list(self.reader.TimestepValues) or [0.0]
        self.reader.UpdatePipeline(self.times[0])
        names = list(self._blocks(self.times[0]))
        if len(names) == 1:
            self._sources = {names[0]: self.reader}
        else:
            self._sources = {
                name: simple.ExtractBlock(registrationName=name, Input=self.reader, Selectors=[f"/Root/{name}"])
                for name in PARTS if name in names}
        self._look()

    def part(self, name):
        """The source of a part, or None if the model has none of the kind."""
        return self._sources.get(name)

    def nearest_time(self, time):
        return min(self.times, key=lambda t: abs(t - time))

    # ---- frames as VTK data

    def _blocks(self, time):
        self.reader.UpdatePipeline(time)
        data = servermanager.Fetch(self.reader)
        if not data.IsA("vtkMultiBlockDataSet"):  # the reader does not wrap what is alone
            return {self._only_part(): data}
        return {data.GetMetaData(k).Get(data.NAME()): data.GetBlock(k) for k in range(data.GetNumberOfBlocks())}

    def _only_part(self):
        with open(self.file, encoding="utf-8") as file:
            return re.search(r'name="([^"]*)"', file.read()).group(1)

    def frame(self, time):
        """The parts at a time, as vtkPolyData by name."""
        return {name: block.GetBlock(0) if block.IsA("vtkMultiBlockDataSet") else block
                for name, block in self._blocks(time).items()}

    def names(self, part, array):
        """The names that the numbers in a part stand for: names("beams", "BeamNames")."""
        names = self._first[part].GetFieldData().GetAbstractArray(array)
        return [names.GetValue(k) for k in range(names.GetNumberOfValues())]

    # ---- the frames looked through, once; of a long run every second, third, …

    def _look(self):
        self.bounds = [math.inf, -math.inf] * 3
        self._largest = {}  # by array and component: of each frame
        self._first = None
        self._places = {}  # a point of each body, and where it has been
        for time in self.times[::1 + len(self.times) // 200]:
            frame = self.frame(time)
            self._first = self._first or frame
            for name, data in frame.items():
                self._widen(data.GetBounds() if name != "contacts" else None)
                if name in ("beams", "contacts"):
                    self._enter_ranges(name, data)
            if "bodies" in frame:
                self._enter_places(frame["bodies"])

    def _widen(self, bounds):
        if bounds is None or bounds[0] > bounds[1]:
            return
        for k in (0, 2, 4):
            self.bounds[k] = min(self.bounds[k], bounds[k])
            self.bounds[k + 1] = max(self.bounds[k + 1], bounds[k + 1])

    def _enter_ranges(self, part, data):
        arrays = data.GetPointData()
        for k in range(arrays.GetNumberOfArrays()):
            array = arrays.GetArray(k)
            for component in range(-1, array.GetNumberOfComponents()):
                low, high = array.GetRange(component)
                self._largest.setdefault((part, array.GetName(), component), []).append(max(abs(low), abs(high)))

    def _enter_places(self, bodies):
        if not self._places:  # a point of each body: the cells are the same in every frame
            numbers = bodies.GetCellData().GetArray("Body")
            for cell in range(bodies.GetNumberOfCells()):
                body = int(numbers.GetTuple1(cell))
                if body not in self._places:
                    self._places[body] = (bodies.GetCell(cell).GetPointId(0), set())
        for point, places in self._places.values():
            places.add(bodies.GetPoint(point))

    def moving_bodies(self):
        return {body for body, (_, places) in self._places.items() if len(places) > 1}

    def largest(self, part, array, component=-1, share=1.0):
        """The largest magnitude that `share` of the frames with anything in them stay below; 0 if there is none."""
        values = sorted(v for v in self._largest.get((part, array, component), []) if v > 0.0)
        return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0

    def components(self, array):
        """Names of the components of an array of beams, [] where they have none, None without such an array."""
        found = self._first["beams"].GetPointData().GetArray(array) if "beams" in self._first else None
        if found is None:
            return None
        names = [found.GetComponentName(k) for k in range(found.GetNumberOfComponents())]
        return names if all(names) else []

    def largest_magnification(self):
        """Beyond this, little would be left of what is in the races."""
        if "races" not in self._first:
            return math.inf
        fields = self._first["races"].GetFieldData()
        race, inner = fields.GetArray("RaceRadius"), fields.GetArray("InnerRadius")
        plays = [(race.GetValue(k), race.GetValue(k) - inner.GetValue(k)) for k in range(race.GetNumberOfValues())]
        return min((0.9 * radius / play for radius, play in plays if play > 0.0), default=math.inf)

    # ---- points over time

    def trail(self, name):
        """The path of a point: columns NAME_x, NAME_y, NAME_z of probes.csv (or NAME.x, …), or BEAM/start, /mid, /end,
        /0.25."""
        columns = self.table("probes.csv")
        for joint in "_.":
            wanted = [f"{name}{joint}{axis}" for axis in "xyz"]
            if all(column in columns for column in wanted):
                return list(zip(*(columns[column] for column in wanted)))
        beam, _, place = name.rpartition("/")
        fractions = {"start": 0.0, "mid": 0.5, "middle": 0.5, "end": 1.0}
        try:
            fraction = fractions[place] if place in fractions else float(place)
            number = self.names("beams", "BeamNames").index(beam)
        except (ValueError, KeyError):
            raise LookupError(f"no trail '{name}': there are neither columns {name}_x, _y, _z in probes.csv nor a "
                              f"beam of that name (BEAM/start, BEAM/end, BEAM/0.25)") from None
        path = []
        for time in self.times:
            beams = self.frame(time)["beams"]
            ids = beams.GetCell(number).GetPointIds()
            at = min(max(fraction, 0.0), 1.0) * (ids.GetNumberOfIds() - 1)
            k = min(int(at), ids.GetNumberOfIds() - 2)
            a, b = beams.GetPoint(ids.GetId(k)), beams.GetPoint(ids.GetId(k + 1))
            path.append(tuple(p + (at - k) * (q - p) for p, q in zip(a, b)))
        return path

    def table(self, name):
        """Columns of a table by their names; none if there is no such file. Rows that are not whole are left out."""
        try:
            with open(os.path.join(self.directory, name), newline="", encoding="utf-8") as file:
                rows = list(csv.reader(file))
        except FileNotFoundError:
            return {}
        columns = {name.strip(): [] for name in rows[0]} if rows else {}
        for row in rows[1:]:
            try:
                values = [float(value) for value in row]
            except ValueError:
                continue
            if len(values) == len(columns):
                for column, value in zip(columns.values(), values):
                    column.append(value)
        return columns
