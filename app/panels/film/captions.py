"""The captions of the scene's film over the scene, in its part without panels."""
from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import ImVec2, imgui

from app.panels.panel import UNDER, Panel
from app.panels.widgets.layout import Rect
from app.panels.widgets.theme import packed
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

TEXT = 22                          # [design px] height of text
WIDEST = 0.62                      # share of the width that a line takes at most
BORDER, PAD, GAP = 14, 11, 6       # [design px] to the edges, around a text, and between two at one place
OPACITY = 0.9                      # of a plate

Box = tuple[float, float, float, float]         # left, top, right, bottom [px]


def draw(ui: Ui) -> None:
    """A plate with its text for each; none lies on another, or under the legend, while there is room."""
    room = ui.layout.pictures
    taken = [] if ui.state.legend is None else [ui.state.legend]
    drawing = imgui.get_background_draw_list()
    imgui.push_font(ui.fonts.regular, TEXT)
    for number, one in enumerate(ui.state.film.captions):
        widest = WIDEST * room.width
        size = imgui.calc_text_size(one.text, wrap_width=widest)
        wide, high = size.x + 2 * PAD * ui.unit, size.y + 1.2 * PAD * ui.unit
        left, top = free_corner(one.place, (wide, high), taken, room, ui.unit)
        taken.append((left, top, left + wide, top + high))
        plate = packed(ui.palette.window, OPACITY * one.strength)
        drawing.add_rect_filled(ImVec2(left, top), ImVec2(left + wide, top + high), plate, PAD * ui.unit)
        at = ImVec2(round(left + PAD * ui.unit), round(top + 0.6 * PAD * ui.unit))
        drawing.add_text(ui.fonts.regular, imgui.get_font_size(), at, packed(ui.palette.text, one.strength), one.text,
                         wrap_width=widest)
        ui.state.widgets[f"caption:{number}"] = taken[-1]
    imgui.pop_font()


def free_corner(place: str, size: tuple[float, float], taken: Sequence[Box], room: Rect, unit: float) -> tuple[float, float]:
    """The left top corner of a plate of this size: where its place says, or else the nearest beyond what is taken there, upwards
    from the bottom and downwards from elsewhere.  Without such a place within `room` it is where its place says."""
    border, (width, height) = BORDER * unit, size
    down, _, across = place.partition("_")
    left = {"left": room.x + border, "right": room.right - border - width}.get(across, room.x + (room.width - width) / 2)
    first = {"top": room.y + border, "bottom": room.bottom - border - height}.get(down, room.y + (room.height - height) / 2)
    first = top = max(first, room.y)
    up = down == "bottom"
    for box in sorted(taken, key=lambda box: -box[3] if up else box[1]):               # in the order in which they are met
        if left < box[2] and box[0] < left + width and top < box[3] + GAP * unit and box[1] - GAP * unit < top + height:
            top = box[1] - GAP * unit - height if up else box[3] + GAP * unit
    return left, top if room.y <= top and top + height <= room.bottom else first


def wanted(state: UiState) -> bool:
    """Whether there are any now."""
    return state.view is not None and state.settings.captions and bool(state.film.captions)


PANEL = Panel(lambda: draw, UNDER, wanted, hideable=False)
