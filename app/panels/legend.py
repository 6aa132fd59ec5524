"""The legend of the overlays, while any is shown."""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from imgui_bundle import ImVec2, imgui

from app.draw.colors import ERROR_COLORS, LOAD, ROW, in_theme
from app.draw.frame import CameraPose, Count
from app.draw.overlays import legend_rows
from app.draw.rows.paint import paint_of
from app.draw.view_setting import Color, in_force, placements
from app.headless.si_format import number, quantity
from app.panels.inside.columns import COLUMNS
from app.panels.inspector import GAP
from app.panels.inspector import wanted as inspected
from app.panels.panel import BESIDE, Panel
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui
from app.published.inside import Inside
from app.published.view import View
from app.ui.view_settings import ViewSettings

APART = 9                 # [design px] gap between the dots of a row
SCALE = 170, 8            # [design px] width and height of a scale


class Row(NamedTuple):
    """One row: its dots, its text, and the keys that toggle it; with `ticks` a scale of the colours below."""

    colors: tuple[Color, ...]
    text: str
    keys: str
    ticks: tuple[str, ...] = ()


class Legend:
    """Keeps its size, to find a place for it."""

    def __init__(self):
        self._size = (0.0, 0.0)

    def draw(self, ui: Ui) -> None:
        """The rows: under the statistics where they have room, else at the right of the scene, above the bottom edge."""
        settings, view, camera = ui.state.settings, ui.state.view, ui.state.motion.camera.pose
        rows = [] if view is None else [*count_rows(ui.state.counts), *rows_of(view, settings, ui.state.controls.keys, camera),
                                        *inside_rows(ui.state.publication.inside), *paint_rows(ui)]
        if not rows:
            return
        flags = imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_focus_on_appearing | imgui.WindowFlags_.no_nav
        place, pivot = self._place(ui, max(width_of(row, ui.unit) for row in rows) + 2 * imgui.get_style().window_padding.x)
        rows = fitting(rows, (ui.layout.pictures.height if pivot[1] else place.height) - 2 * imgui.get_style().window_padding.y,
                       ui.unit)
        place = place._replace(height=0)
        with ui.window("legend", place, flags, pivot):
            for row in rows:
                _row(ui, row)
            size = imgui.get_window_size()
            self._size = size.x, size.y

    def _place(self, ui: Ui, width: float) -> tuple[Rect, tuple[float, float]]:
        """A place for a legend of this width, and the corner of it that is there."""
        stage, column, above = ui.layout.stage, ui.layout.statistics, ui.state.widgets.get("window:statistics")
        top = column.bottom if above is None or inspected(ui.state) else above[3] + GAP * ui.unit
        if 0 < width <= column.width and top + self._size[1] <= column.bottom:
            return Rect(column.x, top, column.width, column.bottom - top), (0.0, 0.0)
        return Rect(stage.right, stage.bottom, stage.width, 0), (1.0, 1.0)


def fitting(rows: list[Row], room: float, unit: float) -> list[Row]:
    """The first rows, of those that do not all have room; the last one then tells how many are left out."""
    heights = np.cumsum([height_of(row, unit) for row in rows])
    if heights[-1] <= room:
        return rows
    count = max(int(np.searchsorted(heights, room - imgui.get_text_line_height_with_spacing(), side="right")), 1)
    return [*rows[:count], Row((), f"and {len(rows) - count} more, in a larger window", "")]


def height_of(row: Row, unit: float) -> float:
    """The height of a row with the space below it."""
    scale = imgui.get_text_line_height_with_spacing() + (SCALE[1] + 2) * unit if row.ticks else 0.0
    return imgui.get_text_line_height_with_spacing() + scale


def width_of(row: Row, unit: float) -> float:
    """The width of a row."""
    if row.ticks:
        return max(imgui.calc_text_size(row.text).x, SCALE[0] * unit)
    keys = imgui.calc_text_size(row.keys).x + imgui.get_style().item_spacing.x if row.keys else 0.0
    return (20 + APART * (len(row.colors) - 1) if row.colors else 0) * unit + imgui.calc_text_size(row.text).x + keys


def _row(ui: Ui, row: Row) -> None:
    """Dots, text and keys, or text and scale."""
    tints = [bytes(in_theme(tint, ui.state.settings.theme)[:3]).hex() for tint in row.colors]
    if tints and not row.ticks:
        _dots(ui, tints)
    imgui.text(row.text)
    if row.keys:
        imgui.same_line()
        imgui.text_disabled(row.keys)
    if row.ticks:
        _scale(ui, tints, row.ticks)


def _dots(ui: Ui, tints: list[str]) -> None:
    """A dot of each colour before a text."""
    at, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
    for place, tint in enumerate(tints):
        Canvas().dot((at.x + (6 + APART * place) * ui.unit, at.y + line / 2), 5 * ui.unit, tint)
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + (20 + APART * (len(tints) - 1)) * ui.unit)


def _scale(ui: Ui, tints: list[str], ticks: tuple[str, ...]) -> None:
    """A bar that goes from colour to colour, with a text at each tick."""
    at, line, canvas = imgui.get_cursor_screen_pos(), imgui.get_text_line_height(), Canvas()
    width, height = SCALE[0] * ui.unit, SCALE[1] * ui.unit
    for place, (left, right) in enumerate(zip(tints, tints[1:])):
        piece = width / (len(tints) - 1)
        canvas.fade((at.x + place * piece, at.y), (at.x + (place + 1) * piece, at.y + height), left, right)
    for place, text in enumerate(ticks):
        share, room = place / (len(ticks) - 1), imgui.calc_text_size(text).x
        canvas.text((at.x + share * (width - room), at.y + height + 2 * ui.unit), text, ui.palette.dim)
    imgui.dummy(ImVec2(width, height + line + 2 * ui.unit))
    ui.note("legend:scale")


def rows_of(view: View, settings: ViewSettings, keys_of: Callable[[str], str], camera: CameraPose) -> list[Row]:
    """The rows of each option that is on: its colours, if they are always the same, and below what depends on the view."""
    own, rows = legend_rows(view, settings, camera), []
    for name, (about, place) in placements(type(settings)).items():
        if (place.colors or place.legend or name in own) and in_force(settings, name) and carries(view, place.needs):
            rows.append(Row(place.colors, place.legend or about.label, keys_of(name), place.ticks))
            rows += [Row((color,), text, "") for text, color in own.pop(name, ())]
    return rows + [Row((color,), text, "") for left in own.values() for text, color in left]


def count_rows(counts: tuple[Count, ...]) -> list[Row]:
    """How many of what has marks are drawn with them, where not all are."""
    return [Row((), f"{count.shown:,} of {count.there:,} {count.what}: in front", "") for count in counts]


def inside_rows(inside: Inside | None) -> list[Row]:
    """What marks of rows and bands of loads mean, while there are any."""
    if inside is None or not inside.rows.size:
        return []
    rows = [Row((ROW,), "rows: picked, pointed at, in turn", "")] if inside.pinned or inside.row is not None else []
    if inside.load is not None and inside.load.path:
        load = quantity(float(np.linalg.norm(inside.load.load)), "N s")
        rows.append(Row((LOAD,), f"load path, widest band: {load}", ""))
    return rows


def paint_rows(ui: Ui) -> list[Row]:
    """The scale of the column by which points and bodies are coloured."""
    inside, state = ui.state.publication.inside, ui.state.inside
    paint = paint_of(inside, state.paint, state.shown, ui.state.view.table, ui.state.settings.theme)
    if paint is None:
        return []
    title = next(column.title for column in COLUMNS if column.name == state.paint)
    return [Row(ERROR_COLORS, f"rows by {title}", "", (number(paint.low), number(paint.high)))]


def carries(view: View, parts: tuple[str, ...]) -> bool:
    """Whether a view has these parts."""
    return all(getattr(view, part) is not None for part in parts)


PANEL = Panel(lambda: Legend().draw, BESIDE + 4)
