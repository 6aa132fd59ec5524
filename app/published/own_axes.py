"""Rotations of bodies as views have them, from those of their principal axes, which worlds and histories keep."""
from __future__ import annotations

import numpy as np

from app.published.view import BodyTable
from physics.bodies.principal_axes import own_rotations
from physics.definitions.shapes.lengths import OWN_AXES


def in_own_axes(table: BodyTable, principal: np.ndarray) -> np.ndarray:
    """(n, 4) rotations of the bodies of a table; those of their principal axes differ for hulls alone."""
    turned = {row: shape.principal_axes for row, shape in enumerate(table.shapes) if shape is not None}
    return own_rotations(principal, {row: axes for row, axes in turned.items() if axes != OWN_AXES}).astype(principal.dtype)
