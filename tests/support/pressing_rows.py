"""Which normal rows bound a row of friction or resistance, in plain form: those of its patch, or of its whole contact."""
from __future__ import annotations

import numpy as np

from physics.lab.rows.row import NORMAL, ROLLING

POINTS = 4                                       # patches that a contact can have


def presses(kind: np.ndarray, patch: np.ndarray, i: int) -> np.ndarray:
    """(m,) bool: the normal rows that bound row i."""
    if kind[i] >= ROLLING:
        return (kind == NORMAL) & (patch // POINTS == patch[i] // POINTS)
    return (kind == NORMAL) & (patch == patch[i])


def pressing(kind: np.ndarray, patch: np.ndarray, impulse: np.ndarray) -> np.ndarray:
    """(m,) sums of the impulses of the normal rows that bound each row."""
    return np.array([impulse[presses(kind, patch, i)].sum() for i in range(len(kind))])
