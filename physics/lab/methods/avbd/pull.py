"""Pull: rows as springs with multipliers, whose forces have bounds.

    w = multiplier - k E,        f = w clamped to its bounds

A vector (friction in a cone, a point) is bounded as a whole, by its length; friction by the positive part of w of the normal
rows of its patch.  Sums are over the rows of a list, which has all rows of a patch and of a vector or none.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import kernel, routine
from physics.constraints.parts.point import POINT
from physics.contacts.layout import PYRAMID
from physics.lab.rows.bias import patches
from physics.lab.rows.row import NORMAL, RowParameters, Rows, as_disc, is_bounded, pressing
from physics.lab.rows.substep_poses import find_compliance


class Pull(NamedTuple):
    """m rows as springs with multipliers."""

    hard: np.ndarray              # (m,) bool: with a multiplier; the others are plain springs
    is_friction: np.ndarray       # (m,) bool
    is_normal: np.ndarray         # (m,) bool
    single: np.ndarray            # (m,) bool: the only row of its vector
    inside: np.ndarray            # (m,) bool: the force is within its bounds
    kind: np.ndarray              # (m,) of the row
    patch: np.ndarray             # (m,) number of the patch
    pair: np.ndarray              # (m,) number of the vector that is bounded as a whole
    friction: np.ndarray          # (m,) of friction rows: bound of the force over the patch's normal forces
    soft: np.ndarray              # (m,) see `substep_poses.compliance` [1/kg]
    stiffness: np.ndarray         # (m,) k [N/m] or [N m/rad]
    growth: np.ndarray            # (m,) beta: of k, by an error of 1 [N/m2] or [N m/rad2]
    most: np.ndarray              # (m,) of k
    multiplier: np.ndarray        # (m,) [N] or [N m]
    error: np.ndarray             # (m,) E at the present poses [m] or [rad]
    lower: np.ndarray             # (m,) bounds of the force; `upper` of a vector: of its length
    upper: np.ndarray             # (m,)
    want: np.ndarray              # (m,) w
    limit: np.ndarray             # (m,) the present upper bound
    force: np.ndarray             # (m,) f
    of_pair: np.ndarray           # (m,) scratch of vectors
    of_patch: np.ndarray          # (patches + 1,) scratch of patches


SWITCHES = ("hard", "is_friction", "is_normal", "single", "inside")
PLACES = ("patch", "pair")
OF_ROWS = ("kind", "friction")
NUMBERS = tuple(name for name in Pull._fields if name not in (*SWITCHES, *PLACES, *OF_ROWS, "of_patch"))


def pull_of(rows: Rows, params: RowParameters) -> Pull:
    """The rows with the fields that are the same in all substeps; the others are 0."""
    m = len(rows.a)
    pull = Pull(**dict(zip(SWITCHES, np.zeros((len(SWITCHES), m), bool))), **dict(zip(PLACES, np.zeros((2, m), np.int64))),
                **dict(zip(NUMBERS, np.zeros((len(NUMBERS), m)))), **{name: getattr(rows, name) for name in OF_ROWS},
                of_patch=np.zeros(patches(rows) + 1))
    find_compliance(rows, pull.soft)
    sort_rows(rows, params.contact.friction != PYRAMID, pull)
    return pull


@kernel
def sort_rows(rows, cone, pull):
    """Kinds, patches and vectors of rows; `cone`: tangents are clamped together.

    Reads   rows.kind rows.group rows.patch rows.part_kind pull.soft cone
    Writes  pull.hard pull.is_friction pull.is_normal pull.single pull.patch pull.pair pull.of_pair
    """
    for i in range(len(rows.a)):
        kind = rows.kind[i]
        pull.is_normal[i], pull.is_friction[i] = kind == NORMAL, is_bounded(kind)
        vector = rows.part_kind[i] == POINT or as_disc(kind, cone)
        pull.pair[i] = rows.group[i] if vector else i
        pull.patch[i] = rows.patch[i] if rows.patch[i] >= 0 else len(pull.of_patch) - 1
        pull.hard[i] = pull.soft[i] == 0
        pull.of_pair[i] = 0
    for i in range(len(rows.a)):
        pull.of_pair[pull.pair[i]] += 1
    for i in range(len(rows.a)):
        pull.single[i] = pull.of_pair[pull.pair[i]] == 1


@routine
def set_limits(pull, listed, first, last):
    """The present upper bounds of the rows listed[first:last], from w."""
    for at in range(first, last):
        pull.of_patch[pull.patch[listed[at]]] = 0
    for at in range(first, last):
        i = listed[at]
        if pull.is_normal[i]:
            pull.of_patch[pull.patch[i]] += max(pull.want[i], 0.0)
    for at in range(first, last):
        i = listed[at]
        if pull.is_friction[i]:
            pull.limit[i] = pull.friction[i] * pressing(pull.of_patch, pull.kind[i], pull.patch[i])
        else:
            pull.limit[i] = pull.upper[i]


@routine
def set_forces(pull, listed, first, last):
    """Forces of the rows listed[first:last], and whether they are inside their bounds; from w and the upper bounds."""
    for at in range(first, last):
        pull.of_pair[pull.pair[listed[at]]] = 0
    for at in range(first, last):
        i = listed[at]
        pull.of_pair[pull.pair[i]] += pull.want[i] * pull.want[i]
    for at in range(first, last):
        i = listed[at]
        want, limit = pull.want[i], pull.limit[i]
        if pull.single[i]:
            least = -limit if pull.is_friction[i] else pull.lower[i]
            pull.inside[i] = want > least and want < limit
            pull.force[i] = want if pull.inside[i] else min(max(want, least), limit)
        else:
            length = np.sqrt(pull.of_pair[pull.pair[i]])
            pull.inside[i] = length < limit
            pull.force[i] = want if pull.inside[i] else want * min(limit, length) / (length if length > 0 else 1.0)


@routine
def pull_by_errors(pull, listed, first, last):
    """w, bounds and forces of the rows listed[first:last] at the present errors."""
    for at in range(first, last):
        i = listed[at]
        pull.want[i] = pull.multiplier[i] - pull.stiffness[i] * pull.error[i]
    set_limits(pull, listed, first, last)
    set_forces(pull, listed, first, last)
