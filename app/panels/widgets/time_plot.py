"""A plot over time: a curve for each variant, in its colour, thinned to the plot's resolution."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui, implot

from app.draw.colors import VARIANT_COLORS
from app.panels.widgets.curves import outline, stretches
from app.panels.widgets.shared_time import Axis, share_time
from app.panels.widgets.theme import color
from app.panels.widgets.ticks import set_ticks
from app.panels.widgets.ui import Ui
from app.published.status import VARIANT_NAMES

LOW = 90                  # [design px] height of a plot below which its times have no numbers
LATE = 0.2                # share of the last time after which the first value comes late
LEAST = 1e-9              # lowest value of a plot in decades
ZERO, BELOW, ABOVE = 0.02, 0.05, 0.08    # margins as shares of the range: below zero, below a negative value, above the highest
DOT = 2.5                 # [design px] radius of the only value of a curve


def time_plot(ui: Ui, name: str, axis: Axis, columns: np.ndarray, tolerance: float = 0.0) -> None:
    """Curves over times [s] with their steps, a column each; with a tolerance, in decades and with a line at the tolerance.  A
    click goes to a step."""
    flags = implot.Flags_.no_mouse_text | implot.Flags_.no_menus | implot.Flags_.no_box_select | implot.Flags_.no_legend
    height = imgui.get_content_region_avail().y
    untold = implot.AxisFlags_.no_tick_labels if height < LOW * ui.unit else implot.AxisFlags_.none
    if not implot.begin_plot(f"##plot:{name}", ImVec2(-1, -1), flags):
        return
    ui.note(f"plot:{name}")
    fixed = implot.AxisFlags_.no_menus | implot.AxisFlags_.no_side_switch | implot.AxisFlags_.no_highlight
    implot.setup_axes("", "", fixed | untold, fixed)
    times = axis.places
    low, high = bounds(columns, tolerance)
    if tolerance:
        implot.setup_axis_scale(implot.ImAxis_.y1, implot.Scale_.log10)
    set_ticks(ui, (low, high), height, log=bool(tolerance))
    left, right = extent(times)
    implot.setup_axes_limits(left, right, low, high, imgui.Cond_.always)
    if tolerance:
        line = np.array((left, right))
        implot.plot_line("##tolerance", line, np.full(2, tolerance), spec=implot.Spec(line_color=color(ui.palette.dim, 0.6)))
    for variant in reversed(range(columns.shape[1])):        # the first over the others
        values = np.ascontiguousarray(columns[:, variant])
        if np.isfinite(values).any():
            rows = outline(values, stretches())
            spec = implot.Spec(line_color=color(bytes(VARIANT_COLORS[variant]).hex()), line_weight=1.8 * ui.unit)
            if np.isfinite(values).sum() == 1:               # no line yet
                spec.marker, spec.marker_size = implot.Marker_.circle, DOT * ui.unit
            implot.plot_line(VARIANT_NAMES[variant], np.ascontiguousarray(times[rows]), values[rows], spec=spec)
    share_time(ui, axis)
    implot.end_plot()


def extent(times: np.ndarray) -> tuple[float, float]:
    """First and last time of a plot [s], at least a second apart: from 0, or from the first value where that came late."""
    first, last = (float(times[0]), float(times[-1])) if len(times) else (0.0, 0.0)
    left = first if first > LATE * max(last, 1.0) else 0.0
    return left, max(last, left + 1.0)


def bounds(columns: np.ndarray, tolerance: float) -> tuple[float, float]:
    """Lowest and highest value of a plot, with margins, since a curve that lies on an edge is not drawn; in decades with a
    tolerance."""
    values = columns[np.isfinite(columns)]
    if tolerance:
        return LEAST, 10 * max(float(values.max(initial=0.0)), tolerance)
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    low, high = min(low, 0.0), max(high, 0.0)
    span = high - low
    if span <= 0:
        return -ZERO, 1.0
    return low - (BELOW if low < 0 else ZERO) * span, high + ABOVE * span
