"""Plots of the variants that run side by side: two readings of a person's choice, and how far the variants are apart."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui, implot

from app.draw.colors import VARIANT_COLORS
from app.headless.si_format import number_text
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.published.divergence import Divergence
from app.published.status import VARIANT_NAMES
from app.ui.ui_state import UiState
from physics.measure.metric_table import UNITLESS, unit_of

CURVES = 500              # points of a curve at most
FIRST_SHOWN = ("kinetic_energy", "max_penetration")
LEAST = 1e-9              # [m] foot of the plot of distances, which is in decades


def wanted(state: UiState) -> bool:
    """Whether there is anything to plot and somebody wants to see it."""
    return state.publication.divergence is not None and state.settings.plots and state.settings.panels


class VariantPlots:
    """Remembers which readings are shown."""

    def __init__(self):
        self.shown = list(FIRST_SHOWN)

    def draw(self, ui: Ui) -> None:
        """Three plots beside each other."""
        if not wanted(ui.state):
            return
        divergence, place = ui.state.publication.divergence, ui.layout.plots
        with ui.window("variant plots", place, imgui.WindowFlags_.no_nav | imgui.WindowFlags_.no_scrollbar):
            if not imgui.begin_table("##plots", len(self.shown) + 1):
                return
            for number in range(len(self.shown)):
                imgui.table_next_column()
                self._reading(ui, divergence, number)
            imgui.table_next_column()
            _distance(ui, divergence)
            imgui.end_table()

    def _reading(self, ui: Ui, divergence: Divergence, number: int) -> None:
        """A choice among the readings, and the plot of the chosen one."""
        name = self.shown[number] if self.shown[number] in divergence.names else divergence.names[0]
        imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(8 * ui.unit, 2 * ui.unit))
        imgui.set_next_item_width(-1)
        opened = imgui.begin_combo(f"##reading {number}", titled(name), imgui.ComboFlags_.height_large)
        ui.note(f"reading:{number}")
        if opened:
            for other in divergence.names:
                if imgui.selectable(titled(other), other == name)[0]:
                    self.shown[number] = other
                ui.note(f"choice:reading:{other}")
            imgui.end_combo()
        imgui.pop_style_var()
        column = divergence.readings[:, :, divergence.names.index(name)]
        _plot(ui, f"reading {number}", divergence.times, column)


def titled(name: str) -> str:
    """A reading's name for people, with its unit."""
    plain = name.removeprefix("max(").removesuffix(")").replace("_", " ")
    text = f"Largest {plain}" if name.startswith("max(") else f"{plain[0].upper()}{plain[1:]}"
    unit = unit_of(name)
    return text if unit in UNITLESS else f"{text} {unit}"


def _distance(ui: Ui, divergence: Divergence) -> None:
    """How far bodies of each variant are from where the first variant has them, in decades, and when that began."""
    imgui.align_text_to_frame_padding()
    begun = _begun(ui, divergence)
    imgui.text_unformatted("Apart m")
    imgui.same_line()
    imgui.text_disabled(", ".join(f"{name} from step {step}" for name, (step, _) in begun.items()) or "together so far")
    ui.note("variants apart")
    ui.tip("How far any body of a variant is from where variant a has it, at most. The line is at "
           f"{number_text(ui.state.settings.apart, 'm')}, from which variants count as apart; it is set under View"
           + "".join(f"\nVariant {name}: from step {step} on, {time:.3f} s" for name, (step, time) in begun.items()))
    distances = np.maximum(np.nan_to_num(divergence.largest, posinf=np.nan), LEAST)
    distances[:, 0] = np.nan
    _plot(ui, "distance", divergence.moments, distances, ui.state.settings.apart)


def _begun(ui: Ui, divergence: Divergence) -> dict[str, tuple[int, float]]:
    """Since which step and time [s] variants are apart, by their names; those that are not are left out."""
    tolerance = ui.state.settings.apart
    others = range(1, divergence.largest.shape[1])
    found = [(VARIANT_NAMES[variant], divergence.first_beyond(variant, tolerance)) for variant in others]
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
    for variant in reversed(range(columns.shape[1])):        # the first over the others
        values = np.ascontiguousarray(columns[:, variant])
        if np.isfinite(values).any():
            spec = implot.Spec(line_color=color(bytes(VARIANT_COLORS[variant]).hex()), line_weight=1.8 * ui.unit)
            implot.plot_line(VARIANT_NAMES[variant], times, values, spec=spec)
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
