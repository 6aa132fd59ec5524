"""A world with every joint and every option of one, boxes hung on one another: for tests that look inside a step."""
from __future__ import annotations

import numpy as np

from physics import (
    Angle,
    Axis,
    BallSocket,
    Body,
    Box,
    Distance,
    Fixed,
    Gear,
    Hinge,
    Mouse,
    Plane,
    Pulley,
    Rack,
    SixDof,
    Slider,
    SolverSettings,
    World,
)
from tests.support.constraint_worlds import random_rotation


def zoo(seed: int = 0, steps: int = 30, precision: str = "double", floor: bool = True, **solver) -> World:
    """Boxes hung on one another by every joint with every option, on the floor or in the air, after some steps."""
    rng = np.random.default_rng(seed)
    world = World(precision=precision, sleep=False, solver=SolverSettings(**{"substeps": 1, "iterations": 6} | solver))
    if floor:
        world.add_body(shape=Plane(), type="static", friction=0.7)
    boxes = [_box(world, k, rng) for k in range(15)]
    _join(world, boxes, rng)
    _gear_up(world, boxes, rng)
    for _ in range(steps):
        world.step()
    return world


def _box(world: World, k: int, rng: np.random.Generator) -> Body:
    """The k-th box, tumbling."""
    return world.add_body(shape=Box(half=tuple(rng.uniform(0.15, 0.3, 3))), mass=rng.uniform(0.5, 3),
                          position=(0.8 * (k % 5), 0.9 * (k // 5), 0.4 + rng.uniform(0, 2)), rotation=random_rotation(rng),
                          velocity=tuple(rng.normal(size=3)), angular_velocity=tuple(2 * rng.normal(size=3)))


def _axis(rng: np.random.Generator) -> tuple[float, ...]:
    """Any direction."""
    return tuple(rng.normal(size=3))


def _between(a: Body, b: Body, rng: np.random.Generator) -> dict:
    """Two bodies and an anchor between them."""
    return {"a": a, "b": b, "anchor": 0.5 * (a.position + b.position) + 0.1 * rng.normal(size=3)}


def _apart(a: Body, b: Body) -> dict:
    """Two bodies and an anchor in each."""
    return {"a": a, "b": b, "anchor_a": a.position + (0, 0.1, 0.1), "anchor_b": b.position - (0.1, 0, 0)}


def _join(world: World, boxes: list[Body], rng: np.random.Generator) -> None:
    """What joins two bodies at a place."""
    links = [_between(a, b, rng) for a, b in zip(boxes, boxes[1:])]
    world.add_joint(BallSocket(**links[0], axis=_axis(rng), cone=0.3, twist_lower=-0.2, twist_upper=0.1))
    world.add_joint(Hinge(**links[1], axis=_axis(rng), lower=-0.1, upper=0.3, motor_speed=3, motor_torque=5))
    world.add_joint(Hinge(**links[2], axis=_axis(rng), hertz=2, damping_ratio=0.3, rest=0.2))
    world.add_joint(Slider(**links[3], axis=_axis(rng), lower=-0.2, upper=0.1, motor_speed=-1, motor_force=20, motor_rate=5))
    world.add_joint(Fixed(**links[5]))
    world.add_joint(SixDof(**links[11], frame=tuple(random_rotation(rng)), x=Axis(mode="free"),
                           z=Axis(mode="limit", lower=-0.1, upper=0.05), rx=Axis(mode="limit", lower=-0.1, upper=0.2),
                           ry=Axis(mode="free", hertz=1)))
    world.add_joint(BallSocket(a=boxes[0], anchor=(0, 0, 3)))
    world.add_joint(Hinge(a=None, b=boxes[14], anchor=boxes[14].position + (0.2, 0, 0), axis=_axis(rng)))
    world.add_joint(Mouse(a=boxes[10], anchor=boxes[10].position + (0.1, 0, 0), target=(0, 3, 2), max_force=30))


def _gear_up(world: World, boxes: list[Body], rng: np.random.Generator) -> None:
    """Ropes, angles and machines."""
    world.add_joint(Distance(**_apart(boxes[6], boxes[7]), upper=0.9))
    world.add_joint(Distance(**_apart(boxes[7], boxes[8]), hertz=3, damping_ratio=0.1))
    world.add_joint(Distance(**_apart(boxes[8], boxes[9])))
    world.add_joint(Angle(a=boxes[0], b=boxes[5], axis=_axis(rng), angle=0.1))
    world.add_joint(Angle(a=boxes[10], b=boxes[11]))
    world.add_joint(Gear(a=boxes[4], b=boxes[9], axis_a=_axis(rng), axis_b=_axis(rng), ratio=2))
    world.add_joint(Rack(a=boxes[12], b=boxes[13], axis_a=_axis(rng), axis_b=_axis(rng), radius=0.3))
    world.add_joint(Pulley(**_apart(boxes[13], boxes[14]), ground_a=(2, 2, 4), ground_b=(3, 2, 4)))
