"""Texts in the scene: names of bodies, features of contact points, and the length of the measuring tape."""
from __future__ import annotations

import numpy as np

from app.draw.camera import pose_matrix
from app.draw.joints.label_places import NEAR, Sight
from app.draw.joints.labels import Label
from app.draw.scene_labels import feature_labels, name_labels
from app.headless.si_format import quantity
from app.panels.panel import UNDER, Panel
from app.panels.widgets.plates import Plates, plate
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

BESIDE = 12                # [design px] from the tape's middle to its text


class SceneText:
    """Keeps the places of the labels, so that they do not jump."""

    def __init__(self):
        self._names: dict[int, int] = {}
        self._features: dict[int, int] = {}

    def draw(self, ui: Ui) -> None:
        """The labels that are switched on."""
        settings, view = ui.state.settings, ui.state.view
        if view is None:
            return
        if settings.names:
            Plates(name_labels, self._names, "name").draw(ui)
        if settings.features:
            Plates(feature_labels, self._features, "feature").draw(ui)
        _tape(ui)


def _tape(ui: Ui) -> None:
    """The length of the tape beside its middle, and its parts along x, y and z."""
    state, unit = ui.state, ui.unit
    ends = state.tape.ends(state.view, state.alpha, state.aimed)
    if len(ends) < 2:
        return
    viewport, way = state.chosen_viewport, ends[1] - ends[0]
    size = (viewport.width / unit, viewport.height / unit)
    camera = viewport.camera(state.motion.camera).pose
    pixels, depth = Sight(pose_matrix(camera, size[0] / max(size[1], 1)), size).pixels(0.5 * (ends[0] + ends[1]))
    if depth > NEAR:
        parts = "  ".join(f"{axis} {quantity(float(part), 'm')}" for axis, part in zip("xyz", way))
        text = f"{quantity(float(np.linalg.norm(way)), 'm')}\n{parts}"
        label = Label(0, float(pixels[0]) + BESIDE, float(pixels[1]) + BESIDE, tuple(pixels.tolist()), text)
        low, high = plate(ui, label, (viewport.x, viewport.y))
        state.widgets["tape"] = (low.x, low.y, high.x, high.y)


def wanted(state: UiState) -> bool:
    """Whether any of them is switched on."""
    return state.settings.names or state.settings.features or state.tape.shown


PANEL = Panel(lambda: SceneText().draw, UNDER, hideable=False, wanted=wanted)
