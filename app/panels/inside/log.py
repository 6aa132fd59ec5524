"""The log: what was said and done, and the events, in the order of their steps; a click on a line goes to its step.

The lines of the present step are marked, and come into sight when the world goes elsewhere.
"""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui

from app.draw.recent import Recent
from app.panels.widgets.canvas import Canvas, shortened
from app.panels.widgets.shared_time import present, told
from app.panels.widgets.ui import Ui
from app.published.log import DONE, SAID, Entries
from app.published.inside import Inside

STEP, DOT, LINE = 62, 16, 19         # [design px] room for the number of a step and for the dot, and height of a line
TINTS = {SAID: "text", DONE: "accent_bright", "contact": "dim", "sensor": "good", "joint": "bad", "input": "accent_bright"}
NONE = "Nothing was said or done yet, and nothing happened."
RECENT = Recent(1)


def draw(ui: Ui, _inside: Inside | None) -> None:
    """The whole log; lines in sight alone are drawn."""
    entries = entries_of(ui)
    draw_lines(ui, entries, np.arange(len(entries)), NONE)


def draw_lines(ui: Ui, entries: Entries, places: np.ndarray, none: str) -> None:
    """The entries at these places, which rise; without any the text `none`."""
    if not len(places):
        ui.aside(none)
        return
    imgui.begin_child("lines", ImVec2(0, 0), imgui.ChildFlags_.nav_flattened)
    here = np.isin(places, entries.at(present(ui)))
    _show(ui, np.flatnonzero(here), len(places))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(0, 0))
    clipper = imgui.ListClipper()
    clipper.begin(len(places), LINE * ui.unit)
    while clipper.step():
        for row in range(clipper.display_start, clipper.display_end):
            _line(ui, entries, int(places[row]), bool(here[row]))
    clipper.end()
    imgui.pop_style_var()
    imgui.end_child()


def entries_of(ui: Ui) -> Entries:
    """Of the present publication."""
    publication = ui.state.publication
    return RECENT.of((publication.log, publication.timeline), (publication.status.run,),
                     lambda: Entries(publication.log, publication.timeline, publication.status.run))


def _show(ui: Ui, here: np.ndarray, count: int) -> None:
    """Bring the lines of the present step into sight when it is another one than before; while the world runs, the newest."""
    state, step = ui.state.inside, present(ui)
    if step == state.log_step and count == state.log_count:
        return
    state.log_step, state.log_count = step, count
    target = int(here[0]) if len(here) else None
    if ui.state.publication.running or target is None and step >= ui.state.publication.timeline.last:
        target = count - 1
    line, height, top = LINE * ui.unit, imgui.get_window_height(), imgui.get_scroll_y()
    if target is not None and not top <= target * line <= top + height - line:
        imgui.set_scroll_y(max((target + 0.5) * line - 0.5 * height, 0.0))


def _line(ui: Ui, entries: Entries, place: int, here: bool) -> None:
    """One line: the step, a dot in the colour of its kind, the text."""
    entry, unit = entries[place], ui.unit
    at, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    if imgui.selectable(f"##line {place}", here, 0, ImVec2(0, LINE * unit))[0] and entry.step is not None and not entry.refusal:
        ui.state.go_to(entry.step)
    ui.note(f"log line:{place}")
    if ui.asked_about:
        with ui.tooltip():
            where = entry.refusal if entry.step is None else told(ui, entry.step) if not entry.refusal else \
                f"step {entry.step:,}\n{entry.refusal}"
            imgui.text_unformatted(f"{entry.text}\n{where}")
    canvas, height = Canvas(), imgui.get_text_line_height()
    top, bright = at.y + 0.5 * (LINE * unit - height), ui.palette.dim if entry.refusal else ui.palette.text
    if entry.step is not None:
        number = f"{entry.step:,}"
        canvas.text((at.x + (STEP - 8) * unit - imgui.calc_text_size(number).x, top), number, ui.palette.dim)
    canvas.dot((at.x + (STEP + 4) * unit, at.y + 0.5 * LINE * unit), 3 * unit, getattr(ui.palette, TINTS[entry.kind])[:6])
    canvas.text((at.x + (STEP + DOT) * unit, top), shortened(entry.text, room - (STEP + DOT) * unit), bright)
