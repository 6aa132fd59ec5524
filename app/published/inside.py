"""The inside of a step, for display: its rows, and what of them was asked for.  Immutable."""
from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from physics.introspection.causes import Cause
from physics.introspection.coupling import Coupling
from physics.introspection.load_path import LoadPath
from physics.introspection.moments import Moment
from physics.introspection.row_table import RowTable, empty_table
from physics.introspection.equation import Equation


class RowKey(NamedTuple):
    """By which a row is known again in other steps."""

    kind: str
    owner: int                     # pair of uids a << 32 | b of a contact; uid of a joint
    feature: int                   # of a contact point; part of a joint
    component: int                 # tangent of a friction row, row of a part; 0 for normal rows
    child_a: int = -1              # which children of compounds a and b touch, -1: they are none, or a joint
    child_b: int = -1

    @property
    def contact(self) -> bool:
        """Whether it is a contact's."""
        return self.kind in ("normal", "friction", "twist", "rolling", "spinning")


@dataclass(frozen=True)
class Pinned:
    """A row that was picked."""

    key: RowKey
    row: int | None                # its number in the table, None: the step has no such row
    equation: Equation | None      # None where there is none, see `refusal`
    refusal: str
    steps: np.ndarray              # (k,) the last steps in which it was looked for
    impulses: np.ndarray           # (k,) in each of them; nan where it was not there [N s] or [N m s]
    warm: np.ndarray               # (k,) what warm starting gave in the last substep of each
    sweeps: np.ndarray             # (j,) after each sweep of the last step, of the substep so far
    residuals: np.ndarray          # (j,) largest one of the step after each sweep
    exact: float | None            # the exact answer of the last substep, where it is known


@dataclass(frozen=True)
class Inside:
    """The last step that was looked into.

    step      its number, as `View.step` after it
    rows      its table
    body      uid of the selected body, or None
    causes    what changed its velocity, largest first
    load      how its weight gets to the ground
    coupling  J M^-1 J^T of its island; None where that is too large, see `too_large`
    pinned    the picked rows
    moments   of the step; `moment` is the number of the one that is shown, None: the end
    row       the row in turn, where the moment is inside a sweep; None: the sweep is done
    refusal   why there is nothing to see, "" where there is
    """

    step: int = 0
    rows: RowTable = empty_table()
    body: int | None = None
    causes: tuple[Cause, ...] = ()
    load: LoadPath | None = None
    coupling: Coupling | None = None
    too_large: str = ""
    pinned: tuple[Pinned, ...] = ()
    moments: tuple[Moment, ...] = ()
    moment: int | None = None
    row: int | None = None
    refusal: str = ""


def key_of(rows: RowTable, row: int) -> RowKey:
    """The key of a row."""
    kind, joint = str(rows.kind[row]), int(rows.joint[row])
    if joint >= 0:
        return RowKey(kind, joint, int(rows.part[row]), int(rows.component[row]))
    return RowKey(kind, int(rows.pair[row]), int(rows.feature[row]), 0 if kind == "normal" else int(rows.component[row]),
                  int(rows.child_a[row]), int(rows.child_b[row]))


def row_of(rows: RowTable, key: RowKey) -> int | None:
    """The row with a key, None where the step has none."""
    owner, feature = (rows.pair, rows.feature) if key.contact else (rows.joint, rows.part)
    found = (rows.kind == key.kind) & (owner == key.owner) & (feature == key.feature)
    found &= (rows.child_a == key.child_a) & (rows.child_b == key.child_b)
    if key.kind != "normal":
        found &= rows.component == key.component
    places = np.flatnonzero(found)
    return int(places[0]) if len(places) else None
