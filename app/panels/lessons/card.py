"""The card of the open lesson, docked beside the scene in the place of the settings: text, question, tasks, and its knobs."""
from __future__ import annotations

import dataclasses
import math
from typing import Any

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.headless.si_format import number
from app.lessons.lesson import Knob, Paragraph, Question, Task
from app.lessons.progress import is_done
from app.lessons.teacher import Teacher
from app.panels.lessons import question
from app.panels.panel import BESIDE, Panel
from app.panels.widgets.canvas import Canvas, shortened
from app.panels.widgets.field import Field
from app.panels.widgets.fields import fields_of
from app.panels.lessons.flow import Flow, Turn
from app.panels.widgets.strong_button import strong_button
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

FOOT = 40                          # [design px] height of the buttons below
DOT, APART = 4.0, 7.0              # [design px] radius of a card's dot, and gap between two
SCOPE = "lesson."                  # prefix of the names of its widgets
SOLVER = "solver."                 # of the paths of settings that may be without effect
TICK = 26                          # [design px] before the text of a task


class LessonCard:
    """Keeps what is being turned."""

    def __init__(self):
        self._flow = Flow()
        self._waiting: dict[str, Any] = {}              # values that begin the scene anew, until the mouse lets go

    def draw(self, ui: Ui) -> None:
        """The whole card."""
        teacher = ui.state.lessons.teacher
        with ui.window("lesson", ui.layout.panel, backed=True):
            self._head(ui, teacher)
            imgui.separator()
            imgui.begin_child("##card", ImVec2(0, -FOOT * ui.unit), imgui.ChildFlags_.nav_flattened)
            turns = self._body(ui, teacher)
            imgui.end_child()
            self._foot(ui, teacher)
        self._turn(teacher, turns)

    def _head(self, ui: Ui, teacher: Teacher) -> None:
        """The lesson's title, a dot for each card, and a cross."""
        room, cross = imgui.get_content_region_avail().x, 22 * ui.unit
        start, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
        imgui.text_disabled(shortened(teacher.lesson.title, room - cross - 4 * ui.unit))
        ui.note("lesson:title")
        ui.tip(teacher.lesson.about or teacher.lesson.title)
        imgui.same_line(0, 0)
        imgui.set_cursor_screen_pos(ImVec2(start.x + room - cross, start.y))
        if imgui.invisible_button("##leave", ImVec2(cross, line + 2 * ui.unit), imgui.ButtonFlags_.enable_nav):
            ui.state.act("leave_lesson")
        ui.note("button:leave_lesson")
        tint = ui.palette.text if imgui.is_item_hovered() else ui.palette.dim
        Canvas().text((start.x + room - cross + 6 * ui.unit, start.y), icons.ICON_FA_XMARK, tint)
        ui.tip(f"Leave the lesson  ({ui.state.controls.keys('leave_lesson')})")
        self._dots(ui, teacher)

    def _dots(self, ui: Ui, teacher: Teacher) -> None:
        """A dot for each card: full where it is done, ringed where the learner is; a click goes there."""
        unit, cards = ui.unit, teacher.lesson.cards
        start, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        pitch = min((2 * DOT + APART) * unit, (width - 2 * DOT * unit) / max(len(cards) - 1, 1))
        height, canvas = 4 * DOT * unit, Canvas()
        for place, card in enumerate(cards):
            x, y = start.x + (DOT + 2) * unit + place * pitch, start.y + height / 2
            imgui.set_cursor_screen_pos(ImVec2(x - pitch / 2, start.y))
            if imgui.invisible_button(f"##card {place}", ImVec2(pitch, height), imgui.ButtonFlags_.enable_nav):
                teacher.go(place)
            ui.note(f"lesson:card:{place + 1}")
            ui.tip(f"{place + 1}. {card.title}")
            here, done = place == teacher.progress.card, is_done(teacher.progress, teacher.lesson, place)
            todo = bool(card.tasks or card.question)
            tint = ui.palette.good if done and todo else ui.palette.accent if here else ui.palette.hover
            canvas.dot((x, y), DOT * unit, tint)
            if here:
                canvas.ring((x, y), (DOT + 2.5) * unit, ui.palette.accent, 1.5 * unit)
        imgui.set_cursor_screen_pos(ImVec2(start.x, start.y + height))
        imgui.dummy(ImVec2(0, 0))

    def _body(self, ui: Ui, teacher: Teacher) -> list[Turn]:
        """Title, blocks in their order, knobs; returns what was turned."""
        card, turns = teacher.card, []
        values = teacher.knobs | self._waiting
        imgui.dummy(ImVec2(0, 2 * ui.unit))
        imgui.push_text_wrap_pos(0)
        with ui.bold(19):
            imgui.text_unformatted(card.title)
        imgui.pop_text_wrap_pos()
        ui.note("lesson:heading")
        readings = iter(enumerate(teacher.progress.here.ticks))
        for place, block in enumerate(card.blocks):
            imgui.dummy(ImVec2(0, 3 * ui.unit))
            if isinstance(block, Paragraph):
                turns += self._flow.draw(ui, block.pieces, values, f"block {place}")
            elif isinstance(block, Question):
                question.draw(ui, teacher, block, self._flow)
            elif isinstance(block, Task):
                number_, done = next(readings)
                turns += self._task(ui, teacher, block, (number_, done), values)
        if card.knobs:
            imgui.dummy(ImVec2(0, 5 * ui.unit))
            turns += self._knobs(ui, teacher, values)
        return turns

    def _task(self, ui: Ui, teacher: Teacher, task: Task, what: tuple[int, bool], values: dict[str, Any]) -> list[Turn]:
        """A task with its tick, and what its check measures now while it is open."""
        (place, done), unit = what, ui.unit
        start, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
        middle = start.x + 0.4 * TICK * unit, start.y + line / 2
        if done:
            size = imgui.calc_text_size(icons.ICON_FA_CIRCLE_CHECK)
            Canvas().text((middle[0] - size.x / 2, middle[1] - size.y / 2), icons.ICON_FA_CIRCLE_CHECK, ui.palette.good)
        else:
            Canvas().ring(middle, 6 * unit, ui.palette.dim, 1.5 * unit)
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + TICK * unit)
        imgui.begin_group()
        turns = self._flow.draw(ui, task.pieces, values, f"task {place}")
        reading = teacher.readings[place] if place < len(teacher.readings) else None
        known = reading is not None and math.isfinite(reading.value) and math.isfinite(reading.limit)
        if known and not done and not teacher.waits:
            ui.aside(f"{reading.what}: {number(reading.value)}, to be {reading.sign} {number(reading.limit)}")
        imgui.end_group()
        ui.note(f"task:{place + 1}")
        ui.tip(task.check)
        return turns

    def _knobs(self, ui: Ui, teacher: Teacher, values: dict[str, Any]) -> list[Turn]:
        """The card's knobs as widgets; off until the prediction is made."""
        waits, knobs, solver = teacher.waits, teacher.card.knobs, ui.state.status.tuning.solver
        imgui.separator()
        imgui.begin_disabled(waits)
        unused = {knob.path: solver.unused(knob.path.removeprefix(SOLVER)) for knob in knobs if knob.path.startswith(SOLVER)}
        wanted = [Field(knob.path, dataclasses.replace(knob.about, label=label_of(knob)), values[knob.path], knob.value,
                        unused.get(knob.path), scope=SCOPE) for knob in knobs]
        found = fields_of(ui, wanted)
        imgui.end_disabled()
        return [Turn(path, value) for path, value in found.items() if value is not None]

    def _foot(self, ui: Ui, teacher: Teacher) -> None:
        """Back, anew, next."""
        imgui.separator()
        imgui.dummy(ImVec2(0, 0))
        last, state = teacher.progress.card == len(teacher.lesson.cards) - 1, ui.state
        imgui.begin_disabled(teacher.progress.card == 0)
        if strong_button(ui, icons.ICON_FA_ARROW_LEFT, "card_before", False):
            state.act("card_before")
        imgui.end_disabled()
        ui.tip(f"The card before  ({state.controls.keys('card_before')})")
        imgui.same_line(0, 8 * ui.unit)
        if strong_button(ui, f"{icons.ICON_FA_ROTATE_LEFT}  Again", "card_anew", False):
            state.act("card_anew")
        ui.tip(f"Begin this card anew: its scene, knobs and tasks  ({state.controls.keys('card_anew')})")
        following = following_of(state, teacher) if last else None
        text = "Next" if not last else "Next lesson" if following else "Done"
        label = f"{text}  {icons.ICON_FA_ARROW_RIGHT if text != 'Done' else icons.ICON_FA_CHECK}"
        width = imgui.calc_text_size(label).x + 20 * ui.unit
        imgui.same_line(imgui.get_window_width() - imgui.get_style().window_padding.x - width)
        pressed = strong_button(ui, label, "next_card", teacher.done)
        ui.tip(f"{'The next lesson' if following else 'Close the lesson' if last else 'The next card'}"
               f"  ({state.controls.keys('next_card')})")
        if pressed and not last:
            state.act("next_card")
        elif pressed and following:
            state.lessons.open(following)
        elif pressed:
            state.act("leave_lesson")

    def _turn(self, teacher: Teacher, turns: list[Turn]) -> None:
        """Turn what was turned: live settings at once, values of the scene when the mouse lets go."""
        live = {knob.path: knob.live for knob in teacher.card.knobs}
        for path, value in turns:
            if live.get(path):
                teacher.turn(path, value)
            elif path in live:
                self._waiting[path] = value
        if self._waiting and not imgui.is_mouse_down(0):
            waiting, self._waiting = self._waiting, {}
            for path, value in waiting.items():
                if path in live and teacher.knobs.get(path) != value:
                    teacher.turn(path, value)


def label_of(knob: Knob) -> str:
    """The name of a knob: that of its setting, else the last words of its path."""
    section, _, rest = knob.path.partition(".")
    name, _, key = rest.rpartition(".")
    key = key.partition("[")[0].replace("_", " ")
    label = knob.about.label or key.capitalize()
    return f"{label} of {name.replace('_', ' ')}" if name and section in ("bodies", "joints", "generate", "materials") else label


def following_of(state: UiState, teacher: Teacher) -> str:
    """The id of the lesson after this one in its category, "" without one."""
    entries = state.lessons.entries
    places = [place for place, entry in enumerate(entries) if entry.id == teacher.lesson.id]
    if not places or places[0] + 1 >= len(entries):
        return ""
    following = entries[places[0] + 1]
    return following.id if following.category == entries[places[0]].category else ""


def wanted(state: UiState) -> bool:
    """Whether a lesson is open and its card is wanted."""
    return state.lessons.teacher is not None and state.settings.lesson


PANEL = Panel(lambda: LessonCard().draw, BESIDE, wanted=wanted)
