"""The inspector at the left, under the statistics: the card of whatever is selected, a body or a joint."""
from __future__ import annotations

from app.panels import joint_card, selection_card
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

LEAST = 200               # [design px] of its height, even where the statistics leave less


def draw(ui: Ui, bottom: float) -> None:
    """The card, between `bottom`, the lower edge of the statistics (0: not shown), and the lower edge of the window."""
    column = ui.layout.inspector
    top = max(column.y, min(bottom, column.bottom - LEAST * ui.unit))
    place = Rect(column.x, top, column.width, column.bottom - top)
    selection_card.draw(ui, place)
    joint_card.draw(ui, place)


def wanted(state: UiState) -> bool:
    """Whether anything is selected that has a card."""
    return state.status.body is not None or state.status.joint is not None
