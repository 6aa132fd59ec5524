"""Texts in the scene: names of bodies, features of contact points, the length of the measuring tape, the size of an event that is
being drawn, a block of a Jacobian."""
from __future__ import annotations

import numpy as np

from app.draw.camera import pose_matrix
from app.draw.joints.label_places import NEAR, Sight
from app.draw.joints.labels import Label, Last
from app.draw.rows.jacobian import block_of, text_of
from app.draw.scene_labels import feature_labels, name_labels
from app.headless.si_format import quantity
from app.input.event_tool import UNITS
from app.panels.panel import UNDER, Panel
from app.panels.widgets.plates import Plates, corners, plate
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

BESIDE, GAP = 12, 4        # [design px] from a point to its text, and between a text and the legend


class SceneText:
    """Keeps the places of the labels, so that they do not jump."""

    def __init__(self):
        self._names: dict[int, int] = {}
        self._features: dict[int, int] = {}
        self._last = Last(), Last()

    def draw(self, ui: Ui) -> None:
        """The labels that are switched on."""
        settings, view = ui.state.settings, ui.state.view
        if view is None:
            return
        if settings.names:
            Plates(name_labels, self._names, "name", last=self._last[0]).draw(ui)
        if settings.features:
            Plates(feature_labels, self._features, "feature", last=self._last[1]).draw(ui)
        _tape(ui)
        _event(ui)
        _block(ui)


def _tape(ui: Ui) -> None:
    """The length of the tape beside its middle, and its parts along x, y and z."""
    state = ui.state
    ends = state.tape.ends(state.view, state.alpha, state.aimed)
    if len(ends) < 2:
        return
    way = ends[1] - ends[0]
    parts = "  ".join(f"{axis} {quantity(float(part), 'm')}" for axis, part in zip("xyz", way))
    _plate(ui, "tape", 0.5 * (ends[0] + ends[1]), f"{quantity(float(np.linalg.norm(way)), 'm')}\n{parts}")


def _event(ui: Ui) -> None:
    """The size of the event that is being drawn, beside the tip of its arrow."""
    state = ui.state
    vector = state.events.vector(state.view)
    if vector is not None:
        _plate(ui, "event", state.events.arrow.tip, quantity(float(np.linalg.norm(vector)), UNITS[state.events.kind]))


def _block(ui: Ui) -> None:
    """The block of the Jacobian whose term is under the pointer, beside its arrow."""
    state, inside = ui.state, ui.state.publication.inside
    block = None if inside is None or inside.step != state.view.step else block_of(inside, state.inside.block, state.view)
    if block is not None:
        _plate(ui, "jacobian", block.place, text_of(block))


def _plate(ui: Ui, name: str, point: np.ndarray, text: str) -> None:
    """A text beside a point in the scene: above it at the right, or as near as it can be without going under a panel."""
    state, unit, viewport = ui.state, ui.unit, ui.state.chosen_viewport
    size = (viewport.width / unit, viewport.height / unit)
    camera = viewport.camera(state.motion.camera).pose
    pixels, depth = Sight(pose_matrix(camera, size[0] / max(size[1], 1)), size).pixels(point)
    if depth > NEAR:
        room = corners(ui, Label(0, 0.0, 0.0, (0.0, 0.0), text), (0.0, 0.0))
        wide, high = (room[1].x - room[0].x) / unit, (room[1].y - room[0].y) / unit
        (left, top), (across, down) = viewport.local(*state.area[:2]), state.area[2:]
        x = inside(float(pixels[0]) + BESIDE, left / unit, (left + across) / unit - wide)
        y = inside(float(pixels[1]) - BESIDE - high, top / unit, (top + down) / unit - high)
        y = above(_legend(ui), (x, y, x + wide, y + high))
        pad = -room[0].x / unit, -room[0].y / unit
        low, high = plate(ui, Label(0, x + pad[0], y + pad[1], tuple(pixels.tolist()), text), (viewport.x, viewport.y))
        state.widgets[name] = (low.x, low.y, high.x, high.y)


def _legend(ui: Ui) -> tuple[float, float, float, float] | None:
    """Where the legend was in the last picture [design px of the chosen viewport]."""
    legend, viewport = ui.state.legend, ui.state.chosen_viewport
    if legend is None:
        return None
    sides = *viewport.local(*legend[:2]), *viewport.local(*legend[2:])
    return tuple(side / ui.unit for side in sides)


def above(taken: tuple[float, float, float, float] | None, box: tuple[float, float, float, float]) -> float:
    """The top of a box, higher where it would lie under what is taken; left, top, right and bottom of both."""
    left, top, right, bottom = box
    if taken is None or left >= taken[2] or right <= taken[0] or top >= taken[3] or bottom <= taken[1]:
        return top
    return max(taken[1] - GAP - (bottom - top), 0.0)


def inside(place: float, least: float, most: float) -> float:
    """The place, moved between two others; the lower one where they have no room."""
    return max(min(place, most), least)


def wanted(state: UiState) -> bool:
    """Whether any of them is switched on."""
    return bool(state.settings.names or state.settings.features or state.tape.shown or state.events.arrow or state.inside.block)


PANEL = Panel(lambda: SceneText().draw, UNDER, hideable=False, wanted=wanted)
