"""The adviser's panel: a button to look at the run, how far it is, what was looked at, and what is otherwise since."""
from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.adviser.findings import found
from app.panels.panel import BESIDE, DOCK, Panel
from app.panels.progress_cards import bar
from app.panels.widgets.strong_button import strong_button
from app.panels.widgets.theme import TEXT
from app.panels.widgets.ui import Ui
from app.published import advice as states
from app.published.advice import Advice
from app.simulation.commands import CancelAdvice
from app.ui.ui_state import UiState

ABOUT = ("Something looks wrong? The adviser takes the last steps again in a copy, while the scene goes on, and names "
         "symptoms, their likely cause, and the setting that helps.")

CONTENT = "advice:content"         # the name under which the height of the content is noted
BAR = 6                            # [design px] height of the progress bar


def draw(ui: Ui) -> None:
    """The button with the state of the last look, and its findings."""
    advice = ui.state.publication.advice
    with ui.window("advice", ui.layout.dock, imgui.WindowFlags_.no_scrollbar, backed=True):
        _head(ui, advice)
        imgui.separator()
        top = imgui.get_cursor_pos_y()
        imgui.begin_child("##findings", ImVec2(0, 0), imgui.ChildFlags_.nav_flattened)
        _BODIES[advice.state](ui, advice)
        content = imgui.get_cursor_pos_y() - imgui.get_style().item_spacing.y
        imgui.end_child()
        _note_height(ui, top + content + imgui.get_style().window_padding.y + 1)


def _note_height(ui: Ui, height: float) -> None:
    """Note what the whole content takes, for `height` in the next frame."""
    place = ui.layout.dock
    ui.state.widgets[CONTENT] = (place.x, place.y, place.right, place.y + height)


def _head(ui: Ui, advice: Advice) -> None:
    """The button, and beside it how far the look is, or what was looked at and what is otherwise since."""
    running = advice.state == states.RUNNING
    icon, text, name = (icons.ICON_FA_XMARK, "Cancel", "cancel advice") if running else \
        (icons.ICON_FA_STETHOSCOPE, "Advise", "advise")
    fresh = not running and (advice.state != states.DONE or bool(advice.changed))
    if strong_button(ui, f"{icon}  {text}", name, fresh):
        ui.state.submit(CancelAdvice()) if running else ui.state.act("advise")
    ui.tip("End the look" if running else f"Look at the last steps  ({ui.state.controls.keys('advise')})")
    if advice.state == states.UNASKED:
        return
    imgui.same_line(0, 12 * ui.unit)
    imgui.begin_group()
    if running:
        _progress(ui, advice)
    else:
        _summary(ui, advice)
    imgui.end_group()


def _progress(ui: Ui, advice: Advice) -> None:
    text = f"step {advice.done:,} of {advice.of:,}"
    imgui.text_disabled(text)
    imgui.same_line(0, 12 * ui.unit)
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + (TEXT - BAR) / 2 * ui.unit)
    bar(ui, advice.done / max(advice.of, 1), max(imgui.get_content_region_avail().x, 1.0))
    ui.note("advice:progress")


def _summary(ui: Ui, advice: Advice) -> None:
    """What was looked at; under it, coloured, what is otherwise since."""
    imgui.push_text_wrap_pos(0)
    count = len(advice.findings)
    number = f"{count} finding{'s, the likely root first' if count > 1 else ''}. " if count else ""
    imgui.text_disabled(f"{number}Looked at {advice.looked}")
    if advice.changed:
        with ui.colored(ui.palette.warning):
            imgui.text_unformatted(f"{icons.ICON_FA_TRIANGLE_EXCLAMATION}  {advice.changed[0].upper()}{advice.changed[1:]}")
        ui.note("advice:changed")
    imgui.pop_text_wrap_pos()


def _failed(ui: Ui, advice: Advice) -> None:
    imgui.push_text_wrap_pos(0)
    with ui.colored(ui.palette.bad):
        imgui.text_unformatted("The look failed")
    imgui.text_unformatted(advice.failure)
    imgui.pop_text_wrap_pos()
    ui.note("advice:failure")


def _running(ui: Ui, advice: Advice) -> None:
    ui.aside(f"Looking at {advice.looked}. The scene goes on meanwhile.")


def _cancelled(ui: Ui, advice: Advice) -> None:
    ui.aside(f"Cancelled at step {advice.done:,} of {advice.of:,}.")


_BODIES: dict[str, Callable[[Ui, Advice], None]] = {
    states.UNASKED: lambda ui, advice: ui.aside(ABOUT), states.RUNNING: _running, states.DONE: found,
    states.CANCELLED: _cancelled, states.FAILED: _failed}


def wanted(state: UiState) -> bool:
    """Whether a scene is open."""
    return state.view is not None


def height(state: UiState) -> float:
    """Of the content in the last frame [px]; 0 in the first one."""
    _, top, _, bottom = state.widgets.get(CONTENT, (0.0, 0.0, 0.0, 0.0))
    return bottom - top


PANEL = Panel(lambda: draw, BESIDE + 6, wanted, place=DOCK, height=height, switch="advice", default=False, keys=("H",),
              instead=("inside_step", "film", "log", "events"), label="Adviser",
              help="What is wrong with the run, the likely cause, and the setting that helps")
