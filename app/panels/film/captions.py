"""The captions of the scene's film over the scene, in its part without panels."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from app.draw.film.captions import ShownCaption
from app.panels.panel import UNDER, Panel
from app.panels.widgets.theme import packed
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

TEXT = 22                          # [design px] height of text
WIDEST = 0.62                      # share of the width that a line takes at most
BORDER, PAD, GAP = 14, 11, 6       # [design px] to the edges, around a text, and between two at one place
OPACITY = 0.9                      # of a plate


def draw(ui: Ui) -> None:
    """A plate with its text for each."""
    room, used = ui.layout.pictures, {}
    drawing = imgui.get_background_draw_list()
    imgui.push_font(ui.fonts.regular, TEXT)
    for number, one in enumerate(ui.state.film.captions):
        widest = WIDEST * room.width
        size = imgui.calc_text_size(one.text, wrap_width=widest)
        wide, high = size.x + 2 * PAD * ui.unit, size.y + 1.2 * PAD * ui.unit
        left, top = _corner(ui, one, (wide, high), used.get(one.place, 0.0))
        used[one.place] = used.get(one.place, 0.0) + high + GAP * ui.unit
        plate = packed(ui.palette.window, OPACITY * one.strength)
        drawing.add_rect_filled(ImVec2(left, top), ImVec2(left + wide, top + high), plate, PAD * ui.unit)
        at = ImVec2(round(left + PAD * ui.unit), round(top + 0.6 * PAD * ui.unit))
        drawing.add_text(ui.fonts.regular, imgui.get_font_size(), at, packed(ui.palette.text, one.strength), one.text,
                         wrap_width=widest)
        ui.state.widgets[f"caption:{number}"] = (left, top, left + wide, top + high)
    imgui.pop_font()


def _corner(ui: Ui, one: ShownCaption, size: tuple[float, float], used: float) -> tuple[float, float]:
    """The left top corner of a plate; `used`: height at its place that others take."""
    room, border = ui.layout.pictures, BORDER * ui.unit
    down, _, across = one.place.partition("_")
    left = {"left": room.x + border, "right": room.right - border - size[0]}.get(across, room.x + (room.width - size[0]) / 2)
    top = {"top": room.y + border + used, "bottom": room.bottom - border - size[1] - used}.get(
        down, room.y + (room.height - size[1]) / 2 + used)
    return left, max(top, room.y)


def wanted(state: UiState) -> bool:
    """Whether there are any now."""
    return state.view is not None and state.settings.captions and bool(state.film.captions)


PANEL = Panel(lambda: draw, UNDER, wanted, hideable=False)
