"""The card that offers unsaved edits of an earlier window."""
from __future__ import annotations

import time
from pathlib import Path

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.panel import OVER, Panel
from app.panels.widgets.layout import Rect
from app.panels.widgets.strong_button import strong_button
from app.panels.widgets.ui import Ui
from app.simulation.commands import RestoreDraft
from app.ui.ui_state import UiState


def draw(ui: Ui) -> None:
    """Of which scene they are and when they were made, with buttons to restore or to discard them."""
    state, place = ui.state, ui.layout.card
    draft = state.drafts.offered
    with ui.window("draft", Rect(place.x, place.y, place.width, 0), imgui.WindowFlags_.no_focus_on_appearing):
        inner = place.width - 2 * imgui.get_style().window_padding.x
        imgui.dummy(ImVec2(inner, 0))
        with ui.bold(17):
            imgui.text(icons.ICON_FA_CLOCK_ROTATE_LEFT)
            imgui.same_line()
            imgui.push_text_wrap_pos(0)
            imgui.text_unformatted(f"Unsaved changes to {Path(draft.file).name or draft.title}")
            imgui.pop_text_wrap_pos()
        made = time.strftime("%d %B, %H:%M", time.localtime(state.drafts.made))
        ui.aside(f"Kept when Impulse ended on {made} before they were saved")
        if strong_button(ui, "Restore", "restore draft"):
            state.submit(RestoreDraft(draft.scene, draft.file, draft.text, draft.digest))
            state.drafts.restore()
        ui.tip(draft.file)
        imgui.same_line()
        if strong_button(ui, "Discard", "discard draft", strong=False):
            state.drafts.discard()


def wanted(state: UiState) -> bool:
    """Whether a draft is offered, and no fault needs the place."""
    return state.drafts.offered is not None and state.fault is None


PANEL = Panel(lambda: draw, OVER + 2, wanted=wanted, hideable=False)
