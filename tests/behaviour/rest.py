"""Runners of the cases about rest: slow motion goes on in worlds that let bodies sleep, and what holds falls asleep."""
from __future__ import annotations

import math
from collections.abc import Callable

from app.studies.validate.registry import Measured, lay_ground, runner
from app.studies.validate.run import Run
from physics import BallSocket, Box, Distance, Hinge, Plane, Slider, Sphere, World

STRONG = 1e4                                     # of a motor [N] or [N m]
WEIGHTLESS = (0.0, 0.0, 0.0)


def sleepy(run: Run, gravity: tuple[float, float, float]) -> World:
    """A world of the run that lets bodies sleep."""
    world = run.world(gravity=gravity)
    world.sleep = True
    return world


def ways(run: Run, build: Callable[[World, dict], Callable[[], float]]) -> Measured:
    """How far things go in the seconds of each point; `build` makes them in a world without gravity and returns a reader."""
    found = []
    for point in run.points:
        world = sleepy(run, WEIGHTLESS)
        read = build(world, point)
        for _ in range(run.steps(point["seconds"])):
            world.step()
        found.append({"way": read()})
    return found


def clock_hand(world: World, point: dict) -> Callable[[], float]:
    """A hand that a motor turns at `speed` [rad/s]."""
    size = point["size"]
    hand = world.add_body(shape=Box(half=(size, 0.05 * size, 0.05 * size)), position=(size, 0, 0))
    joint = world.add_joint(Hinge(a=None, b=hand, anchor=(0, 0, 0), axis=(0, 0, 1), motor_speed=point["speed"],
                                  motor_torque=STRONG * size))
    return lambda: joint.measure


def actuator(world: World, point: dict) -> Callable[[], float]:
    """A box that a motor pushes along a line at `speed` [m/s]."""
    load = world.add_body(shape=Box(half=(point["size"],) * 3), position=(0, 0, 0))
    world.add_joint(Slider(a=None, b=load, anchor=(0, 0, 0), axis=(1, 0, 0), motor_speed=point["speed"],
                           motor_force=STRONG * point["size"]**3))
    return lambda: float(load.position[0])


def drifter(world: World, point: dict) -> Callable[[], float]:
    """A box in free space."""
    box = world.add_body(shape=Box(half=(point["size"],) * 3), velocity=(point["speed"], 0, 0))
    return lambda: float(box.position[0])


def spinner(world: World, point: dict) -> Callable[[], float]:
    """A box in free space that turns at `speed` [rad/s]."""
    box = world.add_body(shape=Box(half=(point["size"],) * 3), angular_velocity=(0, 0, point["speed"]))
    return lambda: 2 * math.asin(min(1.0, abs(float(box.rotation[2]))))


def on_a_belt(world: World, point: dict) -> Callable[[], float]:
    """A box on a belt whose surface moves."""
    world.gravity = (0, 0, -9.81)
    world.add_body(shape=Box(half=(20, 5, 0.5)), type=point.get("type", "static"), position=(0, 0, -0.5), friction=0.8,
                   surface_velocity=(point["speed"], 0, 0))
    box = world.add_body(shape=Box(half=(point["size"],) * 3), position=(0, 0, point["size"]), friction=0.8)
    return lambda: float(box.position[0])


CONSTANT = {"hand": clock_hand, "actuator": actuator, "drift": drifter, "spin": spinner, "belt": on_a_belt}


@runner("R10")
def constant_speed(run: Run) -> Measured:
    """How far it went at constant speed."""
    return ways(run, lambda world, point: CONSTANT[point["motion"]](world, point))


def ball_on_a_slope(world: World, point: dict) -> Callable[[], float]:
    """A ball that is let go at rest."""
    tilt, radius = point["tilt"], point["radius"]
    world.gravity = (9.81 * math.sin(tilt), 0, -9.81 * math.cos(tilt))
    lay_ground(world, point["floor"], (50, 5, 1), friction=1)
    ball = world.add_body(shape=Sphere(radius=radius), position=(0, 0, radius), friction=1)
    return lambda: float(ball.position[0])


def falling_box(world: World, point: dict) -> Callable[[], float]:
    """A box that nothing holds, in a weak field."""
    world.gravity = (0, 0, -point["gravity"])
    box = world.add_body(shape=Box(half=(point["size"],) * 3))
    return lambda: -float(box.position[2])


def overdamped_spring(world: World, point: dict) -> Callable[[], float]:
    """A box on a spring, one metre from where that is at rest."""
    box = world.add_body(shape=Box(half=(point["size"],) * 3))
    world.add_joint(Slider(a=None, b=box, anchor=(0, 0, 0), axis=(1, 0, 0), hertz=point["hertz"],
                           damping_ratio=point["ratio"], rest=1.0))
    return lambda: float(box.position[0])


@runner("R11")
def rolling_down(run: Run) -> Measured:
    """How far a ball rolls down a slope."""
    return ways(run, ball_on_a_slope)


@runner("R12")
def long_pendulum(run: Run) -> Measured:
    """Where the bob is at half a period and at a whole one, over where it was let go."""
    found, length, radius = [], run["length"], run["radius"]
    for point in run.points:
        world, angle = sleepy(run, (0, 0, -9.81)), point["angle"]
        bob = world.add_body(shape=Sphere(radius=radius), position=(length * math.sin(angle), 0, -length * math.cos(angle)))
        if point["joint"] == "hinge":
            world.add_joint(Hinge(a=None, b=bob, anchor=(0, 0, 0), axis=(0, 1, 0)))
        elif point["joint"] == "ball":
            world.add_joint(BallSocket(a=None, b=bob, anchor=(0, 0, 0)))
        else:
            world.add_joint(Distance(a=None, b=bob, anchor_a=(0, 0, 0), anchor_b=tuple(bob.position)))
        turns = point["joint"] != "rod"                  # a ball on a rod need not turn with it
        period = 2 * math.pi * math.sqrt((length + turns * 0.4 * radius**2 / length) / 9.81)
        start, places = length * math.sin(angle), []
        for share in (0.5, 0.5):
            for _ in range(run.steps(share * period)):
                world.step()
            places.append(float(bob.position[0]) / start)
        found.append({"half": places[0], "whole": places[1]})
    return found


@runner("R13")
def free_fall(run: Run) -> Measured:
    """How far a box falls."""
    return ways(run, falling_box)


@runner("R14")
def creeping_to_rest(run: Run) -> Measured:
    """Share of its way that a box on a spring has made."""
    return ways(run, overdamped_spring)


@runner("R15")
def edge_of_friction(run: Run) -> Measured:
    """A box on a slope: how far it slides and what speed it gains after a second, and whether it sleeps."""
    found = []
    for point in run.points:
        tilt, size, excess = point["tilt"], point["size"], point["excess"]
        world = sleepy(run, (9.81 * math.sin(tilt), 0, -9.81 * math.cos(tilt)))
        friction = math.tan(tilt) / (1 + excess)
        world.add_body(shape=Plane(), type="static", friction=friction)
        box = world.add_body(shape=Box(half=(size,) * 3), position=(0, 0, size), friction=friction)
        for _ in range(run.steps(1)):
            world.step()                                 # until friction has found its bound
        place, speed = float(box.position[0]), float(box.velocity[0])
        for _ in range(run.steps(point["seconds"])):
            world.step()
        found.append({"way": float(box.position[0]) - place, "gain": float(box.velocity[0]) - speed, "asleep": float(box.asleep)})
    return found
