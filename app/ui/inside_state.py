"""What the window remembers of the inside of a step: the filter of the table, the row under the pointer."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from app.draw.recent import Recent
from app.published.inside import Inside
from physics.expressions.columns import Filter
from physics.expressions.error import ExpressionError
from physics.introspection.row_table import RowTable
from physics.introspection.row_words import columns_with

SHARE, LEAST_SHARE, MOST_SHARE = 0.56, 0.15, 0.75             # of the table: at first, and how far it can be drawn
COMPONENTS = ("along x", "along y", "along z", "about x", "about y", "about z")         # of a change of velocity
Names = Callable[[], tuple[tuple[str, int], ...]]                                       # of bodies, and their uids


@dataclass
class InsideState:
    """Belongs to the window's thread.

    text       of the filter, `mistake` what is wrong with it
    column     name of the column by which rows are sorted, "" for the order of the sweep; `falling` its direction
    hovered    number of the row under the pointer in the present table, or None
    block      row and number of the block of its Jacobian whose term is under the pointer, or None
    paint      name of the column by which the rows' points are coloured in the scene, "" for none
    stop       text of the field for the stop expression, until the simulation has taken it; None once it has
    component  of the change of velocity that is shown
    share      of the dock's width that the table has
    log_step, log_count   the step that was present when the log was drawn last, and its number of lines
    shown      numbers of the rows that were in the table last
    """

    text: str = ""
    mistake: str = ""
    column: str = ""
    falling: bool = True
    hovered: int | None = None
    block: tuple[int, int] | None = None
    paint: str = ""
    stop: str | None = None
    component: int = 2
    share: float = SHARE
    log_step: int = -1
    log_count: int = 0
    shown: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    _recent: Recent = field(default_factory=lambda: Recent(1))

    def forget(self) -> None:
        """Another scene was opened: the filter, the field for the stop and the lines of the log were of the one before."""
        self.text = self.mistake = ""
        self.stop = self.hovered = self.block = None
        self.log_step, self.log_count = -1, 0

    def order(self, inside: Inside, names: Names) -> np.ndarray:
        """Numbers of the rows that the filter lets through, in the order of the table, also as `shown`; `names` gives those of
        bodies, which only a filter needs."""
        self.shown = self._recent.of((inside.rows,), (self.text, self.column, self.falling),
                                     lambda: self._found(inside.rows, names))
        return self.shown

    def _found(self, rows: RowTable, names: Names) -> np.ndarray:
        self.mistake, chosen = "", np.arange(rows.size)
        if self.text.strip():
            try:
                chosen = np.flatnonzero(Filter(self.text, columns_with(dict(names()), {})).mask(rows, rows.size))
            except ExpressionError as error:
                self.mistake = str(error)
        if self.column:
            values = getattr(rows, self.column)[chosen]
            if values.dtype.kind == "f":
                values = np.nan_to_num(values, nan=-np.inf)
            chosen = chosen[np.argsort(values, kind="stable")]
            return chosen[::-1] if self.falling else chosen
        return chosen[np.argsort(rows.order[chosen], kind="stable")]
