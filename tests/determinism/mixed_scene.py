"""The scene of these tests: balls and boxes rain on a plane, a ramp and a turning paddle while a mouse drags one of them.

`python -m tests.determinism.mixed_scene '{"steps": 600, ...}'` prints the hashes of a run of `Recipe`, one line each.
"""
from __future__ import annotations

import json
import math
import random
import sys
from dataclasses import dataclass, field
from typing import Any

from physics import Box, Joint, Mouse, Plane, SolverSettings, Sphere, World

EVERY = 50                                       # steps between two hashes


@dataclass(frozen=True)
class Recipe:
    """What is run: everything that may make a difference, and nothing else."""

    precision: str = "single"
    stabilization: str = "soft"
    steps: int = 600
    bodies: int = 36
    boxes: bool = True                           # False: nothing that moves is a box, no ramp, no paddle
    solver: dict[str, Any] = field(default_factory=dict)


def build(recipe: Recipe) -> tuple[World, Joint]:
    """The world at time 0 and the joint that drags."""
    world = World(precision=recipe.precision, solver=SolverSettings(**{"stabilization": recipe.stabilization} | recipe.solver))
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
    dragged = world.bodies[-8]
    return world, world.add_joint(Mouse(a=dragged, anchor=dragged.position + (0, 0, 0.1), target=(0, 0, 2), max_force=2000))


def _obstacles(world: World) -> None:
    world.add_body(shape=Box(half=(2, 1.5, 0.1)), type="static", position=(1.5, 0, 1.2), rotation=(0, -0.17, 0, 1), name="ramp")
    world.add_body(shape=Box(half=(1.6, 0.1, 0.2)), type="kinematic", position=(-2, 0, 0.3), angular_velocity=(0, 0, 1.5),
                   name="paddle")


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


if __name__ == "__main__":
    print("\n".join(hashes_of(Recipe(**json.loads(sys.argv[1])))))
