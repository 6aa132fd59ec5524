"""The shared time: a line at the present step in every plot, and a click that takes the world to a step.

A drag in a plot stays what it is; a press and a release in one place is a click.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui, implot

from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui

STILL = 4.0               # [design px] that the pointer may move during a click


class Axis(NamedTuple):
    """The steps along the horizontal axis of a plot: (k,) places, rising, and the (k,) steps there."""

    places: np.ndarray
    steps: np.ndarray

    def step(self, place: float) -> int | None:
        """The step at a place, None where the axis is empty."""
        return int(round(float(np.interp(place, self.places, self.steps)))) if len(self.places) else None

    def place(self, step: int) -> float | None:
        """Where a step is; None outside of the axis."""
        if not len(self.steps) or not self.steps[0] <= step <= self.steps[-1]:
            return None
        return float(np.interp(step, self.steps, self.places))


def share_time(ui: Ui, axis: Axis) -> None:
    """Inside a plot, after its curves: a line at the present step, the step under the pointer, and the click that goes there."""
    here = axis.place(present(ui))
    if here is not None:
        _line("##present", here, ui, ui.palette.text, 0.8)
    if not implot.is_plot_hovered():
        return
    step = axis.step(implot.get_plot_mouse_pos().x)
    if step is None:
        return
    _line("##pointed", axis.place(step), ui, ui.palette.accent_bright, 0.9)
    with ui.tooltip(implot.get_plot_pos().y - STILL * ui.unit):
        imgui.text_unformatted(told(ui, step))
    if clicked(ui):
        ui.state.go_to(step)


def present(ui: Ui) -> int:
    """The step that is shown."""
    view = ui.state.view
    return ui.state.publication.timeline.present if view is None else view.step


def told(ui: Ui, step: int) -> str:
    """A step with its time, and why nothing can go there, or that a click does."""
    refusal = ui.state.publication.timeline.refusal(step)
    return f"step {step:,}, {ui.state.time_of(step):.3f} s\n{refusal or 'a click goes there'}"


def clicked(ui: Ui) -> bool:
    """Whether the mouse was pressed and released over the present plot without moving."""
    if not imgui.is_mouse_released(imgui.MouseButton_.left):
        return False
    moved = imgui.get_io().mouse_drag_max_distance_sqr
    return moved[0] < (STILL * ui.unit) ** 2


def _line(name: str, place: float | None, ui: Ui, tint: str, alpha: float) -> None:
    if place is not None:
        spec = implot.Spec(line_color=color(tint, alpha), line_weight=1.2 * ui.unit)
        implot.plot_inf_lines(name, np.array([place]), spec=spec)
