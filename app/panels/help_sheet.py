"""The help sheet: the table of keys and mouse gestures."""
from __future__ import annotations

from itertools import groupby

from imgui_bundle import ImVec2, imgui

from app.input.bindings import Control
from app.panels.panel import SHEET, Panel
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.layout import Rect
from app.panels.widgets.sheet import sheet
from app.panels.widgets.ui import Ui

LINE = 60                 # [design px] for an arrow of the keyboard


def draw(ui: Ui) -> None:
    """The sheet, while it is open: groups in two columns."""
    if ui.state.open_sheet != "help":
        return
    base, unit = ui.layout.sheet, ui.unit
    screen = imgui.get_main_viewport().size
    width, height = min(980 * unit, screen.x - 32 * unit), min(640 * unit, screen.y - 32 * unit)
    place = Rect(base.x + base.width / 2 - width / 2, max((screen.y - height) / 2, 16 * unit), width, height)
    with sheet(ui, "help", place):
        with ui.bold(20):
            imgui.text("Keys and mouse")
        imgui.spacing()
        imgui.begin_child("##rows", ImVec2(0, 0))
        _scroll(ui)
        groups = [(name, list(rows)) for name, rows in groupby(ui.state.controls.rows, key=lambda c: c.group)]
        if imgui.begin_table("##columns", 2):
            for half in halves(groups):
                imgui.table_next_column()
                for name, rows in half:
                    _group(ui, name, rows)
            imgui.end_table()
        imgui.end_child()


def _scroll(ui: Ui) -> None:
    """Scroll by the keys of the keyboard."""
    page = 0.9 * imgui.get_window_height()
    for key, by in ((imgui.Key.down_arrow, LINE * ui.unit), (imgui.Key.up_arrow, -LINE * ui.unit), (imgui.Key.page_down, page),
                    (imgui.Key.page_up, -page)):
        if imgui.is_key_pressed(key):
            imgui.set_scroll_y(min(max(imgui.get_scroll_y() + by, 0.0), imgui.get_scroll_max_y()))


def halves(groups: list[tuple[str, list[Control]]]) -> tuple[list, list]:
    """The groups in two columns of similar height."""
    heights = [len(rows) + 2 for _, rows in groups]
    split = min(range(len(groups) + 1), key=lambda k: abs(sum(heights[:k]) - sum(heights[k:])))
    return groups[:split], groups[split:]


def _group(ui: Ui, name: str, rows: list[Control]) -> None:
    with ui.bold(), ui.colored(ui.palette.accent):
        imgui.text(name)
    for control in rows:
        _row(ui, control)
    imgui.dummy(ImVec2(0, 5 * ui.unit))


def _row(ui: Ui, control: Control) -> None:
    """The action at the left; key caps and the gesture in words at the right."""
    canvas, unit, palette = Canvas(), ui.unit, ui.palette
    start, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
    width = imgui.get_content_region_avail().x - 18 * unit
    imgui.text(control.label)
    used = imgui.get_item_rect_size().x
    x = start.x + width
    for key in reversed(control.keys):
        size = imgui.calc_text_size(key).x
        x -= size + 12 * unit
        canvas.box((x, start.y - unit), (x + size + 12 * unit, start.y + line + unit), palette.hover, 5 * unit)
        canvas.text((x + 6 * unit, start.y), key, palette.text)
        x -= 5 * unit
    if not control.mouse:
        return
    text = control.mouse + (" ," if control.keys else "")
    size = imgui.calc_text_size(text).x
    if used + size + 20 * unit < x - start.x:
        canvas.text((x - size, start.y), text, palette.dim)
    else:
        imgui.indent(14 * unit)
        imgui.text_disabled(text)
        imgui.unindent(14 * unit)


PANEL = Panel(lambda: draw, SHEET, hideable=False)
