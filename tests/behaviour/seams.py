"""Runners of the cases about seams: bodies that roll and slide over flush boxes as over one face."""
from __future__ import annotations

import math

import numpy as np

from app.studies.validate.registry import Measured, lay_ground, runner
from app.studies.validate.run import Run
from physics import BallSocket, Box, Plane, Sphere

LENGTH, WIDTH, THICK = 0.25, 1.0, 0.25           # half extents of a box of a track [m]


def tilted(run: Run, tilt: float, friction: float, boxes: int):
    """(world, axes) with a track of flush boxes that goes down along x; axes are those of the track, as rows."""
    world = run.world()
    axes = np.array([[math.cos(tilt), 0, -math.sin(tilt)], [0, 1, 0], [math.sin(tilt), 0, math.cos(tilt)]])
    rotation = (0.0, math.sin(tilt / 2), 0.0, math.cos(tilt / 2))
    for k in range(boxes):
        world.add_body(shape=Box(half=(LENGTH, WIDTH, THICK)), type="static", friction=friction, rotation=rotation,
                       position=tuple(np.array([2 * LENGTH * k, 0, -THICK]) @ axes))
    return world, axes, rotation


@runner("G10")
def tracks(run: Run) -> Measured:
    """A body that goes along a track; its speed at the end over the one that it should have, and how high it hopped [m]."""
    found = []
    for point in run.points:
        speed, tilt, friction, seconds = (point[name] for name in ("speed", "tilt", "friction", "seconds"))
        boxes = math.ceil((speed + 9.81 * math.sin(tilt) * seconds) * seconds / (2 * LENGTH)) + 3
        world, axes, rotation = tilted(run, tilt, friction, boxes)
        height = run["radius"]
        rolls = point["body"] != "box"
        spin = tuple(np.array([0, speed / height, 0]) if rolls else np.zeros(3))
        places = {"sphere": (0,), "box": (0,), "capsule": (-0.4, 0.4)}[point["body"]]
        shape = Sphere(radius=height) if rolls else Box(half=(0.3, 0.2, height))
        bodies = [world.add_body(shape=shape, position=tuple(np.array([0.1, y, height]) @ axes), rotation=rotation,
                                 velocity=tuple(np.array([speed, 0, 0]) @ axes), angular_velocity=spin, friction=friction)
                  for y in places]
        if len(bodies) > 1:
            middle = tuple(np.array([0.1, 0, height]) @ axes)
            world.add_joint(BallSocket(a=bodies[0], b=bodies[1], anchor=middle))
        top = 0.0
        for _ in range(run.steps(seconds)):
            world.step()
            top = max(top, *(float(body.position @ axes[2]) - height for body in bodies))
        found.append({"speed": float(bodies[0].velocity @ axes[0]), "hop": top})
    return found


@runner("G12")
def loop(run: Run) -> Measured:
    """A ball without friction inside a loop of boxes, with the speed that it has after falling by `drop` radii."""
    found = []
    for point in run.points:
        radius, ball, count = run["radius"], run["ball"], run["boxes"]
        world = run.world()
        for k in range(count):
            angle = 2 * math.pi * k / count
            out = np.array([math.sin(angle), 0, -math.cos(angle)])
            world.add_body(shape=Box(half=(radius * math.tan(math.pi / count), WIDTH, THICK)), type="static", friction=0,
                           position=tuple((radius + THICK) * out), rotation=(0, -math.sin(angle / 2), 0, math.cos(angle / 2)))
        speed = math.sqrt(2 * 9.81 * point["drop"] * (radius - ball))
        body = world.add_body(shape=Sphere(radius=ball), position=(0, 0, ball - radius), velocity=(speed, 0, 0), friction=0)
        turned, last, nearest = 0.0, -math.pi / 2, radius
        for _ in range(run.steps(run["seconds"])):
            world.step()
            x, _, z = body.position
            turned += (math.atan2(z, x) - last + math.pi) % (2 * math.pi) - math.pi
            last, nearest = math.atan2(z, x), min(nearest, math.hypot(x, z))
            if turned > 2 * math.pi:
                break
        found.append({"turns": turned / (2 * math.pi), "nearest": nearest})
    return found


@runner("G13")
def steps_up(run: Run) -> Measured:
    """A ball that rolls against the edge of a higher box: what is left of its speed right after it, over its speed before."""
    found = []
    for point in run.points:
        world, radius, height = run.world(gravity=(0, 0, -9.81)), run["radius"], point["height"]
        for side, up in ((-1, 0.0), (1, height)):
            world.add_body(shape=Box(half=(2, WIDTH, THICK)), type="static", position=(2 * side, 0, up - THICK), friction=1)
        body = world.add_body(shape=Sphere(radius=radius), position=(-1, 0, radius), velocity=(point["speed"], 0, 0),
                              angular_velocity=(0, point["speed"] / radius, 0), friction=1)
        for _ in range(run.steps(1.5 / point["speed"])):
            world.step()
        found.append({"speed": float(body.velocity[0])})
    return found


def floor(run: Run, kind: str, friction: float):
    """(world, speed of the floor) with flush boxes of 0.5 m: a track, tiles, planks that lie on a plane, or a moving platform.

    Planks are dynamic: only with `continuous` all are bodies followed along them."""
    world = run.world(**({"continuous": "all"} if kind == "planks" else {}))
    count, thick, own = math.ceil(run["way"] / 0.5) + 4, 0.1, {}
    if kind == "planks":
        world.add_body(shape=Plane(offset=-2 * thick), type="static", friction=0.8)
        own = {"density": 7000}
    across = range(-count // 2, count // 2) if kind == "tiles" else (0,)
    half = (LENGTH, LENGTH if kind == "tiles" else WIDTH, thick)
    moving = 0.5 if kind == "platform" else 0.0
    kind = {"planks": "dynamic", "platform": "kinematic"}.get(kind, "static")
    for i in range(count):
        for j in across:
            world.add_body(shape=Box(half=half), type=kind, friction=friction, velocity=(moving, 0, 0), **own,
                           position=(2 * LENGTH * (i + 0.5), 2 * LENGTH * (j + 0.5) if len(across) > 1 else 0, -thick))
    for _ in range(run.steps(0.5) if own else 0):
        world.step()
    return world, moving


@runner("G14")
def crossings(run: Run) -> Measured:
    """Bodies that cross a floor: velocity along their way and across it and spin, over those at the start, and the hop [m]."""
    found = []
    for point in run.points:
        speed, spin, rolls = point["speed"], point["spin"], point["body"] == "ball"
        world, moving = floor(run, point["floor"], 0.5 if rolls else 0.0)
        angle = math.radians(point["angle"])
        way = np.array([math.cos(angle), math.sin(angle), 0])
        height = run["radius"] if rolls else 0.05
        shape = Sphere(radius=height) if rolls else Box(half=(0.2, 0.2, height))
        spins = (-way[1] * speed / height, way[0] * speed / height, 0) if rolls else (0, 0, spin)
        bodies = [world.add_body(shape=shape, position=(0.6, -0.4 * run["way"] * way[1], (1 + 2 * k) * height),
                                 friction=0.5 * rolls, velocity=tuple(speed * way + (moving, 0, 0)), angular_velocity=spins)
                  for k in range(3 if point["body"] == "stack" else 1)]
        top = 0.0
        for _ in range(run.steps(0.9 * run["way"] / speed)):
            world.step()
            top = max(top, *(float(body.position[2]) - (1 + 2 * k) * height for k, body in enumerate(bodies)))
        left = np.mean([body.velocity for body in bodies], 0) - (moving, 0, 0)
        along = float(left @ way)
        found.append({"along": along / speed, "across": float(np.linalg.norm(left - along * way)) / speed, "hop": top,
                      "turning": float(bodies[0].angular_velocity[2]) / spin if spin else 1.0})
    return found


@runner("G15")
def gaps(run: Run) -> Measured:
    """What is left of the speed of a ball that has rolled over gaps between boxes."""
    found = []
    for point in run.points:
        world, radius, pace = run.world(), run["radius"], 2 * LENGTH + point["gap"]
        for k in range(run["gaps"] + 3):
            world.add_body(shape=Box(half=(LENGTH, WIDTH, THICK)), type="static", friction=0.6, position=(pace * k, 0, -THICK))
        body = world.add_body(shape=Sphere(radius=radius), position=(0, 0, radius), velocity=(point["speed"], 0, 0),
                              angular_velocity=(0, point["speed"] / radius, 0), friction=0.6)
        while body.position[0] < pace * run["gaps"] and body.velocity[0] > point["speed"] / 2:
            world.step()
        found.append({"left": float(body.velocity[0]) / point["speed"]})
    return found


@runner("G16")
def landings(run: Run) -> Measured:
    """How deep a body sinks in that falls from five heights, so that its step ends anywhere about the ground [m]."""
    found = []
    for point in run.points:
        radius, deepest = run["radius"], 0.0
        world = run.world(substeps=point["substeps"])
        lay_ground(world, point["floor"], (20, 3, 1))
        shape = Sphere(radius=radius) if point["body"] == "sphere" else Box(half=(radius, radius, radius))
        bodies = [world.add_body(shape=shape, position=(3 * k - 6, 0, radius + 0.05 + k / 4 * run["speed"] * run.dt),
                                 velocity=(0, 0, -run["speed"])) for k in range(5)]
        for _ in range(run.steps(0.5)):
            world.step()
            deepest = max(deepest, *(radius - float(body.position[2]) for body in bodies))
        found.append({"depth": deepest})
    return found
