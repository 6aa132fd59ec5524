"""Seen bodies: the bounding spheres of the bodies in a picture."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class SeenBodies(NamedTuple):
    """Bounding spheres of bodies."""

    positions: np.ndarray      # (k, 3) float32 [m]
    radii: np.ndarray          # (k,) float32 [m]


NONE_SEEN = SeenBodies(np.zeros((0, 3), np.float32), np.zeros(0, np.float32))


def together(parts: Sequence[SeenBodies]) -> SeenBodies:
    """All of several."""
    return SeenBodies(*map(np.concatenate, zip(*parts))) if parts else NONE_SEEN
