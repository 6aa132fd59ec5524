"""Plots of the lanes that run side by side: two readings of a person's choice, and how far the lanes are apart."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui, implot

from app.draw.colors import LANES
from app.headless.si_format import number_text
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.published.divergence import Courses
from app.published.status import LANE_NAMES
from app.ui.ui_state import Desk
from physics.measure.metric_table import UNITLESS, unit_of

CURVES = 500              # points of a curve at most
FIRST_SHOWN = ("kinetic_energy", "max_penetration")
LEAST = 1e-9              # [m] foot of the plot of distances, which is in decades


def wanted(desk: Desk) -> bool:
    """Whether there is anything to plot and somebody wants to see it."""
    return desk.publication.courses is not None and desk.settings.plots and desk.settings.panels


class LanePlots:
    """Remembers which readings are shown."""

    def __init__(self):
        self.shown = list(FIRST_SHOWN)

    def draw(self, ui: Ui) -> None:
        """Three plots beside each other."""
        if not wanted(ui.desk):
            return
        courses, place = ui.desk.publication.courses, ui.layout.plots
        with ui.window("lane plots", place, imgui.WindowFlags_.no_nav | imgui.WindowFlags_.no_scrollbar):
            if not imgui.begin_table("##plots", len(self.shown) + 1):
                return
            for number in range(len(self.shown)):
                imgui.table_next_column()
                self._reading(ui, courses, number)
            imgui.table_next_column()
            _distance(ui, courses)
            imgui.end_table()

    def _reading(self, ui: Ui, courses: Courses, number: int) -> None:
        """A choice among the readings, and the plot of the chosen one."""
        name = self.shown[number] if self.shown[number] in courses.names else courses.names[0]
        imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(8 * ui.unit, 2 * ui.unit))
        imgui.set_next_item_width(-1)
        opened = imgui.begin_combo(f"##reading {number}", titled(name), imgui.ComboFlags_.height_large)
        ui.note(f"reading:{number}")
        if opened:
            for other in courses.names:
                if imgui.selectable(titled(other), other == name)[0]:
                    self.shown[number] = other
                ui.note(f"choice:reading:{other}")
            imgui.end_combo()
        imgui.pop_style_var()
        column = courses.readings[:, :, courses.names.index(name)]
        _plot(ui, f"reading {number}", courses.times, column)


def titled(name: str) -> str:
    """A reading's name for people, with its unit."""
    plain = name.removeprefix("max(").removesuffix(")").replace("_", " ")
    text = f"Largest {plain}" if name.startswith("max(") else f"{plain[0].upper()}{plain[1:]}"
    unit = unit_of(name)
    return text if unit in UNITLESS else f"{text} {unit}"


def _distance(ui: Ui, courses: Courses) -> None:
    """How far bodies of each lane are from where the first lane has them, in decades, and when that began."""
    imgui.align_text_to_frame_padding()
    begun = _begun(ui, courses)
    imgui.text_unformatted("Apart m")
    imgui.same_line()
    imgui.text_disabled(", ".join(f"{name} from step {step}" for name, (step, _) in begun.items()) or "together so far")
    ui.note("lanes apart")
    ui.tip("How far any body of a lane is from where lane a has it, at most. The line is at "
           f"{number_text(ui.desk.settings.apart, 'm')}, from which lanes count as apart; it is set under View"
           + "".join(f"\nLane {name}: from step {step} on, {time:.3f} s" for name, (step, time) in begun.items()))
    distances = np.maximum(np.nan_to_num(courses.largest, posinf=np.nan), LEAST)
    distances[:, 0] = np.nan
    _plot(ui, "distance", courses.moments, distances, ui.desk.settings.apart)


def _begun(ui: Ui, courses: Courses) -> dict[str, tuple[int, float]]:
    """Since which step and time [s] lanes are apart, by their names; those that are not are left out."""
    tolerance = ui.desk.settings.apart
    found = [(LANE_NAMES[lane], courses.first_beyond(lane, tolerance)) for lane in range(1, courses.largest.shape[1])]
    return {name: first for name, first in found if first is not None}


def _plot(ui: Ui, name: str, times: np.ndarray, columns: np.ndarray, tolerance: float = 0.0) -> None:
    """Curves over time, a column each; with a tolerance in decades, and a line there."""
    flags = implot.Flags_.no_mouse_text | implot.Flags_.no_menus | implot.Flags_.no_box_select | implot.Flags_.no_legend
    if not implot.begin_plot(f"##{name}", ImVec2(-1, -1), flags):
        return
    ui.note(f"plot:{name}")
    fixed = implot.AxisFlags_.no_menus | implot.AxisFlags_.no_side_switch | implot.AxisFlags_.no_highlight
    implot.setup_axes("", "", fixed, fixed)
    rows = thinned(len(times))
    times, columns = np.ascontiguousarray(times[rows]), columns[rows]
    low, high = bounds(columns, tolerance)
    if tolerance:
        implot.setup_axis_scale(implot.ImAxis_.y1, implot.Scale_.log10)
    else:
        implot.setup_axis_format(implot.ImAxis_.y1, "%.3g")
    right = max(float(times[-1]), 1.0) if len(times) else 1.0
    implot.setup_axes_limits(0.0, right, low, high, imgui.Cond_.always)
    if tolerance:
        line = np.array((0.0, right))
        implot.plot_line("##tolerance", line, np.full(2, tolerance), spec=implot.Spec(line_color=color(ui.palette.dim, 0.6)))
    for lane in reversed(range(columns.shape[1])):        # the first over the others
        values = np.ascontiguousarray(columns[:, lane])
        if np.isfinite(values).any():
            spec = implot.Spec(line_color=color(bytes(LANES[lane]).hex()), line_weight=1.8 * ui.unit)
            implot.plot_line(LANE_NAMES[lane], times, values, spec=spec)
    implot.end_plot()


def thinned(count: int) -> slice:
    """Rows that are enough for a plot, the last among them."""
    every = max(count // CURVES, 1)
    return slice((count - 1) % every if count else 0, None, every)


def bounds(columns: np.ndarray, tolerance: float) -> tuple[float, float]:
    """Lowest and highest value of a plot, with room; in decades when there is a tolerance."""
    values = columns[np.isfinite(columns)]
    if tolerance:
        return LEAST, 10 * max(float(values.max(initial=0.0)), tolerance)
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    low, high = min(low, 0.0), max(high, 0.0)
    span = high - low
    if span <= 0:
        return 0.0, 1.0
    return low - 0.05 * span * (low < 0), high + 0.08 * span
