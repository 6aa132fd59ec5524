"""Worlds of joints whose steps are solved by the direct solution instead of a method, and chains to do it with."""
from __future__ import annotations

import numpy as np

from physics import BallSocket, Box, SolverSettings, World
from physics.lab.exact.dense import advance
from physics.pipeline.advance import kernel_state, step_parameters
from physics.pipeline.color import color_stage
from physics.pipeline.find_pairs import find_pairs_stage
from physics.pipeline.narrow_phase import narrow_phase_stage
from physics.pipeline.store import store_stage

STEP = 1 / 60


def step_directly(world: World, steps: int = 1) -> None:
    """Advance a world without contacts; each substep is solved exactly and corrected until nothing has drifted."""
    for _ in range(steps):
        for stage in (find_pairs_stage, narrow_phase_stage, color_stage):
            stage(world)
        numbers = step_parameters(world)
        advance(*kernel_state(world), numbers)
        world._last_h = numbers.motion.h
        store_stage(world)
        world.step_count += 1
        world.time += world.dt


class DirectWorld(World):
    """A world of joints alone whose steps are solved exactly."""

    def step(self) -> None:
        """Advance by dt."""
        step_directly(self)


def chain(links: int = 10, seed: int = 0, joint=BallSocket, **solver) -> World:
    """E04's: boxes end to end along x with masses 1, 2, 3, 1 ..., the first held by the world, with random velocities."""
    rng = np.random.default_rng(seed)
    settings = {"substeps": 1, "stabilization": "none", "joint_stabilization": "none", "warm_start": 0} | solver
    world = World(precision="double", solver=SolverSettings(**settings), dt=STEP, sleep=False)
    before = None
    for k in range(links):
        box = world.add_body(shape=Box(half=(0.11, 0.05, 0.05)), position=(0.22 * k + 0.11, 0, 0), mass=1 + k % 3,
                             velocity=tuple(rng.normal(size=3)), angular_velocity=tuple(rng.normal(size=3)))
        options = {} if joint is BallSocket else {"axis": tuple(rng.normal(size=3))}
        world.add_joint(joint(a=before, b=box, anchor=(0.22 * k, 0, 0), **options))
        before = box
    return world
