"""A mistake: where the formulas of one depart from those of the plain step."""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.dynamics.parameters import Parameters
from physics.dynamics.substeps import State
from physics.lab.law import BiasParts
from physics.lab.rows.row import Rows


class Written(NamedTuple):
    """The rows of a substep as a solver has written them down, before its first sweep."""

    rows: Rows
    parts: BiasParts             # of the bias
    gain: np.ndarray             # (m,) effective masses, with relaxation and softness [kg] or [kg m2]
    state: State                 # at the beginning of the substep
    parameters: Parameters


class Clamping(NamedTuple):
    """An impulse that is to be clamped."""

    old: float
    wanted: float
    lower: float
    upper: float


def accumulated(one: Clamping) -> float:
    """The sum of all sweeps is clamped."""
    return min(max(one.wanted, one.lower), one.upper)


def as_written(written: Written, row: int, speed: float) -> float:
    """The bias of a row as it stands."""
    return float(sum(part[row] for part in written.parts))


class Mistake(NamedTuple):
    """One mistake; each function is right unless it is given.

    title  what is wrong, in a few words
    wrong  the formula as it circulates
    right  as it should be
    write  changes the rows before the first sweep
    clamp  (Clamping) -> the new impulse of a row
    bias   (written, row, speed J V at its turn) -> its bias
    """

    title: str
    wrong: str = ""
    right: str = ""
    write: Callable[[Written], Written] = lambda written: written
    clamp: Callable[[Clamping], float] = accumulated
    bias: Callable[[Written, int, float], float] = as_written
