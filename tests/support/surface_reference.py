"""The surface of a height field the slow way, in numpy: its triangles, and how far a convex shape is from it.

    distance = min over triangles t of   max over unit vectors n of   n . (shape's reach) apart from n . (t's corners)

Nothing here is shared with `physics.collision`.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.rotation import product
from physics.definitions.shapes import Convex, HeightField, Shape
from tests.support.solid_reference import matrices, reach, unit

SCALES = 0.5 * 0.7 ** np.arange(32)              # of a search: 0.5 to 8e-6
AROUND = 80                                      # directions tried around the best one


def triangles(field: HeightField) -> np.ndarray:
    """(t, 3, 3) corners of all triangles, counterclockwise from above, from the body's position along its axes [m]."""
    rows, columns = len(field.heights), len(field.heights[0])
    x, y = ((np.arange(n) - (n - 1) / 2) * field.spacing for n in (columns, rows))

    def point(i, j):
        return x[i], y[j], field.heights[j][i]

    found = []
    for j in range(rows - 1):
        for i in range(columns - 1):
            low, right, up, far = point(i, j), point(i + 1, j), point(i, j + 1), point(i + 1, j + 1)
            found += [(low, right, far), (low, far, up)]
    return np.array(found)


def heights_at(field: HeightField, places: np.ndarray) -> np.ndarray:
    """(n,) heights of the surface at places (n, 2 or 3), on its triangle there [m]; NaN beside the field."""
    z = np.array(field.heights)
    rows, columns = z.shape
    x, y = (places[:, k] / field.spacing + (n - 1) / 2 for k, n in ((0, columns), (1, rows)))
    inside = (x >= 0) & (x <= columns - 1) & (y >= 0) & (y <= rows - 1)
    i, j = (np.clip(np.floor(p), 0, n - 2).astype(int) for p, n in ((np.nan_to_num(x), columns), (np.nan_to_num(y), rows)))
    u, v = x - i, y - j
    low, right, up, far = z[j, i], z[j, i + 1], z[j + 1, i], z[j + 1, i + 1]
    found = np.where(u >= v, low + (right - low) * u + (far - right) * v, low + (far - up) * u + (up - low) * v)
    return np.where(inside, found, np.nan)


def height_at(field: HeightField, x: float, y: float) -> float:
    """The height of the surface at a place [m]."""
    return float(heights_at(field, np.array([[x, y]]))[0])


def near(corners: np.ndarray, place: np.ndarray, radius: float) -> np.ndarray:
    """The triangles with a point within a box of this half size about a place."""
    low, high = corners.min(1), corners.max(1)
    return corners[((low < place + radius) & (high > place - radius)).all(1)]


def distances(shape: Shape, place, turn, corners: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """(t,) distance of a shape from each triangle [m], a lower bound by search, near the true one where it is positive."""
    axes, place = matrices(np.array(turn)[None])[0], np.asarray(place)
    normals = unit(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]))
    tried = np.concatenate([np.broadcast_to(unit(rng.normal(size=(400, 3))), (len(corners), 400, 3)), normals[:, None],
                            unit(place - corners.mean(1))[:, None], unit(place - corners)], 1)
    best = _best(shape, place, axes, corners, tried)
    for scale in SCALES:
        around = unit(best[:, None] + scale * rng.normal(size=(len(corners), AROUND, 3)))
        best = _best(shape, place, axes, corners, np.concatenate([best[:, None], around], 1))
    return _apart(shape, place, axes, corners, best[:, None])[:, 0]


def _apart(shape, place, axes, corners, n):
    return n @ place - reach(shape, -(n @ axes)) - (n @ corners.transpose(0, 2, 1)).max(2)


def _best(shape, place, axes, corners, tried):
    found = _apart(shape, place, axes, corners, tried)
    return tried[np.arange(len(tried)), found.argmax(1)]


def from_points(points: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n,) distances of points (n, 3) from the nearest triangle [m], and (n, 3) unit vectors from there, exactly."""
    a, b, c = corners.transpose(1, 0, 2)[:, None]
    p, up = points[:, None], unit(np.cross(b - a, c - a))
    foot = p - up * ((p - a) * up).sum(-1, keepdims=True)
    inside = np.ones(foot.shape[:2], bool)
    tried = []
    for start, end in ((a, b), (b, c), (c, a)):
        side = end - start
        inside &= (np.cross(side, foot - start) * up).sum(-1) >= 0
        share = np.clip(((p - start) * side).sum(-1) / (side * side).sum(-1), 0, 1)
        tried.append(start + share[..., None] * side)
    tried.append(np.where(inside[..., None], foot, np.inf))
    nearest = np.concatenate(tried, 1)
    ways = p - nearest
    lengths = np.linalg.norm(ways, axis=-1)
    best = np.arange(len(points)), np.nan_to_num(lengths, nan=np.inf).argmin(1)
    return lengths[best], ways[best] / lengths[best][:, None]


def as_seen(shape: Shape, turn) -> tuple[Shape, np.ndarray]:
    """A shape as the reference sees it, in its principal axes about its centre of mass, and its rotation."""
    return (shape, product(np.array(turn), np.array(shape.principal_axes))) if isinstance(shape, Convex) else (shape, turn)
