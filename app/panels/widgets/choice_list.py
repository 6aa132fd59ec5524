"""A list with a search field, used by the scene picker and the command palette."""
from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.widgets import thumbnail
from app.panels.widgets.canvas import Canvas, shortened, wrapped
from app.panels.widgets.ui import Ui

PICTURE = 54              # [design px] height of a row's picture
INDENT = 34               # [design px] before the typed text, for the magnifying glass
BESIDE = 2                # lines of a row's second text beside a picture


class Row(NamedTuple):
    """One choice: its name, a text beside it at the right, a second line, and the file of its picture at the left."""

    key: str
    title: str
    aside: str = ""
    about: str = ""
    current: bool = False
    picture: Path | None = None


class ChoiceList:
    """Keeps the typed text and the marked row while the list is open."""

    def __init__(self, name: str, hint: str):
        self.name, self._hint = name, hint
        self.typed = ""
        self._marked = 0
        self._was_typed = ""
        self._appeared = False
        self._away = False                # the keyboard has gone from the field to another widget of the sheet

    def reopen(self) -> None:
        """Reset: no text, the first row marked, the focus in the field."""
        self.typed, self._was_typed, self._marked, self._appeared = "", "", 0, True

    def field(self, ui: Ui) -> None:
        """The search field."""
        imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(INDENT * ui.unit, 9 * ui.unit))
        imgui.set_next_item_width(-1)
        if self._appeared:
            imgui.set_keyboard_focus_here()
        _, self.typed = imgui.input_text_with_hint(f"##{self.name}", self._hint, self.typed)
        ui.note(f"search:{self.name}")
        at = imgui.get_item_rect_min()                     # beside the text, so that the caret does not lie on it
        Canvas().text((at.x + 12 * ui.unit, at.y + 9 * ui.unit), icons.ICON_FA_MAGNIFYING_GLASS, ui.palette.dim)
        self._away = imgui.get_io().nav_visible and not (imgui.is_item_active() or imgui.is_item_focused() or self._appeared)
        imgui.pop_style_var()
        if self.typed != self._was_typed:
            self._was_typed, self._marked = self.typed, 0

    def rows(self, ui: Ui, rows: list[Row]) -> str | None:
        """Draw the rows that fit; the key of the row chosen by Enter or a click, or None."""
        self._move(len(rows))
        chosen = None
        if rows and not self._away and (imgui.is_key_pressed(imgui.Key.enter) or imgui.is_key_pressed(imgui.Key.keypad_enter)):
            chosen = rows[self._marked].key
        imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(0, 2 * ui.unit))
        imgui.begin_child(f"##rows:{self.name}", ImVec2(0, 0))
        if not rows:
            imgui.spacing()
            imgui.text_disabled("Nothing fits")
        for number, row in enumerate(rows):
            if self._row(ui, row, number == self._marked):
                chosen = row.key
        imgui.end_child()
        imgui.pop_style_var()
        self._appeared = False
        return chosen

    def _move(self, count: int) -> None:
        before = self._marked
        for key, by in ((imgui.Key.down_arrow, 1), (imgui.Key.up_arrow, -1), (imgui.Key.page_down, 6), (imgui.Key.page_up, -6)):
            if imgui.is_key_pressed(key) and not self._away:
                self._marked += by
        self._marked = min(max(self._marked, 0), max(count - 1, 0))
        self._scroll_to_mark = self._marked != before

    def _row(self, ui: Ui, row: Row, marked: bool) -> bool:
        unit, line = ui.unit, imgui.get_text_line_height()
        texts = line + (line + 2 * unit if row.about else 0)
        height = (texts if row.picture is None else max(texts, PICTURE * unit)) + 12 * unit
        start, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        clicked = imgui.invisible_button(f"##{row.key}", ImVec2(width, height))
        ui.note(f"row:{row.key}")
        if marked and self._scroll_to_mark:
            imgui.set_scroll_here_y(0.5)
        if not imgui.is_item_visible():
            return clicked
        canvas, palette, right = Canvas(), ui.palette, start.x + width
        if marked or imgui.is_item_hovered():
            canvas.box((start.x, start.y), (right, start.y + height), palette.accent + ("38" if marked else "1A"), 8 * unit)
        x = start.x + 12 * unit
        if row.picture is not None:
            low, wide = (start.x + 6 * unit, start.y + 6 * unit), PICTURE * thumbnail.SHAPE * unit
            thumbnail.draw(ui, row.picture, low, (low[0] + wide, start.y + height - 6 * unit))
            x = low[0] + wide + 12 * unit
        about = wrapped(" ".join(row.about.split()), right - 12 * unit - x, 1 if row.picture is None else BESIDE)
        y = start.y + (height - texts - max(len(about) - 1, 0) * line) / 2
        aside = imgui.calc_text_size(row.aside).x
        canvas.text((x, y), shortened(row.title, right - aside - 24 * unit - x), palette.accent if row.current else palette.text)
        canvas.text((right - aside - 12 * unit, y), row.aside, palette.dim)
        for number, text in enumerate(about):
            canvas.text((x, y + (number + 1) * line + 2 * unit), text, palette.dim)
        return clicked
