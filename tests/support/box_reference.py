"""Box against box the slow way, in float64: projections of corners, and Sutherland-Hodgman clipping of polygons.

Nothing here is shared with `physics.collision` but the stated rules: which axis is preferred, and what counts as nothing.
"""
from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from tests.support.samples import rotation

EDGE_SHARE, EDGE_LENGTH, TIE_LENGTH, SLACK_LENGTH, SAME_DEPTH, SAME_NORMAL = 0.1, 0.005, 0.002, 0.001, 5.0, 0.995
ROUNDING = 1e-4


class Boxed(NamedTuple):
    """A box in the world."""

    half: np.ndarray
    centre: np.ndarray
    axes: np.ndarray              # columns

    def corners(self) -> np.ndarray:
        signs = np.array(list(itertools.product((-1, 1), repeat=3)))
        return self.centre + (signs * self.half) @ self.axes.T

    def face(self, axis: int, sign: int) -> np.ndarray:
        """Corners of a face, in order around it."""
        u, v = (axis + 1) % 3, (axis + 2) % 3
        around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return np.array([self.centre + self.axes[:, axis] * sign * self.half[axis] + self.axes[:, u] * s * self.half[u]
                         + self.axes[:, v] * t * self.half[v] for s, t in around])


def boxed(half, position, quaternion) -> Boxed:
    """A box of half lengths, centre and quaternion."""
    return Boxed(np.asarray(half, float), np.asarray(position, float), rotation(quaternion))


def separations_along(a: Boxed, b: Boxed, axes: np.ndarray) -> np.ndarray:
    """Gaps between the boxes' shadows on unit vectors (3, n) [m]; negative where they overlap."""
    pa, pb = a.corners() @ axes, b.corners() @ axes
    return np.maximum(pb.min(0) - pa.max(0), pa.min(0) - pb.max(0))


def face_separations(a: Boxed, b: Boxed) -> np.ndarray:
    """Separation along the three face normals of a, then of b."""
    return separations_along(a, b, np.hstack((a.axes, b.axes)))


def edge_separations(a: Boxed, b: Boxed, least_sine: float = 1e-7) -> np.ndarray:
    """Separation along the nine cross products, row i for a's axis; -inf where the edges are parallel."""
    axes = np.cross(a.axes.T[:, None], b.axes.T).reshape(9, 3)
    lengths = np.linalg.norm(axes, axis=1)
    found, crossed = np.full(9, -np.inf), lengths > least_sine
    found[crossed] = separations_along(a, b, (axes[crossed] / lengths[crossed, None]).T)
    return found.reshape(3, 3)


def edge_cosine(a: Boxed, b: Boxed, pair: tuple[int, int], normal: np.ndarray) -> float:
    """Cosine of the angle between the lines of an edge axis, pair = (axis of a, axis of b), and of a unit vector."""
    n = np.cross(a.axes[:, pair[0]], b.axes[:, pair[1]])
    return abs(float(n @ normal)) / float(np.linalg.norm(n))


def clip_polygon(polygon: list, normal: np.ndarray, offset: float) -> list:
    """The part of a polygon where normal . x <= offset (Sutherland and Hodgman)."""
    kept = []
    for p, q in zip(polygon, polygon[1:] + polygon[:1]):
        dp, dq = normal @ p - offset, normal @ q - offset
        if dp <= 0:
            kept.append(p)
        if (dp < 0 < dq) or (dq < 0 < dp):
            kept.append(p + (q - p) * dp / (dp - dq))
    return kept


class FaceContact(NamedTuple):
    """All points that one face of a box and the face opposite it on the other box can have."""

    normal: np.ndarray            # outward from the reference face
    points: np.ndarray            # (k, 3) on the incident face, in the world
    heights: np.ndarray           # (k,) above the reference face [m]
    slack: float                  # [m] by which the reference face was grown


def face_contact(reference: Boxed, other: Boxed, axis: int, sign: int) -> FaceContact:
    """Clip the incident face of `other` against the sides of a reference face."""
    normal = sign * reference.axes[:, axis]
    facing = other.axes.T @ normal
    incident = int(np.argmax(np.abs(facing)))
    polygon = list(other.face(incident, -1 if facing[incident] > 0 else 1))
    sides = ((axis + 1) % 3, (axis + 2) % 3)
    others = [other.half[s] for s in range(3) if s != incident]
    slack = SLACK_LENGTH * min(*(reference.half[s] for s in sides), *others)
    for side in sides:
        for turn in (1, -1):
            direction = turn * reference.axes[:, side]
            polygon = clip_polygon(polygon, direction, direction @ reference.centre + reference.half[side] + slack)
    points = np.array(polygon).reshape(-1, 3)
    return FaceContact(normal, points, (points - reference.centre) @ normal - reference.half[axis], slack)
