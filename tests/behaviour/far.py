"""Runners of the cases far from the origin."""
from __future__ import annotations

import math

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Box, Plane, Sphere


@runner("Y01")
def slow(run: Run) -> Measured:
    """A ball or a box at a small speed: in free space, rolling on a plane, sliding on one without friction."""
    found = []
    for point in run.points:
        free, rolls = point["body"] == "free", point["body"] == "rolling"
        world, radius, speed = run.world(gravity=(0, 0, 0 if free else -9.81)), run["radius"], run["speed"]
        world.sleep = False
        if not free:
            world.add_body(shape=Plane(), type="static", friction=0.6 if rolls else 0)
        along = np.array((math.cos(point["heading"]), math.sin(point["heading"]), 0))
        spin = (-along[1] * speed / radius, along[0] * speed / radius, 0) if rolls else (0, 0, 0)
        start = np.array((point["distance"], -point["distance"], radius))
        body = world.add_body(shape=Sphere(radius=radius) if rolls else Box(half=(radius, radius, radius)), position=tuple(start),
                              velocity=tuple(speed * along), angular_velocity=spin, friction=0.6 if rolls else 0)
        for _ in range(run.steps(run["seconds"])):
            world.step()
        moved = body.position - start
        found.append({"way": float(moved @ along), "across": float(np.linalg.norm(moved - (moved @ along) * along))})
    return found


@runner("Y02")
def falling(run: Run) -> Measured:
    """A ball in a weak pull along x."""
    found = []
    for point in run.points:
        world = run.world(gravity=(run["pull"], 0, 0))
        world.sleep = False
        body = world.add_body(shape=Sphere(radius=0.2), position=(point["distance"], 0, 0))
        for _ in range(run.steps(run["seconds"])):
            world.step()
        found.append({"way": float(body.position[0]) - point["distance"], "speed": float(body.velocity[0])})
    return found
