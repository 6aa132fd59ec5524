"""A thumbnail: a small picture of a scene or a lesson; a plain plate while it is read, and where there is none."""
from __future__ import annotations

from pathlib import Path

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.headless.thumbnails import SIZE
from app.panels.widgets.canvas import Canvas, Point
from app.panels.widgets.theme import packed
from app.panels.widgets.ui import Ui

SHAPE = SIZE[0] / SIZE[1]
WHITE = 0xFFFFFFFF


def draw(ui: Ui, path: Path | None, low: Point, high: Point) -> bool:
    """Draw the picture of a file between two corners, in whose shape it is; it takes no place in the layout.  Returns whether it
    is there."""
    texture, rounding = ui.state.pictures.of(path), 5 * ui.unit
    if texture:
        drawing = imgui.get_window_draw_list()
        drawing.add_image_rounded(imgui.ImTextureRef(texture), ImVec2(*low), ImVec2(*high), ImVec2(0, 0), ImVec2(1, 1), WHITE,
                                  rounding)
        drawing.add_rect(ImVec2(*low), ImVec2(*high), packed(ui.palette.faint), rounding)
        return True
    canvas, size = Canvas(), imgui.calc_text_size(icons.ICON_FA_CUBES)
    canvas.box(low, high, ui.palette.raised, rounding)
    canvas.text(((low[0] + high[0] - size.x) / 2, (low[1] + high[1] - size.y) / 2), icons.ICON_FA_CUBES, ui.palette.faint)
    return False
