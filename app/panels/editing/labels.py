"""Labels of fields: beside the field where both have room, above it in a narrow card."""
from __future__ import annotations

from imgui_bundle import imgui

from app.panels.widgets.ui import Ui

BESIDE = 205               # [design px] width of a card from which labels are beside their fields


def label(ui: Ui, text: str, column: float) -> None:
    """A dim label; the next widget begins at `column`, a share of the card's width, or below, and takes the rest of the width."""
    width = imgui.get_window_width()
    if width >= BESIDE * ui.unit:
        imgui.align_text_to_frame_padding()
    imgui.text_disabled(text)
    ends = imgui.get_item_rect_max().x - imgui.get_window_pos().x
    if width >= BESIDE * ui.unit and ends < column * width:
        imgui.same_line(column * width)
    imgui.set_next_item_width(-1)
