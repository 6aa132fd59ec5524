"""Runners of the cases about bounces and impacts."""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Body, Box, Plane, Sphere, World


@runner("B01")
def bounce(run: Run) -> Measured:
    """Balls and boxes side by side: the height of the first apex after the first impact over the drop."""
    world, size = run.world(), run["radius"]
    world.add_body(shape=Plane(), type="static")
    shapes = {"sphere": Sphere(radius=size), "box": Box(half=(size,) * 3)}
    height = size + run["drop"]
    dropped = {(name, k): world.add_body(shape=shapes[name], position=(2 * k, 4 * row, height), restitution=point["e"])
               for row, name in enumerate(run["shapes"]) for k, point in enumerate(run.points)}
    apex, risen = dict.fromkeys(dropped, 0.0), dict.fromkeys(dropped, False)
    done = dict.fromkeys(dropped, False)
    for _ in range(run.steps(run["seconds"])):
        world.step()
        for key, body in dropped.items():
            up = body.velocity[2] > 0
            done[key] |= risen[key] and not up
            risen[key] |= up
            if risen[key] and not done[key]:
                apex[key] = max(apex[key], body.position[2] - size)
    return [{name: apex[name, k] / run["drop"] for name in run["shapes"]}
            | {"box minus sphere": (apex[run["shapes"][-1], k] - apex[run["shapes"][0], k]) / run["drop"]}
            for k in range(len(run.points))]


@runner("B02")
def bouncing_balls(run: Run) -> Measured:
    """A field of elastic balls, for each time step: how far the total energy strays."""
    found = []
    for point in run.points:
        world = run.world(dt=point["step"])
        world.add_body(shape=Plane(), type="static", restitution=1, friction=0)
        for k in range(run["rows"] ** 2):
            place = (run["pitch"] * (k % run["rows"]), run["pitch"] * (k // run["rows"]), run["height"])
            world.add_body(shape=Sphere(radius=run["radius"]), mass=run["mass"], position=place, restitution=1, friction=0)
        start, errors = world.energy().total, []
        for _ in range(round(run["seconds"] / point["step"])):
            kinetic = 0.5 * run["mass"] * float((world.velocities ** 2).sum())
            potential = run["mass"] * run["g"] * float(world.positions[1:, 2].sum())
            errors.append(kinetic + potential - start)
            world.step()
        found.append({"mean squared energy error": float(np.mean(np.square(errors)))})
    return found


@runner("B03")
def exchange(run: Run) -> Measured:
    """Two balls that meet in free fall."""
    world = run.world()
    balls = [world.add_body(shape=Sphere(radius=run["radius"]), position=(x, 0, 0), velocity=(v, 0, 0), restitution=1)
             for x, v in zip(run["x"], run["v"])]
    for _ in range(run.steps(run["seconds"])):
        world.step()
    return [{f"speed {axis} of the {name}": float(ball.velocity[k])
             for name, ball in zip(("first", "second"), balls) for k, axis in ((0, "x"), (2, "z"))}]


def _head_on(run: Run, world: World, lane: int, masses: tuple[float, float], e: float) -> tuple[Body, Body]:
    """A ball that runs at another one that rests, in a lane of its own."""
    r, y = run["radius"], 5.0 * lane
    moving = world.add_body(shape=Sphere(radius=r), mass=masses[0], restitution=e, position=(-2 * r - run["gap"], y, 0),
                            velocity=(run["v"], 0, 0))
    return moving, world.add_body(shape=Sphere(radius=r), mass=masses[1], restitution=e, position=(0, y, 0))


def _speeds(pair: tuple[Body, Body]) -> dict[str, float]:
    return {"speed of the first": float(pair[0].velocity[0]), "speed of the second": float(pair[1].velocity[0])}


@runner("B04")
def head_on(run: Run) -> Measured:
    """Unequal balls, one pair for each restitution."""
    world = run.world(gravity=(0, 0, 0))
    pairs = [_head_on(run, world, k, (run["m1"], run["m2"]), point["e"]) for k, point in enumerate(run.points)]
    for _ in range(run.steps(run["seconds"])):
        world.step()
    return [_speeds(pair) for pair in pairs]


@runner("B05")
def threshold(run: Run) -> Measured:
    """Equal elastic balls under two thresholds."""
    found = []
    for point in run.points:
        world = run.world(gravity=(0, 0, 0), restitution_threshold=point["threshold"])
        pair = _head_on(run, world, 0, (1, 1), 1)
        for _ in range(run.steps(run["seconds"])):
            world.step()
        found.append(_speeds(pair))
    return found


@runner("B06", "B06b")
def cradle(run: Run) -> Measured:
    """A row of balls hit by the first one."""
    world, pitch = run.world(gravity=(0, 0, 0)), 2 * run["radius"] + run["gap"]
    balls = [world.add_body(shape=Sphere(radius=run["radius"]), mass=run["mass"], restitution=1, position=(k * pitch, 0, 0))
             for k in range(run["count"])]
    balls[0].velocity = (run["v"], 0, 0)
    balls[0].position = (-max(run["gap"], 0.1), 0, 0)
    for _ in range(run.steps(run["seconds"])):
        world.step()
    v = np.array([ball.velocity[0] for ball in balls])
    return [{"speed of the last": v[-1], "fastest of the others": np.abs(v[:-1]).max(), "momentum": run["mass"] * v.sum(),
             "energy": float(v @ v) / run["v"] ** 2, "smallest step along the row": np.diff(v).min()}]


@runner("B07")
def heights_of_bounces(run: Run) -> Measured:
    """The height of the last of some bounces, of balls and of boxes that land flat, over the drop's times e^(2 n)."""
    found, radius = [], run["radius"]
    for point in run.points:
        e, drop, bounces = point["restitution"], point["drop"], point["bounces"]
        world = run.world(restitution_threshold=0.5)
        world.add_body(shape=Plane(), type="static", restitution=e, friction=0)
        shape = Sphere(radius=radius) if point["shape"] == "sphere" else Box(half=(radius, radius, radius))
        body = world.add_body(shape=shape, position=(0, 0, radius + drop), restitution=e, friction=0)
        tops, rises = [], False
        while len(tops) < bounces + rises and world.time < 20:
            world.step()
            up = body.velocity[2] > 0
            if up and not rises:
                tops.append(0.0)
            if up:
                tops[-1] = float(body.position[2]) - radius
            rises = up
        found.append({"height over the closed form": tops[-1] / (drop * e ** (2 * bounces))})
    return found


@runner("B08")
def thin_hits(run: Run) -> Measured:
    """A ball hits a like one off its centre, wherever in a step: the least and the most of the struck one's speed."""
    found, phases = [], 5
    for point in run.points:
        world, radius, speed = run.world(gravity=(0, 0, 0), restitution_threshold=0.01), point["radius"], point["speed"]
        struck = []
        for k in range(phases):
            start, lane = -4 * radius - speed * run.dt * k / phases, 20 * radius * k
            world.add_body(shape=Sphere(radius=radius), position=(start, lane, 0), velocity=(speed, 0, 0), restitution=1,
                           friction=0)
            aside = lane + point["aside"] * 2 * radius
            struck.append(world.add_body(shape=Sphere(radius=radius), position=(0, aside, 0), restitution=1, friction=0))
        for _ in range(run.steps(5 * radius / speed) + 3):
            world.step()
        speeds = [float(np.linalg.norm(ball.velocity)) / speed for ball in struck]
        found.append({"least": min(speeds), "most": max(speeds)})
    return found


@runner("B09")
def two_at_once(run: Run) -> Measured:
    """A ball that meets two touching ones in the middle, wherever in a step: the least and the most of its speed after."""
    found, phases = [], 5
    for point in run.points:
        world, radius, speed = run.world(gravity=(0, 0, 0)), run["radius"], point["speed"]
        cues = []
        for k in range(phases):
            start, lane = -4 * radius - speed * run.dt * k / phases, 20 * radius * k
            cues.append(world.add_body(shape=Sphere(radius=radius), position=(start, lane, 0), velocity=(speed, 0, 0),
                                       restitution=1, friction=0))
            for side in (-1, 1):
                world.add_body(shape=Sphere(radius=radius), position=(0, lane + side * 1.0001 * radius, 0), restitution=1,
                               friction=0)
        for _ in range(run.steps(5 * radius / speed) + 3):
            world.step()
        speeds = [float(cue.velocity[0]) / speed for cue in cues]
        found.append({"least": min(speeds), "most": max(speeds)})
    return found


@runner("B10")
def meetings(run: Run) -> Measured:
    """When a dropped body meets the ground for the last of some times: the middle of the step that turns it [s]."""
    found, size = [], run["radius"]
    for point in run.points:
        world, e = run.world(), point["restitution"]
        world.add_body(shape=Plane(), type="static", restitution=e, friction=0)
        shape = Sphere(radius=size) if point["shape"] == "sphere" else Box(half=(size,) * 3)
        body = world.add_body(shape=shape, position=(0, 0, size + point["drop"]), restitution=e, friction=0)
        met, before = 0, 0.0
        while met < point["meetings"] and world.time < 20:
            world.step()
            up = float(body.velocity[2])
            met += before < 0 < up
            before = up
        found.append({"time of the last meeting": world.time - run.dt / 2})
    return found


@runner("B11")
def throw(run: Run) -> Measured:
    """Two balls dropped one above the other: the light one's speed when it leaves the heavy one, from the steps after [m/s]."""
    found = []
    for point in run.points:
        world, low, radius, height = run.world(), run["low"], run["radius"], point["height"]
        world.add_body(shape=Plane(), type="static", restitution=1, friction=0)
        places = {run["heavy"]: (low, low + height), 1: (radius, 2 * low + height + point["gap"] + radius)}
        heavy, light = (world.add_body(shape=Sphere(radius=size), mass=mass, position=(0, 0, z), restitution=1, friction=0)
                        for mass, (size, z) in places.items())
        while light.velocity[2] < 2 * np.sqrt(2 * 9.81 * height) and world.time < 5:
            world.step()
        world.step()
        way = float(light.position[2]) - (2 * low + radius)           # it left nearly there, at the height of the meeting
        meeting = point["gap"] / 2
        found.append({"speed after the throw": float(np.sqrt(light.velocity[2] ** 2 + 2 * 9.81 * max(way - meeting, 0)))})
    return found
