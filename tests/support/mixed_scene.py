"""The scene of these tests: balls and boxes rain on a plane, a ramp and a turning paddle while a mouse drags one of them, and
some of them hang together by joints of every type.

`python -m tests.support.mixed_scene '{"steps": 600, ...}'` prints the hashes of a run of `Recipe`, one line each.
"""
from __future__ import annotations

import json
import math
import random
import sys
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any

from physics import (
    Angle,
    Axis,
    BallSocket,
    Box,
    Distance,
    Fixed,
    Gear,
    Hinge,
    Joint,
    Mouse,
    Plane,
    Pulley,
    Rack,
    SixDof,
    Slider,
    SolverSettings,
    Sphere,
    World,
)

EVERY = 50                                       # steps between two hashes
LONGEST = 600                                    # steps of a run whose hashes are kept


@dataclass(frozen=True)
class Recipe:
    """What is run: everything that may make a difference, and nothing else."""

    precision: str = "single"
    stabilization: str = "soft"
    steps: int = LONGEST
    bodies: int = 36
    boxes: bool = True                           # False: nothing that moves is a box, no ramp, no paddle
    solver: dict[str, Any] = field(default_factory=dict)


def build(recipe: Recipe) -> tuple[World, Joint]:
    """The world at time 0 and the joint that drags."""
    modes = {"stabilization": recipe.stabilization, "joint_stabilization": recipe.stabilization}
    world = World(precision=recipe.precision, sleep=False, solver=SolverSettings(**modes | recipe.solver))
    draw = random.Random(7)
    world.add_body(shape=Plane(), type="static", friction=0.6, name="floor")
    if recipe.boxes:
        _obstacles(world)
    for k in range(recipe.bodies):
        place = (draw.uniform(-2.5, 2.5), draw.uniform(-1.5, 1.5), 2 + 0.35 * k)
        box = Box(half=tuple(draw.uniform(0.12, 0.4) for _ in range(3)))
        shape = Sphere(radius=draw.uniform(0.15, 0.35)) if k % 2 or not recipe.boxes else box
        world.add_body(shape=shape, position=place, rotation=tuple(draw.gauss(0, 1) for _ in range(4)),
                       angular_velocity=tuple(draw.uniform(-2, 2) for _ in range(3)), friction=draw.uniform(0.1, 1),
                       restitution=draw.choice((0, 0.3, 0.8)), density=draw.choice((200, 1000, 5000)), name=f"body_{k}")
    _joints(world)
    dragged = world.bodies[-8]
    return world, world.add_joint(Mouse(a=dragged, anchor=dragged.position + (0, 0, 0.1), target=(0, 0, 2), max_force=2000))


def _obstacles(world: World) -> None:
    world.add_body(shape=Box(half=(2, 1.5, 0.1)), type="static", position=(1.5, 0, 1.2), rotation=(0, -0.17, 0, 1), name="ramp")
    world.add_body(shape=Box(half=(1.6, 0.1, 0.2)), type="kinematic", position=(-2, 0, 0.3), angular_velocity=(0, 0, 1.5),
                   name="paddle")


def _joints(world: World) -> None:
    """One joint of each type between bodies that lie above one another, as far as there are bodies."""
    bodies = [body for body in world.bodies if body.name.startswith("body_")]
    recipes = (
        lambda a, b, at: Hinge(a=a, b=b, anchor=at, axis=(0, 1, 0), lower=-2, upper=2, motor_speed=3, motor_torque=5),
        lambda a, b, at: Slider(a=a, b=b, anchor=at, axis=(1, 0, 1), lower=-0.2, upper=0.2, hertz=3, damping_ratio=0.3),
        lambda a, b, at: Distance(a=a, b=b, anchor_a=a.position, anchor_b=b.position),
        lambda a, b, at: Distance(a=a, b=b, anchor_a=a.position, anchor_b=b.position, upper=1),
        lambda a, b, at: SixDof(a=a, b=b, anchor=at, x=Axis("limit", -0.1, 0.1), rx="free", rz=Axis("limit", -1, 1, hertz=2)),
        lambda a, b, at: BallSocket(a=a, b=b, anchor=at, cone=0.7, twist_lower=-0.5, twist_upper=0.5),
        lambda a, b, at: Fixed(a=a, b=b, break_force=3000),
        lambda a, b, at: Angle(a=a, b=b, axis=(0, 0, 1)),
        lambda a, b, at: Gear(a=a, b=b, axis_a=(0, 0, 1), axis_b=(0, 0, 1), ratio=2),
        lambda a, b, at: Rack(a=a, b=b, axis_a=(1, 0, 0), axis_b=(0, 1, 0), radius=0.3),
        lambda a, b, at: Pulley(a=a, b=b, anchor_a=a.position, anchor_b=b.position, ground_a=at + (-1, 0, 9),
                                ground_b=at + (1, 0, 9)))
    for recipe, a, b in zip(recipes, bodies[::2], bodies[1::2]):
        world.add_joint(recipe(a, b, (a.position + b.position) / 2))


def drag(world: World, joint: Joint) -> None:
    """Move the mouse's target, by the step that comes."""
    t = world.step_count / 60
    joint.target = (2 * math.sin(t), math.cos(1.7 * t), 1.2 + 0.5 * math.sin(0.7 * t))


def run(world: World, joint: Joint, steps: int) -> list[str]:
    """Step on; the hashes after every EVERY steps."""
    hashes = []
    for _ in range(steps):
        drag(world, joint)
        world.step()
        if world.step_count % EVERY == 0:
            hashes.append(world.state_hash())
    return hashes


def hashes_of(recipe: Recipe) -> list[str]:
    """The hashes of a run from its start."""
    world, joint = build(recipe)
    return run(world, joint, recipe.steps)


def known_hashes(recipe: Recipe) -> list[str]:
    """The hashes of a run from its start, with those of other lengths taken from one run of LONGEST steps in a process."""
    return list(_run_once(json.dumps(asdict(replace(recipe, steps=LONGEST)), sort_keys=True))[:recipe.steps // EVERY])


@cache
def _run_once(recipe: str) -> tuple[str, ...]:
    return tuple(hashes_of(Recipe(**json.loads(recipe))))


if __name__ == "__main__":
    print("\n".join(hashes_of(Recipe(**json.loads(sys.argv[1])))))
