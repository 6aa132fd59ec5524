"""The choice of the kind of joint to make, and the card with the next click."""
from __future__ import annotations

import inspect

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.input.joint_tool import AXIS_CHOICES
from app.panels.joints.card import type_text
from app.panels.panel import SHEET, Panel
from app.panels.widgets.choice_list import ChoiceList, Row
from app.panels.widgets.fuzzy import Found, ranked
from app.panels.widgets.layout import Rect
from app.panels.widgets.sheet import sheet
from app.panels.widgets.ui import Ui

WIDTH, HEIGHT = 620, 520            # [design px] of the list


class JointPalette:
    """Keeps the typed text while it is open."""

    def __init__(self):
        self._list = ChoiceList("joints", "Which joint?")
        self._open = False

    def draw(self, ui: Ui) -> None:
        """The list, while it is open; the card, while a joint is being made."""
        if ui.state.tool.active:
            _card(ui)
        if ui.state.open_sheet != "join":
            self._open = False
            return
        if not self._open:
            self._open = True
            self._list.reopen()
        base = ui.layout.sheet
        width, height = min(WIDTH * ui.unit, base.width), min(HEIGHT * ui.unit, base.height)
        with sheet(ui, "join", Rect(base.x + (base.width - width) / 2, base.y, width, height)):
            self._list.field(ui)
            chosen = self._list.rows(ui, ranked(self._list.typed, rows(), lambda row: Found(row.title, row.about)))
        if chosen is not None:
            ui.state.open_sheet = ""
            ui.state.events.cancel()
            ui.state.tool.begin(chosen)


def rows() -> list[Row]:
    """Every type of joint with the first line of its description."""
    from physics.joints import JOINTS
    return [Row(name, type_text(name), about=(inspect.getdoc(kind) or "").split("\n")[0]) for name, kind in JOINTS.items()]


def _card(ui: Ui) -> None:
    """The joint being made, the next click, the direction of the axis, and a button to cancel."""
    tool, place = ui.state.tool, ui.layout.card
    width = min(420 * ui.unit, place.width)
    middle = place.x + place.width / 2
    with ui.window("joint tool", Rect(middle, place.y, width, 0), pivot=(0.5, 0.0)):
        ui.heading(type_text(tool.kind))
        imgui.same_line(0, 10 * ui.unit)
        imgui.text("click on a body" if tool.first is None else "click on the other body, or beside for the world")
        imgui.align_text_to_frame_padding()
        imgui.text_disabled("Axis")
        for name in AXIS_CHOICES:
            imgui.same_line(0, 6 * ui.unit)
            _axis(ui, name)
        imgui.same_line(0, 18 * ui.unit)
        if imgui.button(f"{icons.ICON_FA_XMARK}##give up", ImVec2(34 * ui.unit, 0)):
            tool.cancel()
        ui.note("button:give up joint")
        ui.tip("Make none (Escape)")


def _axis(ui: Ui, name: str) -> None:
    """A button for one direction of the axis."""
    mine = ui.state.tool.axis == name
    if mine:
        imgui.push_style_color(imgui.Col_.button, imgui.get_style_color_vec4(imgui.Col_.header_active))
    if imgui.button(f"{name}##axis"):
        ui.state.tool.axis = name
    if mine:
        imgui.pop_style_color()
    ui.note(f"axis:{name}")
    ui.tip("Straight out of the surface that is clicked on" if name == AXIS_CHOICES[0] else f"Along the world's {name} axis")


PANEL = Panel(lambda: JointPalette().draw, SHEET + 3, hideable=False)
