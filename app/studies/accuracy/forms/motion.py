"""Free bodies: falls, throws, damping, forces, slow motion, and motion far from the origin."""
from __future__ import annotations

import math

import numpy as np

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.setup import GRAVITY, NONE, Push, Setup, about, ball, box
from physics.joints import BallSocket, Distance

FAR = (1_000, 10_000)                            # [m]


@closed_form("v = g t", "Galilei", "m/s")
def fall_speed() -> Trial:
    """A stone's speed after 2 s of fall."""
    setup = Setup((ball("stone", 0.1, NONE),), 2.0)
    return Trial(2 * GRAVITY, setup, lambda m: -m.velocity("stone")[-1, 2])


@closed_form("s = g t^2 / 2", "Galilei", "m")
def fall_way() -> Trial:
    """A stone's way in 2 s of fall."""
    setup = Setup((ball("stone", 0.1, NONE),), 2.0)
    return Trial(2 * GRAVITY, setup, lambda m: -m.position("stone")[-1, 2])


@closed_form("R = v^2 sin(2 a) / g", "Galilei", "m")
def throw() -> Trial:
    """The range of a throw at 40 degrees."""
    speed, angle = 20.0, math.radians(40)
    setup = Setup((ball("stone", 0.1, NONE, velocity=(speed * math.cos(angle), 0, speed * math.sin(angle))),), 3.0)
    return Trial(speed ** 2 * math.sin(2 * angle) / GRAVITY, setup,
                 lambda m: m.at(m.position("stone")[:, 0], m.when(m.position("stone")[1:, 2]) + m.setup.dt))


@closed_form("s = a t^2 / 2", "Galilei", "m")
def slow_fall() -> Trial:
    """Free fall at 0.05 m/s2 for 10 s."""
    setup = Setup((ball("stone", 0.2, NONE),), 10.0, gravity=(0, 0, -0.05))
    return Trial(2.5, setup, lambda m: -m.position("stone")[-1, 2])


@closed_form("s = v t", "Newton's first law", "m")
def drift() -> Trial:
    """A body drifts at 4 cm/s through empty space for 10 s."""
    setup = Setup((box("crate", (0.5, 0.5, 0.5), NONE, velocity=(0.04, 0, 0)),), 10.0, gravity=NONE)
    return Trial(0.4, setup, lambda m: m.position("crate")[-1, 0])


@closed_form("a = w t", "Newton's first law", "rad")
def slow_turn() -> Trial:
    """A body turns at 1 degree a second in empty space for 30 s."""
    rate = math.radians(1)
    setup = Setup((box("crate", (0.5, 0.5, 0.5), NONE, angular_velocity=(0, 0, rate)),), 30.0, gravity=NONE)
    return Trial(30 * rate, setup, lambda m: m.angle("crate", (0, 0, 1))[-1])


@closed_form("s = v t", "space is the same everywhere", "m", over=FAR)
def far_drift(distance: float) -> Trial:
    """A body at 0.05 m/s for 10 s, {} m from the origin."""
    setup = Setup((ball("stone", 0.2, (distance, distance, distance), velocity=(0.05, 0, 0)),), 10.0, gravity=NONE)
    return Trial(0.5, setup, lambda m: m.position("stone")[-1, 0] - distance)


@closed_form("T = 2 pi sqrt(L / g) (1 + a^2 / 16)", "space is the same everywhere", "s", over=FAR)
def far_pendulum(distance: float) -> Trial:
    """A pendulum of 2 m, {} m from the origin."""
    length, angle = 2.0, 0.3
    at = (distance + length * math.sin(angle), 0.0, -length * math.cos(angle))
    setup = Setup((ball("bob", 0.05, at),), 12.0, (BallSocket(a="bob", b=None, anchor=(distance, 0, 0)),))
    return Trial(2 * math.pi * math.sqrt(length / GRAVITY) * (1 + angle ** 2 / 16), setup,
                 lambda m: m.period(m.position("bob")[:, 0], distance))


@closed_form("v = g / c", "v' = g - c v", "m/s")
def terminal_speed() -> Trial:
    """Terminal speed under damping at a rate of 0.5 / s."""
    setup = Setup((ball("drop", 0.1, NONE, linear_damping=0.5),), 16.0)
    return Trial(GRAVITY / 0.5, setup, lambda m: -m.velocity("drop")[-1, 2])


@closed_form("s = v / c (1 - exp(-c t))", "v' = -c v", "m")
def damped_way() -> Trial:
    """The way of a damped body."""
    setup = Setup((ball("puck", 0.1, NONE, velocity=(4, 0, 0), linear_damping=0.8),), 3.0, gravity=NONE)
    return Trial(5 * (1 - math.exp(-2.4)), setup, lambda m: m.position("puck")[-1, 0])


@closed_form("w = w0 exp(-c t)", "w' = -c w", "rad/s")
def damped_spin() -> Trial:
    """The spin of a damped body after 2 s."""
    setup = Setup((ball("wheel", 0.1, NONE, angular_velocity=(0, 0, 10), angular_damping=0.6),), 2.0, gravity=NONE)
    return Trial(10 * math.exp(-1.2), setup, lambda m: m.spin("wheel")[-1, 2])


@closed_form("s = F t^2 / (2 m)", "Newton's second law", "m")
def constant_force() -> Trial:
    """A constant force for 3 s."""
    setup = Setup((box("sledge", (0.3, 0.2, 0.1), NONE, mass=2),), 3.0, gravity=NONE, pushes=(Push("sledge", (0, 3, 0)),))
    return Trial(6.75, setup, lambda m: m.position("sledge")[-1, 1])


@closed_form("v = F t / m", "Newton's second law", "m/s")
def short_force() -> Trial:
    """A force for half a second."""
    setup = Setup((box("sledge", (0.3, 0.2, 0.1), NONE, mass=2),), 1.0, gravity=NONE,
                  pushes=(Push("sledge", (0, 0, 8), seconds=0.5),))
    return Trial(2.0, setup, lambda m: m.velocity("sledge")[-1, 2])


@closed_form("w = tau t / I", "Euler", "rad/s")
def constant_torque() -> Trial:
    """A constant torque about a principal axis of a turned box."""
    half = (0.3, 0.2, 0.1)
    turn = about((0, 0, 1), 0.7)
    setup = Setup((box("bar", half, NONE, mass=3, rotation=turn),), 2.0, gravity=NONE, pushes=(Push("bar", torque=(0, 0, 0.4)),))
    return Trial(0.4 * 2 / (half[0] ** 2 + half[1] ** 2), setup, lambda m: m.spin("bar")[-1, 2])


@closed_form("w = v / (L / 2), it stays", "angular momentum", "rad/s")
def dumbbell() -> Trial:
    """Two balls on a rod, thrown: the rod's rate of turning."""
    setup = Setup((ball("left", 0.1, (-1, 0, 0), velocity=(3, 0, 7)), ball("right", 0.1, (1, 0, 0), velocity=(3, 0, 3))), 4.0,
                  (Distance(a="left", b="right", anchor_a=(-1, 0, 0), anchor_b=(1, 0, 0)),))
    return Trial(2.0, setup, lambda m: -m.slope(_bearing(m.position("right") - m.position("left"))))


@closed_form("s = v t", "the centre of mass moves as a point", "m")
def dumbbell_way() -> Trial:
    """Two balls on a rod, thrown: the way of their centre."""
    setup = dumbbell[0].trial().setup
    return Trial(12.0, setup, lambda m: (m.position("left") + m.position("right"))[-1, 0] / 2)


def _bearing(apart: np.ndarray) -> np.ndarray:
    """Angle of a vector in the plane of x and z, over time [rad]."""
    return np.unwrap(np.arctan2(apart[:, 2], apart[:, 0]))
