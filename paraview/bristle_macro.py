"""For ParaView's window: shows the selected results.pvd as scripts/picture does.

Add it by Macros > Add new macro. It uses bristle_view.py from this folder. ParaView keeps a copy of a macro elsewhere,
so it looks for the folder by the environment variable BRISTLE_PARAVIEW, and above the results (results that lie inside
a checkout of Bristle need nothing more).
"""
import os
import sys

from paraview import simple


def _find_folder():
    candidates = [os.environ.get("BRISTLE_PARAVIEW", "")]
    if "__file__" in globals():
        candidates.append(os.path.dirname(os.path.abspath(__file__)))
    folder = os.path.dirname(os.path.abspath(str(getattr(simple.GetActiveSource(), "FileName", ""))))
    while folder != os.path.dirname(folder):
        candidates.append(os.path.join(folder, "paraview"))
        folder = os.path.dirname(folder)
    for candidate in candidates:
        if candidate and os.path.isfile(os.path.join(candidate, "bristle_view.py")):
            return candidate
    raise RuntimeError("bristle_view.py not found: set the environment variable BRISTLE_PARAVIEW to the folder it is in")


sys.path.insert(0, _find_folder())

import bristle_view  # noqa: E402

bristle_view.show_active()
