"""Progress cards at the bottom of the scene: compiling the kernels, recording a film."""
from __future__ import annotations

import math

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.free_bottom import GAP, captions, free_bottom
from app.panels.panel import OVER, Panel
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui

CARDS = ("recording", "compiling", "opening")
HEIGHT = 90                         # [design px] of the highest card
QUIET = imgui.WindowFlags_.no_focus_on_appearing | imgui.WindowFlags_.no_nav | imgui.WindowFlags_.no_scrollbar


def draw(ui: Ui) -> None:
    """The cards of all running tasks, one above the other, over the legend and the captions of the film."""
    room, taken = ui.layout.progress, captions(ui) + ([] if ui.state.legend is None else [ui.state.legend])
    bottom = free_bottom(ui, (room.x, room.right), room.bottom, HEIGHT * ui.unit, taken)
    if ui.state.recording is not None:
        bottom = _recording(ui, bottom) - GAP * ui.unit
    status = ui.state.status
    if status.compiling is not None:
        _compiling(ui, bottom)
    elif status.opening or ui.state.view is None and status.fault is None:
        _message(ui, bottom, f"Opening {status.opening.rpartition('/')[2] or 'the scene'}")
    elif status.scene.title and not status.ready and status.fault is None:
        _message(ui, bottom, "Loading the solver")


def bar(ui: Ui, share: float, width: float) -> None:
    """A slim progress bar; a share below 0 is an indeterminate one."""
    start, height, canvas = imgui.get_cursor_screen_pos(), 6 * ui.unit, Canvas()
    canvas.box((start.x, start.y), (start.x + width, start.y + height), ui.palette.faint, height / 2)
    low, high = (0.0, min(share, 1.0)) if share >= 0 else _wandering(ui.state.now)
    if high - low > 0.001:
        right = start.x + max(high * width, low * width + height)
        canvas.box((start.x + low * width, start.y), (right, start.y + height), ui.palette.accent, height / 2)
    imgui.dummy(ImVec2(width, height))


def _wandering(now: float) -> tuple[float, float]:
    middle = 0.5 - 0.42 * math.cos(now * 2.2)
    return max(middle - 0.12, 0.0), min(middle + 0.12, 1.0)


def _place(ui: Ui, bottom: float) -> Rect:
    room = ui.layout.progress
    return Rect(room.x, bottom, room.width, 0)


def _inner(ui: Ui) -> float:
    return ui.layout.progress.width - 2 * imgui.get_style().window_padding.x


def _compiling(ui: Ui, bottom: float) -> None:
    compiling = ui.state.status.compiling
    with ui.window("compiling", _place(ui, bottom), QUIET | imgui.WindowFlags_.no_inputs, pivot=(0.0, 1.0)):
        imgui.text(f"Compiling {min(compiling.done + 1, compiling.total)}/{compiling.total}" if compiling.total else "Compiling")
        imgui.same_line()
        imgui.text_disabled(compiling.name.rpartition(".")[2].replace("_", " "))
        bar(ui, compiling.done / compiling.total if compiling.total else -1.0, _inner(ui))
        imgui.text_disabled(f"First run only. The simulation {'starts' if compiling.total else 'continues'} when this is done.")


def _message(ui: Ui, bottom: float, text: str) -> None:
    with ui.window("opening", _place(ui, bottom), QUIET | imgui.WindowFlags_.no_inputs, pivot=(0.0, 1.0)):
        imgui.text(text)
        bar(ui, -1.0, _inner(ui))


def _recording(ui: Ui, bottom: float) -> float:
    """The film being recorded, with buttons to end it; returns the top of the card."""
    film, state = ui.state.recording, ui.state
    with ui.window("recording", _place(ui, bottom), QUIET & ~imgui.WindowFlags_.no_nav, pivot=(0.0, 1.0)):
        blink = 0.55 + 0.45 * math.cos(state.now * 4)
        with ui.colored(ui.palette.bad, blink):
            imgui.text(icons.ICON_FA_CIRCLE)
        imgui.same_line()
        imgui.text(f"{film.label}  {film.seconds:.1f} s")
        bar(ui, film.progress, _inner(ui))
        if film.progress < 1:
            if imgui.button(f"{icons.ICON_FA_STOP}  Finish"):
                state.act("record")
            ui.note("button:finish recording")
            ui.tip(f"Keep what is filmed so far  ({state.controls.keys('record')})")
            imgui.same_line()
            if imgui.button(f"{icons.ICON_FA_XMARK}  Cancel"):
                state.requests.append("cancel_recording")
            ui.note("button:cancel recording")
            ui.tip(f"Keep nothing  ({state.controls.keys('cancel')})")
        top = imgui.get_window_pos().y
    return top


PANEL = Panel(lambda: draw, OVER, hideable=False)
