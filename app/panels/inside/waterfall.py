"""Who moved this body: what each row, gravity, forces and the rest did to its velocity in the last step, as a waterfall.

Every bar begins where the one before ends; the last one is the whole change.
"""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, imgui

from app.panels.inside.columns import name_of
from app.panels.widgets.canvas import Canvas, shortened
from app.panels.widgets.ui import Ui
from app.published.inside import Inside
from app.ui.inside_state import COMPONENTS

LINE, NAME, VALUE = 18, 0.38, 66   # [design px] height of a bar, share of the width for names, [design px] for numbers
LIST = 104                         # [design px] width of the list of components
MOST = 14                          # bars; smaller ones are drawn as one
NONE = "Select a body: what moved it in the last step appears here."


def draw(ui: Ui, inside: Inside) -> None:
    """A choice of the component, and the bars."""
    if inside.body is None:
        ui.aside(NONE)
        return
    state = ui.state.inside
    ui.heading(name_of(inside.body, ui.state.view.table), "m/s" if state.component < 3 else "rad/s")
    _components(ui)
    bars = bars_of(inside, state.component)
    if not bars:
        imgui.text_disabled("nothing changed its velocity")
        return
    _bars(ui, inside, bars)


def _components(ui: Ui) -> None:
    """A list of the components at the end of the line."""
    state, room = ui.state.inside, LIST * ui.unit
    imgui.same_line(max(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - room, 0.5 * room))
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(8 * ui.unit, 0))
    imgui.set_next_item_width(room)
    opened = imgui.begin_combo("##component", COMPONENTS[state.component])
    ui.note("field:component")
    if opened:
        for number, name in enumerate(COMPONENTS):
            if imgui.selectable(name, state.component == number)[0]:
                state.component = number
            ui.note(f"choice:component:{name}")
        imgui.end_combo()
    imgui.pop_style_var()


def bars_of(inside: Inside, component: int) -> list[tuple[str, float, int | None]]:
    """(name, change, row) of the causes along one component, the small ones as one."""
    found = [(cause.name, float(cause.change[component]), cause.row) for cause in inside.causes if cause.change[component]]
    found.sort(key=lambda bar: -abs(bar[1]))
    rest = found[MOST:]
    return found[:MOST] + ([(f"{len(rest)} smaller ones", sum(bar[1] for bar in rest), None)] if rest else [])


def change_text(change: float) -> str:
    """A change with its sign, short enough for its place."""
    return f"{change:+.4g}" if abs(change) >= 1e-3 else f"{change:+.2e}".replace("e-0", "e-")


def _bars(ui: Ui, inside: Inside, bars: list[tuple[str, float, int | None]]) -> None:
    """The waterfall; hovering a bar lights its row."""
    ends = np.cumsum([change for _, change, _ in bars])
    starts = np.concatenate(([0.0], ends[:-1]))
    low, high = min(0.0, float(ends.min())), max(0.0, float(ends.max()))
    span = (high - low) or 1.0
    unit, canvas = ui.unit, Canvas()
    width = imgui.get_content_region_avail().x
    left, right = NAME * width, width - VALUE * unit
    for number, (name, change, row) in enumerate([*bars, ("all of it", float(ends[-1]), None)]):
        at, whole = imgui.get_cursor_screen_pos(), number == len(bars)
        begin, end = (0.0, ends[-1]) if whole else (starts[number], ends[number])
        edges = sorted(at.x + left + (right - left) * (value - low) / span for value in (begin, end))
        tint = ui.palette.accent if whole else ui.palette.good if change > 0 else ui.palette.bad
        canvas.text((at.x, at.y), shortened(_named(name, ui), left - 6 * unit), ui.palette.text)
        canvas.box((edges[0], at.y + 3 * unit), (max(edges[1], edges[0] + unit), at.y + (LINE - 4) * unit), tint, 2 * unit)
        canvas.text((at.x + right + 6 * unit, at.y), change_text(change), ui.palette.text if whole else ui.palette.dim)
        imgui.dummy(ImVec2(width, LINE * unit))
        ui.note(f"bar:{number}")
        if imgui.is_item_hovered() and row is not None:
            ui.state.inside.hovered = row


def _named(name: str, ui: Ui) -> str:
    """A cause with the name of the other body in the place of its number."""
    what, _, last = name.rpartition(" ")
    if not last.isdigit():
        return name
    other = name_of(int(last), ui.state.view.table)
    return f"{what.removesuffix(' against')}, {other}" if what.endswith(" against") else f"{what} {other}"
