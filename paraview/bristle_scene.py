"""A run in a render view: beams as tubes, bodies, races, contact forces, trails."""
import math

from paraview import simple

from bristle_results import TITLES

INK = [0.16, 0.18, 0.22]
RACE = [0.55, 0.62, 0.70]
PIN = [0.32, 0.36, 0.42]
FORCE = [0.80, 0.16, 0.14]
FRICTION = [0.05, 0.50, 0.42]
TRAILS = [[0.87, 0.55, 0.10], [0.45, 0.30, 0.65], [0.20, 0.55, 0.30], [0.75, 0.25, 0.45]]
FIXED = [0.78, 0.79, 0.80]
MOVING = [[0.36, 0.52, 0.68], [0.85, 0.66, 0.40], [0.50, 0.64, 0.50], [0.68, 0.50, 0.58],
          [0.45, 0.60, 0.65], [0.72, 0.62, 0.52]]
DIVERGING = "Cool to Warm"
RISING = "Viridis (matplotlib)"


def make_view(size=(1600, 1000)):
    simple._DisableFirstRenderCameraReset()
    view = simple.CreateView("RenderView")
    view.ViewSize = list(size)
    view.UseColorPaletteForBackground = 0
    view.BackgroundColorMode = "Gradient"
    view.Background = [1.0, 1.0, 1.0]
    view.Background2 = [0.87, 0.91, 0.95]
    view.OrientationAxesVisibility = 1
    view.OrientationAxesLabelColor = INK
    view.CenterAxesVisibility = 0
    view.UseFXAA = 1
    view.KeyLightWarmth = 0.5  # what is grey stays grey
    view.FillLightWarmth = 0.45
    view.HeadLightKHRatio = 1.6
    view.FillLightKFRatio = 2.0
    return view


def show(results, view, color_by=None, magnify=1.0, trails=()):
    """Everything there is, in the view. Returns the sources by name, for those who want to change them."""
    made = {}
    if results.part("beams"):
        made["tubes"] = _show_beams(results, view, color_by or _most_bent(results))
    if results.part("bodies"):
        made["bodies"] = _show_bodies(results, view)
    if results.part("races"):
        made["races"] = _show_races(results, view, magnify)
    if results.part("contacts"):
        made["forces"] = _show_forces(results, view)
    for k, name in enumerate(trails):
        made[f"trail {name}"] = _show_trail(results, view, name, TRAILS[k % len(TRAILS)])
    made["time"] = _show_time(results, view)
    aim_camera(results, view)
    return made


def _font(view, size):
    """In proportion to the picture, so that texts fit whatever its size; as given at a width of 1600."""
    return max(8, round(size * min(view.ViewSize[0] / 1600, view.ViewSize[1] / 1000)))


def _solid(display, color=None):
    display.Representation = "Surface"
    display.Specular = 0.25
    display.SpecularPower = 30.0
    display.Ambient = 0.08
    if color:
        display.ColorArrayName = ["POINTS", ""]
        display.AmbientColor = display.DiffuseColor = color


# ---- beams

def _most_bent(results):
    """The moment, or else the force, that is largest over the run."""
    for array in ("SectionMoment", "SectionForce"):
        names = results.components(array)
        largest = [results.largest("beams", array, k) for k in range(3)]
        if max(largest) > 0.0:
            return f"{array}:{names[largest.index(max(largest))]}"
    return "SectionMoment"


def resolve(results, wanted):
    """Array and component (-1: magnitude) that "SectionMoment:M3", "M3" or "Velocity" stand for."""
    array, _, component = wanted.partition(":")
    names = results.components(array)
    if names is None:
        for candidate in ("SectionForce", "SectionMoment", "StrainForce", "Curvature"):
            if wanted in (results.components(candidate) or []):
                return candidate, results.components(candidate).index(wanted)
        raise LookupError(f"beams have no array '{array}' to be coloured by")
    if not component:
        return array, -1
    for labels in (names, ["X", "Y", "Z"], ["x", "y", "z"], ["0", "1", "2"]):
        if component in labels:
            return array, labels.index(component)
    raise LookupError(f"'{array}' has no component '{component}'; it has {', '.join(names or 'XYZ')}")


def _show_beams(results, view, color_by):
    tubes = simple.Tube(registrationName="beams as tubes", Input=results.part("beams"))
    tubes.Scalars = ["POINTS", "Radius"]
    tubes.VaryRadius = "By Absolute Scalar"
    tubes.NumberofSides = 32
    display = simple.Show(tubes, view)
    _solid(display)

    array, component = resolve(results, color_by)
    labels = results.components(array)
    simple.ColorBy(display, ("POINTS", array, labels[component] if labels and component >= 0 else
                             "Magnitude" if component < 0 else "XYZ"[component]))
    colors = simple.GetColorTransferFunction(array)
    if component < 0:
        colors.VectorMode = "Magnitude"
    else:
        colors.VectorMode = "Component"
        colors.VectorComponent = component
    largest = results.largest("beams", array, component, share=0.98) or 1.0  # a peak of one frame bleaches no others
    colors.ApplyPreset(RISING if component < 0 else DIVERGING, True)
    colors.RescaleTransferFunction(0.0 if component < 0 else -largest, largest)
    title, unit = TITLES.get(labels[component] if labels and component >= 0 else array, (array, ""))
    bar = simple.GetScalarBar(colors, view)
    bar.Title = f"{title}, {unit}" if unit else title
    bar.ComponentTitle = ""
    bar.HorizontalTitle = 1
    for name in ("Title", "Label"):
        setattr(bar, f"{name}Color", INK)
        setattr(bar, f"{name}FontSize", _font(view, 18 if name == "Title" else 16))
    bar.AutomaticLabelFormat = 0
    bar.LabelFormat = bar.RangeLabelFormat = "%.3g"
    bar.WindowLocation = "Any Location"
    bar.Position = [0.88, 0.32]
    bar.ScalarBarLength = 0.36
    bar.ScalarBarThickness = _font(view, 14)
    bar.DrawTickMarks = 0
    display.SetScalarBarVisibility(view, True)
    return tubes


# ---- bodies and races

def _show_bodies(results, view):
    bodies = results.part("bodies")
    display = simple.Show(bodies, view)
    _solid(display)
    moving = results.moving_bodies()
    names = results.names("bodies", "BodyNames")
    simple.ColorBy(display, ("CELLS", "Body"))
    colors = simple.GetColorTransferFunction("Body")
    colors.InterpretValuesAsCategories = 1
    colors.AnnotationsInitialized = 1
    colors.Annotations = [text for k, name in enumerate(names) for text in (str(k), name)]
    palette, next_color = [], 0
    for k in range(len(names)):
        palette += MOVING[next_color % len(MOVING)] if k in moving else FIXED
        next_color += k in moving
    colors.IndexedColors = palette
    display.SetScalarBarVisibility(view, False)
    return bodies


def _side(races, side, name):
    part = simple.Threshold(registrationName=name, Input=races)
    part.Scalars = ["CELLS", "Side"]
    part.LowerThreshold = part.UpperThreshold = side
    part.ThresholdMethod = "Between"
    return part


def _show_races(results, view, magnify):
    if magnify > results.largest_magnification():
        raise ValueError(f"the clearance cannot be magnified by more than {results.largest_magnification():.3g}")
    shift = simple.Calculator(registrationName="play", Input=results.part("races"))
    shift.ResultArrayName = "Play"
    shift.Function = "Apart + Inset"
    races = simple.WarpByVector(registrationName="play magnified", Input=shift)
    races.Vectors = ["POINTS", "Play"]
    races.ScaleFactor = magnify - 1.0
    outer = simple.Show(_side(races, 0, "races"), view)
    _solid(outer, RACE)
    outer.Opacity = 0.45
    inner = simple.Show(_side(races, 1, "journals"), view)
    _solid(inner, PIN)
    if magnify != 1.0:
        _text(view, f"clearance magnified ×{magnify:g}", "Upper Left Corner", INK, 20)
    return races


# ---- forces

def _show_forces(results, view):
    """On the first body, so that they point out of the race. As long as they are large, up to those that only one frame
    in twenty exceeds; impacts are drawn at one and a half times that."""
    reference = results.largest("contacts", "NormalForceMagnitude", 0, share=0.95)
    if reference == 0.0:
        return None
    length = 0.12 * _diagonal(results)
    arrows = {}
    for name, array, color in (("contact forces", "NormalForce", FORCE), ("friction", "Friction", FRICTION)):
        scaled = simple.Calculator(registrationName=f"{name}, scaled", Input=results.part("contacts"))
        scaled.ResultArrayName = "Arrow"
        scaled.Function = f"-{array} * {length!r} / max({reference!r}, mag({array}) / 1.5)"
        glyph = simple.Glyph(registrationName=name, Input=scaled, GlyphType="Arrow")
        glyph.OrientationArray = glyph.ScaleArray = ["POINTS", "Arrow"]
        glyph.VectorScaleMode = "Scale by Magnitude"
        glyph.ScaleFactor = 1.0
        glyph.GlyphMode = "All Points"
        glyph.GlyphType.TipResolution = glyph.GlyphType.ShaftResolution = 24
        glyph.GlyphType.TipRadius, glyph.GlyphType.TipLength, glyph.GlyphType.ShaftRadius = 0.075, 0.26, 0.026
        display = simple.Show(glyph, view)
        _solid(display, color)
        arrows[array] = glyph
    _text(view, f"contact force ({_rounded(reference)}N by {_rounded(length)}m)", (0.012, 0.065), FORCE, 16)
    _text(view, "friction", (0.012, 0.03), FRICTION, 16)
    return arrows


def _rounded(value):
    """Two digits and a prefix: 1.2 k."""
    for factor, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ")):
        if value >= factor:
            return f"{float(f'{value / factor:.2g}'):g} {prefix}"
    return f"{value:.2g} "


# ---- trails, text, camera

def _show_trail(results, view, name, color):
    path = results.trail(name)
    line = simple.PolyLineSource(registrationName=f"trail of {name}")
    line.Points = [x for point in path for x in point]
    tube = simple.Tube(registrationName=f"trail of {name}, drawn", Input=line)
    tube.Radius = 0.0025 * _diagonal(results)
    display = simple.Show(tube, view)
    _solid(display, color)
    return tube


def _text(view, text, place, color, size):
    source = simple.Text(registrationName=text, Text=text)
    display = simple.Show(source, view)
    display.Color = color
    display.FontSize = _font(view, size)
    if isinstance(place, str):
        display.WindowLocation = place
    else:
        display.WindowLocation = "Any Location"
        display.Position = list(place)
    return source


def _show_time(results, view):
    span = results.times[-1] - results.times[0]
    digits = max(0, 3 - math.floor(math.log10(span))) if span > 0.0 else 3
    time = simple.AnnotateTimeFilter(registrationName="time", Input=results.reader)
    time.Format = f"{{time:.{digits}f}} s"
    display = simple.Show(time, view)
    display.Color = INK
    display.FontSize = _font(view, 20)
    display.WindowLocation = "Upper Right Corner"
    return time


def _diagonal(results):
    b = results.bounds
    return math.dist(b[0::2], b[1::2]) or 1.0


def aim_camera(results, view, toward=None):
    """So that every frame fits. What is flat is looked at across, a little from aside; up is z, or y for what lies in
    the xy plane. `toward`: the direction to look from instead."""
    b = results.bounds
    extent = [b[1] - b[0], b[3] - b[2], b[5] - b[4]]
    flat = extent.index(min(extent))
    if toward:
        up = [0.0, 0.0, 1.0] if math.hypot(*toward[:2]) > 1e-6 * abs(toward[2]) else [0.0, 1.0, 0.0]
    elif min(extent) > 0.4 * sorted(extent)[1]:
        toward, up = [0.9, -1.5, 0.8], [0.0, 0.0, 1.0]
    elif flat == 2:
        toward, up = [0.25, -0.35, 1.0], [0.0, 1.0, 0.0]
    elif flat == 1:
        toward, up = [0.32, -1.0, 0.28], [0.0, 0.0, 1.0]
    else:
        toward, up = [1.0, -0.32, 0.28], [0.0, 0.0, 1.0]

    def dot(a, c):
        return sum(x * y for x, y in zip(a, c))

    def cross(a, c):
        return [a[1] * c[2] - a[2] * c[1], a[2] * c[0] - a[0] * c[2], a[0] * c[1] - a[1] * c[0]]

    def unit(a):
        return [x / math.sqrt(dot(a, a)) for x in a]

    toward = unit(toward)
    right = unit(cross(up, toward))
    upward = cross(toward, right)
    corners = [(x, y, z) for x in b[0:2] for y in b[2:4] for z in b[4:6]]
    centre = [0.5 * (b[k] + b[k + 1]) for k in (0, 2, 4)]
    slope = math.tan(math.radians(0.5 * 28.0))
    high, wide = 0.88 * slope, 0.80 * slope * view.ViewSize[0] / view.ViewSize[1]  # the margins hold the texts
    for _ in range(5):  # the middle of what is seen depends on the distance
        arms = [[x - c for x, c in zip(corner, centre)] for corner in corners]
        distance = max(dot(arm, toward) + max(abs(dot(arm, right)) / wide, abs(dot(arm, upward)) / high)
                       for arm in arms)
        for axis in (right, upward):
            seen = [dot(arm, axis) / (distance - dot(arm, toward)) for arm in arms]
            shift = 0.5 * (min(seen) + max(seen)) * distance
            centre = [c + shift * a for c, a in zip(centre, axis)]
    if results.part("beams"):  # room for the colour bar, on the right
        aside = 0.13 * slope * view.ViewSize[0] / view.ViewSize[1] * distance
        centre = [c + aside * a for c, a in zip(centre, right)]
    view.CameraFocalPoint = centre
    view.CameraPosition = [c + distance * t for c, t in zip(centre, toward)]
    view.CameraViewUp = upward
    view.CameraViewAngle = 28.0
    view.CenterOfRotation = centre
