"""Framing: the place of the eye from which bodies are seen inside part of a picture.

A body is its corners, or its middle with a radius.  In the axes of the camera, x to the right, y upwards, s backwards, a point
with radius r is inside an aperture of half angles with tangents t and u, seen from an eye at (X, Y, S), when

    |x - X| + r sqrt(1 + t^2) <= t (S - s)      and the same with y, Y and u,

which is linear in the eye's place.  With A = max(x + r sqrt(1 + t^2) + t s) and B = max(-x + r sqrt(1 + t^2) + t s) over all
points: S >= (A + B) / 2t, and A - t S <= X <= t S - B.
"""
from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from app.draw.boxes import corners_of
from app.draw.camera import CLOSEST, FARTHEST, Camera
from app.draw.frame_builder import BOX, PLANE, SPHERE, large_still
from app.draw.solids.reach import outlines
from app.published.view import View
from physics.bodies.rotation import rotate

DIRECTION = (0.62, -1.0, 0.48)         # towards the eye, for a scene without a camera
MARGIN = 0.04                          # of an aperture's width and height, free on each side
APART = 1.15                           # of the least distance, so that no body comes up to the eye


class Outline(NamedTuple):
    """What is to be seen."""

    points: np.ndarray         # (k, 3) [m]
    radii: np.ndarray          # (k,) [m], 0 for corners


class Aperture(NamedTuple):
    """The part of a picture that shows it, about the camera's axis: tangents of half its angles."""

    across: float
    up: float


class Seat(NamedTuple):
    """A place of an orbiting camera that keeps its direction."""

    target: np.ndarray         # (3,) [m]
    distance: float            # [m]


def aperture_of(fov: float, part: tuple[float, float], height: float) -> Aperture:
    """The aperture of a part (width, height) of a picture of this height [px] and vertical field of view [rad], without a margin
    on each side."""
    scale = (1 - 2 * MARGIN) * math.tan(fov / 2) / max(height, 1.0)
    return Aperture(*(scale * max(side, 1.0) for side in part))


def outline_of(view: View, uids: frozenset[int] = frozenset()) -> Outline | None:
    """The outline of the bodies with these uids; without any, of all but planes, floors and walls.  None where there is none."""
    table, known = view.table, np.isfinite(view.positions).all(axis=1) & (view.table.kinds != PLANE)
    chosen = known & (np.isin(table.uids, list(uids)) if uids else ~large_still(table))
    if not chosen.any():
        chosen = known
    boxes, spheres = chosen & (table.kinds == BOX), chosen & (table.kinds == SPHERE)
    corners = corners_of(view.positions[boxes], view.rotations[boxes], table.sizes[boxes]).reshape(-1, 3)
    points = [corners, view.positions[spheres]]
    radii = [np.zeros(len(corners)), table.sizes[spheres, 0]]
    for row in np.flatnonzero(chosen & (table.kinds > PLANE)).tolist():
        for local, radius in outlines(table.shapes[row]):
            points.append(view.positions[row] + rotate(view.rotations[row].astype(float)[None], local))
            radii.append(np.full(len(local), radius))
    points, radii = np.concatenate(points).astype(np.float64), np.concatenate(radii)
    return Outline(points, radii) if len(points) else None


def framed(camera: Camera, outline: Outline, aperture: Aperture) -> Seat:
    """The nearest seat, in the camera's direction, from which the outline is seen; the target is in the middle of its depth."""
    axes, low, high, tangents = _limits(camera, outline, aperture)
    depths = outline.points @ axes[2]
    nearest, farthest = (depths + outline.radii).max(), (depths - outline.radii).min()
    middle = (nearest + farthest) / 2
    back = max(((low + high) / (2 * tangents)).max(), middle + APART * (nearest - middle) + CLOSEST)
    place = np.array((*((low - high) / 2), middle))
    return Seat(place @ axes, min(max(back - middle, CLOSEST), FARTHEST))


def widened(camera: Camera, outline: Outline, aperture: Aperture) -> Seat:
    """The camera's own seat if the outline is seen from there, else the nearest one, in its direction: farther back, and with the
    target moved aside."""
    axes, low, high, tangents = _limits(camera, outline, aperture)
    place = axes @ camera.target
    back = max(place[2] + camera.distance, ((low + high) / (2 * tangents)).max())
    place[:2] = np.clip(place[:2], low - tangents * back, tangents * back - high)
    return Seat(place @ axes, min(back - place[2], FARTHEST))


def _limits(camera: Camera, outline: Outline, aperture: Aperture) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(3, 3) rows right, up and backwards; A and B of both directions (2,), and their tangents (2,)."""
    axes, tangents = np.stack((camera.right, camera.up, camera.backward)), np.array(aperture)
    local = outline.points @ axes.T
    reach = outline.radii[:, None] * np.sqrt(1 + tangents**2) + tangents * local[:, 2:]
    return axes, (local[:, :2] + reach).max(axis=0), (reach - local[:, :2]).max(axis=0), tangents
