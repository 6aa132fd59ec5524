"""A round knob: drag up or down, or use the arrows while the keyboard marks it; a right click restores the standard value."""
from __future__ import annotations

import math
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui

from app.panels.widgets.canvas import Canvas
from app.panels.widgets.keyboard import arrows
from app.panels.widgets.ui import Ui

FROM, SWEEP = 0.75 * math.pi, 1.5 * math.pi       # [rad] start of the ring, clockwise from the right, and its length
STEP = 0.02                                       # of the way from one end to the other, for an arrow of the keyboard
TRAVEL = 160.0                                    # [design px] drag from one end to the other


class Knob(NamedTuple):
    """The quantity of a knob: `low` to `high`, in decades when `log`."""

    name: str
    label: str
    value: float
    standard: float
    low: float
    high: float
    text: str            # the value as text
    help: str
    log: bool = False

    def share(self, value: float) -> float:
        """The position of a value between low and high, 0 to 1."""
        if self.log:
            share = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return min(max(share, 0.0), 1.0)

    def at(self, share: float) -> float:
        """The value at a position from 0 to 1."""
        share = min(max(share, 0.0), 1.0)
        return self.low * (self.high / self.low) ** share if self.log else self.low + share * (self.high - self.low)


def knob(ui: Ui, what: Knob, width: float) -> float | None:
    """Draw one, `width` wide with its label; the new value, or None."""
    radius = 25 * ui.unit
    start, canvas = imgui.get_cursor_screen_pos(), Canvas()
    height = 2 * radius + imgui.get_text_line_height() + 4 * ui.unit
    imgui.invisible_button(f"##knob:{what.name}", ImVec2(width, height), imgui.ButtonFlags_.enable_nav)
    ui.note(f"knob:{what.name}")
    value = _turned(ui, what)
    active = imgui.is_item_active() or imgui.is_item_hovered()
    if imgui.is_item_hovered() and not imgui.is_item_active():
        ui.tip(f"{what.help}\nDrag up or down; right click: back")
    line = imgui.get_text_line_height()
    center = (start.x + width / 2, start.y + line + 4 * ui.unit + radius)
    _centred(canvas, what.label, (center[0], start.y), ui.palette.dim)
    canvas.arc(center, radius * 0.88, (FROM, FROM + SWEEP), ui.palette.faint, 5 * ui.unit)
    share = what.share(value if value is not None else what.value)
    if share > 1e-3:
        tint = ui.palette.accent_bright if active else ui.palette.accent
        canvas.arc(center, radius * 0.88, (FROM, FROM + SWEEP * share), tint, 5 * ui.unit)
    angle = FROM + SWEEP * what.share(what.standard)
    mark = [(center[0] + math.cos(angle) * radius * far, center[1] + math.sin(angle) * radius * far) for far in (1.02, 1.2)]
    canvas.line(*mark, ui.palette.dim, 1.5 * ui.unit)
    _centred(canvas, what.text, (center[0], center[1] - line / 2), ui.palette.text)
    return value


def _turned(ui: Ui, what: Knob) -> float | None:
    if imgui.is_item_hovered() and imgui.is_mouse_clicked(imgui.MouseButton_.right):
        return what.standard
    if by := arrows():
        return what.at(what.share(what.value) + by * STEP)
    io = imgui.get_io()
    if imgui.is_item_active() and (io.mouse_delta.y or io.mouse_delta.x):
        fine = 0.2 if io.key_shift else 1.0
        return what.at(what.share(what.value) + (io.mouse_delta.x - io.mouse_delta.y) * fine / (TRAVEL * ui.unit))
    return None


def _centred(canvas: Canvas, text: str, at: tuple[float, float], tint: str) -> None:
    canvas.text((at[0] - imgui.calc_text_size(text).x / 2, at[1]), text, tint)
