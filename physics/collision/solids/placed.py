"""A body's shape at its place, as numbers in double precision.

Round shapes are a core and a radius about it: of a sphere the core is its centre, of a capsule the segment between the centres of
its caps.  Distances are those of cores, less the radii, which keeps round surfaces exact.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import HULL
from physics.collision.shape_kinds import CAPSULE, CONVEX, PART, SPHERE
from physics.collision.tolerance import tolerance
from physics.compile.decorators import formula, routine
from physics.simd.functions import maximum
from physics.simd.mat33 import column, rotation_matrix, transform, transform_transposed
from physics.simd.vec3 import add

TILE_POINTS = 12                                 # of a tile: its corners, and the ring of points around it
ROUNDING = 1e-14                                 # of the larger shape: rounding of its places in double precision
PARTS_OF_CONE = 3.0                              # height of a cone's tip above its centre over that of the centre above the base


class Placed(NamedTuple):
    """A shape at its place."""

    kind: int
    size: tuple                   # (3) see `Shape.size` [m]
    hull: int                     # number of its hull or tile
    centre: tuple                 # (3) from the centre of the pair's first body, along the world's axes [m]
    rows: tuple                   # rotation matrix by rows


@formula
def double3(rows, row, first):
    """Three numbers of a row from place `first` on, in double precision."""
    return np.float64(rows[row, first]), np.float64(rows[row, first + 1]), np.float64(rows[row, first + 2])


@formula
def rotation_of(rows, row, first):
    """The rotation matrix of the quaternion in a row from place `first` on, in double precision."""
    return rotation_matrix((np.float64(rows[row, first]), np.float64(rows[row, first + 1]), np.float64(rows[row, first + 2]),
                            np.float64(rows[row, first + 3])))


@formula
def turned_rows(rows, own):
    """The rows of the product of two rotation matrices."""
    x, y, z = (transform(rows, column(own, 0)), transform(rows, column(own, 1)), transform(rows, column(own, 2)))
    return (x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2])


@routine
def placed(bodies, hulls, row, centre):
    """The shape of body `row` at its rotation, with the body's centre at `centre`; a part is in its place of the compound."""
    kind, rows = np.int64(bodies.kind[row]), rotation_of(bodies.pose, row, 3)
    number = np.int64(bodies.shape[row, HULL]) if kind >= CONVEX else np.int64(0)
    if kind == PART:
        centre = add(centre, transform(rows, double3(hulls.part_place, number, 0)))
        rows = turned_rows(rows, rotation_of(hulls.part_place, number, 3))
        return Placed(hulls.part_kind[number], double3(hulls.part_size, number, 0), hulls.part_hull[number], centre, rows)
    return Placed(kind, double3(bodies.shape, row, 0), number, centre, rows)


@formula
def tile_point(tile, hulls, k):
    """Point k of a tile in its own axes: of 0 to 2 a corner, of 3 to 11 the ring around it."""
    at = tile.hull * TILE_POINTS + k
    return hulls.tiles[at, 0], hulls.tiles[at, 1], hulls.tiles[at, 2]


@formula
def radius_of(solid):
    """Radius about the core [m]."""
    return solid.size[0] if solid.kind == SPHERE or solid.kind == CAPSULE else 0.0


@formula
def size_of(solid):
    """Sum of the half extents [m]."""
    return solid.size[0] + solid.size[1] + solid.size[2]


@formula
def tolerance_of(pair, share):
    """The `tolerance` [m] of a pair of shapes, by this share of their sizes, the larger one taken to be as small as the other."""
    one, other = size_of(pair[0]), size_of(pair[1])
    return tolerance(share, (one + one, other + other), ROUNDING * maximum(one, other))


@formula
def to_own(solid, v):
    """A direction of the world in the solid's own axes."""
    return transform_transposed(solid.rows, v)


@formula
def to_world(solid, p):
    """A point of the solid's own axes, from the centre of the pair's first body along the world's."""
    return add(solid.centre, transform(solid.rows, p))
