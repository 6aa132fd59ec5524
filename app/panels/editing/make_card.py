"""The card *Make*: the shapes of new bodies, and buttons for what edits the scene, for work by mouse alone.

A click on a shape waits for a click on the scene, or a drag there, which sets the size; a shape can be dragged onto the scene.
The buttons are those of the controls with a group from MAKE on.
"""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.input.bindings import MAKE
from app.panels.panel import OVER, Panel
from app.panels.toolbar import SPACE, buttons, draw_button
from app.panels.toolbar import WIDTH as BUTTON
from app.panels.widgets.layout import Rect
from app.panels.widgets.theme import color
from app.panels.widgets.ui import Ui
from app.simulation.commands.editing import SHAPES
from app.ui.ui_state import UiState

WIDTH, COLUMNS = 218, 2                                # [design px]
NAMES = {"sphere": "ball", "plane": "floor"}           # of the shapes whose action has another word
ANYWHERE = imgui.HoveredFlags_.any_window | imgui.HoveredFlags_.allow_when_blocked_by_active_item
HINT = "Choose one, then click in the scene. Drag there, and the drag sets its size."
PLACE = "Click where the {} is to stand; a drag sets its size."


def draw(ui: Ui) -> None:
    """The card, at the left upper corner of the scene."""
    making, place = ui.state.new_body, ui.layout.pictures
    width = min(WIDTH * ui.unit, place.width)
    with ui.window("make", Rect(place.x, place.y, width, 0), most=place.height):
        room = width - 2 * imgui.get_style().window_padding.x
        imgui.dummy(ImVec2(room, 0))
        ui.heading("Make")
        imgui.same_line(room - 12 * ui.unit)
        if imgui.small_button(f"{icons.ICON_FA_XMARK}##close make"):
            ui.state.act("make")
        ui.note("make:close")
        ui.tip("Close it (Escape)")
        gap = 6 * ui.unit
        for number, shape in enumerate(SHAPES):
            if number % COLUMNS:
                imgui.same_line(0, gap)
            _shape(ui, shape, (room - (COLUMNS - 1) * gap) / COLUMNS)
        ui.aside(PLACE.format(NAMES.get(making.shape, making.shape)) if making.active else HINT)
        step, used = (BUTTON + SPACE) * ui.unit, 0.0
        for control in (control for group in buttons(ui.state.controls) for control in group if control.button.group >= MAKE):
            if used and used + step <= room + SPACE * ui.unit:
                imgui.same_line(0, SPACE * ui.unit)
            else:
                used = 0.0
            draw_button(ui, control)
            used += step


def _shape(ui: Ui, shape: str, width: float) -> None:
    """The button of a shape: a click waits for one on the scene, a drag onto the scene makes it there."""
    state, making = ui.state, ui.state.new_body
    name = NAMES.get(shape, shape)
    control = state.control_of(f"add_{name}")
    chosen = making.shape == shape
    if chosen:
        for part, shade in ((imgui.Col_.button, color(ui.palette.accent)), (imgui.Col_.text, color(ui.palette.on_accent))):
            imgui.push_style_color(part, shade)
    imgui.button(f"{name}##make", ImVec2(width, 0))
    if chosen:
        imgui.pop_style_color(2)
    begun, ended, held = imgui.is_item_activated(), imgui.is_item_deactivated(), imgui.is_item_active()
    ui.note(f"make:{name}")
    ui.tip(f"{control.help}  ({', '.join(control.keys)}: at once)")
    pointer = imgui.get_mouse_pos()
    if begun:
        if chosen:
            making.cancel()
        else:
            _begin(state, shape)
    elif (held or ended) and making.active and not imgui.is_window_hovered(ANYWHERE):
        making.point(state, pointer.x, pointer.y)
        if ended:
            making.release(state)


def _begin(state: UiState, shape: str) -> None:
    """Wait for a press on the scene, and put other tools away."""
    state.tool.cancel()
    state.events.cancel()
    state.tape.put_away()
    state.box.end()
    state.new_body.begin(shape)


def wanted(state: UiState) -> bool:
    """Whether it is open; the card of generators takes its place."""
    return state.new_body.open and state.view is not None and not state.making_generator.active


PANEL = Panel(lambda: draw, OVER - 1, wanted, hideable=False)
