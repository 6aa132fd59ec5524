"""Boxes that are compared with one another, in double precision: whether their faces are flush, and which are hidden."""
from __future__ import annotations

from typing import NamedTuple

from physics.collision.seams.covered_faces import axes_of, position_of, size_of
from physics.compile.decorators import formula


class SolidBox(NamedTuple):
    """A box in some frame."""

    centre: tuple                 # [m]
    turn: tuple                   # its axes, as columns
    half: tuple                   # half sizes [m]


@formula
def exact(v):
    """A vector in double precision."""
    return 1.0 * v[0], 1.0 * v[1], 1.0 * v[2]


@formula
def solid_box(bodies, row):
    """The SolidBox of a box in the world."""
    x, y, z = axes_of(bodies, row)
    return SolidBox(exact(position_of(bodies, row)), (exact(x), exact(y), exact(z)), exact(size_of(bodies, row)))
