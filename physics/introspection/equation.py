"""The equation of a row: named terms that sum to its impulse."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

BLOCKS = ("linear a", "angular a", "linear b", "angular b")       # of J, three numbers each


class Term(NamedTuple):
    """One term of a row's equation."""

    name: str
    value: float                  # [N s] or [N m s]
    source: float                 # the number that it is made of
    unit: str                     # of that number, "" where it is the value itself


class Equation(NamedTuple):
    """A row's equation; the terms sum to the impulse."""

    row: int                      # number in `world.rows()`
    kind: str
    impulse: float                # as the table shows it, of the whole step
    unit: str                     # of impulse and values
    mass: float                   # effective mass with which velocities become impulses [kg] or [kg m2]
    terms: tuple[Term, ...]
    why: str                      # in plain words
    motion: tuple[Term, ...] = ()  # a term for each of BLOCKS; values and sources sum to those of the term "velocity"


def turns(jacobian: np.ndarray) -> bool:
    """Whether a row is about rotation alone."""
    return not jacobian[0:3].any() and not jacobian[6:9].any()
