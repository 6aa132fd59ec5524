"""Titles in the scene while several variants run: variant and differing settings on each picture, or one list beside the
ghosts."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui

from app.draw.colors import VARIANT_COLORS
from app.panels.panel import UNDER, Panel
from app.panels.widgets.canvas import shortened
from app.panels.widgets.theme import packed
from app.panels.widgets.ui import Ui
from app.simulation.variant_diff import title_text

PAD = 8                   # [design px] around the text, and from the corner


def draw(ui: Ui) -> None:
    """A plate for each variant, under all panels."""
    variants, viewports = ui.state.status.variants, ui.state.viewports
    if len(viewports) > 1 and len(viewports) == len(variants):
        for viewport in viewports:
            pad = PAD * ui.unit
            _plate(ui, viewport.variant, (viewport.x + pad, viewport.y + pad), viewport.width - 2 * pad)
            _frame(ui, viewport)
        return
    left, y, width, _ = ui.state.area
    for number in range(len(variants)):
        y += _plate(ui, number, (left, y), 0.6 * width) + 4 * ui.unit


def _plate(ui: Ui, number: int, at: tuple[float, float], most: float) -> float:
    """A dot in the variant's colour, its name and its settings, at most `most` wide; returns the plate's height."""
    card, chosen, drawing = ui.state.status.variants[number], number == ui.state.status.chosen, imgui.get_background_draw_list()
    pad, line, dot = PAD * ui.unit, imgui.get_text_line_height(), 5 * ui.unit
    name = imgui.calc_text_size(card.name).x
    room = most - 2 * pad - 3 * dot - name - pad
    text = shortened(title_text(ui.state.status.variants, number), room)
    wide = 2 * pad + 3 * dot + name + pad + imgui.calc_text_size(text).x
    low, high = ImVec2(*at), ImVec2(at[0] + wide, at[1] + line + pad)
    drawing.add_rect_filled(low, high, packed(ui.palette.window, 0.85), 7 * ui.unit)
    middle = at[1] + (line + pad) / 2
    drawing.add_circle_filled(ImVec2(at[0] + pad + dot, middle), dot, packed(bytes(VARIANT_COLORS[number]).hex()), 24)
    x, y = at[0] + pad + 3 * dot, at[1] + pad / 2
    drawing.add_text(ImVec2(round(x), round(y)), packed(ui.palette.text if chosen else ui.palette.dim), card.name)
    tint = ui.palette.warning if card.failure else ui.palette.dim
    drawing.add_text(ImVec2(round(x + name + pad), round(y)), packed(tint), text)
    ui.state.widgets[f"title:{card.name}"] = (low.x, low.y, high.x, high.y)
    return high.y - low.y


def _frame(ui: Ui, viewport) -> None:
    """A line around the chosen variant's picture."""
    if viewport.variant == ui.state.status.chosen:
        low, high = ImVec2(viewport.x, viewport.y), ImVec2(viewport.x + viewport.width, viewport.y + viewport.height)
        tint = packed(bytes(VARIANT_COLORS[viewport.variant]).hex(), 0.9)
        imgui.get_background_draw_list().add_rect(low, high, tint, 0, 2 * ui.unit)


PANEL = Panel(lambda: draw, UNDER + 1, hideable=False)
