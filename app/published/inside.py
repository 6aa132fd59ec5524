"""The inside of a step, for display: its rows, and what of them was asked for.  Immutable."""
from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from physics.introspection.causes import Cause
from physics.introspection.row_table import RowTable


class RowKey(NamedTuple):
    """By which a row is known again in other steps."""

    kind: str
    owner: int                     # pair of uids a << 32 | b of a contact; uid of a joint
    feature: int                   # of a contact point; part of a joint
    component: int                 # tangent of a friction row, row of a part; 0 for normal rows

    @property
    def contact(self) -> bool:
        """Whether it is a contact's."""
        return self.kind in ("normal", "friction", "twist")


@dataclass(frozen=True)
class Inside:
    """The last step that was looked into.

    step     its number, as `View.step` after it
    rows     its table
    body     uid of the selected body, or None
    causes   what changed its velocity, largest first
    refusal  why there is nothing to see, "" where there is
    cost     [ms] it took
    """

    step: int
    rows: RowTable
    body: int | None = None
    causes: tuple[Cause, ...] = ()
    refusal: str = ""
    cost: float = 0.0


def key_of(rows: RowTable, row: int) -> RowKey:
    """The key of a row."""
    kind, joint = str(rows.kind[row]), int(rows.joint[row])
    if joint >= 0:
        return RowKey(kind, joint, int(rows.part[row]), int(rows.component[row]))
    return RowKey(kind, int(rows.pair[row]), int(rows.feature[row]), 0 if kind == "normal" else int(rows.component[row]))


def row_of(rows: RowTable, key: RowKey) -> int | None:
    """The row with a key, None where the step has none."""
    owner, feature = (rows.pair, rows.feature) if key.contact else (rows.joint, rows.part)
    found = (rows.kind == key.kind) & (owner == key.owner) & (feature == key.feature)
    if key.kind != "normal":
        found &= rows.component == key.component
    places = found.nonzero()[0]
    return int(places[0]) if len(places) else None
