"""Plates: texts in the scene beside their points, under all panels and over the picture."""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui

from app.draw.frame import CameraPose
from app.draw.joints.labels import Label, Last, Page
from app.panels.widgets.theme import packed
from app.panels.widgets.ui import Ui
from app.published.view import View

PAD = 5                   # [design px] of the plate around a text
FAR = 6                   # [design px] between plate and point, beyond which a line leads to it
KINDS = ("label", "name", "feature")     # prefixes of all kinds of labels
Find = Callable[[View, float, CameraPose, Page], list[Label]]


class Plates(NamedTuple):
    """One kind of labels."""

    find: Find
    kept: dict[int, int]           # their places in the last picture, so that they do not jump
    prefix: str                    # of the names of their widgets
    selected: int | None = None    # uid of the one with a border
    last: Last | None = None       # what the last pictures had

    def draw(self, ui: Ui) -> None:
        """A plate with its text at each label that has room, and a line to its point."""
        state, unit = ui.state, ui.unit
        viewport, (left, top, width, height) = state.chosen_viewport, state.area
        right, bottom = min(left + width, viewport.x + viewport.width), min(top + height, viewport.y + viewport.height)
        area = (*viewport.local(max(left, viewport.x), max(top, viewport.y)), *viewport.local(right, bottom))
        page = Page((viewport.width / unit, viewport.height / unit), tuple(side / unit for side in area),
                    self.selected, self.kept, self.last, self._blocked(ui))
        labels = self.find(state.view, state.alpha, viewport.camera(state.motion.camera).pose, page)
        drawing = imgui.get_background_draw_list()
        drawing.push_clip_rect(ImVec2(left, top), ImVec2(left + width, top + height))     # no line crosses the back of a panel
        places = [corners(ui, label, (viewport.x, viewport.y)) for label in labels]
        for label, ends in zip(labels, places):
            _leader(ui, label, (viewport.x, viewport.y), ends)
        for label, ends in zip(reversed(labels), reversed(places)):        # the nearest is drawn over the others
            low, high = _plate(ui, label, ends, label.uid == self.selected)
            ui.state.widgets[f"{self.prefix}:{label.uid}"] = (low.x, low.y, high.x, high.y)
        drawing.pop_clip_rect()

    def _blocked(self, ui: Ui) -> tuple[tuple[float, float, float, float], ...]:
        """Where labels of other kinds are, and the legend."""
        state, viewport = ui.state, ui.state.chosen_viewport
        others = tuple(f"{kind}:" for kind in KINDS if kind != self.prefix)
        found = [box for name, box in state.widgets.items() if name.startswith(others)]
        found += [] if state.legend is None else [state.legend]
        corners_ = ((*viewport.local(left, top), *viewport.local(right, bottom)) for left, top, right, bottom in found)
        return tuple(tuple(side / ui.unit for side in box) for box in corners_)


def _leader(ui: Ui, label: Label, origin: tuple[float, float], ends: tuple[ImVec2, ImVec2]) -> None:
    """A line from the point to the plate."""
    (low, high), unit = ends, ui.unit
    x, y = origin[0] + label.anchor[0] * unit, origin[1] + label.anchor[1] * unit
    end = min(max(x, low.x), high.x), min(max(y, low.y), high.y)
    if max(abs(end[0] - x), abs(end[1] - y)) > FAR * unit:
        drawing = imgui.get_background_draw_list()
        drawing.add_line(ImVec2(x, y), ImVec2(*end), packed(ui.palette.window, 0.7), 3 * unit)
        drawing.add_line(ImVec2(x, y), ImVec2(*end), packed(ui.palette.text, 0.75), unit)


def plate(ui: Ui, label: Label, origin: tuple[float, float]) -> tuple[ImVec2, ImVec2]:
    """The plate of a label, its first line bright; returns its corners."""
    return _plate(ui, label, corners(ui, label, origin), False)


def _plate(ui: Ui, label: Label, ends: tuple[ImVec2, ImVec2], bordered: bool) -> tuple[ImVec2, ImVec2]:
    """The same at known corners; with a border for the selected one."""
    drawing, (low, high) = imgui.get_background_draw_list(), ends
    x, y = low.x + PAD * ui.unit, low.y + 0.5 * PAD * ui.unit
    drawing.add_rect_filled(low, high, packed(ui.palette.window, 0.82), 6 * ui.unit)
    if bordered:
        drawing.add_rect(low, high, packed(ui.palette.accent), 6 * ui.unit)
    head, _, rest = label.text.partition("\n")
    drawing.add_text(ImVec2(x, y), packed(ui.palette.text), head)
    if rest:
        drawing.add_text(ImVec2(x, y + round(imgui.get_text_line_height())), packed(ui.palette.dim), rest)
    return low, high


def corners(ui: Ui, label: Label, origin: tuple[float, float]) -> tuple[ImVec2, ImVec2]:
    """Left top and right bottom corner of a label's plate."""
    unit, room = ui.unit, imgui.calc_text_size(label.text)
    x, y, pad = round(origin[0] + label.x * unit), round(origin[1] + label.y * unit), PAD * unit
    return ImVec2(x - pad, y - 0.5 * pad), ImVec2(x + room.x + pad, y + room.y + 0.5 * pad)
