"""Notation: formulas in running text; raised signs (M⁻¹, Jᵀ, r²) are drawn small and high, since the font lacks some of them."""
from __future__ import annotations

import re

from imgui_bundle import imgui

from app.panels.widgets.canvas import Canvas
from app.panels.widgets.ui import Ui

RAISED = str.maketrans("⁻⁺¹²³ᵀ", "−+123T")
RUNS = re.compile(r"([⁻⁺¹²³ᵀ]+)")
SMALL, HIGH = 0.7, 0.12        # size of raised signs, and how far they rise above the top of the line, of the size of the text


def parts_of(text: str) -> list[tuple[str, bool]]:
    """The parts of a formula in their order, each with whether it is raised; raised ones as plain signs."""
    return [(part.translate(RAISED), number % 2 == 1) for number, part in enumerate(RUNS.split(text)) if part]


def width_of(ui: Ui, text: str) -> float:
    """The width of a formula [px]."""
    return sum(_size_of(ui, part, raised) for part, raised in parts_of(text))


def draw(ui: Ui, at: tuple[float, float], text: str, tint: str) -> None:
    """Draw a formula from its left top corner; it takes no place in the layout."""
    x, canvas, size = at[0], Canvas(), imgui.get_font_size()
    for part, raised in parts_of(text):
        if raised:
            with ui.sized(SMALL):
                canvas.text((x, at[1] - HIGH * size), part, tint)
        else:
            canvas.text((x, at[1]), part, tint)
        x += _size_of(ui, part, raised)


def _size_of(ui: Ui, part: str, raised: bool) -> float:
    if not raised:
        return imgui.calc_text_size(part).x
    with ui.sized(SMALL):
        return imgui.calc_text_size(part).x
