"""Rest and sleep: what is slow but moves, and what is about to move; sleep is on, as in scenes."""
from __future__ import annotations

import math

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.setup import GRAVITY, NONE, Setup, ball, box, floor, tilted
from physics.joints import BallSocket, Distance, Hinge, Slider


@closed_form("a = w t", "a motor of that speed", "rad")
def clock_hand() -> Trial:
    """A clock hand turns at 6 degrees a second for 10 s."""
    rate = math.radians(6)
    setup = Setup((box("hand", (0.02, 0.02, 0.25), (0, 0, 0.25)),), 10.0,
                  (Hinge(a=None, b="hand", anchor=NONE, axis=(0, 1, 0), motor_speed=rate, motor_torque=1000),))
    return Trial(10 * rate, setup, lambda m: m.angle("hand", (0, 1, 0))[-1])


@closed_form("s = v t", "a motor of that speed", "m")
def actuator() -> Trial:
    """An actuator moves at 4 cm/s for 10 s."""
    setup = Setup((box("rod", (0.1, 0.1, 0.1), NONE),), 10.0,
                  (Slider(a=None, b="rod", anchor=NONE, axis=(1, 0, 0), motor_speed=0.04, motor_force=1000),))
    return Trial(0.4, setup, lambda m: m.position("rod")[-1, 0])


@closed_form("s = v t", "friction takes it along", "m")
def slow_belt() -> Trial:
    """A box rides on a belt of 3 cm/s for 10 s."""
    belt = box("belt", (3, 0.5, 0.1), (0, 0, -0.1), type="static", friction=0.5, surface_velocity=(0.03, 0, 0))
    setup = Setup((belt, box("parcel", (0.2, 0.2, 0.2), (0, 0, 0.2), friction=0.5)), 10.0)
    return Trial(0.3, setup, lambda m: m.position("parcel")[-1, 0])


@closed_form("x = (q exp(-p t) - p exp(-q t)) / (q - p), p and q = w (z -+ sqrt(z^2 - 1))", "x'' + 2 z w x' + w^2 x = 0", "m")
def overdamped() -> Trial:
    """An overdamped spring goes back for 10 s."""
    ratio, rate = 20.0, math.pi
    p, q = (rate * (ratio - sign * math.sqrt(ratio ** 2 - 1)) for sign in (1, -1))
    setup = Setup((box("crate", (0.2, 0.2, 0.2), (1, 0, 0)),), 10.0, gravity=NONE,
                  joints=(Slider(a=None, b="crate", anchor=(1, 0, 0), axis=(1, 0, 0), hertz=0.5, damping_ratio=ratio, rest=-1),))
    left = (q * math.exp(-10 * p) - p * math.exp(-10 * q)) / (q - p)
    return Trial(left, setup, lambda m: m.position("crate")[-1, 0], 0.01)


@closed_form("s = 5/14 g t^2 sin a", "rolling without slip", "m")
def gentle_slope() -> Trial:
    """A ball on a slope of 0.3 degrees rolls for 5 s."""
    angle = math.radians(0.3)
    setup = Setup((floor(0.5), ball("ball", 0.2, (0, 0, 0.2), friction=0.5)), 5.0, gravity=tilted(angle))
    return Trial(5 / 14 * GRAVITY * 25 * math.sin(angle), setup, lambda m: m.position("ball")[-1, 0])


@closed_form("s = g t^2 sin a / 2", "no friction", "m")
def smooth_gentle_slope() -> Trial:
    """A smooth crate on a slope of 0.1 degrees slides for 8 s."""
    angle = math.radians(0.1)
    setup = Setup((floor(), box("crate", (0.25, 0.25, 0.25), (0, 0, 0.25), friction=0)), 8.0, gravity=tilted(angle))
    return Trial(32 * GRAVITY * math.sin(angle), setup, lambda m: m.position("crate")[-1, 0])


@closed_form("T = 2 pi sqrt(L / g) (1 + a^2 / 16)", "Huygens", "s")
def long_pendulum() -> Trial:
    """A pendulum of 30 m passes its turning points."""
    length, angle = 30.0, 0.1
    at = (length * math.sin(angle), 0, -length * math.cos(angle))
    setup = Setup((ball("bob", 0.3, at),), 26.0, (BallSocket(a="bob", b=None, anchor=NONE),))
    return Trial(2 * math.pi * math.sqrt((length + 0.4 * 0.3 ** 2 / length) / GRAVITY) * (1 + angle ** 2 / 16), setup,
                 lambda m: m.period(m.position("bob")[:, 0]))


@closed_form("t = 2 v / g", "Galilei", "s")
def turning_point() -> Trial:
    """A crate thrown upwards in weak gravity falls again."""
    setup = Setup((box("crate", (0.5, 0.5, 0.5), NONE, velocity=(0, 0, 0.1)),), 6.0, gravity=(0, 0, -0.04))
    return Trial(5.0, setup, lambda m: m.when(m.position("crate")[1:, 2]) + m.setup.dt)


def _at_the_edge(share: float, seconds: float) -> Setup:
    """A crate on a slope whose tangent is a share of its friction."""
    return Setup((floor(0.5), box("crate", (0.25, 0.25, 0.1), (0, 0, 0.1), friction=0.5)), seconds,
                 gravity=tilted(math.atan(share * 0.5)))


@closed_form("a = g (sin a - mu cos a), tan a = 1.01 mu", "Coulomb", "m/s2")
def beyond_the_edge() -> Trial:
    """A crate just beyond the edge of friction slides off."""
    angle = math.atan(1.01 * 0.5)
    return Trial(GRAVITY * (math.sin(angle) - 0.5 * math.cos(angle)), _at_the_edge(1.01, 6.0),
                 lambda m: m.slope(m.velocity("crate")[:, 0], 0.5))


@closed_form("s = 0, tan a = 0.99 mu", "Coulomb", "m")
def within_the_edge() -> Trial:
    """A crate just within the edge of friction stays for 6 s."""
    return Trial(0.0, _at_the_edge(0.99, 6.0), lambda m: m.position("crate")[-1, 0], 0.001)


@closed_form("T = 1 / hertz", "Hooke", "s")
def slow_spring() -> Trial:
    """A slow mass on a soft spring turns and comes back."""
    setup = Setup((ball("bob", 0.1, (1.2, 0, 0)),), 45.0, gravity=NONE,
                  joints=(Distance(a=None, b="bob", anchor_a=NONE, anchor_b=(1.2, 0, 0), length=1, hertz=0.05, damping_ratio=0),))
    return Trial(20.0, setup, lambda m: m.period(m.position("bob")[:, 0], 1))
