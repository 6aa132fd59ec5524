"""Tiles and lines of the welcome sheet: a picture with its title under or beside it; Tab, arrows and Enter work on both."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from app.panels.welcome.entries import Offer
from app.panels.widgets import thumbnail
from app.panels.widgets.canvas import Canvas, shortened, wrapped
from app.panels.widgets.ui import Ui

PAD = 6                    # [design px] around picture and title
LINE = 54                  # [design px] height of the picture of a line
ABOUT = 2                  # lines of the text below its title


def tile(ui: Ui, offer: Offer, name: str, width: float) -> bool:
    """A picture with the title below; whether it was chosen."""
    unit, line, start = ui.unit, imgui.get_text_line_height(), imgui.get_cursor_screen_pos()
    inner = width - 2 * PAD * unit
    height = inner / thumbnail.SHAPE + line + 3 * PAD * unit
    pressed = _button(ui, name, (width, height), offer)
    low = start.x + PAD * unit, start.y + PAD * unit
    thumbnail.draw(ui, offer.picture, low, (low[0] + inner, low[1] + inner / thumbnail.SHAPE))
    Canvas().text((low[0], low[1] + inner / thumbnail.SHAPE + PAD * unit), shortened(offer.title, inner), ui.palette.text)
    return pressed


def tile_height(ui: Ui, width: float) -> float:
    """The height of a tile of this width."""
    return (width - 2 * PAD * ui.unit) / thumbnail.SHAPE + imgui.get_text_line_height() + 3 * PAD * ui.unit


def row(ui: Ui, offer: Offer, name: str) -> bool:
    """A picture with title and a text beside it, as wide as there is room; whether it was chosen."""
    unit, line, start = ui.unit, imgui.get_text_line_height(), imgui.get_cursor_screen_pos()
    width, height = imgui.get_content_region_avail().x, (LINE + 2 * PAD) * unit
    pressed = _button(ui, name, (width, height), offer)
    low = start.x + PAD * unit, start.y + PAD * unit
    right = low[0] + LINE * thumbnail.SHAPE * unit
    thumbnail.draw(ui, offer.picture, low, (right, low[1] + LINE * unit))
    x, room = right + 2 * PAD * unit, start.x + width - right - 3 * PAD * unit
    about = wrapped(" ".join(offer.about.split()), room, ABOUT)
    top = start.y + (height - (1 + len(about)) * line) / 2 - unit
    Canvas().text((x, top), shortened(offer.title, room), ui.palette.text)
    for number, text in enumerate(about):
        Canvas().text((x, top + (number + 1) * line + 2 * unit), text, ui.palette.dim)
    return pressed


def _button(ui: Ui, name: str, size: tuple[float, float], offer: Offer) -> bool:
    """The place of a choice, bright under the pointer."""
    start = imgui.get_cursor_screen_pos()
    pressed = imgui.invisible_button(f"##{name}", ImVec2(*size), imgui.ButtonFlags_.enable_nav)
    ui.note(name)
    ui.tip(" ".join(offer.about.split()))
    low, high = (start.x, start.y), (start.x + size[0], start.y + size[1])
    if imgui.is_item_hovered():
        Canvas().box(low, high, ui.palette.hover, 8 * ui.unit)
    return pressed
