"""The table of rows: every row of the last step, sorted, filtered by an expression; a click picks a row for the X-ray.

Only the rows in sight are drawn, so a table of any length costs the same.
"""
from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.inside.columns import COLUMNS, DIGITS, Column, text_of, title_of
from app.panels.widgets.canvas import shortened
from app.panels.widgets.ui import Ui
from app.published.inside import Inside, key_of
from app.simulation.commands import PinRow, StopWhen, UnpinRow

STATE_TINTS = {"sliding": "warning", "at its bound": "bad", "sticking": "good"}      # names of the palette
ASLEEP = "No rows: everything that touches or is joined is asleep, and sleeping bodies are not solved."
ALONE = "No rows: nothing touches, and nothing is joined."
FILTERED = "The filter leaves no row."
CELL, STRETCH = (3, 1), 1.4        # [design px] around the text of a cell, and how much wider columns may be than they need
ARROW = 0.65                       # of the font's size: the arrow beside the title of the column that sorts
HINT, STOP_HINT = "filter: kind == normal and impulse > 10", "stop when: max_penetration > 0.01"
PAINTED = tuple(column.name for column in COLUMNS if column.name not in ("kind", "a", "b", "state"))
FLAGS = (imgui.TableFlags_.sortable | imgui.TableFlags_.scroll_y | imgui.TableFlags_.scroll_x | imgui.TableFlags_.hideable
         | imgui.TableFlags_.resizable | imgui.TableFlags_.row_bg | imgui.TableFlags_.no_saved_settings
         | imgui.TableFlags_.reorderable | imgui.TableFlags_.sort_tristate)


def draw(ui: Ui, inside: Inside) -> None:
    """The filter, and the table below."""
    state = ui.state.inside
    order = state.order(inside, lambda: named_bodies(ui))
    imgui.set_next_item_width(-1)
    changed, text = imgui.input_text_with_hint("##filter", _fitting(HINT, imgui.get_content_region_avail().x), state.text)
    ui.note("field:row filter")
    if changed:
        state.text = text[:400]
    if not imgui.is_item_active() and not state.mistake:                      # it would lie over what the mistake says
        ui.tip(f"{len(order)} of {inside.rows.size} rows.  Any column is a word, see the manual's page on expressions")
    _stop(ui)
    imgui.same_line()
    _paint(ui)
    if state.mistake:
        with ui.colored(ui.palette.warning):
            imgui.push_text_wrap_pos(0)
            imgui.text_unformatted(brief(state.mistake))
            imgui.pop_text_wrap_pos()
        ui.tip(state.mistake)
    if not len(order):
        ui.aside(FILTERED if inside.rows.size else _without_rows(ui))
        ui.note("rows:none")
        return
    imgui.push_style_var(imgui.StyleVar_.cell_padding, ImVec2(CELL[0] * ui.unit, CELL[1] * ui.unit))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(4 * ui.unit, 2 * ui.unit))      # as high as a row: no two overlap
    if imgui.begin_table("##rows", len(COLUMNS), FLAGS, ImVec2(0, -1)):
        _head(ui)
        _body(ui, inside, order)
        imgui.end_table()
    imgui.pop_style_var(2)
    ui.note("table:rows")


def brief(mistake: str) -> str:
    """What is wrong, where, and the nearest right name, without the list of all names."""
    return mistake.splitlines()[0].partition("allowed are ")[0].rstrip("; ")


def _without_rows(ui: Ui) -> str:
    """Why a step has no rows."""
    asleep = ui.state.view.asleep
    return ASLEEP if asleep is not None and asleep.any() else ALONE


def _stop(ui: Ui) -> None:
    """The field for the expression at which the simulation stops; one that is refused stays, to be mended, until Escape."""
    state, present = ui.state.inside, ui.state.status.stop.expression
    if state.stop == present:                              # taken
        state.stop = None
    width = 0.62 * imgui.get_content_region_avail().x
    imgui.set_next_item_width(width)
    hint = _fitting(STOP_HINT, width)
    changed, text = imgui.input_text_with_hint("##stop", hint, present if state.stop is None else state.stop)
    ui.note("field:stop when")
    if not imgui.is_item_active() and not state.mistake:
        ui.tip("Pause after the first step at which this holds: metrics, readings of bodies, any column of the rows.  "
               "Enter sets it")
    if changed:
        state.stop = text[:400]
    if state.stop is None or not imgui.is_item_deactivated():
        return
    if imgui.is_key_pressed(imgui.Key.escape):
        state.stop = None
    elif state.stop != present:
        ui.state.submit(StopWhen(state.stop))


def _fitting(hint: str, width: float) -> str:
    """The hint in a field of this width."""
    return shortened(hint, width - 2 * imgui.get_style().frame_padding.x)


def _paint(ui: Ui) -> None:
    """The column by which points are coloured in the scene."""
    state = ui.state.inside
    imgui.set_next_item_width(-1)
    titles = {column.name: column.title for column in COLUMNS}
    room = imgui.get_content_region_avail().x - imgui.get_frame_height() - imgui.get_style().frame_padding.x
    title = titles.get(state.paint, "none")
    texts = (f"colour: {title}", title, icons.ICON_FA_PALETTE)
    opened = imgui.begin_combo("##paint", next((text for text in texts if imgui.calc_text_size(text).x <= room), texts[-1]))
    ui.note("field:row colour")
    if opened:
        for name in ("", *PAINTED):
            if imgui.selectable(titles.get(name, "none"), name == state.paint)[0]:
                state.paint = name
            ui.note(f"choice:row colour:{name}")
        imgui.end_combo()
    else:
        ui.tip("Points and bodies of the rows in the colour of a column: green for its least value, red for its largest")


def named_bodies(ui: Ui) -> tuple[tuple[str, int], ...]:
    """Names and uids of the bodies that have a name."""
    table = ui.state.view.table
    return tuple((name, uid) for name, uid in zip(table.names, table.uids.tolist()) if name)


def _head(ui: Ui) -> None:
    """The columns, and how they are sorted."""
    state, wider = ui.state.inside, _stretch(ui)
    imgui.table_setup_scroll_freeze(1, 1)
    for column in COLUMNS:
        hidden = imgui.TableColumnFlags_.none if column.shown else imgui.TableColumnFlags_.default_hide
        imgui.table_setup_column(column.title, hidden | imgui.TableColumnFlags_.width_fixed, width_of(ui, column, wider))
    imgui.table_next_row(imgui.TableRowFlags_.headers)
    for number, column in enumerate(COLUMNS):
        if imgui.table_set_column_index(number):
            imgui.table_header(column.title)
            ui.note(f"column:{column.name}")
            ui.tip(f"{column.help}.  In a filter: {column.name}.  Right click: other columns")
    specs = imgui.table_get_sort_specs()
    if specs is not None and specs.specs_dirty:
        if specs.specs_count:
            one = specs.get_specs(0)
            state.column = COLUMNS[one.column_index].name
            state.falling = one.get_sort_direction() == imgui.SortDirection.descending
        else:
            state.column = ""
        specs.specs_dirty = False


def width_of(ui: Ui, column: Column, wider: float) -> float:
    """The first width of a column [px]; its title has room beside the arrow that tells how it sorts."""
    arrow = ARROW * imgui.get_font_size() + imgui.get_style().frame_padding.x
    return max(wider * column.width * ui.unit, imgui.calc_text_size(column.title).x + arrow + 1)


def _stretch(ui: Ui) -> float:
    """How much wider than they need the columns are at first, where the table has room."""
    shown = [column.width for column in COLUMNS if column.shown]
    needed = (sum(shown) + (2 * CELL[0] + 1) * len(shown)) * ui.unit + imgui.get_style().scrollbar_size
    return min(max(imgui.get_content_region_avail().x / needed, 1.0), STRETCH)


def _body(ui: Ui, inside: Inside, order) -> None:
    """The rows in sight."""
    picked = {pinned.row for pinned in inside.pinned}
    ui.state.inside.hovered = None
    clipper = imgui.ListClipper()
    clipper.begin(len(order))
    while clipper.step():
        for place in range(clipper.display_start, clipper.display_end):
            row = int(order[place])
            imgui.table_next_row()
            for number, column in enumerate(COLUMNS):
                if imgui.table_set_column_index(number):
                    _cell(ui, inside, (row, number, row in picked))
    clipper.end()


def _cell(ui: Ui, inside: Inside, what: tuple[int, int, bool]) -> None:
    """One cell; the first one of a row is the whole row's button."""
    (row, number, picked), rows = what, inside.rows
    column = COLUMNS[number]

    def text_of_digits(digits: int) -> str:
        return text_of(rows, column, row, ui.state.view.table, digits)

    text = text_of_digits(DIGITS)
    if number == 0:
        flags = imgui.SelectableFlags_.span_all_columns
        if imgui.selectable(f"{text}##{row}", picked, flags)[0]:
            ui.state.submit((UnpinRow if picked else PinRow)(*key_of(rows, row)))
        ui.note(f"constraint row:{row}")
        ui.tip(title_of(rows, row, ui.state.view.table))
        if imgui.is_item_hovered():
            ui.state.inside.hovered = row
        return
    if column.name == "state" and text in STATE_TINTS:
        with ui.colored(getattr(ui.palette, STATE_TINTS[text])):
            imgui.text_unformatted(text)
        return
    _aligned(column, text_of_digits)


def _aligned(column: Column, text_of_digits: Callable[[int], str]) -> None:
    """Numbers at the right of their cell, with as many digits as have room, names at the left."""
    room = imgui.get_content_region_avail().x
    if column.name in ("a", "b", "state"):
        imgui.text_unformatted(shortened(text_of_digits(DIGITS), room))
        return
    text = next((text for text in map(text_of_digits, range(DIGITS, 0, -1)) if imgui.calc_text_size(text).x <= room), "...")
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(room - imgui.calc_text_size(text).x, 0.0))
    imgui.text_unformatted(text)
