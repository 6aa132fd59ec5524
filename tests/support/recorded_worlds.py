"""Worlds of tests of the history, and commands that they record."""
from __future__ import annotations

from dataclasses import dataclass

from physics import Box, History, Plane, Sphere, World


def heap(count: int = 12, **settings) -> World:
    """Boxes and balls that fall on the ground, one above and beside the other."""
    world = World(**{"sleep": True, **settings})
    world.add_body(shape=Plane(), type="static", name="ground")
    for k in range(count):
        shape = Sphere(radius=0.3) if k % 3 == 2 else Box(half=(0.3, 0.25, 0.2))
        world.add_body(shape=shape, position=(0.35 * (k % 4), 0.1 * k, 0.5 + 0.5 * k), name=f"part_{k}")
    return world


def run_to(world: World, step: int) -> dict[int, str]:
    """Steps until `step`; the state hashes by step, that of the present included."""
    hashes = {world.step_count: world.state_hash()}
    while world.step_count < step:
        world.step()
        hashes[world.step_count] = world.state_hash()
    return hashes


def recorded(steps: int = 100, **settings) -> tuple[World, History, dict[int, str]]:
    """A heap with its history, and the state hash after each step."""
    world = heap(**settings)
    history = History(world)
    return world, history, run_to(world, steps)


@dataclass(frozen=True)
class Push:
    """A command: an impulse on a body."""

    uid: int
    impulse: tuple[float, float, float]

    def apply(self, world: World) -> None:
        world.body(self.uid).apply_impulse(self.impulse)


@dataclass(frozen=True)
class Drop:
    """A command: a new ball."""

    height: float

    def apply(self, world: World) -> None:
        world.add_body(shape=Sphere(radius=0.2), position=(0.3, 0.2, self.height))


@dataclass(frozen=True)
class Take:
    """A command: a body goes."""

    uid: int

    def apply(self, world: World) -> None:
        world.remove(world.body(self.uid))
