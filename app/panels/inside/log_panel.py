"""The log in a panel of its own: filtered by kind and text, copied, and a click on a line goes to its step."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.draw.recent import Recent
from app.panels.inside.log import NONE, TINTS, draw_lines, entries_of
from app.panels.panel import BESIDE, DOCK, Panel
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.strong_button import strong_button
from app.panels.widgets.ui import Ui
from app.published.log import DONE, SAID, Entries
from app.ui.log_filter import ALL
from app.ui.ui_state import UiState

NAMES = {SAID: "Said", DONE: "Done", "contact": "Contacts", "sensor": "Sensors", "joint": "Joints", "input": "Input"}
ABOUT = {SAID: "What the simulation said", DONE: "What you did, in words", "contact": "Contacts that begin or end",
         "sensor": "Sensors that are entered or left", "joint": "Joints that broke", "input": "Steps in which you did something"}
COPY = f"{icons.ICON_FA_COPY}  Copy"
FIELD, LEAST = 220, 100             # [design px] width of the field, at most, and at least beside the buttons
GAP, PAD = 5, 7                     # [design px] between two buttons, and beside a button's text
DOT = 4                             # [design px] radius
MOST_COPIED = 20_000                # lines
NOTHING = "No line fits: change the text above, or show more kinds."
RECENT = Recent(1)


def draw(ui: Ui) -> None:
    """Filter, copy, and the lines below."""
    with ui.window("log", ui.layout.dock, imgui.WindowFlags_.no_scrollbar, backed=True):
        entries = entries_of(ui)
        places = places_of(ui, entries)
        _head(ui, entries, places)
        imgui.separator()
        draw_lines(ui, entries, places, NOTHING if len(entries) else NONE)


def places_of(ui: Ui, entries: Entries) -> np.ndarray:
    """Places of the entries that the filter lets through."""
    filter_ = ui.state.log
    return RECENT.of((entries,), (filter_.text, filter_.kinds), lambda: entries.chosen(filter_.text, filter_.kinds))


def _head(ui: Ui, entries: Entries, places: np.ndarray) -> None:
    """The field, a switch for each kind, and the button that copies; they wrap where there is no room."""
    filter_, unit = ui.state.log, ui.unit
    end = imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(PAD * unit, 3 * unit))
    room = imgui.get_content_region_avail().x
    others = sum(_width(ui, kind) + GAP * unit for kind in ALL) + imgui.calc_text_size(COPY).x + (20 + GAP) * unit
    imgui.set_next_item_width(min(max(room - others, LEAST * unit), FIELD * unit, room))
    hint = f"{icons.ICON_FA_MAGNIFYING_GLASS}  Find"
    _, filter_.text = imgui.input_text_with_hint("##log filter", hint, filter_.text)
    ui.note("search:log")
    for kind in ALL:
        _beside(ui, _width(ui, kind), end)
        if _switch(ui, kind):
            filter_.switch(kind)
    _beside(ui, imgui.calc_text_size(COPY).x + 20 * unit, end)
    imgui.begin_disabled(not len(places))
    if strong_button(ui, COPY, "copy log", False):
        imgui.set_clipboard_text(text_of(entries, places))
        count = min(len(places), MOST_COPIED)
        ui.state.say(f"{count:,} line{'s' if count != 1 else ''} of the log copied", "good")
    imgui.end_disabled()
    ui.tip("Copy the lines that are shown")
    imgui.pop_style_var()


def _beside(ui: Ui, width: float, end: float) -> None:
    """Go on beside the last widget where something of this width has room before `end`."""
    if imgui.get_item_rect_max().x + GAP * ui.unit + width <= end:
        imgui.same_line(0, GAP * ui.unit)


def _width(ui: Ui, kind: str) -> float:
    """The width of the switch of a kind."""
    return imgui.calc_text_size(NAMES[kind]).x + (2 * PAD + 3.5 * DOT) * ui.unit


def _switch(ui: Ui, kind: str) -> bool:
    """A button with the kind's dot, dim while the kind is hidden; whether it was pressed."""
    unit, palette = ui.unit, ui.palette
    hidden = kind in ui.state.log.hidden
    start, size = imgui.get_cursor_screen_pos(), imgui.calc_text_size(NAMES[kind])
    width, height = _width(ui, kind), imgui.get_frame_height()
    pressed = imgui.button(f"##kind {kind}", ImVec2(width, height))
    ui.note(f"log kind:{kind}")
    ui.tip(f"{ABOUT[kind]}: {'show' if hidden else 'hide'} them")
    canvas, middle = Canvas(), start.y + height / 2
    dot = (start.x + (PAD + DOT) * unit, middle)
    if hidden:
        canvas.ring(dot, DOT * unit, palette.dim, unit)
    else:
        canvas.dot(dot, DOT * unit, getattr(palette, TINTS[kind])[:6])
    canvas.text((start.x + (PAD + 3.5 * DOT) * unit, middle - size.y / 2), NAMES[kind], palette.dim if hidden else palette.text)
    return pressed


def text_of(entries: Entries, places: np.ndarray) -> str:
    """The entries at these places as lines of text, each with its step, a tab between; of too many the last ones."""
    chosen = (entries[int(place)] for place in places[-MOST_COPIED:])
    return "".join(f"{'' if entry.step is None else entry.step}\t{entry.text}\n" for entry in chosen)


def wanted(state: UiState) -> bool:
    """Whether a scene is open."""
    return state.view is not None


PANEL = Panel(lambda: draw, BESIDE + 6, wanted, place=DOCK, switch="log", default=False, keys=("Alt+L",),
              instead=("inside_step", "advice", "film", "events"), label="Log",
              help="What was said, done and happened, found by kind and text; a click on a line goes to its step")
