"""The inspector at the left, under the statistics: the card of the selected body or joint."""
from __future__ import annotations

from app.panels import selection_card
from app.panels.joints import card
from app.panels.panel import BESIDE, COLUMN, Panel
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

LEAST = 200               # [design px] its least height, even where the statistics leave less
GAP = 10                  # [design px] gap between the two


def draw(ui: Ui) -> None:
    """The card, between the lower edge of the statistics, if shown, and the lower edge of the window."""
    column = ui.layout.inspector
    bottom = ui.state.widgets.get("window:statistics", (0.0,) * 4)[3] + GAP * ui.unit
    top = max(column.y, min(bottom, column.bottom - LEAST * ui.unit))
    place = Rect(column.x, top, column.width, column.bottom - top)
    selection_card.draw(ui, place)
    card.draw(ui, place)


def wanted(state: UiState) -> bool:
    """Whether the selection has a card."""
    return state.status.body is not None or state.status.joint is not None


PANEL = Panel(lambda: draw, BESIDE + 3, place=COLUMN, wanted=wanted)
