"""Opens results in ParaView as a user would, and checks what there is to see.

    pvbatch check_view.py RESULTS PARAVIEW_FOLDER SCRATCH
"""
import math
import os
import sys

from paraview import simple
from vtkmodules.vtkIOImage import vtkPNGReader

results_directory, paraview_folder, scratch = sys.argv[1:4]
sys.path.insert(0, paraview_folder)
os.makedirs(scratch, exist_ok=True)

import bristle_plots  # noqa: E402
import bristle_scene  # noqa: E402
import bristle_view  # noqa: E402
from bristle_results import Results  # noqa: E402

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}")


def refuses(action, error, what):
    try:
        action()
        check(False, f"{what} is refused")
    except error as reason:
        print(f"refused as it should be: {reason}")


def pixels(file):
    reader = vtkPNGReader()
    reader.SetFileName(file)
    reader.Update()
    colors = reader.GetOutput().GetPointData().GetScalars()
    return [colors.GetTuple3(k) for k in range(0, colors.GetNumberOfTuples(), 3)]


def near(color, red, green, blue):
    return math.dist(color, (255 * red, 255 * green, 255 * blue)) < 60


def check_frames(results):
    check(len(results.times) == 25, "every frame is a time step")
    check(all(a < b for a, b in zip(results.times, results.times[1:])), "times rise")
    check(math.isclose(results.times[-1], 0.3125, rel_tol=1e-12), "the last time is that of the run")
    check(results.names("beams", "BeamNames") == ["rod"], "beams have names")
    check(results.names("contacts", "ContactNames") == ["wrist pin"], "contacts have names")
    check("slider" in results.names("bodies", "BodyNames"), "bodies have names")
    for time in results.times[::8]:
        for name, data in results.frame(time).items():
            fields = data.GetFieldData()
            check(fields.GetArray("TimeValue").GetTuple1(0) == time, f"{name} at {time} knows its time")
            check(fields.GetArray("residual") is not None, f"{name} carries the ledger")
            check(data.GetNumberOfPoints() > 0, f"{name} is not empty")
    arrays = [results.components(name) is not None for name in
              ("ReferencePosition", "Displacement", "Director1", "Director2", "Director3", "Velocity", "AngularVelocity",
               "StrainForce", "Curvature", "SectionForce", "SectionMoment", "Radius")]
    check(all(arrays), "beams have all their arrays")
    check(math.isclose(results.largest("beams", "Director2"), 1.0, rel_tol=1e-6), "directors have length one")
    check(math.isclose(results.largest("beams", "Radius", 0), 0.008, rel_tol=1e-6), "tubes are as thick as the beam")
    # The crank's pin runs at 2π · 4 · 0.12 = 3.0 m/s once it is up to speed; the rod's inertia bends it.
    check(2.9 < results.largest("beams", "Velocity") < 6.0, "the rod is as fast as the crank")
    check(0.1 < results.largest("beams", "SectionMoment", 2) < 100.0, "the rod bends in its plane")
    check(results.largest("beams", "SectionMoment", 1) < 1e-3, "and not across it")
    check(1e-7 < results.largest("contacts", "Penetration", 0) < 5e-4, "the pin presses into its race a little")
    check(results.largest("contacts", "NormalForceMagnitude", 0) > 10.0, "there are contact forces")
    check(results.largest("contacts", "FrictionCoefficient", 0) < 0.6, "friction stays in proportion")
    moving = {results.names("bodies", "BodyNames")[body] for body in results.moving_bodies()}
    check(moving == {"crank", "slider"}, f"crank and slider move, not {moving}")


def check_pictures(results):
    view = bristle_scene.make_view((640, 400))
    bristle_scene.show(results, view, magnify=10.0, trails=["rod/mid", "slider"])
    files = [os.path.join(scratch, name) for name in ("start.png", "later.png")]
    for file, time in zip(files, (0.0, 0.2)):
        bristle_view.save_picture(results, view, file, time)
    start, later = (pixels(file) for file in files)
    check(len(set(later)) > 500, f"the picture has many colours, not {len(set(later))}")
    check(max(later.count(color) for color in set(later)) < 0.5 * len(later), "no colour fills it")
    for name, color in (("crank", (0.30, 0.43, 0.56)), ("slider", (0.70, 0.55, 0.33)), ("trail", (0.87, 0.55, 0.10))):
        check(any(near(pixel, *color) for pixel in later), f"the {name} is seen")
    check(sum(a != b for a, b in zip(start, later)) > 0.02 * len(later), "the picture moves with time")
    bristle_view.save_animation(results, view, os.path.join(scratch, "run.avi"))
    check(os.path.getsize(os.path.join(scratch, "run.avi")) > 10000, "the animation has been written")


def check_one_part(results):
    """ParaView's reader hands over a part that is alone as it is, not in a block."""
    check(list(results.frame(0.1)) == ["bodies"], "the only part has its name")
    check(results.names("bodies", "BodyNames") == ["ball"], "and its bodies theirs")
    check(results.moving_bodies() == {0}, "the ball falls")
    view = bristle_scene.make_view((320, 200))
    bristle_scene.show(results, view)
    file = os.path.join(scratch, "ball.png")
    bristle_view.save_picture(results, view, file)
    check(any(near(pixel, 0.36, 0.52, 0.68) for pixel in pixels(file)), "the ball is seen")


def check_macro(results):
    simple.SetActiveSource(results.reader)
    simple.SetActiveView(bristle_scene.make_view((320, 200)))
    macro = os.path.join(paraview_folder, "bristle_macro.py")
    with open(macro, encoding="utf-8") as file:
        exec(compile(file.read(), macro, "exec"), {"__file__": macro})


results = Results(results_directory)
check_frames(results)
check_pictures(results)
plots = bristle_plots.save_plots(results, scratch, (600, 350))
check(len(plots) == 6, "the ledger and every probe are plotted")
check(all(len(set(pixels(file))) > 10 for file in plots), "plots are not empty")
check_macro(results)
check_one_part(Results(os.path.join(results_directory, "ball")))
refuses(lambda: Results(scratch), FileNotFoundError, "a directory without results")
refuses(lambda: results.trail("nobody/end"), LookupError, "a trail of nobody")
refuses(lambda: bristle_scene.resolve(results, "Beauty"), LookupError, "an array that is not there")
refuses(lambda: bristle_scene.show(results, bristle_scene.make_view(), magnify=1e6), ValueError, "too much clearance")

print(f"{len(failures)} failed")
if failures:
    sys.exit(1)
