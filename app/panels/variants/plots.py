"""Plots of the variants side by side: two chosen metrics, and the distance between the variants."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui

from app.draw.view_setting import COMPARE
from app.headless.si_format import number_text
from app.panels.metric_plots import LIST_PAD, PAD, column, fitting
from app.panels.panel import BESIDE, PLOTS, Panel
from app.panels.widgets.shared_time import Axis
from app.panels.widgets.time_plot import LEAST, time_plot
from app.panels.widgets.ui import Ui
from app.published.divergence import Divergence
from app.published.status import VARIANT_NAMES
from app.ui.ui_state import UiState

METRICS = 2               # columns beside that of the distance, at most


def wanted(state: UiState) -> bool:
    """Whether several variants run."""
    return state.publication.divergence is not None and bool(state.status.variants)


def draw(ui: Ui) -> None:
    """Three plots beside each other."""
    divergence = ui.state.publication.divergence
    with ui.window("variant plots", ui.layout.plots, imgui.WindowFlags_.no_scrollbar, backed=True):
        count = fitting(ui, METRICS, besides=1)
        if not imgui.begin_table("##plots", count + 1):
            return
        for number in range(count):
            column(ui, divergence, number)
        imgui.table_next_column()
        _distance(ui, divergence)
        imgui.end_table()


def _distance(ui: Ui, divergence: Divergence) -> None:
    """Distances of the bodies of each variant from their places in the first one, in decades, and when they exceeded the
    tolerance."""
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(PAD * ui.unit, LIST_PAD * ui.unit))      # as the lists beside it
    imgui.align_text_to_frame_padding()
    imgui.pop_style_var()
    begun = _begun(ui, divergence)
    imgui.text_unformatted("Apart m")
    imgui.same_line()
    imgui.text_disabled(", ".join(f"{name} from step {step}" for name, (step, _) in begun.items()) or "together so far")
    ui.note("variants apart")
    ui.tip("The largest distance of a body of a variant from its place in variant a. The line is at "
           f"{number_text(ui.state.settings.apart, 'm')}, from which variants count as apart; it is set under View"
           + "".join(f"\nVariant {name}: from step {step} on, {time:.3f} s" for name, (step, time) in begun.items()))
    distances = np.maximum(np.nan_to_num(divergence.largest, posinf=np.nan), LEAST)
    distances[:, 0] = np.nan
    time_plot(ui, "distance", Axis(divergence.moments, divergence.steps), distances, ui.state.settings.apart)


def _begun(ui: Ui, divergence: Divergence) -> dict[str, tuple[int, float]]:
    """Name -> step and time [s] from which a variant is apart; the others are omitted."""
    tolerance = ui.state.settings.apart
    others = range(1, divergence.largest.shape[1])
    found = [(VARIANT_NAMES[variant], divergence.first_beyond(variant, tolerance)) for variant in others]
    return {name: first for name, first in found if first is not None}


PANEL = Panel(lambda: draw, BESIDE + 5, wanted, place=PLOTS, switch="plots", keys=("G",), sheet=COMPARE,
              label="Plots of variants", help="Readings of all variants over time, and how far they are apart")
