"""The field of a colour that the scene gives bodies: a button with a picker, swatches of the colours with names, and none."""
from __future__ import annotations

import numpy as np
from imgui_bundle import ImVec2, ImVec4, imgui

from app.draw.colors import table_colors
from app.panels.editing.labels import label
from app.panels.widgets.ui import Ui
from app.published.group_card import MIXED
from app.simulation.commands import EditBodies, SettleEdits

ACROSS = 5                 # swatches in a row
LABEL = 0.415              # share of the card's width for the label
PICKER = 210               # [design px] width of the picker


def draw(ui: Ui, uids: tuple[int, ...]) -> None:
    """The field; without a colour of their own it shows that of the first body."""
    color = ui.state.status.group.value("color")
    shown = rgb_of(color) if color not in (None, MIXED) else _usual(ui, uids[0])
    label(ui, "colour", LABEL)
    if imgui.color_button("##color", _filled(shown), imgui.ColorEditFlags_.no_tooltip, _size(ui, color is not None)):
        imgui.open_popup("color")
    ui.note("edit:color")
    ui.tip("Its colour in pictures; click to choose one")
    if color is not None:
        imgui.same_line(0, 6 * ui.unit)
        if imgui.button("none##color"):
            ui.state.submit(EditBodies(uids, {"color": None}))
        ui.note("button:no_color")
    else:
        imgui.same_line(0, 6 * ui.unit)
        imgui.text_disabled("in turn")
    if imgui.begin_popup("color"):
        _choose(ui, uids, shown)
        imgui.end_popup()


def _choose(ui: Ui, uids: tuple[int, ...], shown: list[float]) -> None:
    """The picker, a drag in which is one edit, and the swatches."""
    from scenes.schema.color import NAMES
    imgui.set_next_item_width(PICKER * ui.unit)
    flags = imgui.ColorEditFlags_.no_side_preview | imgui.ColorEditFlags_.display_hex
    changed, made = imgui.color_picker3("##picker", shown, flags)
    ui.note("color:picker")
    if changed:
        ui.state.submit(EditBodies(uids, {"color": hex_of(made)}, f"color {uids}"))
    if imgui.is_mouse_released(imgui.MouseButton_.left):
        ui.state.submit(SettleEdits())
    imgui.push_style_var(imgui.StyleVar_.frame_border_size, ui.unit)
    for number, (name, value) in enumerate(NAMES.items()):
        if number % ACROSS:
            imgui.same_line(0, 4 * ui.unit)
        if imgui.color_button(f"##{name}", _filled(rgb_of(value)), imgui.ColorEditFlags_.no_tooltip,
                              ImVec2((PICKER - 4 * (ACROSS - 1)) * ui.unit / ACROSS, 18 * ui.unit)):
            ui.state.submit(EditBodies(uids, {"color": name}))
            imgui.close_current_popup()
        ui.note(f"color:{name}")
        ui.tip(name)
    imgui.pop_style_var()


def _usual(ui: Ui, uid: int) -> list[float]:
    table = ui.state.view.table
    row = table.index(uid)
    return [0.5] * 3 if row is None else (table_colors(table, ui.state.settings.theme)[row, :3] / 255).tolist()


def _size(ui: Ui, removable: bool) -> ImVec2:
    """Of the button: beside it is room for a word."""
    return ImVec2((52 if removable else 46) * ui.unit, imgui.get_frame_height())


def _filled(rgb: list[float]) -> ImVec4:
    return ImVec4(*rgb, 1.0)


def rgb_of(color: str) -> list[float]:
    """Red, green and blue, 0 to 1, of `#rrggbb`."""
    return [part / 255 for part in bytes.fromhex(color[1:])]


def hex_of(rgb: list[float]) -> str:
    """`#rrggbb` of red, green and blue, 0 to 1."""
    return "#" + bytes(int(x) for x in np.clip(np.rint(np.asarray(rgb[:3]) * 255), 0, 255)).hex()
