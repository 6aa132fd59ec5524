"""Runners of the cases about scale: things of every size stand, fall and bounce alike.

A scene is built of things of `size` [m] with the same gravity and density; its times, the step among them, go with sqrt(size).
"""
from __future__ import annotations

import math

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import BallSocket, Body, Box, Hinge, Plane, Slider, Sphere, World

PILES, PILED, APART = 10, 12, 20                 # piles in a row; bodies of a pile; from pile to pile [sizes]


def tilt(body: Body) -> float:
    """Angle between the body's z axis and the vertical [degrees]."""
    x, y, _, _ = body.rotation
    return math.degrees(math.acos(min(1.0, 1 - 2 * (x * x + y * y))))


def ground(world: World, kind: str, size: float, friction: float) -> None:
    """A floor at z = 0: a plane, or the top of a large box."""
    if kind == "plane":
        world.add_body(shape=Plane(), type="static", friction=friction)
    else:
        world.add_body(shape=Box(half=(40 * size, 10 * size, size)), type="static", position=(0, 0, -size), friction=friction)


@runner("L01")
def standing(run: Run) -> Measured:
    """Boxes that stand alone, each in a world of its own: their largest tilt."""
    found = []
    for point in run.points:
        world = run.world(slop=point["slop"])
        ground(world, point["ground"], 1, 0.5)
        box = world.add_body(shape=Box(half=point["half"]), position=(0, 0, point["half"][2]))
        tilts = [tilt(box) for _ in range(run.steps(run["seconds"])) if world.step() is None]
        found.append({"tilt": max(tilts)})
    return found


def wave(world: World, size: float, run: Run) -> list[Body]:
    """Dominoes in a row on a plane, the first leaning."""
    ground(world, "plane", size, run["mu"])
    thin, wide, tall = run["shape"]
    row = []
    for k in range(run["count"]):
        lean = run["lean"] if k == 0 else 0.0
        height = tall * math.cos(lean) + thin * math.sin(lean)
        row.append(world.add_body(shape=Box(half=(thin * size, wide * size, tall * size)), friction=run["mu"],
                                  position=(k * run["pitch"] * size, 0, height * size),
                                  rotation=(0, math.sin(lean / 2), 0, math.cos(lean / 2))))
    return row


@runner("L02")
def domino_wave(run: Run) -> Measured:
    """The speed of a wave through the second two thirds of a row, over sqrt(g size); 0 where it does not arrive."""
    found = []
    for point in run.points:
        size = point["size"]
        world = run.world(dt=point["step"])
        row = wave(world, size, run)
        begin, end, times = row[len(row) // 3], row[-2], []
        for body in (begin, end):
            while tilt(body) < run["passed"] and world.time < 20 * math.sqrt(size):
                world.step()
            times.append(world.time if tilt(body) >= run["passed"] else math.inf)
        way = (len(row) - 2 - len(row) // 3) * run["pitch"] * size
        found.append({"speed": way / (times[1] - times[0]) / math.sqrt(run["g"] * size) if math.isfinite(times[1]) else 0.0})
    return found


def pile(world: World, size: float) -> None:
    """Piles of balls and boxes that fall on each other, PILES by PILES of them."""
    ground(world, "plane", size, 0.5)
    for column, row, k in np.ndindex(PILES, PILES, PILED):
        shape = Box(half=(0.4 * size, 0.3 * size, 0.5 * size)) if k % 2 else Sphere(radius=0.4 * size)
        x, y, z = 0.15 * ((k * 7 + row) % 5 - 2), 0.15 * ((k * 3 + column) % 5 - 2), 1 + 1.1 * k
        world.add_body(shape=shape, position=((x + APART * row) * size, (y + APART * column) * size, z * size))


def bounce(world: World, size: float) -> None:
    """Balls with four restitutions."""
    ground(world, "plane", size, 0.5)
    for k, restitution in enumerate((0.0, 0.5, 0.8, 1.0)):
        world.add_body(shape=Sphere(radius=0.2 * size), position=(k * size, 0, 2 * size), restitution=restitution)


def stack(world: World, size: float) -> None:
    """Cubes that fall on each other from small heights."""
    ground(world, "box", size, 0.5)
    for k in range(6):
        world.add_body(shape=Box(half=(0.5 * size,) * 3), position=(0.02 * (k % 2) * size, 0, (0.5 + 1.02 * k) * size))


def chain(world: World, size: float) -> None:
    """A chain that falls from the horizontal, and a slider and a hinge that fall to their stops."""
    last = None
    for k in range(8):
        link = world.add_body(shape=Box(half=(0.2 * size, 0.05 * size, 0.05 * size)), position=((0.2 + 0.4 * k) * size, 0, 0))
        world.add_joint(BallSocket(a=last, b=link, anchor=(0.4 * k * size, 0, 0)))
        last = link
    weight = world.add_body(shape=Box(half=(0.2 * size,) * 3), position=(0, 5 * size, 0))
    world.add_joint(Slider(a=None, b=weight, anchor=(0, 5 * size, 0), axis=(0, 0, 1), lower=-size, upper=size))
    flap = world.add_body(shape=Box(half=(0.5 * size, 0.1 * size, 0.1 * size)), position=(0.5 * size, 8 * size, 0))
    world.add_joint(Hinge(a=None, b=flap, anchor=(0, 8 * size, 0), axis=(0, 1, 0), lower=-0.5, upper=0.5))


SCENES = {"pile": pile, "bounce": bounce, "stack": stack, "chain": chain}


def outcome(run: Run, scene: str, size: float) -> np.ndarray:
    """Places of all bodies of a scene over its time, in sizes; of piles, which are chaos soon, those of the first one in its
    first second, and the mean height of all at the end, which two runs differ in by 0.04 / PILES (standard deviation)."""
    world = run.world(dt=run.dt * math.sqrt(size))
    SCENES[scene](world, size)
    places = []
    for _ in range(run.steps(run["seconds"])):
        world.step()
        places.append(world.positions[1:] / size)
    if scene == "pile":
        return np.append(np.ravel([now[:PILED] for now in places[:run.steps(1)]]), np.mean(places[-1][:, 2]))
    return np.ravel(places)


@runner("L03")
def similar(run: Run) -> Measured:
    """How far scenes of things of other sizes are from those of things of 1 m, in sizes."""
    of_one = {scene: outcome(run, scene, 1.0) for scene in SCENES}
    return [{"difference": float(np.abs(outcome(run, point["scene"], point["size"]) - of_one[point["scene"]]).max())}
            for point in run.points]
