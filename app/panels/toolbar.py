"""The toolbar over the scene: time, capture, scenes, help."""
from __future__ import annotations

from itertools import groupby

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.input.bindings import MAKE, Control
from app.panels.panel import BESIDE, Panel
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.layout import Rect
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.ui.controls import Controls

WIDTH, HEIGHT, SPACE = 38, 30, 6          # [design px] size of a button, and gap between two


def draw(ui: Ui) -> None:
    """The whole bar."""
    unit, groups = ui.unit, [row for row in buttons(ui.state.controls) if row[0].button.group < MAKE]
    count = sum(len(group) for group in groups)
    width = (count * WIDTH + (count - len(groups)) * SPACE + (len(groups) - 1) * 3 * SPACE + 24) * unit
    bar = ui.layout.toolbar
    place = Rect(bar.x + (bar.width - width) / 2, bar.y, width, bar.height)
    imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(12 * unit, 11 * unit))
    with ui.window("toolbar", place, imgui.WindowFlags_.no_scrollbar):
        for number, group in enumerate(groups):
            if number:
                imgui.same_line(0, 3 * SPACE * unit)
                _divider(ui)
            for place_in_group, control in enumerate(group):
                if place_in_group:
                    imgui.same_line(0, SPACE * unit)
                draw_button(ui, control)
    imgui.pop_style_var()


def buttons(controls: Controls) -> list[list[Control]]:
    """The controls with a button, group by group."""
    found = sorted((row for row in controls.rows if row.button), key=lambda row: row.button[:2])
    return [list(rows) for _, rows in groupby(found, key=lambda row: row.button.group)]


def _divider(ui: Ui) -> None:
    at = imgui.get_cursor_screen_pos()
    x = at.x - 1.5 * SPACE * ui.unit
    Canvas().line((x, at.y + 5 * ui.unit), (x, at.y + (HEIGHT - 5) * ui.unit), ui.palette.faint, ui.unit)


def draw_button(ui: Ui, control: Control) -> None:
    """The button of a control, grey with the reason where it is not possible."""
    palette, action = ui.palette, control.action
    name, tint = control.button.look(ui.state)
    icon = getattr(icons, f"ICON_FA_{name}")
    if tint:
        strong = getattr(palette, tint)
        for part, shade in ((imgui.Col_.button, color(strong)), (imgui.Col_.button_hovered, color(strong, 0.85)),
                            (imgui.Col_.text, color(palette.on_accent))):
            imgui.push_style_color(part, shade)
    reason = ui.state.refusal(control)
    imgui.push_style_var(imgui.StyleVar_.frame_padding, ImVec2(0, 0))
    imgui.begin_disabled(bool(reason))
    if imgui.button(f"{icon}##{action}", ImVec2(WIDTH * ui.unit, HEIGHT * ui.unit)):
        ui.state.perform(control)
    imgui.end_disabled()
    imgui.pop_style_var()
    if tint:
        imgui.pop_style_color(3)
    ui.note(f"button:{action}")
    ui.tip(reason or f"{control.label}  ({', '.join(control.keys)})")


PANEL = Panel(lambda: draw, BESIDE + 1)
