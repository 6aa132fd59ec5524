"""Runners of the cases about rolling and spinning resistance."""
from __future__ import annotations

import math

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Body, Box, Plane, SixDof, Sphere, World

GUIDE = {"z": "free", "rz": "free"}               # of a SixDof that holds a body upright and where it is
DIAGONAL = math.acos(1 / math.sqrt(3))           # between an edge of a cube and its diagonal


def ground(world: World, floor: str, **surface: float) -> Body:
    """Level ground at z = 0."""
    if floor == "plane":
        return world.add_body(shape=Plane(), type="static", **surface)
    return world.add_body(shape=Box(half=(40, 5, 0.5)), position=(0, 0, -0.5), type="static", **surface)


def arms(point: dict, kind: str) -> dict[str, float]:
    """The arm of a point of the sweep, as a length or as a share of the radius."""
    if point["given"] == "length":
        return {f"{kind}_resistance": point["arm"]}
    return {f"{kind}_share": point["arm"] / point["radius"]}


@runner("U01")
def coasting(run: Run) -> Measured:
    """A ball that rolls along level ground until it stands, and for two seconds more."""
    found = []
    for point in run.points:
        radius, speed, stops = point["radius"], point["speed"], point["speed"] / (5 / 7 * point["arm"] * 9.81 / point["radius"])
        world = run.world()
        world.sleep = True
        ground(world, point["floor"], friction=0.8)
        ball = world.add_body(shape=Sphere(radius=radius), position=(0, 0, radius), velocity=(speed, 0, 0), friction=0.8,
                              angular_velocity=(0, speed / radius, 0), mass=2, **arms(point, "rolling"))
        for _ in range(run.steps(stops / 2)):
            world.step()
        half, rim = float(ball.velocity[0]), float(ball.angular_velocity[1] * radius)
        measured = {"deceleration": (speed - half) / world.time, "rim speed over speed": rim / half}
        while world.time < stops + 2:
            world.step()
        place = ball.position.copy()
        measured |= {"distance": float(place[0]), "speed at the end": float(np.linalg.norm(ball.velocity)),
                     "spin at the end": float(np.linalg.norm(ball.angular_velocity)), "sleeps": int(ball.asleep)}
        for _ in range(30):
            world.step()
        found.append(measured | {"way after it stands": float(np.linalg.norm(ball.position - place))})
    return found


@runner("U02")
def slope(run: Run) -> Measured:
    """A ball that is put down at rest on a slope, at a share of the steepest on which it stays."""
    found, radius = [], run["radius"]
    for point in run.points:
        tilt = math.atan(point["load"] * point["arm"] / radius)
        world = run.world(gravity=(9.81 * math.sin(tilt), 0, -9.81 * math.cos(tilt)))
        world.sleep = True
        ground(world, "plane", friction=1)
        ball = world.add_body(shape=Sphere(radius=radius), position=(0, 0, radius), friction=1,
                              **arms(point | {"radius": radius}, "rolling"))
        for _ in range(run.steps(run["seconds"])):
            world.step()
        found.append({"speed": float(ball.velocity[0]), "way over the radius": float(ball.position[0]) / radius,
                      "sleeps": int(ball.asleep)})
    return found


def spun_down(run: Run, world: World, body: Body, stops: float) -> dict[str, float]:
    """Spin at half the time, over what is left of it then; time until it stands; spin and sleep two seconds later."""
    start = float(body.angular_velocity[2])
    for _ in range(run.steps(stops / 2)):
        world.step()
    measured = {"spin at half the time": float(body.angular_velocity[2]) / (start * (1 - world.time / stops))}
    while body.angular_velocity[2] > 1e-3 * start and world.time < 2 * stops:
        world.step()
    measured["time until it stands"] = world.time
    for _ in range(run.steps(2)):
        world.step()
    return measured | {"spin at the end": float(np.linalg.norm(body.angular_velocity)), "sleeps": int(body.asleep)}


@runner("U03")
def spinning(run: Run) -> Measured:
    """A ball that spins about the vertical."""
    found = []
    for point in run.points:
        radius, world = point["radius"], run.world()
        world.sleep = True
        ground(world, point["floor"], friction=0.8)
        ball = world.add_body(shape=Sphere(radius=radius), position=(0, 0, radius), angular_velocity=(0, 0, run["spin"]), mass=2,
                              friction=0.8, **arms(point, "spinning"))
        found.append(spun_down(run, world, ball, 0.4 * radius**2 * run["spin"] / (point["arm"] * 9.81)))
    return found


@runner("U04")
def cornered(run: Run) -> Measured:
    """A cube that spins on a corner, upright in a guide that leaves it its height and its spin."""
    found, half = [], run["half"]
    for point in run.points:
        world, axis = run.world(), np.array((1.0, -1.0, 0.0)) / math.sqrt(2)
        world.sleep = True
        ground(world, "plane", friction=0.8)
        turn = (*(math.sin(DIAGONAL / 2) * axis), math.cos(DIAGONAL / 2))
        box = world.add_body(shape=Box(half=(half, half, half)), position=(0, 0, math.sqrt(3) * half), rotation=turn, mass=2,
                             angular_velocity=(0, 0, run["spin"]), friction=0.8, spinning_resistance=point["arm"])
        world.add_joint(SixDof(a=None, b=box, anchor=box.position, **GUIDE))
        stops = 2 / 3 * half**2 * run["spin"] / (max(point["arm"], run["least"]) * 9.81)
        found.append(spun_down(run, world, box, stops))
    return found
