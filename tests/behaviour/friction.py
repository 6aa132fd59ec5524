"""Runners of the cases about friction: sliding, sticking, rolling."""
from __future__ import annotations

import numpy as np

from physics import Body, Box, Plane, Sphere, World
from tests.behaviour.case import Run
from tests.behaviour.runners import Measured, runner


def incline(world: World, angle: float, friction: float = 1.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A plane through the origin that falls off towards +x; returns its downhill direction, normal, and a rotation onto it."""
    downhill, normal = np.array((np.cos(angle), 0, -np.sin(angle))), np.array((np.sin(angle), 0, np.cos(angle)))
    world.add_body(shape=Plane(normal=tuple(normal)), type="static", friction=friction)
    return downhill, normal, np.array((0, np.sin(angle / 2), 0, np.cos(angle / 2)))


def step_for(world: World, run: Run) -> None:
    """Step for the run's `seconds`."""
    for _ in range(run.steps(run["seconds"])):
        world.step()


@runner("C05")
def slip_to_roll(run: Run) -> Measured:
    """A ball that is thrown without spin on level ground."""
    world, radius = run.world(), run["radius"]
    world.add_body(shape=Plane(), type="static", friction=run["mu"])
    ball = world.add_body(shape=Sphere(radius=radius), position=(0, 0, radius), velocity=(run["v0"], 0, 0), friction=run["mu"])
    until = np.nan
    for _ in range(run.steps(run["seconds"])):
        world.step()
        slip = ball.velocity[0] - radius * ball.angular_velocity[1]
        if np.isnan(until) and slip < 1e-3 * run["v0"]:
            until = world.time
    rolled = run["seconds"] - 2 * run["v0"] / (7 * run["mu"] * run["g"])
    return [{"final speed": ball.velocity[0], "final rim speed": radius * ball.angular_velocity[1],
             "time until it rolls": until, "distance until it rolls": ball.position[0] - ball.velocity[0] * rolled}]


@runner("C06")
def ball_on_incline(run: Run) -> Measured:
    """Balls side by side on an incline."""
    world, radius = run.world(), run["radius"]
    downhill, normal, _ = incline(world, run["angle"])
    balls = [world.add_body(shape=Sphere(radius=radius), position=radius * normal + (0, 3 * k, 0), friction=point["mu"] ** 2)
             for k, point in enumerate(run.points)]
    step_for(world, run)
    return [{"speed": float(ball.velocity @ downhill), "rim speed": radius * float(ball.angular_velocity[1])} for ball in balls]


@runner("C08")
def spinning_ball(run: Run) -> Measured:
    """A ball that spins about the vertical on level ground."""
    world, radius = run.world(), run["radius"]
    world.add_body(shape=Plane(), type="static", friction=run["mu"])
    ball = world.add_body(shape=Sphere(radius=radius), position=(0, 0, radius), angular_velocity=(0, 0, run["w0"]),
                          friction=run["mu"])
    step_for(world, run)
    return [{"spin": float(ball.angular_velocity[2])}]


def normal_impulse(world: World, body: Body) -> float:
    """Sum over the contact points of a body in the last step [N s]."""
    contacts = world.contact_arrays()
    return float(contacts.normal_impulses[(contacts.bodies == body.uid).any(1)].sum())


@runner("C09")
def resting_impulse(run: Run) -> Measured:
    """Bodies at rest, for each share of impulses that is kept."""
    found, size = [], run["size"]
    shapes = {"sphere": Sphere(radius=size), "box": Box(half=(size,) * 3)}
    for point in run.points:
        world = run.world(warm_start=point["warm_start"])
        world.add_body(shape=Plane(), type="static")
        bodies = {name: world.add_body(shape=shapes[name], mass=run["mass"], position=(3 * k, 0, size))
                  for k, name in enumerate(run["shapes"])}
        for _ in range(run["steps"]):
            world.step()
        found.append({name: normal_impulse(world, body) for name, body in bodies.items()})
    return found
