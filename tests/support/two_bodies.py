"""Two boxes that tumble and the joint between them, with everything about it computed a second time and plainly: Jacobians by
finite differences of what bodies show, masses, speeds.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from app.studies.validate.runners.joint_measures import turn
from physics import Body, Box, SolverSettings, World
from physics.bodies.rotation import product, rotate, rotate_back
from tests.support.constraint_worlds import random_rotation, read_rows

SMALL = 1e-5                                     # of finite differences, central ones [m] or [rad]


def two_bodies(seed: int = 0, **solver: Any) -> tuple[World, Body, Body]:
    """A world without gravity and two boxes of any shape, mass, pose and motion; one substep, no correction unless asked for."""
    rng = np.random.default_rng(seed)
    settings = {"substeps": 1, "iterations": 200, "stabilization": "none", "joint_stabilization": "none", "gyroscopic": "off"}
    world = World(gravity=(0, 0, 0), precision="double", sleep=False,
                  solver=SolverSettings(**settings | solver))
    a, b = (world.add_body(shape=Box(half=tuple(rng.uniform(0.2, 0.6, 3))), mass=rng.uniform(1, 4), group=1,
                           position=rng.uniform(-1, 1, 3), rotation=random_rotation(rng), velocity=rng.normal(size=3),
                           angular_velocity=rng.normal(size=3)) for _ in range(2))
    return world, a, b


def jacobian(bodies: list[Body], measure: Callable[[], Any]) -> np.ndarray:
    """(m, 6 n) derivatives of a measure by the velocities and spins of n bodies, by finite differences."""
    columns = []
    for body in bodies:
        position, rotation = body.position, body.rotation
        for k in range(6):
            sides = []
            for sign in (1, -1):
                step = sign * SMALL * np.eye(3)[k % 3]
                if k < 3:
                    body.position = position + step
                else:
                    body.rotation = product(turn(step, SMALL), rotation)
                sides.append(np.atleast_1d(measure()).astype(float))
                body.position, body.rotation = position, rotation
            columns.append((sides[0] - sides[1]) / (2 * SMALL))
    return np.array(columns).T


def inverse_mass(bodies: list[Body]) -> np.ndarray:
    """(6 n, 6 n) M^-1 in the world."""
    full = np.zeros((6 * len(bodies), 6 * len(bodies)))
    for k, body in enumerate(bodies):
        full[6 * k:6 * k + 3, 6 * k:6 * k + 3] = np.eye(3) / body.mass
        for column in range(3):
            full[6 * k + 3:6 * k + 6, 6 * k + 3 + column] = rotate(
                body.rotation, rotate_back(body.rotation, np.eye(3)[column]) / body.inertia)
    return full


def motion(bodies: list[Body]) -> np.ndarray:
    """(6 n,) velocities and spins."""
    return np.concatenate([part for body in bodies for part in (body.velocity, body.angular_velocity)])


def rows_of(world: World):
    """The rows of the world's next step, which is not taken."""
    start = world.snapshot()
    world.step(stop=(6, 0, 0))
    made = read_rows(world)
    world.restore(start)
    return made


def share_outside(space: np.ndarray, rows: np.ndarray) -> float:
    """Largest part of unit rows that is no combination of the rows of `space`."""
    basis = np.linalg.svd(space, full_matrices=False)
    used = basis[2][basis[1] > 1e-9 * basis[1].max()]
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return float(np.linalg.norm(unit - unit @ used.T @ used, axis=1).max())
