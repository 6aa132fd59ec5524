"""Compile, or load, the kernels before they are needed.

A small world with every pair of shapes and every constraint is stepped once: whatever a step calls is compiled by the call.
A scene that is already open can be warmed instead, so that what it needs comes first.
"""
from __future__ import annotations

from collections.abc import Callable

from physics.jit import watch_compiling
from physics.joints import Distance, Hinge, Mouse
from physics.settings import SolverSettings
from physics.shapes import Box, Plane, Sphere
from physics.world import World

Report = Callable[[int, int, str], None]


def _everything(precision: str) -> World:
    world = World(precision=precision, solver=SolverSettings(stabilization="split_impulse", substeps=1))
    world.add_body(shape=Plane(), type="static")
    balls = [world.add_body(shape=Sphere(radius=0.5), position=(0.9 * k, 0, 0.49), restitution=0.5) for k in range(2)]
    boxes = [world.add_body(shape=Box(half=(0.5, 0.4, 0.3)), position=(0, 0.85 + 0.75 * k, 0.29)) for k in range(2)]
    world.add_joint(Mouse(a=balls[0], anchor=(0, 0, 0.5), target=(0, 0, 1)))
    world.add_joint(Hinge(a=boxes[0], b=boxes[1], anchor=(0, 1.2, 0.3), axis=(1, 0, 0), upper=1, collide_connected=True))
    world.add_joint(Distance(a=None, b=balls[1], anchor_a=(0.9, 0, 3), anchor_b=(0.9, 0, 0.5)))
    return world


def warmup(precision: str = "single", progress: Report | None = None) -> None:
    """Make every kernel of a precision ready; `progress(done, total, name)` is called around each that is compiled."""
    watch_compiling(lambda: _use(_everything(precision)), progress)


def warm_world(world: World, progress: Report | None = None) -> None:
    """Make the kernels ready that this world's next step needs; the world itself is left as it is."""
    saved = world.snapshot()
    try:
        watch_compiling(world.step, progress)
    finally:
        world.restore(saved)


def _use(world: World) -> None:
    world.step()
    world.ray_cast((0, 0, 5), (0, 0, -1))
    world.joint_arrays()
    world.remove(world.joints[0])
    world.remove(world.bodies[1])
    world.step()
