"""Any two convex shapes the slow way, in numpy: how far a shape reaches along a direction, what lies outside it, and the
separation of two shapes as the greatest over many directions.

    separation = max over unit vectors n of   n . d - reach_a(n) - reach_b(-n),      d the way from a's centre to b's

Shapes are seen in their principal axes.  Nothing here is shared with `physics.collision`.
"""
from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from physics.definitions.shapes import Box, Capsule, Cone, Convex, Cylinder, Shape, Sphere

SCALES = (0.1, 0.03, 0.01, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5)
DIRECTIONS, KEPT, AROUND = 700, 4, 24            # of a search: at first; that go on; tried around each


class Poses(NamedTuple):
    """Places of pairs of the same two shapes."""

    between: np.ndarray           # (n, 3) from a's centre to b's [m]
    turns_a: np.ndarray           # (n, 4) rotations x y z w
    turns_b: np.ndarray


def random_shape(rng: np.random.Generator, kind: str, slim: float = 10.0) -> Shape:
    """A shape of this kind about 1 m large, its lengths apart by a factor of up to `slim`."""
    def length() -> float:
        return float(slim ** rng.uniform(-1, 0))

    if kind == "sphere":
        return Sphere(radius=length())
    if kind == "box":
        return Box(half=(length(), length(), length()))
    if kind == "convex":
        return Convex(random_points(rng) * (length(), length(), length()))
    return {"capsule": Capsule, "cylinder": Cylinder, "cone": Cone}[kind](length(), length())


def random_points(rng: np.random.Generator) -> np.ndarray:
    """Points at random, or the corners of a prism, of a box, of a pyramid."""
    form, corners = rng.integers(4), int(rng.integers(3, 13))
    angles = np.arange(corners) * 2 * np.pi / corners
    ring = np.stack([np.cos(angles), np.sin(angles)], 1)
    if form == 0:
        return rng.normal(size=(int(rng.integers(4, 30)), 3))
    if form == 1:
        return np.concatenate([np.insert(ring, 2, height, 1) for height in (-1, 1)])
    if form == 2:
        return np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
    return np.concatenate([np.insert(ring, 2, 0, 1), [[0, 0, 1]]])


def reach(shape: Shape, d: np.ndarray) -> np.ndarray:
    """How far a shape reaches along directions (..., 3) of its own axes, times their lengths [m]."""
    across = np.hypot(d[..., 0], d[..., 1])
    match shape:
        case Sphere():
            return shape.radius * np.linalg.norm(d, axis=-1)
        case Box():
            return np.abs(d) @ np.array(shape.half)
        case Capsule():
            return shape.half_length * np.abs(d[..., 2]) + shape.radius * np.linalg.norm(d, axis=-1)
        case Cylinder():
            return shape.radius * across + shape.half_length * np.abs(d[..., 2])
        case Cone():
            return np.maximum(1.5 * shape.half_length * d[..., 2], shape.radius * across - 0.5 * shape.half_length * d[..., 2])
        case Convex():
            return (d @ shape.hull.vertices.T).max(-1)
    raise TypeError(shape)


def outside(shape: Shape, p: np.ndarray) -> np.ndarray:
    """How far points (..., 3) of its own axes lie beyond the farthest of the shape's surfaces [m]; at most 0 inside."""
    across = np.hypot(p[..., 0], p[..., 1])
    match shape:
        case Sphere():
            return np.linalg.norm(p, axis=-1) - shape.radius
        case Box():
            return (np.abs(p) - shape.half).max(-1)
        case Capsule():
            return np.hypot(across, np.maximum(np.abs(p[..., 2]) - shape.half_length, 0)) - shape.radius
        case Cylinder():
            return np.maximum(across - shape.radius, np.abs(p[..., 2]) - shape.half_length)
        case Cone():
            height, radius = 2 * shape.half_length, shape.radius
            side = (across * height + (p[..., 2] - 1.5 * shape.half_length) * radius) / np.hypot(height, radius)
            return np.maximum(side, -p[..., 2] - 0.5 * shape.half_length)
        case Convex():
            faces, corners = shape.hull.normals, shape.hull.vertices[[face[0] for face in shape.hull.faces]]
            return (p @ faces.T - (faces * corners).sum(-1)).max(-1)
    raise TypeError(shape)


def largest(shape: Shape) -> float:
    """The distance from its centre within which all of it lies [m]."""
    return float(np.linalg.norm(shape.size))


def matrices(turns: np.ndarray) -> np.ndarray:
    """Rotation matrices (n, 3, 3) of quaternions (n, 4)."""
    x, y, z, w = turns.T
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]).transpose(2, 0, 1)


def separation_along(shapes: tuple[Shape, Shape], poses: Poses, n: np.ndarray) -> np.ndarray:
    """The separation of each pair along unit vectors n (pairs, many, 3) of the world [m]."""
    a, b = matrices(poses.turns_a), matrices(poses.turns_b)
    return (n @ poses.between[:, :, None])[..., 0] - reach(shapes[0], n @ a) - reach(shapes[1], -(n @ b))


def unit(v: np.ndarray) -> np.ndarray:
    """Vectors (..., 3) made unit vectors."""
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def _own_directions(shape: Shape) -> np.ndarray:
    """Directions of its own axes along which it often separates: of its faces and axes."""
    axes = np.concatenate([np.eye(3), -np.eye(3)])
    return np.concatenate([axes, shape.hull.normals]) if isinstance(shape, Convex) else axes


def separation(shapes: tuple[Shape, Shape], poses: Poses, rng: np.random.Generator) -> np.ndarray:
    """(n,) separation of each pair by search [m]: a lower bound, which refinement brings near the true one."""
    count = len(poses.between)
    spread = np.broadcast_to(unit(rng.normal(size=(DIRECTIONS, 3))), (count, DIRECTIONS, 3))
    own = [_own_directions(shape) @ turned.transpose(0, 2, 1)
           for shape, turned in zip(shapes, (matrices(poses.turns_a), matrices(poses.turns_b)))]
    own.append(np.cross(own[0][:, :, None], own[1][:, None, :6]).reshape(count, -1, 3))
    length = np.linalg.norm(own[-1], axis=-1, keepdims=True)
    own[-1] = np.where(length > 1e-6, own[-1] / np.maximum(length, 1e-6), (1.0, 0.0, 0.0))
    tried = np.concatenate([spread, *own, -own[-1]], 1)
    best, most = _best(shapes, poses, tried)
    for scale in SCALES:
        around = unit(best[:, :, None] + scale * rng.normal(size=(count, KEPT, AROUND, 3))).reshape(count, -1, 3)
        best, most = _best(shapes, poses, np.concatenate([best, around], 1))
    return most[:, 0]


def _best(shapes: tuple[Shape, Shape], poses: Poses, tried: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The KEPT best of the directions tried (n, many, 3), and the separations along them."""
    found = separation_along(shapes, poses, tried)
    order = np.argsort(-found, axis=1, kind="stable")[:, :KEPT]
    return np.take_along_axis(tried, order[..., None], 1), np.take_along_axis(found, order, 1)
