"""The dock under the scene: the table of rows at the left, and X-ray, body, load, matrix or log at the right."""
from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import ImVec2, imgui

from app.panels.inside import load, log, matrix, rows_table, waterfall, xray
from app.panels.panel import BESIDE, DOCK, Panel
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.keyboard import arrows
from app.panels.widgets.ui import Ui
from app.ui.inside_state import LEAST_SHARE, MOST_SHARE, SHARE
from app.ui.ui_state import UiState

KEYED = 0.02                       # of the width, by which an arrow moves the line between both halves
GRIP, LINE = 9, 1.5                # [design px] width of that line, to draw it by, and as it is drawn
TAB = 6, 5, 4                      # [design px] beside and above the title of a tab, and between two tabs
LEAST = 90                         # [design px] to which a tab shrinks before the bar of tabs scrolls
TABS = (("X-ray", xray.draw, "The equation of each picked row, term by term"),
        ("Who moved it", waterfall.draw, "What changed the velocity of the selected body"),
        ("Load", load.draw, "What carries the selected body"),
        ("Matrix", matrix.draw, "What couples the rows of the selected body's island"),
        ("Log", log.draw, "What was said, done and happened: a click on a line goes to its step"))


def draw(ui: Ui) -> None:
    """Both halves; where there is nothing to see of a step, why, and the log."""
    with ui.window("inside", ui.layout.dock, imgui.WindowFlags_.no_scrollbar, backed=True):
        inside, ui.state.inside.block = ui.state.publication.inside, None
        missing = "The inside of a step is being read" if inside is None else f"Nothing to see: {inside.refusal}"
        there = inside is not None and not inside.refusal
        width = imgui.get_content_region_avail().x
        imgui.begin_child("rows", ImVec2(ui.state.inside.share * width, 0), imgui.ChildFlags_.nav_flattened)
        if there:
            rows_table.draw(ui, inside)
        else:
            ui.aside(missing)
            ui.state.inside.hovered = None
        imgui.end_child()
        imgui.same_line(0, 0)
        _grip(ui, width)
        imgui.same_line(0, 0)
        imgui.begin_child("details", ImVec2(0, 0), imgui.ChildFlags_.nav_flattened, imgui.WindowFlags_.no_scrollbar)
        if _narrow(ui, lambda: imgui.begin_tab_bar("##inside", imgui.TabBarFlags_.fitting_policy_mixed)):
            for title, drawn, about in TABS:
                opened = _narrow(ui, lambda title=title: imgui.begin_tab_item(title)[0])
                ui.note(f"tab:{title}")
                ui.tip(about)
                if opened:
                    imgui.begin_child(title, ImVec2(0, 0), imgui.ChildFlags_.nav_flattened)
                    if there or drawn is log.draw:
                        drawn(ui, inside)
                    imgui.end_child()
                    imgui.end_tab_item()
            imgui.end_tab_bar()
        imgui.end_child()


def _grip(ui: Ui, width: float) -> None:
    """The line between table and details: a drag gives one more room, a double click restores both."""
    state, at, high = ui.state.inside, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().y
    imgui.invisible_button("##grip", ImVec2(GRIP * ui.unit, max(high, 1.0)), imgui.ButtonFlags_.enable_nav)
    ui.note("grip:inside")
    if imgui.is_item_hovered() or imgui.is_item_active():
        imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ew)
        middle, half = at.x + 0.5 * GRIP * ui.unit, 0.5 * LINE * ui.unit
        Canvas().box((middle - half, at.y), (middle + half, at.y + high), ui.palette.accent)
    if imgui.is_item_active() and imgui.is_mouse_dragging(imgui.MouseButton_.left, 0.0):
        moved = imgui.get_io().mouse_delta.x / max(width, 1.0)
    else:
        moved = KEYED * arrows()
    state.share = min(max(state.share + moved, LEAST_SHARE), MOST_SHARE)
    if imgui.is_item_hovered() and imgui.is_mouse_double_clicked(imgui.MouseButton_.left):
        state.share = SHARE
    ui.tip("A drag gives the table or the cards more room; a double click restores both")


def _narrow(ui: Ui, begin: Callable[[], bool]) -> bool:
    """The result of `begin`, with tabs so close that all have room."""
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(TAB[0] * ui.unit, TAB[1] * ui.unit))
    imgui.push_style_var(imgui.StyleVar_.item_inner_spacing, ImVec2(TAB[2] * ui.unit, TAB[2] * ui.unit))
    imgui.push_style_var(imgui.StyleVar_.tab_min_width_shrink, LEAST * ui.unit)
    begun = begin()
    imgui.pop_style_var(3)
    return begun


def wanted(state: UiState) -> bool:
    """Whether a scene is open."""
    return state.view is not None


PANEL = Panel(lambda: draw, BESIDE + 6, wanted, place=DOCK, switch="inside_step", default=False, keys=("X",), needs=("inside",),
              instead=("advice", "film", "log", "events"), label="Inside the step",
              help="Every row of the last step, its equation, what moved a body, what carries it")
