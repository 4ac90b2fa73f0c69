"""The tables of a run as charts."""
import os

from paraview import simple

from bristle_results import save_screenshot

INK = [0.16, 0.18, 0.22]
COLORS = ["#2f6db0", "#d9822b", "#3a8f5c", "#b5403a", "#7a5ca8", "#8a6a4f", "#4aa3a8", "#c2649a", "#6b7280", "#a8a032"]


def _color(k):
    text = COLORS[k % len(COLORS)]
    return [str(int(text[i:i + 2], 16) / 255.0) for i in (1, 3, 5)]


def _chart(file, columns, title, size):
    """One chart of columns of a table over time."""
    table = simple.CSVReader(registrationName=title, FileName=[file])
    view = simple.CreateView("XYChartView")
    view.ViewSize = list(size)
    view.ChartTitle = title
    view.ChartTitleFontSize = 16
    view.BottomAxisTitle = "time, s"
    view.LeftAxisTitle = ""
    view.LegendLocation = "TopLeft"
    view.ShowLegend = int(len(columns) > 1)
    for axis in ("Left", "Bottom"):
        setattr(view, f"{axis}AxisGridColor", [0.90, 0.91, 0.93])
        setattr(view, f"{axis}AxisColor", INK)
        setattr(view, f"{axis}AxisLabelFontSize", 12)
        setattr(view, f"{axis}AxisTitleFontSize", 13)
    display = simple.Show(table, view, "XYChartRepresentation")
    display.UseIndexForXAxis = 0
    display.XArrayName = "time"
    display.SeriesVisibility = list(columns)
    display.SeriesLabel = [text for name in columns for text in (name, name.replace("_", " "))]
    display.SeriesColor = [text for k, name in enumerate(columns) for text in (name, *_color(k))]
    display.SeriesLineThickness = [text for name in columns for text in (name, "2")]
    display.SeriesLineStyle = [text for name in columns for text in (name, "1")]
    return view


def save_plots(results, directory, size=(1200, 700)):
    """The ledger as energy.png and each probe as probe_NAME.png. Returns the files."""
    saved = []

    def save(file, columns, title, name):
        view = _chart(file, columns, title, size)
        path = os.path.join(directory, name)
        save_screenshot(path, view, size)
        simple.Delete(view)
        saved.append(path)

    energy = results.table("energy.csv")
    if energy.get("time"):
        columns = [name for name, values in energy.items() if name not in ("time", "residual") and any(values)]
        save(os.path.join(results.directory, "energy.csv"), columns, "energy, J", "energy.png")
    probes = results.table("probes.csv")
    if probes.get("time"):
        for name in probes:
            if name != "time":
                plain = "".join(c if c.isalnum() or c in "-." else "_" for c in name)
                save(os.path.join(results.directory, "probes.csv"), [name], name, f"probe_{plain}.png")
    return saved
