"""A sample of a world after a step: arrays that metrics share, each read once through the public interface of the world."""
from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np


@dataclasses.dataclass(frozen=True)
class Facts:
    """Constant properties of the n bodies, in order of creation; valid while no body is added or removed."""

    uids: np.ndarray            # (n,)
    dynamic: np.ndarray         # (n,) bool
    masses: np.ndarray          # (n,) [kg], 0 where not dynamic
    inertias: np.ndarray        # (n, 3) about the body's axes [kg m2], 0 where not dynamic
    frictions: np.ndarray       # (n,)
    restitutions: np.ndarray    # (n,)
    sizes: np.ndarray           # (n, 3) Shape.size [m]
    shapes: dict[Any, np.ndarray]    # each shape and the rows of its bodies, sorted


def facts_of(world: Any) -> Facts:
    """The Facts of a world's present bodies."""
    bodies = list(world.bodies)
    dynamic = np.array([b.type == "dynamic" for b in bodies], bool)
    masses = np.array([b.mass if b.type == "dynamic" else 0.0 for b in bodies], float)
    unit = np.array([b.shape.unit_inertia if b.type == "dynamic" else (0.0, 0.0, 0.0) for b in bodies], float).reshape(-1, 3)
    return Facts(np.array([b.uid for b in bodies], np.int64), dynamic, masses, masses[:, None] * unit,
                 np.array([b.friction for b in bodies], float), np.array([b.restitution for b in bodies], float),
                 np.array([b.shape.size for b in bodies], float).reshape(-1, 3), _rows_by(b.shape for b in bodies))


def _rows_by(shapes: Iterable[Any]) -> dict[Any, np.ndarray]:
    """The rows of each shape."""
    rows: dict[Any, list[int]] = {}
    for row, shape in enumerate(shapes):
        rows.setdefault(shape, []).append(row)
    return {shape: np.array(found) for shape, found in rows.items()}


class Start(NamedTuple):
    """Poses of bodies at the sampler's first look; rows are sorted by uid."""

    uids: np.ndarray            # (m,)
    positions: np.ndarray       # (m, 3) [m]
    rotations: np.ndarray       # (m, 4) x y z w of the principal axes


class Sample:
    """A world at one moment: arrays that metrics share, each read once.  Rows are bodies in order of creation."""

    def __init__(self, world: Any, facts: Facts, start: Start | None):
        self.world, self.facts = world, facts
        self.positions = np.array(world.positions, float)
        self.rotations = np.array(world.principal_rotations, float)
        self.velocities = np.array(world.velocities, float)
        self.spins = np.array(world.angular_velocities, float)
        self.start = start or Start(facts.uids, self.positions, self.rotations)

    @functools.cached_property
    def joints(self) -> Any:
        """The world's JointArrays, in order of creation."""
        return self.world.joint_arrays()

    @functools.cached_property
    def overlaps(self) -> np.ndarray:
        """(n, 2) uids of each sensor and each body that overlaps it."""
        return np.asarray(self.world.overlaps)

    def rows(self, uids: Iterable[int]) -> np.ndarray:
        """Rows of the bodies with these uids; removed bodies are left out."""
        wanted = np.asarray(uids if isinstance(uids, (list, tuple, np.ndarray)) else list(uids), np.int64)
        rows = np.searchsorted(self.facts.uids, wanted)
        there = rows < len(self.facts.uids)
        there[there] = self.facts.uids[rows[there]] == wanted[there]
        return rows[there]

    def started(self, rows: np.ndarray) -> np.ndarray:
        """The rows of `start` that belong to these rows."""
        return np.searchsorted(self.start.uids, self.facts.uids[rows])
