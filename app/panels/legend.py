"""The legend of the overlays, while any is shown."""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from app.draw.colors import in_theme
from app.draw.overlays import legend_rows
from app.draw.view_options import Color, in_force, placements
from app.panels.panel import BESIDE, Panel
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui
from app.published.view import View
from app.ui.view_settings import ViewSettings

APART = 9                 # [design px] gap between the dots of a row


class Row(NamedTuple):
    """One row: its dots, its text, and the keys that toggle it."""

    colors: tuple[Color, ...]
    text: str
    keys: str


def draw(ui: Ui) -> None:
    """A strip above the bottom edge, at the right of the scene."""
    settings = ui.state.settings
    rows = [] if ui.state.view is None else rows_of(ui.state.view, settings, ui.state.controls.keys)
    if not rows:
        return
    stage = ui.layout.stage
    flags = imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_focus_on_appearing | imgui.WindowFlags_.no_nav
    with ui.window("legend", Rect(stage.right, stage.bottom, stage.width, 0), flags, pivot=(1.0, 1.0)):
        for tints, text, keys in rows:
            at, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
            for number, tint in enumerate(tints):
                middle = at.x + (6 + APART * number) * ui.unit, at.y + line / 2
                Canvas().dot(middle, 5 * ui.unit, bytes(in_theme(tint, settings.theme)[:3]).hex())
            imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + (20 + APART * (len(tints) - 1)) * ui.unit)
            imgui.text(text)
            if keys:
                imgui.same_line()
                imgui.text_disabled(keys)


def rows_of(view: View, settings: ViewSettings, keys_of: Callable[[str], str]) -> list[Row]:
    """A row for each option that is on and has colours, then the overlays' own rows."""
    rows = [Row(place.colors, place.legend or about.label, keys_of(name))
            for name, (about, place) in placements(type(settings)).items()
            if place.colors and in_force(settings, name) and carries(view, place.needs)]
    return rows + [Row((color,), text, "") for text, color in legend_rows(view, settings)]


def carries(view: View, parts: tuple[str, ...]) -> bool:
    """Whether a view has these parts."""
    return all(getattr(view, part) is not None for part in parts)


PANEL = Panel(lambda: draw, BESIDE + 4)
