"""A round knob: drag it up or down, wheel over it, right click to put it back."""
from __future__ import annotations

import math
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui

from app.panels.theme import packed
from app.panels.ui import Ui

FROM, SWEEP = 0.75 * math.pi, 1.5 * math.pi       # [rad] where the ring begins, clockwise from the right, and how long it is
TRAVEL = 160.0                                    # [design px] of a drag from one end to the other


class Knob(NamedTuple):
    """What a knob turns: `low` to `high`, in decades when `log`."""

    name: str
    label: str
    value: float
    standard: float
    low: float
    high: float
    text: str            # the value for people
    help: str
    log: bool = False

    def share(self, value: float) -> float:
        """Where a value is between low and high, 0 to 1."""
        if self.log:
            share = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return min(max(share, 0.0), 1.0)

    def at(self, share: float) -> float:
        """The value at a share of the way."""
        share = min(max(share, 0.0), 1.0)
        return self.low * (self.high / self.low) ** share if self.log else self.low + share * (self.high - self.low)


def knob(ui: Ui, what: Knob, width: float) -> float | None:
    """Draw one, `width` wide with its label; the new value, or None."""
    radius = 25 * ui.unit
    start, canvas = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    height = 2 * radius + 2 * imgui.get_text_line_height() + 6 * ui.unit
    imgui.invisible_button(f"##knob:{what.name}", ImVec2(width, height))
    ui.note(f"knob:{what.name}")
    value = _turned(ui, what)
    active = imgui.is_item_active() or imgui.is_item_hovered()
    if imgui.is_item_hovered() and not imgui.is_item_active():
        ui.tip(f"{what.help}\nDrag up or down; right click: back")
    middle = start.x + width / 2
    _centred(canvas, ui, what.label, middle, start.y, ui.palette.dim)
    center = ImVec2(middle, start.y + imgui.get_text_line_height() + 4 * ui.unit + radius)
    _ring(canvas, center, radius, (0.0, 1.0), packed(ui.palette.faint), ui)
    share = what.share(value if value is not None else what.value)
    _ring(canvas, center, radius, (0.0, share), packed(ui.palette.accent_bright if active else ui.palette.accent), ui)
    angle = FROM + SWEEP * what.share(what.standard)
    tip = (math.cos(angle), math.sin(angle))
    canvas.add_line(ImVec2(center.x + tip[0] * radius * 1.02, center.y + tip[1] * radius * 1.02),
                    ImVec2(center.x + tip[0] * radius * 1.2, center.y + tip[1] * radius * 1.2), packed(ui.palette.dim, 0.9), 1.5 * ui.unit)
    _centred(canvas, ui, what.text, middle, center.y - imgui.get_text_line_height() / 2, ui.palette.text)
    return value


def _turned(ui: Ui, what: Knob) -> float | None:
    if imgui.is_item_hovered() and imgui.is_mouse_clicked(imgui.MouseButton_.right):
        return what.standard
    io = imgui.get_io()
    if imgui.is_item_active() and (io.mouse_delta.y or io.mouse_delta.x):
        fine = 0.2 if io.key_shift else 1.0
        return what.at(what.share(what.value) + (io.mouse_delta.x - io.mouse_delta.y) * fine / (TRAVEL * ui.unit))
    return None


def _ring(canvas: imgui.ImDrawList, center: ImVec2, radius: float, span: tuple[float, float], tint: int, ui: Ui) -> None:
    if span[1] - span[0] > 1e-3:
        canvas.path_arc_to(center, radius * 0.88, FROM + SWEEP * span[0], FROM + SWEEP * span[1], 40)
        canvas.path_stroke(tint, 5 * ui.unit)


def _centred(canvas: imgui.ImDrawList, ui: Ui, text: str, middle: float, top: float, tint: str) -> None:
    canvas.add_text(ImVec2(round(middle - imgui.calc_text_size(text).x / 2), round(top)), packed(tint), text)
