"""Body picking: the body that a ray from the eye hits in a published view.

The window must not touch the world, so it has its own ray test, over all bodies at once, at their interpolated poses.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw.frame_builder import BOX, PLANE, SPHERE, ground, interpolate_positions, interpolate_rotations
from app.draw.solids import rays
from app.draw.solids.parts import Part, parts_of
from app.published.view import View
from physics.bodies.rotation import rotate_back

DYNAMIC = 0


class Hit(NamedTuple):
    """The first hit of a ray."""

    uid: int
    row: int                   # in the view's arrays
    point: np.ndarray          # (3,) world [m]
    distance: float            # [m] from the ray's origin
    local: np.ndarray          # (3,) the same point in the body's own axes [m]
    dynamic: bool              # it can be dragged
    ground: bool = False       # a plane, a static height field, or a static box of the size of a floor or wall
    part: int = 0              # of a compound: the number of the child that was hit


def pick(view: View, alpha: float, origin: np.ndarray, direction: np.ndarray, sensors: bool = False) -> Hit | None:
    """The first body on the ray from `origin` (3,) along the unit vector `direction` (3,), or None: of the bodies that are no
    sensors, or of the `sensors` alone."""
    table = view.table
    if not len(table.uids):
        return None
    positions = interpolate_positions(view.previous_positions, view.positions, alpha).astype(np.float64)
    rotations = interpolate_rotations(view.previous_rotations, view.rotations, alpha).astype(np.float64)
    distances = np.full(len(table.uids), np.inf)
    parts = np.zeros(len(table.uids), int)
    for part in parts_of(table):
        if not len(part.rows):
            continue
        found = _part(part, origin, direction, part.placed(positions, rotations))
        if part.numbers is None:
            distances[part.rows] = found
            continue
        for row, distance, number in zip(part.rows.tolist(), found.tolist(), part.numbers.tolist()):
            if distance < distances[row]:
                distances[row], parts[row] = distance, number
    rows = np.flatnonzero(table.kinds == PLANE)
    if len(rows):
        distances[rows] = _planes(origin, direction, table.sizes[rows].astype(np.float64), table.offsets[rows].astype(np.float64))
    distances[table.sensors != sensors] = np.inf
    row = int(np.argmin(distances))
    if not np.isfinite(distances[row]):
        return None
    point = origin + direction * distances[row]
    local = rotate_back(rotations[row], point - positions[row])
    return Hit(int(table.uids[row]), row, point, float(distances[row]), local, bool(table.types[row] == DYNAMIC),
               bool(ground(table)[row]), int(parts[row]))


def _part(part: Part, origin, direction, poses) -> np.ndarray:
    """(k,) distance to each of one kind, inf for a miss."""
    positions, rotations = poses
    sizes = part.sizes.astype(np.float64)
    if part.kind in (SPHERE, BOX):
        return (_spheres if part.kind == SPHERE else _boxes)(origin, direction, positions, rotations, sizes)
    start = rotate_back(rotations, origin - positions)
    along = rotate_back(rotations, np.broadcast_to(direction, start.shape))
    return rays.distances(part.kind, start, along, sizes, part.hulls)


def _spheres(origin, direction, positions, _rotations, sizes) -> np.ndarray:
    """(k,) distance to the near side of each sphere, inf for a miss; from inside, to the far side."""
    offset = origin - positions
    b = offset @ direction
    discriminant = b * b - (offset * offset).sum(1) + sizes[:, 0] ** 2
    root = np.sqrt(np.maximum(discriminant, 0.0))
    near, far = -b - root, -b + root
    distance = np.where(near > 0, near, far)
    return np.where((discriminant >= 0) & (distance > 0), distance, np.inf)


def _boxes(origin, direction, positions, rotations, sizes) -> np.ndarray:
    """(k,) distance to each box by slabs in its own axes, inf for a miss."""
    start = rotate_back(rotations, origin - positions)
    along = rotate_back(rotations, np.broadcast_to(direction, positions.shape))
    along = np.where(np.abs(along) < 1e-12, np.copysign(1e-12, along), along)
    first, second = (-sizes - start) / along, (sizes - start) / along
    enter, leave = np.minimum(first, second).max(1), np.maximum(first, second).min(1)
    distance = np.where(enter > 0, enter, leave)
    return np.where((enter <= leave) & (distance > 0), distance, np.inf)


def _planes(origin, direction, normals, offsets) -> np.ndarray:
    """(k,) distance to each plane from its free side, inf for a miss."""
    speed = normals @ direction
    height = normals @ origin - offsets
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = -height / speed
    return np.where((speed < 0) & (height > 0), distance, np.inf)
