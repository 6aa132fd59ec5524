"""Flowing text: words in several styles that wrap at the panel's edge, with values among them that can be turned.

A number is dragged to the sides, Shift makes that finer, or turned by the arrows while the keyboard marks it; a click on a word
takes the next one of its choices.  A right click restores the value as written.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from imgui_bundle import ImVec2, imgui

from app.lessons.lesson import BOLD, CODE, PLAIN, Knob, Piece
from app.panels.lessons import notation
from app.panels.widgets import knob as scale
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.field import Field, value_text
from app.panels.widgets.keyboard import arrows
from app.panels.widgets.ui import Ui

TRAVEL, FINE, DIGITS = 220.0, 0.1, 3     # [design px] drag from one end of a range to the other; with Shift held; of a number
NUMBERS = ("number", "integer")        # kinds of settings that are dragged
PARTS = re.compile(r"\s+|\S+")


class Token(NamedTuple):
    """One word, or one value."""

    text: str
    style: str = PLAIN
    knob: Knob | None = None


class Turn(NamedTuple):
    """A value that was turned."""

    path: str
    value: Any


def clusters_of(pieces: Iterable[Piece], shown: dict[str, str]) -> list[list[Token]]:
    """The words of a text; what stands together without a blank is one cluster, which is not broken.  `shown` has the texts of
    values by path."""
    found: list[list[Token]] = []
    glued = False
    for piece in pieces:
        if isinstance(piece, Knob):
            parts = [Token(shown[piece.path], PLAIN, piece)]
        elif piece.style == CODE:
            parts = [Token(piece.text, CODE)]
        else:
            parts = [Token(part, piece.style) for part in PARTS.findall(piece.text)]
        for token in parts:
            if not token.text.strip():
                glued = False
            elif glued:
                found[-1].append(token)
            else:
                found.append([token])
                glued = True
    return found


class Flow:
    """Draws text, and keeps the share of the range at which the drag of a value began."""

    def __init__(self):
        self._begun: tuple[str, float] | None = None

    def draw(self, ui: Ui, pieces: Iterable[Piece], values: dict[str, Any], scope: str) -> list[Turn]:
        """Draw a text at the cursor, as wide as there is room; `values` are the present ones by path, `scope` keeps the widgets
        of two texts apart.  Returns what was turned."""
        shown = {path: value_text(_field(piece, values.get(path)), values.get(path)) for piece in pieces
                 if isinstance(piece, Knob) and (path := piece.path)}
        left, room = imgui.get_cursor_pos_x(), imgui.get_content_region_avail().x
        blank, x, turned = imgui.calc_text_size(" ").x, 0.0, []
        imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(0, 2.5 * ui.unit))
        for number, cluster in enumerate(clusters_of(pieces, shown)):
            width = sum(_width(ui, token) for token in cluster)
            if number and x + blank + width <= room:
                x += blank
                _beside(left + x)
            elif number:
                x = 0.0
            for place, token in enumerate(cluster):
                if place:
                    _beside(left + x)
                if token.knob is None:
                    _word(ui, token)
                else:
                    turned += self._knob(ui, token, values, f"{scope}:{number}")
                x += _width(ui, token)
        imgui.pop_style_var()
        return turned

    def _knob(self, ui: Ui, token: Token, values: dict[str, Any], scope: str) -> list[Turn]:
        """A value that can be turned."""
        knob, value = token.knob, values.get(token.knob.path)
        start, line, width = imgui.get_cursor_screen_pos(), imgui.get_text_line_height(), _width(ui, token)
        pressed = imgui.invisible_button(f"##turn {scope}", ImVec2(width, line), imgui.ButtonFlags_.enable_nav)
        ui.note(f"turn:{knob.path}")
        bright = imgui.is_item_active() or imgui.is_item_hovered()
        tint, canvas = ui.palette.accent_bright if bright else ui.palette.accent, Canvas()
        if bright:
            canvas.box((start.x - 2 * ui.unit, start.y), (start.x + width + 2 * ui.unit, start.y + line), ui.palette.raised,
                       4 * ui.unit)
        with ui.bold():
            canvas.text((start.x, start.y), token.text, tint)
        canvas.line((start.x, start.y + line), (start.x + width, start.y + line), tint, 1.5 * ui.unit)
        if imgui.is_item_hovered() and imgui.is_mouse_clicked(imgui.MouseButton_.right):
            return [Turn(knob.path, knob.value)]
        if knob.about.kind in NUMBERS:
            if by := arrows():
                return [Turn(knob.path, rounded(knob, _scale(knob).at(_scale(knob).share(float(value)) + by * scale.STEP)))]
            return self._number(ui, knob, value)
        return _word_turned(ui, knob, value, pressed)

    def _number(self, ui: Ui, knob: Knob, value: Any) -> list[Turn]:
        """A number, dragged."""
        if imgui.is_item_hovered() or imgui.is_item_active():
            imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ew)
        if not imgui.is_item_active():
            ui.tip(f"{knob.about.help or knob.path}\nDrag to the sides; Shift: finer; right click: back")
            if self._begun is not None and self._begun[0] == knob.path:
                self._begun = None
            return []
        range_ = _scale(knob)
        if self._begun is None or self._begun[0] != knob.path:
            self._begun = knob.path, range_.share(float(value))
        moved = imgui.get_mouse_drag_delta(0, 0.0).x * (FINE if imgui.get_io().key_shift else 1.0)
        if not moved:
            return []
        new = rounded(knob, range_.at(self._begun[1] + moved / (TRAVEL * ui.unit)))
        return [Turn(knob.path, new)] if new != value else []


def rounded(knob: Knob, value: float) -> Any:
    """A value with few digits, so that the text says exactly what holds, inside the range."""
    low, high = knob.about.slider
    value = min(max(float(f"{value:.{DIGITS}g}"), low), high)
    if not knob.about.log and abs(value) < 1e-3 * (high - low):
        value = max(0.0, low) if low <= 0 <= high or low > 0 else value
    return round(value) if knob.about.kind == "integer" else value


def _beside(x: float) -> None:
    """Go on in the same line at x; an offset of same_line would refer to the group."""
    imgui.same_line(0, 0)
    imgui.set_cursor_pos_x(x)


def _word_turned(ui: Ui, knob: Knob, value: Any, pressed: bool) -> list[Turn]:
    """A switch, or a choice."""
    if imgui.is_item_hovered():
        imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
        ui.tip(knob.about.help)
    if knob.about.kind == "switch":
        return [Turn(knob.path, not value)] if pressed else []
    if pressed:
        choices = knob.about.choices
        return [Turn(knob.path, choices[(choices.index(value) + 1) % len(choices)] if value in choices else choices[0])]
    return []


def _word(ui: Ui, token: Token) -> None:
    """A word in its style."""
    if token.style == BOLD:
        with ui.bold():
            imgui.text_unformatted(token.text)
        return
    if token.style == CODE:
        start, pad = imgui.get_cursor_screen_pos(), 3 * ui.unit
        width, line = notation.width_of(ui, token.text), imgui.get_text_line_height()
        Canvas().box((start.x, start.y), (start.x + width + 2 * pad, start.y + line + ui.unit), ui.palette.raised, 4 * ui.unit)
        notation.draw(ui, (start.x + pad, start.y), token.text, ui.palette.text)
        imgui.dummy(ImVec2(width + 2 * pad, line))
        return
    imgui.text_unformatted(token.text)


def _width(ui: Ui, token: Token) -> float:
    """The width of a token."""
    if token.style == BOLD or token.knob is not None:
        with ui.bold():
            return imgui.calc_text_size(token.text).x
    if token.style == CODE:
        return notation.width_of(ui, token.text) + 6 * ui.unit
    return imgui.calc_text_size(token.text).x


def _scale(knob: Knob) -> scale.Knob:
    """The range of a number."""
    low, high = knob.about.slider
    return scale.Knob(knob.path, "", 0.0, 0.0, float(low), float(high), "", "", knob.about.log)


def _field(knob: Knob, value: Any) -> Field:
    return Field(knob.path, knob.about, value, knob.value)
