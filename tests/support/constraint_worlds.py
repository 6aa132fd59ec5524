"""Small worlds in double precision with every kind of constraint, for tests that look inside a step."""
from __future__ import annotations

import math

import numpy as np

from physics import Box, Mouse, Plane, SolverSettings, Sphere, World
from physics.lab.rows.assembly import assemble_rows
from physics.lab.rows.row import Rows, row_parameters
from physics.pipeline.advance import kernel_state, step_parameters


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    """A unit quaternion."""
    q = rng.normal(size=4)
    return q / np.linalg.norm(q)


def heap(seed: int = 0, steps: int = 100, precision: str = "double", belts: bool = False, resisting: bool = False,
         **solver) -> World:
    """Balls and boxes in a heap on a plane and a slanting box (or belts), one of them held by a mouse, after some steps.

    `resisting`: some of them resist rolling and spinning.  Velocities change by forces and impulses alone, not with poses, and
    what the mouse pulls does not spin away, unless `solver` says so.
    """
    rng = np.random.default_rng(seed)
    settings = {"substeps": 1, "iterations": 6, "stabilization": "split_impulse", "restitution_threshold": 0.1,
                "gyroscopic": "implicit", "max_rotation": math.pi / 4}
    world = World(precision=precision, sleep=False, solver=SolverSettings(**settings | solver))
    surface = {"surface_velocity": (0.5, 0.2, 0.1), "surface_spin": (0, 0.1, 0.7)} if belts else {}
    world.add_body(shape=Plane(), type="static", friction=0.7, **surface)
    world.add_body(shape=Box(half=(2, 2, 0.2)), type="static", position=(1.5, 0, 0.5), rotation=(0, -0.15, 0, 1), **surface)
    world.add_body(shape=Box(half=(0.3, 0.3, 0.3)), type="kinematic", position=(-1.2, 0, 0.4), velocity=(0.2, 0, 0),
                   angular_velocity=(0, 0, 1))
    for k in range(12):
        place = rng.uniform(-1, 1, 3) * (1, 1, 0) + (0, 0, 1.2 + 0.5 * k)
        shape = Sphere(radius=rng.uniform(0.2, 0.4)) if k % 2 else Box(half=tuple(rng.uniform(0.15, 0.4, 3)))
        world.add_body(shape=shape, position=place, rotation=random_rotation(rng), velocity=(0, 0, -3),
                       friction=rng.uniform(0.1, 1), restitution=0.4 * (k % 3), mass=rng.uniform(0.5, 5),
                       **resistance(k) if resisting else {})
    held = world.bodies[-1]
    world.add_joint(Mouse(a=held, anchor=held.position + (0.1, 0.05, 0.1), target=(0, 0, 1.5), hertz=4, max_force=200))
    other = world.bodies[-2]
    world.add_joint(Mouse(a=other, anchor=other.position + (0, 0.1, 0), target=(0.5, 0.5, 1), hertz=0, beta=0.1))
    for _ in range(steps):
        world.step()
    return world


def resisting_heap(seed: int = 0, steps: int = 100, **settings) -> World:
    """A heap whose bodies resist rolling and spinning."""
    return heap(seed, steps, resisting=True, **settings)


def resistance(k: int) -> dict[str, float]:
    """What body number k of a heap has of resistance: none, one kind, or both, by lengths and by shares."""
    return {"rolling_resistance": 0.01 * (k % 3), "spinning_resistance": 0.005 * (k % 4), "rolling_share": 0.02 * (k % 2)}


def read_rows(world: World, which: str = "solve", substep: int = 0) -> Rows:
    """The rows of a substep of a world's last step for one of its sweeps: solve, relax or push."""
    return assemble_rows(*kernel_state(world), row_parameters(step_parameters(world), which), substep)


def velocity_rows(world: World) -> np.ndarray:
    """(rows, 6) velocities of all body rows, dummies included, as a copy."""
    return world._bodies.arrays.velocity[:, :6].astype(np.float64)
