"""Guard: a panel that raises is replaced by a card that says so, in the panel's place; all other panels and the scene go on.

ImGui's stack of windows, groups and styles is brought back to where it was before the panel: `imgui.internal` has the public
header `imgui_internal.h`'s functions for exactly this.  Where a version of imgui-bundle lacks them, the exception is passed on.
"""
from __future__ import annotations

import itertools
import math
import threading
from dataclasses import dataclass

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.headless.errors import report
from app.panels.panel import COLUMN, DOCK, PLOTS, SHEET, TIMELINE, Panel
from app.panels.widgets.layout import Rect
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

LEAST = 220.0, 110.0               # [design px] width and height of the card
PLACES = {COLUMN: "statistics", PLOTS: "plots", DOCK: "dock", TIMELINE: "timeline"}       # fields of `Layout`
NAMES = itertools.count(1)


@dataclass
class Failure:
    """What a panel raised; the report's file is known when another thread has written it."""

    text: str
    path: str = ""


class GuardedPanel:
    """One panel of a window, which is drawn until it raises, and again when the user asks for it."""

    def __init__(self, panel: Panel):
        self.panel, self._draw = panel, panel.begin()
        self._failure: Failure | None = None
        self._place: Rect | None = None           # of its first window in the last frame in which it had one
        self._name = f"failed panel {next(NAMES)}"

    def height(self, state: UiState) -> float:
        """What it needs of the dock's height [px]; the card takes all of it."""
        return math.inf if self._failure is not None else self.panel.height(state)

    def draw(self, ui: Ui) -> None:
        """Draw it, or the card in its place."""
        if self._failure is not None:
            self._card(ui, self._failure)
            return
        before, stack = len(ui.state.widgets), _stack()
        try:
            self._draw(ui)
        except Exception as error:                  # whatever it is: the panel is a part of the window, which goes on
            if stack is None:
                raise
            _back_to(stack)
            self._fail(ui, error)
        else:
            self._note_place(ui, before)

    def _note_place(self, ui: Ui, before: int) -> None:
        """Remember where it is; those that have a place of the layout need not."""
        if not self.panel.place:
            for name in itertools.islice(ui.state.widgets, before, None):
                if name.startswith("window:"):
                    left, top, right, bottom = ui.state.widgets[name]
                    self._place = Rect(left, top, right - left, bottom - top)
                    return

    def _fail(self, ui: Ui, error: Exception) -> None:
        """Keep what happened, and write the report on another thread."""
        first = _first(error)
        self._failure = failure = Failure(f"{type(first).__name__}: {first}")
        threading.Thread(target=_write, args=(failure, error), name="report", daemon=True).start()
        if self.panel.level >= SHEET:
            ui.state.open_sheet = ""
        ui.state.say(f"A panel has failed and is closed: {failure.text}", "warning")

    def _card(self, ui: Ui, failure: Failure) -> None:
        """What failed, where the details are, and a button to try again."""
        place = self._rectangle(ui)
        imgui.push_style_color(imgui.Col_.border, color(ui.palette.bad))
        with ui.window(self._name, place, imgui.WindowFlags_.no_focus_on_appearing):
            with ui.colored(ui.palette.bad), ui.bold():
                imgui.text(f"{icons.ICON_FA_CIRCLE_XMARK}  This panel has failed")
            imgui.push_text_wrap_pos(0)
            imgui.text_unformatted(failure.text)
            if failure.path:
                imgui.text_disabled(f"The details are in {failure.path}")
            imgui.pop_text_wrap_pos()
            if imgui.button("Try again"):
                self._failure = None
            ui.note(f"button:{self._name}")
        imgui.pop_style_color()

    def _rectangle(self, ui: Ui) -> Rect:
        """Where the panel would be, and large enough for the text."""
        if self.panel.place:
            found = getattr(ui.layout, PLACES[self.panel.place])
        else:
            found = self._place or ui.layout.card
        return Rect(found.x, found.y, max(found.width, LEAST[0] * ui.unit), max(found.height, LEAST[1] * ui.unit))


def _first(error: BaseException) -> BaseException:
    """What came first: an exception makes windows end within open groups, to which ImGui objects with one of its own."""
    while str(error).startswith("IM_ASSERT") and error.__context__ is not None:
        error = error.__context__
    return error


def _write(failure: Failure, error: Exception) -> None:
    try:
        failure.path = str(report(error))
    except OSError as refused:
        failure.path = f"no file: {refused.strerror or refused}"


def _stack() -> "imgui.internal.ErrorRecoveryState | None":
    """The present state of ImGui's stacks; None where it cannot be had."""
    internal = imgui.internal
    if not hasattr(internal, "error_recovery_try_to_recover_state"):
        return None
    state = internal.ErrorRecoveryState()
    internal.error_recovery_store_state(state)
    return state


def _back_to(state: "imgui.internal.ErrorRecoveryState") -> None:
    """Close what was opened since, without an assertion for each."""
    io = imgui.get_io()
    asserting, io.config_error_recovery_enable_assert = io.config_error_recovery_enable_assert, False
    try:
        imgui.internal.error_recovery_try_to_recover_state(state)
    finally:
        io.config_error_recovery_enable_assert = asserting
