"""Runners of the cases about what rocks on something round."""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Body, Box, Capsule, Compound, Cylinder, Plane, Sphere, World
from physics.bodies.rotation import matrix, rotate

FINE = 1 / 20_000                                # step of the swing that is compared with [s]


class Swing(NamedTuple):
    """A motion of one angle q: inertia(q) q'' + slope(q) q'^2 = torque(q), per mass."""

    inertia: Callable[[float], float]
    slope: Callable[[float], float]
    torque: Callable[[float], float]

    def frequency(self, angle: float) -> float:
        """Of swings that begin at rest at an angle [1/s], by a quarter of one; midpoint rule."""
        q, speed, time = angle, 0.0, 0.0
        while q > 0:
            half = speed + 0.5 * FINE * self._acceleration(q, speed)
            middle = q + 0.5 * FINE * speed
            speed += FINE * self._acceleration(middle, half)
            q, time = q + FINE * half, time + FINE
        return 1 / (4 * (time - q / half))

    def _acceleration(self, q: float, speed: float) -> float:
        return (self.torque(q) - self.slope(q) * speed * speed) / self.inertia(q)


def tilt(body: Body) -> float:
    """How far the body's axis leans towards x [rad]."""
    x, _, z = rotate(body.rotation, np.array((0.0, 0.0, 1.0)))
    return float(np.arctan2(x, z))


def about_y(angle: float) -> tuple[float, ...]:
    """The rotation by an angle about y."""
    return 0.0, float(np.sin(angle / 2)), 0.0, float(np.cos(angle / 2))


def swung(world: World, body: Body, run: Run, swing: Swing) -> dict[str, float]:
    """What is found of a body after its swings: the last amplitude, and the frequency of the times it goes through its middle."""
    exact, angles = swing.frequency(run["angle"]), [tilt(body)]
    for _ in range(run.steps((run["swings"] + 0.3) / exact)):
        world.step()
        angles.append(tilt(body))
    found = np.array(angles)
    rising = np.flatnonzero((found[:-1] <= 0) & (found[1:] > 0))
    times = (rising + found[rising] / (found[rising] - found[rising + 1])) * run.dt
    last = found[rising[-2]:]
    return {"amplitude over that at the beginning": float(np.max(last)) / run["angle"],
            "frequency over the exact one": (len(times) - 1) / float(times[-1] - times[0]) / exact}


@runner("T14")
def plank(run: Run) -> Measured:
    """A plank that lies across a log."""
    radius, half, angle, found = run["radius"], run["half"], run["angle"], []
    c, k2 = half[2], (half[0] ** 2 + half[2] ** 2) / 3
    swing = Swing(lambda q: k2 + c * c + (radius * q) ** 2, lambda q: radius * radius * q,
                  lambda q: -9.81 * (radius * q * np.cos(q) - c * np.sin(q)))
    logs = {"cylinder": Cylinder(radius=radius, half_length=1), "capsule": Capsule(radius=radius, half_length=1)}
    for point in run.points:
        world, quarter = run.world(), float(np.sqrt(0.5))
        world.add_body(shape=logs[point["log"]], type=point["held"], rotation=(quarter, 0, 0, quarter), friction=2)
        up, along = np.array((np.sin(angle), 0, np.cos(angle))), np.array((np.cos(angle), 0, -np.sin(angle)))
        body = world.add_body(shape=Box(half=half), mass=1, position=(radius + c) * up - radius * angle * along,
                              rotation=about_y(angle), friction=2)
        found.append(swung(world, body, run, swing))
    return found


def weeble_of(foot: str, radius: float) -> Compound:
    """A ball or a standing capsule with weights in its foot, whose centre is the origin."""
    if foot == "sphere":
        return Compound(children=((Sphere(radius=radius),), (Sphere(radius=radius / 2), (0, 0, -0.45 * radius))))
    weights = [(Sphere(radius=0.7 * radius), (0, 0, -0.29 * radius))] * 4
    return Compound(children=((Capsule(radius=radius, half_length=0.2 * radius), (0, 0, 0.2 * radius)), *weights))


@runner("T15")
def weeble(run: Run) -> Measured:
    """A compound of low centre on level ground."""
    radius, angle, found = run["radius"], run["angle"], []
    for point in run.points:
        world, shape = run.world(), weeble_of(point["foot"], radius)
        ground = Plane() if point["ground"] == "plane" else Box(half=(5, 5, 0.5))
        world.add_body(shape=ground, position=(0, 0, 0 if point["ground"] == "plane" else -0.5), type="static", friction=2)
        d = -shape.centre[2]
        centre = (-d * np.sin(angle), 0, radius - d * np.cos(angle))
        body = world.add_body(shape=shape, mass=1, position=centre, rotation=about_y(angle), friction=2)
        axes = matrix(np.array(shape.principal_axes))
        inertia = float(((axes * np.array(body.inertia)) @ axes.T)[1, 1])
        swing = Swing(lambda q: inertia + radius ** 2 + d * d - 2 * radius * d * np.cos(q), lambda q: radius * d * np.sin(q),
                      lambda q: -9.81 * d * np.sin(q))
        found.append(swung(world, body, run, swing))
    return found
