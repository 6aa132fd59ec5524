"""The law of the rows of a step, where some joints are swept and others are solved together, which may be stiffer."""
from __future__ import annotations

import numpy as np

from physics.dynamics.parameters import Parameters
from physics.dynamics.substeps import State
from physics.introspection.places import Places
from physics.lab.law import BiasParts, Law, law_of
from physics.lab.rows.bias import BIASED, with_bias
from physics.lab.rows.row import OF_PARTS, RowParameters, Rows, row_parameters
from physics.simd.value import W


def solved_together(rows: Rows, places: Places, state: State) -> np.ndarray:
    """(m,) bool: rows of joints that no sweep solves, see `constraints.together`."""
    found, member = rows.kind >= OF_PARTS, state.together.member
    if not len(member):
        return np.zeros(len(found), bool)
    found[found] = member[places.lane[found] // W] > 0
    return found


def _other(p: Parameters, which: str) -> RowParameters:
    return RowParameters(getattr(p, which), getattr(p.together, which))


def law_in_step(rows: Rows, places: Places, state: State, p: Parameters, now: tuple = ("solve", None)) -> Law:
    """The law of a step's rows; now = (which sweep: solve, relax or push; errors or None for the rows' own)."""
    which, error = now
    law = law_of(rows, row_parameters(p, which), error)
    if not (together := solved_together(rows, places, state)).any():
        return law
    other = law_of(rows, _other(p, which), error)
    parts = BiasParts(*(np.where(together, b, a) for a, b in zip(law.parts, other.parts)))
    changed = (np.where(together, b, a) for a, b in zip(law[1:-1], other[1:-1]))
    return Law(parts, *changed, np.where(together, 1.0, law.relaxation))


def biased_in_step(rows: Rows, places: Places, state: State, p: Parameters) -> Rows:
    """The rows with what follows from their errors for the solution of a step, see `lab.rows.bias`."""
    made = with_bias(rows, row_parameters(p))
    if not (together := solved_together(rows, places, state)).any():
        return made
    other = with_bias(rows, _other(p, "solve"))
    return made._replace(**{name: np.where(together, getattr(other, name), getattr(made, name)) for name in BIASED})
