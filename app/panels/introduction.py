"""The introduction: a card over the scene with its title and text, what to look at; shown when a scene opens."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.panel import BESIDE, Panel
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

WIDTH = 560               # [design px] at most
LEAST = 300               # [design px] height of the scene's part of the window below which the card would hide it


def draw(ui: Ui) -> None:
    """Title, text, and the keys that close it and bring it back."""
    card, keys, room = ui.state.status.scene, ui.state.controls.keys, ui.layout.pictures
    if room.height < LEAST * ui.unit:
        return
    width = min(WIDTH * ui.unit, room.width)
    place = Rect(room.x + (room.width - width) / 2, room.y, width, 0)
    flags = imgui.WindowFlags_.no_focus_on_appearing
    with ui.window("introduction", place, flags):
        inner = width - 2 * imgui.get_style().window_padding.x
        imgui.push_text_wrap_pos(inner - 24 * ui.unit)
        with ui.bold(18):
            imgui.text_unformatted(card.title)
        imgui.pop_text_wrap_pos()
        imgui.same_line(inner - 6 * ui.unit)
        _close(ui)
        imgui.dummy(ImVec2(inner, 0))
        imgui.push_text_wrap_pos(0)
        imgui.text_unformatted(" ".join(card.about.split()))
        imgui.pop_text_wrap_pos()
        imgui.text_disabled(f"{keys('cancel')} closes it, {keys('introduction')} shows it again")


def _close(ui: Ui) -> None:
    """A cross that closes the card."""
    start, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
    if imgui.invisible_button("##close", ImVec2(22 * ui.unit, line + 4 * ui.unit), imgui.ButtonFlags_.enable_nav):
        ui.state.introduced = False
    ui.note("button:close introduction")
    tint = ui.palette.text if imgui.is_item_hovered() else ui.palette.dim
    Canvas().text((start.x + 6 * ui.unit, start.y + 2 * ui.unit), icons.ICON_FA_XMARK, tint)
    ui.tip(f"Close it  ({ui.state.controls.keys('cancel')})")


def wanted(state: UiState) -> bool:
    """Whether it is open, and nothing else needs its place."""
    status = state.status
    taken = state.fault is not None or state.drafts.offered is not None
    return state.introduced and bool(status.scene.about) and not taken and not state.tool.active


PANEL = Panel(lambda: draw, BESIDE + 6, wanted=wanted)
