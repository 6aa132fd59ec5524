"""Where a card over the scene ends below, so that it lies on nothing that is there already."""
from __future__ import annotations

from collections.abc import Iterable

from app.panels.widgets.ui import Ui
from app.ui.ui_state import UiState

EDITORS = "make", "generators"     # names of the cards at the scene's left
GAP = 8                            # [design px] between two cards
Box = tuple[float, float, float, float]         # left, top, right, bottom [px]


def free_bottom(ui: Ui, columns: tuple[float, float], bottom: float, height: float, taken: Iterable[Box]) -> float:
    """The lowest lower edge at or above `bottom` of a card of this height, from `columns[0]` to `columns[1]`, that lies on none
    of the boxes; all in px."""
    for left, top, right, low in sorted(taken, key=lambda box: -box[3]):           # from the bottom upwards
        if left < columns[1] and columns[0] < right and top < bottom and bottom - height < low + GAP * ui.unit:
            bottom = top - GAP * ui.unit
    return bottom


def cards(state: UiState, names: Iterable[str]) -> list[Box]:
    """Where the cards with these names are, of those that are shown."""
    return [box for name in names if (box := state.widgets.get(f"window:{name}")) is not None]


def captions(ui: Ui) -> list[Box]:
    """The captions of the film in this frame, which are drawn before all cards."""
    return [box for name, box in ui.state.widgets.items() if name.startswith("caption:")]
