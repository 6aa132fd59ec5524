"""Plots of metrics over time: a choice among all of `physics.measure`, and the curve of the chosen one.

The panel here is that of a single run; while variants are compared, `variants.plots` has the same columns.
"""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from app.panels.panel import BESIDE, PLOTS, Panel
from app.panels.widgets.shared_time import Axis
from app.panels.widgets.time_plot import time_plot
from app.panels.widgets.ui import Ui
from app.published.divergence import Divergence
from app.ui.ui_state import UiState
from physics.measure.metric_table import UNITLESS, unit_of

PAD, LIST_PAD, ARROW, SPACE = 8, 2, 22, 14      # [design px] beside and above a title, of a list's arrow, and between columns


def draw(ui: Ui) -> None:
    """Plots beside each other, under the scene."""
    with ui.window("metric plots", ui.layout.plots, imgui.WindowFlags_.no_scrollbar, backed=True):
        count = fitting(ui, len(ui.state.plotted))
        if imgui.begin_table("##plots", count):
            for number in range(count):
                column(ui, ui.state.publication.divergence, number)
            imgui.end_table()


def fitting(ui: Ui, most: int, besides: int = 0) -> int:
    """Number of columns whose titles have room in this panel, beside `besides` others; at least one, at most `most`."""
    widest = max(imgui.calc_text_size(titled(name)).x for name in ui.state.plotted) + (2 * PAD + ARROW + SPACE) * ui.unit
    return max(min(int(imgui.get_content_region_avail().x / widest) - besides, most), 1)


def column(ui: Ui, divergence: Divergence, number: int) -> None:
    """The next column of a table: a choice among the metrics, and the plot of the chosen one."""
    shown = ui.state.plotted
    name = shown[number] if shown[number] in divergence.names else divergence.names[0]
    imgui.table_next_column()
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(PAD * ui.unit, LIST_PAD * ui.unit))
    imgui.set_next_item_width(-1)
    opened = imgui.begin_combo(f"##reading {number}", titled(name), imgui.ComboFlags_.height_large)
    ui.note(f"reading:{number}")
    ui.note(f"reading:{number}:{name}")
    if opened:
        for other in divergence.names:
            if imgui.selectable(titled(other), other == name)[0]:
                shown[number] = other
            ui.note(f"choice:reading:{other}")
        imgui.end_combo()
    imgui.pop_style_var()
    time_plot(ui, f"reading {number}", Axis(divergence.times, divergence.read_steps),
              divergence.readings[:, :, divergence.names.index(name)])


def titled(name: str) -> str:
    """A reading's display name, with its unit."""
    plain = name.removeprefix("max(").removesuffix(")").replace("_", " ")
    text = f"Largest {plain}" if name.startswith("max(") else f"{plain[0].upper()}{plain[1:]}"
    unit = unit_of(name)
    return text if unit in UNITLESS else f"{text} {unit}"


def wanted(state: UiState) -> bool:
    """Whether a single run has readings."""
    return state.publication.divergence is not None and not state.status.variants


PANEL = Panel(lambda: draw, BESIDE + 5, wanted, place=PLOTS, switch="metric_plots", default=False,
              keys=("Shift+G",), needs=("readings",), label="Plots of one run",
              help="Any metrics over time, also while nothing is compared")
