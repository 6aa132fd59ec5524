"""Poses of pairs of shapes for tests: at random, and at corners of the domain; and the rows and pairs that kernels take."""
from __future__ import annotations

import itertools

import numpy as np

from physics.bodies.arrays import FIRST, HULL, Bodies, Pairs, new_bodies
from physics.collision.solids.hulls import HullStore, Hulls
from physics.definitions.body_types import DYNAMIC
from physics.definitions.shapes import Convex, Shape
from tests.support.samples import pair_list
from tests.support.solid_reference import Poses, largest, matrices, reach, unit

TURNS = [q / np.linalg.norm(q) for q in (np.array(t, float) for t in itertools.product((-1, 0, 1), repeat=4)) if q.any()]
CUBE_TURNS = np.array([q for k, q in enumerate(TURNS) if np.isclose(np.abs(q).max(), (1, 0.5**0.5, 0.5)).any()
                       and not any(np.allclose(abs(q @ p), 1) for p in TURNS[:k])])
TILTS = (0.0, 1e-15, 1e-9, 1e-6, 1e-4, 1e-3, 0.05)


def random_poses(shapes: tuple[Shape, Shape], count: int, rng: np.random.Generator) -> Poses:
    """Any rotations; along a direction at random the shapes overlap by all of their extent or less, or are a little apart."""
    turns = unit(rng.normal(size=(2, count, 4)))
    away = unit(rng.normal(size=(count, 3)))
    return Poses(_apart(shapes, turns, away, rng.uniform(0, 1.2, count))[0], *turns)


def canonical_poses(shapes: tuple[Shape, Shape], count: int, rng: np.random.Generator) -> Poses:
    """Axes parallel or at right angles, or nearly; touching exactly, a little apart, overlapping, or at the same place."""
    turns = CUBE_TURNS[rng.integers(len(CUBE_TURNS), size=(2, count))]
    small = rng.choice(TILTS, count)[:, None] * unit(rng.normal(size=(count, 3)))
    turns[1] = unit(turns[1] + 0.5 * np.concatenate([small, np.zeros((count, 1))], 1))
    away = np.eye(3)[rng.integers(3, size=count)] * rng.choice((-1.0, 1.0), count)[:, None]
    between, extent = _apart(shapes, turns, away, rng.choice((0.0, 0.5, 0.999, 1.0, 1.0, 1.001), count))
    aside = rng.choice((0.0, 0.5, 1.0), (count, 3)) * (away == 0) * extent[:, None] * rng.choice((0, 0, 0.3, 0.5), count)[:, None]
    return Poses(between + aside, *turns)


def _apart(shapes, turns, away, share):
    axes = matrices(turns[0]), matrices(turns[1])
    extent = reach(shapes[0], (away[:, None] @ axes[0])[:, 0]) + reach(shapes[1], -(away[:, None] @ axes[1])[:, 0])
    return away * (extent * share)[:, None], extent


def scaled(poses: Poses, factor: float) -> Poses:
    """Poses of shapes that are larger by a factor."""
    return poses._replace(between=poses.between * factor)


def rows_of(shapes: tuple[Shape, Shape], poses: Poses, precision: str = "double") -> tuple[Bodies, Hulls, np.ndarray]:
    """Bodies at these poses, their hulls, and the rows (n, 2) of each pair."""
    count, store = len(poses.between), HullStore()
    bodies = new_bodies(2 * count, precision)
    rows = FIRST + np.arange(2 * count).reshape(count, 2)
    for k, (shape, places, turns) in enumerate(zip(shapes, (0.0, poses.between), poses[1:])):
        bodies.kind[rows[:, k]], bodies.type[rows[:, k]], bodies.uid[rows[:, k]] = shape.kind, DYNAMIC, rows[:, k]
        bodies.shape[rows[:, k], :3] = shape.size
        if isinstance(shape, Convex):
            bodies.shape[rows[:, k], HULL] = store.number_of(shape)
        bodies.pose[rows[:, k], :3], bodies.pose[rows[:, k], 3:7] = places, turns
    return bodies, store.arrays, rows


def pairs_of(shapes: tuple[Shape, Shape], poses: Poses, precision: str = "double") -> tuple[Bodies, Hulls, Pairs]:
    """Bodies at these poses, their hulls, and the pairs as the narrow phase takes them; boxes are so large that none is apart."""
    bodies, hulls, rows = rows_of(shapes, poses, precision)
    far = 10 * (largest(shapes[0]) + largest(shapes[1]))
    bodies.aabb[rows, :3], bodies.aabb[rows, 3:6] = -far, far
    return bodies, hulls, pair_list(("solid", "solid"), rows[:, 0], rows[:, 1], precision)


def as_stored(bodies: Bodies, rows: np.ndarray) -> Poses:
    """The poses that bodies have, rounded as they are."""
    pose = bodies.pose[rows].astype(float)
    return Poses(pose[:, 1, :3] - pose[:, 0, :3], pose[:, 0, 3:7], pose[:, 1, 3:7])
