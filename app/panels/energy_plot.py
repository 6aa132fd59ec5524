"""The energy plot: kinetic, potential and total energy of the run so far."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui, implot

from app.headless.si_format import prefix_of
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.curves import outline, stretches
from app.panels.widgets.shared_time import Axis, share_time
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.published.energy_history import KINETIC, POTENTIAL, STEP, TIME, TOTAL, History

SPAN = 12.0               # [s] of simulated time shown
NAMES = ("total", "potential", "kinetic")


def draw(ui: Ui) -> None:
    """Heading, legend and plot."""
    axis, columns, first = window(ui.state.history, 0.0 if ui.state.view is None else ui.state.view.time)
    time = axis.places
    unit, factor = readable(columns)
    columns = [values / factor for values in columns]
    tints = ui.palette.text, ui.palette.good, "FF6B5E"
    ui.heading("Energy", unit)
    _legend(ui, tints)
    flags = implot.Flags_.no_mouse_text | implot.Flags_.no_menus | implot.Flags_.no_box_select | implot.Flags_.no_legend
    if not implot.begin_plot("##energy", ImVec2(-6 * ui.unit, 116 * ui.unit), flags):
        return
    ui.note("plot:energy")
    fixed = implot.AxisFlags_.no_menus | implot.AxisFlags_.no_side_switch | implot.AxisFlags_.no_highlight
    implot.setup_axes("", "", fixed, fixed)
    left = max(float(time[-1]) - SPAN, 0.0) if len(time) else 0.0
    low, high = limits(columns)
    implot.setup_axes_limits(left, left + SPAN, low, high, imgui.Cond_.always)
    implot.setup_axis_format(implot.ImAxis_.y1, "%.4g")
    for name, values, tint, filled in zip(NAMES, columns, tints, (False, True, True), strict=True):
        if not len(time):
            continue
        rows = outline(values, stretches(), first)
        times, values = time[rows], values[rows]
        if filled:
            implot.plot_shaded(name, times, values, low, spec=implot.Spec(fill_color=color(tint), fill_alpha=0.18))
        implot.plot_line(name, times, values, spec=implot.Spec(line_color=color(tint), line_weight=1.8 * ui.unit))
    share_time(ui, axis)
    implot.end_plot()


def _legend(ui: Ui, tints: tuple[str, ...]) -> None:
    """The names of the curves over the plot: at the right of the heading, or below it where they have no room there."""
    line, radius, gap = imgui.get_text_line_height(), 4 * ui.unit, 10 * ui.unit
    width = sum(imgui.calc_text_size(name).x + 3 * radius + gap for name in NAMES) - gap
    right = imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - 6 * ui.unit
    beside = imgui.get_item_rect_max().x - imgui.get_window_pos().x + 2 * gap + width < right
    if beside:
        imgui.same_line()
    imgui.set_cursor_pos_x(right - width if beside else imgui.get_cursor_pos_x())
    imgui.begin_group()
    for number, (name, tint) in enumerate(zip(NAMES, tints, strict=True)):
        if number:
            imgui.same_line(0, gap)
        at = imgui.get_cursor_screen_pos()
        Canvas().dot((at.x + radius, at.y + line / 2), radius, tint)
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + 3 * radius)
        imgui.text_disabled(name)
    imgui.end_group()
    ui.note("legend:energy")


def window(history: History, present: float) -> tuple[Axis, list[np.ndarray], int]:
    """Times [s] with their steps, and the three energies [J], of the last SPAN seconds, or of the SPAN seconds from the
    `present` time on where that is earlier; and the number of their first row."""
    time, steps = history.column(TIME), history.column(STEP)
    begin = min(time[-1] - SPAN, present) if len(time) else 0.0
    first, last = np.searchsorted(time, begin), np.searchsorted(time, begin + SPAN, side="right")
    rows = slice(int(first), int(last))
    columns = [np.ascontiguousarray(history.column(c)[rows]) for c in (TOTAL, POTENTIAL, KINETIC)]
    return Axis(np.ascontiguousarray(time[rows]), steps[rows]), columns, int(first)


def readable(columns: list[np.ndarray]) -> tuple[str, float]:
    """The unit in which the largest value has few digits, and its value in joules."""
    largest = max((float(np.abs(c[np.isfinite(c)]).max(initial=0.0)) for c in columns), default=0.0)
    factor, prefix = prefix_of(largest, 1.0)
    return f"{prefix}J", factor


def limits(columns: list[np.ndarray]) -> tuple[float, float]:
    """Lowest and highest value of the plot, in the unit of the columns: all finite values, with a little room; a curve that lies
    on an edge is not drawn."""
    values = np.concatenate(columns) if columns else np.zeros(0)
    values = values[np.isfinite(values)]
    if not values.any():                                    # also of a scene without a moving body
        return -0.02, 1.0
    low, high = min(float(values.min()), 0.0), max(float(values.max()), 0.0)
    span = max(high - low, 1e-6)
    return low - 0.02 * span, high + 0.06 * span
