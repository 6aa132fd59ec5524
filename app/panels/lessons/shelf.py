"""The list of lessons, found by a few letters or by words of their text; those that were finished have a tick."""
from __future__ import annotations

from typing import Any

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.headless.thumbnails import LESSONS, file_of
from app.panels.panel import SHEET, Panel
from app.panels.widgets.choice_list import ChoiceList, Row
from app.panels.widgets.fuzzy import Found, ranked
from app.panels.widgets.sheet import sheet
from app.panels.widgets.ui import Ui


class LessonShelf:
    """Keeps the typed text while it is open."""

    def __init__(self):
        self._list = ChoiceList("lessons", "Which lesson?")
        self._open = False

    def draw(self, ui: Ui) -> None:
        """The sheet, while it is open."""
        lessons = ui.state.lessons
        if ui.state.open_sheet != "lessons":
            self._open = False
            return
        if not self._open:
            self._open = True
            self._list.reopen()
        with sheet(ui, "lessons"):
            self._list.field(ui)
            imgui.begin_child("##list", ImVec2(0, 0))
            entries = lessons.entries
            if not entries:
                imgui.text_disabled("Reading the lessons ..." if lessons.reading else "There are no lessons")
            present = lessons.teacher.lesson.id if lessons.teacher is not None else ""
            chosen = self._list.rows(ui, [row_of(entry, entry.id in lessons.finished, entry.id == present)
                                          for entry in ranked(self._list.typed.strip(), entries, found_in)])
            imgui.end_child()
        if chosen is not None:
            ui.state.open_sheet = ""
            lessons.open(chosen)


def row_of(entry: Any, finished: bool, current: bool) -> Row:
    """The row of a lesson."""
    tick = f"{icons.ICON_FA_CHECK}  " if finished else ""
    return Row(entry.id, f"{entry.number}.  {entry.title}", f"{tick}{entry.category.replace('_', ' ')}, {entry.cards} cards",
               entry.about, current, file_of(entry.id, LESSONS))


def found_in(entry: Any) -> Found:
    """The texts of a lesson in which a search looks."""
    return Found(f"{entry.name} {entry.title} {entry.category} {entry.number}", entry.about)


PANEL = Panel(lambda: LessonShelf().draw, SHEET + 3, hideable=False)
