"""Runners of the cases about bodies on turntables."""
from __future__ import annotations

import math

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Box, Hinge, Sphere

UP = np.array((0.0, 0.0, 1.0))


@runner("C10")
def platform(run: Run) -> Measured:
    """A crate on a kinematic platform, at a share of the turning rate at which it would slide."""
    found, radius, mu = [], run["radius"], run["mu"]
    for point in run.points:
        rate = math.sqrt(point["load"] * mu * 9.81 / radius)
        world = run.world(dt=point["dt"])
        world.add_body(shape=Box(half=(4, 4, 0.1)), position=(0, 0, -0.1), type="kinematic", friction=mu,
                       angular_velocity=(0, 0, rate))
        crate = world.add_body(shape=Box(half=(0.2, 0.2, 0.2)), position=(radius, 0, 0.2), velocity=(0, rate * radius, 0),
                               angular_velocity=(0, 0, rate), friction=mu)
        farthest = 0.0
        for _ in range(round(run["seconds"] / point["dt"])):
            world.step()
            farthest = max(farthest, math.hypot(*crate.position[:2]))
        found.append({"distance": farthest})
    return found


@runner("C11")
def turntable(run: Run) -> Measured:
    """A ball that begins without slip one metre beside the axis."""
    world, radius, rate = run.world(), run["radius"], run["rate"]
    world.add_body(shape=Box(half=(9, 9, 0.1)), position=(0, 0, -0.1), type="kinematic", friction=1,
                   angular_velocity=(0, 0, rate))
    start, velocity = np.array((1.0, 0.0, radius)), np.array((run["speed"], 0.0, 0.0))
    spin = np.cross(UP, velocity - rate * np.cross(UP, start)) / radius
    ball = world.add_body(shape=Sphere(radius=radius), position=tuple(start), velocity=tuple(velocity),
                          angular_velocity=tuple(spin), friction=1)
    turn, places = 2 * math.pi / (2 / 7 * rate), []
    for _ in range(run.steps(turn)):
        world.step()
        places.append(ball.position[:2].copy())
    circle = run["speed"] / (2 / 7 * rate)
    width = np.ptp(np.array(places), axis=0).mean() / 2
    missed = float(np.linalg.norm(places[-1] - start[:2]))
    return [{"distance from the start after a turn over the circle's radius": missed / circle,
             "width over the circle's": float(width / circle),
             "change of speed": abs(float(np.linalg.norm(ball.velocity)) / run["speed"] - 1)}]


@runner("C12")
def governor(run: Run) -> Measured:
    """A ball on an arm that is hinged to a shaft about a horizontal axis, and starts in its steady motion."""
    found, arm, radius = [], run["arm"], run["radius"]
    for point in run.points:
        rate = point["rate"]
        steady = math.acos(9.81 / (rate**2 * (arm + 0.4 * radius**2 / arm)))
        out, down = arm * math.sin(steady), arm * math.cos(steady)
        world = run.world()
        shaft = world.add_body(shape=Box(half=(0.02, 0.02, 0.02)), type="kinematic", angular_velocity=(0, 0, rate))
        ball = world.add_body(shape=Sphere(radius=radius), mass=run["mass"], position=(out, 0, -down),
                              velocity=(0, rate * out, 0), angular_velocity=(0, 0, rate))
        hinge, angles, gap = world.add_joint(Hinge(a=shaft, b=ball, anchor=(0, 0, 0), axis=(0, 1, 0))), [], 0.0
        for _ in range(run.steps(run["seconds"])):
            world.step()
            gap = max(gap, float(hinge.gap))
            angles.append(math.atan2(math.hypot(*ball.position[:2]), -ball.position[2]) / steady)
        found.append({"gap": gap, "angle over the steady one at the least": min(angles),
                      "angle over the steady one at the most": max(angles)})
    return found
