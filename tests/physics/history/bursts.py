"""Worlds that burst, each by another cause: what is done before each step, and who is to blame.

Joints that burst are swept: solved together they hold all of this.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from physics import BallSocket, Body, Box, Distance, Fixed, Hinge, Plane, SolverSettings, Sphere, World


class Burst(NamedTuple):
    """A world that bursts.

    act     (number of steps so far): what is done before the next one
    step    the first bad step, where construction says which
    kind    the symptom there
    rows    the kind of the row to blame, None where no row is
    blamed  names of bodies or of the joint of that row; of the body alone where no row is
    """

    world: World
    steps: int
    kind: str
    rows: str | None
    blamed: set[str]
    step: int | None = None
    act: Callable[[int], Any] = lambda done: None


BURSTS: dict[str, Callable[[], Burst]] = {}


def burst(make: Callable[[], Burst]) -> Callable[[], Burst]:
    """Register a burst by its function's name."""
    BURSTS[make.__name__] = make
    return make


def made(**solver: Any) -> World:
    """A world in double precision, pushed apart by velocities."""
    return World(precision="double", solver=SolverSettings(**{"stabilization": "baumgarte", "substeps": 1} | solver))


def floor(world: World) -> None:
    world.add_body(shape=Plane(), type="static", name="floor")


def box(world: World, name: str, position: tuple[float, ...], half: float = 0.5, **more: Any) -> Body:
    return world.add_body(shape=Box(half=(half,) * 3), position=position, name=name, **more)


@burst
def sunk_at_the_start() -> Burst:
    """A box 0.4 m deep in the floor, beside one that stands on it."""
    world = made(substeps=4)
    floor(world)
    box(world, "sunk", (0, 0, 0.1))
    box(world, "fine", (3, 0, 0.5))
    return Burst(world, 60, "energy leapt", "normal", {"sunk", "floor"}, step=1)


@burst
def beta_of_one() -> Burst:
    """A stack with heavy boxes on light ones, 1 cm of overlap each, all of it removed in one step."""
    world = made(beta=1.0, iterations=4)
    floor(world)
    for k in range(6):
        box(world, f"box {k}", (0, 0, 0.499 + 0.99 * k), mass=1 + 10 * k)
    return Burst(world, 120, "energy leapt", "normal", {f"box {k}" for k in range(6)} | {"floor"})


@burst
def joints_pushed_too_much() -> Burst:
    """A swinging chain whose errors are removed by velocity, all at once."""
    world = made(joint_stabilization="baumgarte", beta=1.0, joint_solve="sweep")
    before = None
    for k in range(6):
        link = world.add_body(shape=Box(half=(0.3, 0.05, 0.05)), position=(0.3 + 0.6 * k, 0, 3), mass=1, name=f"link {k}")
        world.add_joint(Hinge(a=before, b=link, anchor=(0.6 * k, 0, 3), axis=(0, 1, 0), name=f"hinge {k}"))
        before = link
    return Burst(world, 200, "joint torn", "held", {f"hinge {k}" for k in range(6)})


@burst
def turning_integrated_explicitly() -> Burst:
    """A tumbling plate in empty space."""
    world = made(gyroscopic="explicit")
    world.gravity = 0, 0, 0
    world.add_body(shape=Box(half=(0.5, 0.3, 0.05)), angular_velocity=(20, 20.5, 20), name="plate")
    return Burst(world, 120, "energy leapt", None, {"plate"})


@burst
def hit_into_the_floor() -> Burst:
    """A blow is no leap; the impulse that answered it is, where warm starting repeats it and throws the upper box."""
    world = made()
    floor(world)
    hit = box(world, "hit", (0, 0, 0.5))
    box(world, "top", (0, 0, 1.5))

    def act(done: int) -> None:
        if done == 30:
            hit.apply_impulse((0, 0, -30 * hit.mass))
    return Burst(world, 60, "energy leapt", "normal", {"hit", "top"}, act=act)


@burst
def crushed_by_a_press() -> Burst:
    """A kinematic body comes down on a box."""
    world = made()
    floor(world)
    box(world, "crushed", (0, 0, 0.5))
    world.add_body(shape=Box(half=(1, 1, 0.2)), type="kinematic", position=(0, 0, 1.5), velocity=(0, 0, -1), name="press")
    return Burst(world, 120, "energy leapt", "normal", {"crushed", "floor", "press"})


@burst
def a_heavy_weight_on_light_links() -> Burst:
    """A chain of links of 1 kg with 5 t at its end, nothing against drift, few iterations."""
    world = made(joint_stabilization="none", iterations=4, joint_solve="sweep")
    before = None
    for k in range(8):
        ball = world.add_body(shape=Sphere(radius=0.1), position=(0.3 + 0.3 * k, 0, 3), mass=1 if k < 7 else 5000)
        world.add_joint(BallSocket(a=before, b=ball, anchor=(0.15 + 0.3 * k, 0, 3), name=f"link {k}"))
        before = ball
    return Burst(world, 60, "joint torn", "held", {f"link {k}" for k in range(8)})


@burst
def joints_that_contradict() -> Burst:
    """Two boxes welded to each other get a rope that wants them nearer."""
    world = made(joint_stabilization="baumgarte", joint_solve="sweep")
    a, b = box(world, "a", (0, 0, 2)), box(world, "b", (1.2, 0, 2))
    world.add_joint(Fixed(a=a, b=b, anchor=(0.6, 0, 2), name="weld"))

    def act(done: int) -> None:
        if done == 20:
            world.add_joint(Distance(a=a, b=b, anchor_a=a.position - (0.4, 0, 0), anchor_b=b.position + (0.4, 0, 0), length=0.5,
                                     name="rope"))
    return Burst(world, 50, "energy leapt", "held", {"rope"}, step=21, act=act)


@burst
def put_into_another() -> Burst:
    """A box is moved into another one by hand."""
    world = made()
    floor(world)
    box(world, "still", (0, 0, 0.5))
    moved = box(world, "moved", (3, 0, 0.5))

    def act(done: int) -> None:
        if done == 40:
            moved.position = 0.3, 0.1, 0.7
    return Burst(world, 60, "energy leapt", "normal", {"still", "moved"}, step=41, act=act)


@burst
def pulled_off_its_joint() -> Burst:
    """A force that grows until two iterations do not hold the load."""
    world = made(stabilization="soft", iterations=2, joint_solve="sweep")
    load = box(world, "load", (0, 0, 3), mass=1)
    world.add_joint(BallSocket(a=None, b=load, anchor=(0, 0, 3.5), name="rope"))

    def act(done: int) -> None:
        if done >= 50:
            load.apply_force((0, 0, -1e6 * (done - 49)))
    return Burst(world, 80, "joint torn", "held", {"rope"}, act=act)


@burst
def a_number_that_is_none() -> Burst:
    """A velocity without a number comes from outside."""
    world = made()
    world.stops_on_nan = False
    floor(world)
    box(world, "fine", (3, 0, 0.5))
    poisoned = box(world, "poisoned", (0, 0, 0.5))

    def act(done: int) -> None:
        if done == 25:
            pool = world._bodies
            pool.arrays.velocity[pool.rows[poisoned.uid], 2] = np.nan
            pool.edits += 1
    return Burst(world, 60, "not finite", None, {"poisoned"}, step=26, act=act)


@burst
def a_method_that_is_not_recorded() -> Burst:
    """A method of the laboratory pushes a box out of the floor."""
    world = made(method="jacobi", substeps=4)
    floor(world)
    box(world, "sunk", (0, 0, 0.3))
    return Burst(world, 30, "energy leapt", "normal", {"sunk", "floor"}, step=1)
