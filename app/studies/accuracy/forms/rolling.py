"""Balls that roll, slip, grip, and ride on turning and moving ground."""
from __future__ import annotations

import math

import numpy as np

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.motion import Motion
from app.studies.accuracy.setup import GRAVITY, NONE, STEP, Push, Setup, Vector, ball, box, floor, plane, tilted
from physics.definitions.body_definition import BodyDefinition
from physics.joints import Hinge, Rack

RADIUS = 0.2                                     # [m]
LANE = "angular momentum about a point of the lane stays"


def _on_floor(friction: float, velocity: Vector, spin: Vector, radius: float = RADIUS) -> tuple[BodyDefinition, ...]:
    return (floor(friction), ball("ball", radius, (0, 0, radius), velocity=velocity, angular_velocity=spin, friction=friction))


@closed_form("v = 5/7 g t sin a", "rolling without slip", "m/s")
def down_a_slope() -> Trial:
    """A ball rolls down 20 degrees."""
    angle = math.radians(20)
    setup = Setup(_on_floor(0.6, NONE, NONE), 2.0, gravity=tilted(angle))
    return Trial(10 / 7 * GRAVITY * math.sin(angle), setup, lambda m: m.velocity("ball")[-1, 0])


@closed_form("v = g t (sin a - mu cos a)", "mu < 2/7 tan a", "m/s")
def slips_down_a_slope() -> Trial:
    """A ball slips down 40 degrees with little friction."""
    angle, mu = math.radians(40), 0.1
    setup = Setup(_on_floor(mu, NONE, NONE), 2.0, gravity=tilted(angle))
    return Trial(2 * GRAVITY * (math.sin(angle) - mu * math.cos(angle)), setup, lambda m: m.velocity("ball")[-1, 0])


@closed_form("w = 5/2 mu g t cos a / r", "mu < 2/7 tan a", "rad/s")
def slipping_spin() -> Trial:
    """The spin of a ball that slips down 40 degrees."""
    angle, mu = math.radians(40), 0.1
    setup = Setup(_on_floor(mu, NONE, NONE), 2.0, gravity=tilted(angle))
    return Trial(5 * mu * GRAVITY * math.cos(angle) / RADIUS, setup, lambda m: m.spin("ball")[-1, 1])


@closed_form("v = 5/7 v0", LANE, "m/s")
def bowling() -> Trial:
    """A bowling ball at 8 m/s rolls off."""
    setup = Setup(_on_floor(0.1, (8, 0, 0), NONE, 0.108), 6.0)
    return Trial(40 / 7, setup, lambda m: m.velocity("ball")[-1, 0])


@closed_form("s = 12 v0^2 / (49 mu g)", LANE, "m")
def bowling_way() -> Trial:
    """How far a bowling ball slides before it rolls."""
    setup = Setup(_on_floor(0.1, (8, 0, 0), NONE, 0.108), 6.0)
    return Trial(12 * 64 / (49 * 0.1 * GRAVITY), setup, lambda m: m.at(
        m.position("ball")[:, 0], m.when(m.velocity("ball")[:, 0] - 0.108 * m.spin("ball")[:, 1], 0.01)))


@closed_form("v = 5/7 v0 - 2/7 r w", LANE, "m/s")
def backspin() -> Trial:
    """A ball with backspin comes back."""
    setup = Setup(_on_floor(0.3, (3, 0, 0), (0, -60, 0)), 5.0)
    return Trial(15 / 7 - 2 / 7 * RADIUS * 60, setup, lambda m: m.velocity("ball")[-1, 0])


@closed_form("v = 5/7 v0 + 2/7 r w x up, each way", LANE, "rad")
def askew() -> Trial:
    """A ball that slides one way and spins about the other rolls askew."""
    setup = Setup(_on_floor(0.3, (3, 0, 0), (-40, 0, 0)), 5.0)
    return Trial(math.atan2(2 / 7 * RADIUS * 40, 15 / 7), setup, lambda m: math.atan2(*m.velocity("ball")[-1, [1, 0]]))


@closed_form("v = 2/7 r w", "angular momentum about the point stays", "m/s", over=(0, 1))
def superball(restitution: float) -> Trial:
    """A superball that spins and grips, restitution {}."""
    bodies = (floor(10.0, restitution), ball("ball", RADIUS, (0, 0, RADIUS + 1), angular_velocity=(0, 20, 0), friction=10,
                                             restitution=restitution))
    return Trial(2 / 7 * RADIUS * 20, Setup(bodies, 0.7), lambda m: m.velocity("ball")[-1, 0])


def _off_the_globe(friction: float, cosine: float) -> Trial:
    """A ball leaves a fixed one of radius 2 m where gravity no longer holds it down; then its speed ahead stays."""
    apart, start = 2.0 + RADIUS, 0.1
    at = (apart * math.sin(start), 0, apart * math.cos(start))
    bodies = (ball("globe", 2.0, NONE, type="static", friction=friction), ball("ball", RADIUS, at, friction=friction))
    leaving = cosine * math.cos(start)
    return Trial(leaving * math.sqrt(GRAVITY * apart * leaving), Setup(bodies, 3.0), lambda m: m.velocity("ball")[-1, 0])


@closed_form("cos a = 2/3 cos a0, v^2 = g R cos a; speed ahead v cos a", "energy and the radial force", "m/s")
def smooth_globe() -> Trial:
    """A smooth ball leaves a globe."""
    return _off_the_globe(0.0, 2 / 3)


@closed_form("cos a = 10/17 cos a0, v^2 = g R cos a; speed ahead v cos a", "energy and the radial force", "m/s")
def rough_globe() -> Trial:
    """A rolling ball leaves a globe."""
    return _off_the_globe(10.0, 10 / 17)


@closed_form("rate = 2/7 W", "Ehlers; Weltner 1979", "rad/s")
def turntable() -> Trial:
    """A ball on a turntable goes in circles at two sevenths of its rate."""
    rate, at, speed = 2.0, 1.0, 0.5
    table = box("table", (4, 4, 0.1), (0, 0, -0.1), type="kinematic", angular_velocity=(0, 0, rate), friction=1)
    start = ball("ball", RADIUS, (at, 0, RADIUS), velocity=(0, speed, 0), angular_velocity=((rate * at - speed) / RADIUS, 0, 0),
                 friction=1)

    def turning(m: Motion) -> float:
        v = m.velocity("ball")
        return m.slope(np.unwrap(np.arctan2(v[:, 1], v[:, 0])))

    return Trial(2 / 7 * rate, Setup((table, start), 8.0), turning)


@closed_form("v = 2/7 V", LANE, "m/s")
def ball_on_a_belt() -> Trial:
    """A ball laid on a moving belt rolls along."""
    belt = box("belt", (20, 1, 0.1), (0, 0, -0.1), type="static", friction=0.5, surface_velocity=(3.5, 0, 0))
    setup = Setup((belt, ball("ball", RADIUS, (0, 0, RADIUS), friction=0.5)), 3.0)
    return Trial(1.0, setup, lambda m: m.velocity("ball")[-1, 0])


@closed_form("a = F / (M + 4 m 7/20)", "balls go half as fast as the plank", "m/s")
def plank_on_balls() -> Trial:
    """A plank is pulled over four balls that roll."""
    balls = tuple(ball(f"ball {x} {y}", RADIUS, (x, y, RADIUS), friction=1) for x in (-0.8, 0.8) for y in (-0.4, 0.4))
    plank = box("plank", (2, 0.6, 0.05), (0, 0, 2 * RADIUS + 0.05), mass=2, friction=1)
    setup = Setup((floor(1.0), *balls, plank), 1.0, pushes=(Push("plank", (3, 0, 0)),))
    return Trial(3 / (2 + 1.4), setup, lambda m: m.velocity("plank")[-1, 0])


@closed_form("a = g sin a (M + 4 m) / (M + 4 m + 4 I / r^2)", "energy", "m/s")
def soapbox() -> Trial:
    """A soapbox on four wheels rolls down 15 degrees."""
    angle, wheel = math.radians(15), 0.5
    wheels = {f"wheel {x} {y}": (x, y, RADIUS) for x in (-0.6, 0.6) for y in (-0.5, 0.5)}
    bodies = [floor(1.0), box("cart", (0.8, 0.25, 0.1), (0, 0, RADIUS + 0.1), mass=3, friction=1, group=1)]
    bodies += [ball(name, RADIUS, at, mass=wheel, friction=1) for name, at in wheels.items()]
    axles = tuple(Hinge(a="cart", b=name, anchor=at, axis=(0, 1, 0)) for name, at in wheels.items())
    whole = 3 + 4 * wheel
    return Trial(2 * GRAVITY * math.sin(angle) * whole / (whole + 1.6 * wheel), Setup(tuple(bodies), 2.0, axles, tilted(angle)),
                 lambda m: m.velocity("cart")[-1, 0])


@closed_form("v = g t sin a / (1 + 2/5 (r / d)^2), d = r cos 45", "energy; it rolls on two points", "m/s")
def groove() -> Trial:
    """A ball rolls down a groove of 90 degrees."""
    angle, root = math.radians(20), math.sqrt(0.5)
    sides = (plane((0, root, root), name="left", friction=1), plane((0, -root, root), name="right", friction=1))
    setup = Setup((*sides, ball("ball", RADIUS, (0, 0, RADIUS / root), friction=1)), 2.0, gravity=tilted(angle))
    return Trial(2 * GRAVITY * math.sin(angle) / 1.8, setup, lambda m: m.velocity("ball")[-1, 0])


@closed_form("a = g / (1 + I / (m r^2))", "energy", "m/s")
def yo_yo() -> Trial:
    """A yo-yo falls."""
    spool, axle = 0.1, 0.03
    setup = Setup((ball("yo-yo", spool, NONE),), 2.0, (Rack(a="yo-yo", b=None, axis_a=(0, 1, 0), axis_b=(0, 0, 1), radius=axle),))
    return Trial(2 * GRAVITY / (1 + 0.4 * spool ** 2 / axle ** 2), setup, lambda m: -m.velocity("yo-yo")[-1, 2])


@closed_form("t = 2 v / (5/7 g sin a)", "rolling without slip", "s")
def up_and_back() -> Trial:
    """A ball rolls up a slope and comes back."""
    angle, speed = math.radians(10), 4.0
    setup = Setup(_on_floor(0.6, (-speed, 0, 0), (0, -speed / RADIUS, 0)), 8.0, gravity=tilted(angle))
    return Trial(2 * speed / (5 / 7 * GRAVITY * math.sin(angle)), setup,
                 lambda m: m.when(m.position("ball")[1:, 0]) + m.setup.dt)


@closed_form("s = v sqrt(2 h / g)", "fast enough, v^2 > g r, it leaves the edge at once", "m")
def off_the_table() -> Trial:
    """A ball rolls off a table: how far from its edge it lands."""
    height, speed = 1.0, 3.0
    table = box("table", (1, 1, 0.1), (-1, 0, height - 0.1), type="static", friction=0.6)
    start = ball("ball", 0.1, (-1.2, 0, height + 0.1), velocity=(speed, 0, 0), angular_velocity=(0, speed / 0.1, 0), friction=0.6)
    return Trial(speed * math.sqrt(2 * height / GRAVITY), Setup((table, start), 1.5),          # within the way of a step
                 lambda m: m.at(m.position("ball")[:, 0], m.when(m.position("ball")[:, 2], 0.1)), speed * STEP)


@closed_form("w = const", "friction at one point has no moment about it", "rad/s")
def spins_in_place() -> Trial:
    """A ball spins about the vertical on rough ground for 5 s."""
    setup = Setup(_on_floor(0.5, NONE, (0, 0, 20)), 5.0)
    return Trial(20.0, setup, lambda m: m.spin("ball")[-1, 2])
