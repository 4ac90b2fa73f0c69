"""Pictures, animations and plots of a Bristle run.

    pvbatch paraview/bristle_view.py RESULTS --png run.png

RESULTS is a results directory or its results.pvd. scripts/picture does the same, and installs what it needs.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from paraview import simple  # noqa: E402

import bristle_plots  # noqa: E402
import bristle_scene  # noqa: E402
from bristle_results import Results, save_screenshot  # noqa: E402


def save_picture(results, view, file, time=None):
    """The frame nearest to `time`; the last one if no time is given."""
    simple.SetActiveView(view)
    simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
    view.ViewTime = results.nearest_time(results.times[-1] if time is None else time)
    simple.Render(view)
    save_screenshot(file, view, view.ViewSize)


def save_animation(results, view, file, frame_rate=25):
    """All frames: .avi and .ogv by ParaView, .png as a numbered series, .mp4 and .gif by ffmpeg."""
    extension = os.path.splitext(file)[1].lower()
    if extension == ".png":
        return _save_frames(results, view, file)
    if extension in (".avi", ".ogv"):
        scene = simple.GetAnimationScene()
        scene.UpdateAnimationUsingDataTimeSteps()
        scene.PlayMode = "Snap To TimeSteps"
        simple.SaveAnimation(file, view, ImageResolution=list(view.ViewSize), FrameRate=frame_rate)
        return None
    if not shutil.which("ffmpeg"):
        raise RuntimeError(f"writing {extension or file} needs ffmpeg, which is not there; .avi, .ogv and .png do not")
    with tempfile.TemporaryDirectory() as folder:
        _save_frames(results, view, os.path.join(folder, "frame.png"))
        filters = ["-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse"] if extension == ".gif" else \
                  ["-pix_fmt", "yuv420p", "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2"]
        subprocess.run(["ffmpeg", "-y", "-loglevel", "error", "-framerate", str(frame_rate), "-i",
                        os.path.join(folder, "frame.%04d.png"), *filters, file], check=True)
    return None


def _save_frames(results, view, file):
    stem, extension = os.path.splitext(file)
    for k, time in enumerate(results.times):
        save_picture(results, view, f"{stem}.{k:04d}{extension}", time)


def show_active():
    """For the macro: shows the results.pvd that is selected in the pipeline browser in the active view."""
    source = simple.GetActiveSource()
    file = getattr(source, "FileName", "")
    if not str(file).endswith("results.pvd"):
        raise RuntimeError("select a results.pvd in the pipeline browser first (File > Open)")
    results = Results(str(file), reader=source)
    view = simple.GetActiveViewOrCreate("RenderView")
    simple.Hide(source, view)
    bristle_scene.show(results, view)
    simple.Render(view)
    return results


def _arguments(argv):
    parser = argparse.ArgumentParser(prog="bristle_view.py", description="Pictures, animations and plots of a run.")
    parser.add_argument("results", metavar="RESULTS", help="results directory, or its results.pvd")
    parser.add_argument("--png", metavar="FILE", help="a picture")
    parser.add_argument("--time", type=float, metavar="T", help="of the picture, in s (default: the last frame)")
    parser.add_argument("--animation", metavar="FILE", help=".avi, .ogv, .png (a series), .mp4 or .gif (by ffmpeg)")
    parser.add_argument("--color-by", metavar="ARRAY",
                        help="of beams: N, Q2, Q3, T, M2, M3, SectionMoment, Velocity, … (default: what is largest)")
    parser.add_argument("--magnify", type=float, default=1.0, metavar="K", help="draws the play of joints K times larger")
    parser.add_argument("--trail", action="append", default=[], metavar="POINT",
                        help="path of a point: BEAM/end, BEAM/0.25, or a probe with columns POINT_x, _y, _z; repeatable")
    parser.add_argument("--plots", nargs="?", const="", metavar="DIR",
                        help="the ledger and the probes as charts (default: in RESULTS)")
    parser.add_argument("--size", default="1600x1000", metavar="WxH", help="of pictures, in pixels")
    parser.add_argument("--camera", metavar="X,Y,Z", help="looks from this direction")
    options = parser.parse_args(argv)
    try:
        options.size = tuple(int(n) for n in options.size.split("x"))
        options.camera = [float(x) for x in options.camera.split(",")] if options.camera else None
        if len(options.size) != 2 or min(options.size) < 16 or (options.camera and len(options.camera) != 3):
            raise ValueError
    except ValueError:
        parser.error("--size takes WIDTHxHEIGHT in pixels, --camera three numbers X,Y,Z")
    if not options.magnify > 0.0:
        parser.error("--magnify takes a positive number")
    if not options.png and not options.animation and options.plots is None:
        options.png = "picture.png"
    return options


def main(argv=None):
    options = _arguments(argv)
    try:
        results = Results(options.results)
        if options.png or options.animation:
            view = bristle_scene.make_view(options.size)
            bristle_scene.show(results, view, options.color_by, options.magnify, options.trail)
            if options.camera:
                bristle_scene.aim_camera(results, view, options.camera)
        if options.png:
            save_picture(results, view, options.png, options.time)
            print(options.png)
        if options.animation:
            save_animation(results, view, options.animation)
            print(options.animation)
        if options.plots is not None:
            for file in bristle_plots.save_plots(results, options.plots or results.directory):
                print(file)
    except (OSError, LookupError, ValueError, RuntimeError, subprocess.CalledProcessError) as error:
        print(f"bristle_view: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    if main() != 0:  # pvbatch ends cleanly only by itself: sys.exit would take the windows away from under it
        sys.exit(1)
