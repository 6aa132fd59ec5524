"""Parts of joints: one file a kind, with its measure, Jacobian and curvature as formulas for scalars and lanes.

Each module of this folder describes its kind in `PART`.  A scan collects these in `PARTS`, by name; the number of kinds, their
rows, and the branches of kernels derive from it.  `physics.lab.rows.parts` has independent plain formulas, and tests compare.
"""
from __future__ import annotations

import importlib
import pkgutil

from physics.compile.decorators import formula
from physics.constraints.part import ONE_ROW, PartKind


def numbered(found: dict[str, PartKind]) -> dict[str, PartKind]:
    """Kinds in the order of their numbers; ValueError where these are not 0, 1, 2, ... or do not match the number of rows."""
    kinds = dict(sorted(found.items(), key=lambda entry: entry[1].number))
    numbers = [kind.number for kind in kinds.values()]
    if numbers != list(range(len(kinds))):
        raise ValueError(f"kinds of parts have the numbers {numbers}; each file in {__name__} needs its own, without gaps")
    wrong = [name for name, kind in kinds.items() if (kind.number >= ONE_ROW) != (kind.rows == 1)]
    if wrong:
        raise ValueError(f"{', '.join(wrong)}: parts with one row have numbers from {ONE_ROW} on, others those before")
    return kinds


# `physics.compile.cache` treats a package that scans its folder like this as dependent on all modules in it
PARTS = numbered({found.name: importlib.import_module(f"{__name__}.{found.name}").PART
                  for found in pkgutil.iter_modules(__path__)})
KINDS = len(PARTS)
ROWS = tuple(kind.rows for kind in PARTS.values())                              # by kind
TURNS = tuple(kind.turns_only for kind in PARTS.values())                       # by kind: its errors are angles
TURNING = sum(1 << kind.number for kind in PARTS.values() if kind.turns_only)   # bits of the kinds that only turn bodies


@formula
def turns_only(kind):
    """Whether parts of a kind only turn bodies."""
    return (TURNING >> kind) & 1 == 1


def chosen_by_kind(kinds: list[PartKind]):
    """A formula (kind, placing) that calls the `place` of the kind, with a branch for each of `kinds`."""
    number, place_first = kinds[0].number, kinds[0].place
    if len(kinds) == 1:
        @formula
        def place(kind, placing):
            return place_first(placing)

        return place
    place_other = chosen_by_kind(kinds[1:])

    @formula
    def place_by_kind(kind, placing):
        if kind == number:
            return place_first(placing)
        return place_other(kind, placing)

    return place_by_kind


place_three_rows = chosen_by_kind([kind for kind in PARTS.values() if kind.place and kind.rows > 1])     # -> ThreeRows
place_one_row = chosen_by_kind([kind for kind in PARTS.values() if kind.rows == 1])                      # -> OneRow
