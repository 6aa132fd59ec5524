"""Rows of the parts of compounds and height fields: each part collides in a row of its own, with the pose of its compound.

A part's row has the compound's pose, type, filters and sleep, copied at the beginning of a step, and a velocity that is the
part's own; what the solver reads of a contact is the compound's, found by `Bodies.owner`.  The rows lie behind those of all
bodies, from a block of their own on, so that no kernel that moves bodies meets them, with some room before for bodies to come.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import CAP_ROUND, CURVATURE, HULL, PARTS_ROUND, RIM_ROUND, ROUND, SPHERE_ROUND, Bodies, end_block
from physics.bodies.rotation import matrix
from physics.collision.shape_kinds import PART
from physics.definitions.shapes import Capsule, Compound, Cone, Cylinder, Shape, Sphere
from physics.simd.value import W

ROOM = 4                                         # blocks that stay free for bodies to come


class PartRows(NamedTuple):
    """Which rows are parts."""

    first: int = 0                                       # of their rows
    uids: tuple[int, ...] = ()                           # of the compounds, of each part in order

    @property
    def end(self) -> int:
        """One past the last row."""
        return self.first + len(self.uids)


NO_PARTS = PartRows()


def roundness(shape: Shape) -> int:
    """What is round of a shape, for `Bodies.shape`: one of the numbers ..._ROUND, or 0 where all of it is flat."""
    if isinstance(shape, Compound):
        return PARTS_ROUND if any(roundness(part.shape) for part in shape.parts) else 0
    if isinstance(shape, (Cylinder, Cone)):
        return RIM_ROUND
    return SPHERE_ROUND if isinstance(shape, Sphere) else CAP_ROUND if isinstance(shape, Capsule) else 0


def first_row(count: int) -> int:
    """The first row of parts in a store of `count` bodies that has just been closed up."""
    blocks = end_block(count)
    return (blocks + max(ROOM, blocks // 2)) * W


def part_rows_of(compounds: list[tuple[int, Compound]], count: int) -> PartRows:
    """The rows of the parts of these compounds, (uid, shape) in order, in a store of `count` bodies."""
    uids = tuple(uid for uid, shape in compounds for _ in shape.parts)
    if not uids:
        return NO_PARTS
    return PartRows(first_row(count), uids)


def boxes_of(parts) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(n, 3) each: centres and half extents of boxes around parts along the axes of their body, and the parts' sizes [m]."""
    centres, turns = np.array([part.position for part in parts]), matrix(np.array([part.rotation for part in parts]))
    sizes = np.array([part.shape.size for part in parts])
    return centres, (np.abs(turns) @ sizes[:, :, None])[:, :, 0], sizes


def curvature_of(shape) -> float:
    """1 over the radius of a round shape [1/m], 0 for others; shares are of it, see `contacts.rolling`."""
    radius = getattr(shape, "radius", 0.0)
    return 1 / radius if radius else 0.0


def fill_parts(bodies: Bodies, parts: PartRows, compounds: list[tuple[int, int, Compound]], first_part) -> None:
    """Write what stays of the rows of parts; compounds = (uid, row, shape) in order, first_part(shape): number of its first part
    in `Hulls`."""
    row = parts.first
    for _, owner, shape in compounds:
        centres, halves, sizes = boxes_of(shape.parts)
        least, reach = sizes.min(1), np.sqrt((centres**2).sum(1)) + np.sqrt((sizes**2).sum(1))
        across, rows = np.maximum(least, np.sqrt((reach**2 - least**2) / 2)), slice(row, row + len(sizes))
        bodies.kind[rows], bodies.owner[rows] = PART, owner
        bodies.shape[rows, 0], bodies.shape[rows, 1], bodies.shape[rows, 2] = least, across, across
        bodies.shape[rows, HULL] = first_part(shape) + np.arange(len(sizes))
        bodies.shape[rows, ROUND] = [roundness(part.shape) for part in shape.parts]
        bodies.part_box[rows, :3], bodies.part_box[rows, 3:6] = centres, halves
        bodies.resistance[rows, CURVATURE] = [curvature_of(part.shape) for part in shape.parts]
        row += len(sizes)
