"""A world with and without sleep: how far bodies that fell asleep would have gone.

Whenever bodies fall asleep, the world goes back to a step before and goes on without sleep, and what those bodies do is compared
with where they sleep.  A body that is woken in the meantime was hit by something and says nothing.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics import World
from physics.pipeline.islands import CHECK_EVERY


class Nap(NamedTuple):
    """Bodies that fell asleep in one step."""

    step: int
    names: tuple                   # of the bodies
    ways: np.ndarray               # how far each would have gone [of its size]


def size_of(world: World) -> np.ndarray:
    """(n,) the largest extent of each body, 1 for planes [m]."""
    return 2 * np.abs(world._bodies.living(world._bodies.arrays.shape)[:, :3]).max(1).astype(np.float64)


def poses_of(world: World) -> tuple[np.ndarray, np.ndarray]:
    """Positions and rotations of all bodies."""
    return world.positions.astype(np.float64), world.rotations.astype(np.float64)


def way_between(one: tuple, other: tuple, size: np.ndarray) -> np.ndarray:
    """(n,) how far a point of each body is from one pose to another [of its size]: |x - x0| / size + |turn| / 2."""
    along = np.abs((one[1] * other[1]).sum(1)).clip(0, 1)
    across = np.sqrt((1 - along**2).clip(0))
    return np.linalg.norm(one[0] - other[0], axis=1) / size + np.arctan2(across, along)


def without_sleep(world: World, saved, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Poses after `steps` from a snapshot on, without sleep; the world is put back afterwards."""
    now = world.snapshot()
    world.restore(saved)
    world.sleep = False
    for _ in range(steps):
        world.step()
    found = poses_of(world)
    world.restore(now)
    return found


def naps(world: World, seconds: float, after: float, most: int) -> list[Nap]:
    """The first `most` naps of a world with sleep in `seconds`; bodies are compared `after` [s] later."""
    dynamic, size = np.array([body.type == "dynamic" for body in world.bodies]), size_of(world)
    names, steps = [body.name for body in world.bodies], round(after / world.dt)
    waiting, found = [], []
    saved, slept = world.snapshot(), world.asleep
    while world.time < seconds + after:
        if world.step_count % CHECK_EVERY == 0 and world.time < seconds:
            saved = world.snapshot()
        world.step()
        new = world.asleep & ~slept & dynamic
        if new.any() and len(found) + len(waiting) < most and len(names) == len(new):
            end = saved.world["step_count"] + steps
            waiting.append((end, world.step_count, new, without_sleep(world, saved, steps), poses_of(world)))
        slept = world.asleep
        for nap in waiting:
            nap[2][:] &= slept                               # also those that have fallen asleep again since they were hit
        for nap in [nap for nap in waiting if nap[0] <= world.step_count]:
            waiting.remove(nap)
            ways = way_between(nap[3], nap[4], size)[nap[2]]
            found.append(Nap(nap[1], tuple(np.array(names)[nap[2]]), ways))
        if slept[dynamic].all() and not waiting:
            break
    return found
