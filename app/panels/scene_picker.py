"""The scene picker: all scenes of the catalog by category, with pictures, found by a few letters or by words of their text; the
scenes that were opened last come first, actions and settings with the typed words last."""
from __future__ import annotations

from typing import Any

from imgui_bundle import ImVec2, imgui

from app.headless.thumbnails import file_of
from app.panels import command_palette
from app.panels.panel import SHEET, Panel
from app.panels.welcome.entries import last_of
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.choice_list import ChoiceList, Row
from app.panels.widgets.fuzzy import SCATTERED, Found, ranked, rated
from app.panels.widgets.sheet import sheet
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.simulation.commands import LoadScene
from app.ui.file_dialog import ENDINGS

ALL = "all scenes"
OPENED = "opened last"                        # beside a scene that was
LAST = "benchmark"                            # the category whose scenes come after the others: they are measured, not looked at


class ScenePicker:
    """Keeps the category while it is closed."""

    def __init__(self):
        self._list = ChoiceList("scenes", "Find a scene, or type a file's path")
        self._category = ALL
        self._others: set[str] = set()        # keys of the rows that are no scenes
        self._open = False

    def draw(self, ui: Ui) -> None:
        """The sheet, while it is open; a file chosen in the system's dialog is opened in any case."""
        file = ui.state.file_dialog.chosen()
        if file is not None:
            ui.state.submit(LoadScene(file))
            ui.state.open_sheet = ""
        if ui.state.open_sheet != "scenes":
            self._open = False
            return
        if not self._open:
            self._open = True
            self._list.reopen()
        with sheet(ui, "scenes"):
            self._list.field(ui)
            self._file(ui)
            entries = ui.state.scenes()
            self._categories(ui, sorted({entry.category for entry in entries}))
            imgui.same_line()
            imgui.begin_child("##list", ImVec2(0, 0))
            if ui.state.catalog.reading:
                imgui.text_disabled("Reading the scenes ...")
            chosen = self._list.rows(ui, self._rows(ui, entries))
            imgui.end_child()
        if chosen is not None:
            ui.state.open_sheet = ""
            command_palette.obey(ui, chosen if chosen in self._others else command_palette.SCENE + chosen)

    def _file(self, ui: Ui) -> None:
        """The button that opens the file dialog."""
        imgui.push_style_color(imgui.Col_.nav_cursor, color(ui.palette.accent))
        pressed = imgui.button("Open a file ...")
        imgui.pop_style_color()
        ui.note("button:open_file")
        if pressed and not ui.state.file_dialog.begin("Open a scene"):
            ui.state.say("There is no file dialog here: type the file's path", "warning")

    def _rows(self, ui: Ui, entries: list) -> list[Row]:
        typed, scene = self._list.typed.strip(), ui.state.status.scene
        last = [offer for offer in last_of(ui.state.last_scenes.scenes, entries) if offer.word not in (scene.id, scene.file)]
        if not typed and self._category != ALL:
            last = []
        files = {entry.id for entry in entries}
        first = [Row(offer.word, offer.title, OPENED, offer.about, False, offer.picture)
                 for offer in ranked(typed, last, lambda offer: Found(f"{offer.title} {offer.word}"))
                 if not typed or offer.word not in files]
        there = {row.key for row in first}
        shown = [entry for entry in entries if (self._category in (ALL, entry.category) or typed) and entry.id not in there]
        rows = [Row(e.id, e.title, e.category, e.about, e.id == scene.id, file_of(e.id))
                for e in ranked(typed, sorted(shown, key=lambda e: (e.category == LAST, not e.shelf)), found_in)]
        others = [row for quality, row in rated(typed, command_palette.rows(ui) if typed else (), command_palette.found_in)
                  if quality < SCATTERED]
        self._others = {row.key for row in others}
        rows = first + rows + others
        if typed.endswith(ENDINGS):
            rows.insert(0, Row(typed, f"Open the file {typed}"))
        return rows

    def _categories(self, ui: Ui, names: list[str]) -> None:
        imgui.begin_child("##categories", ImVec2(140 * ui.unit, 0), imgui.ChildFlags_.nav_flattened)
        imgui.push_style_color(imgui.Col_.nav_cursor, color(ui.palette.accent))
        unit, line = ui.unit, imgui.get_text_line_height()
        for name in (ALL, *names):
            start, width, height = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x, line + 12 * unit
            if imgui.invisible_button(f"##{name}", ImVec2(width, height), imgui.ButtonFlags_.enable_nav):
                self._category = name
            ui.note(f"category:{name}")
            mine = name == self._category
            if mine or imgui.is_item_hovered():
                Canvas().box((start.x, start.y), (start.x + width, start.y + height), ui.palette.raised, 8 * unit)
            tint = ui.palette.text if mine else ui.palette.dim
            Canvas().text((start.x + 12 * unit, start.y + 6 * unit), name.replace("_", " ").capitalize(), tint)
        imgui.pop_style_color()
        imgui.end_child()


def found_in(entry: Any) -> Found:
    """The texts of a scene in which a search looks."""
    return Found(f"{entry.name} {entry.title} {entry.category}", entry.about, entry.category == LAST)


PANEL = Panel(lambda: ScenePicker().draw, SHEET + 1, hideable=False)
