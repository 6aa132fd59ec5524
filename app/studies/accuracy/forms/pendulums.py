"""Pendulums: on rods and ropes, small and large, double, conical, on carts."""
from __future__ import annotations

import math

import numpy as np

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.elliptic import complete_integral
from app.studies.accuracy.motion import Motion, mean_rate
from app.studies.accuracy.setup import GRAVITY, NONE, Setup, about, ball, box
from physics.joints import BallSocket, Distance, Hinge, Slider

RADIUS = 0.02                                    # of a bob [m]
PERIOD = 2 * math.pi / math.sqrt(GRAVITY)        # of a small swing of 1 m [s]


def _simple(angle: float, seconds: float, length: float = 1.0) -> Setup:
    at = (length * math.sin(angle), 0, -length * math.cos(angle))
    return Setup((ball("bob", RADIUS, at),), seconds, (BallSocket(a=None, b="bob", anchor=NONE),))


@closed_form("T = 2 pi sqrt(L / g) (1 + a^2 / 16)", "Huygens", "s")
def small_swing() -> Trial:
    """A pendulum of 1 m swings by 0.1 rad."""
    return Trial(PERIOD * (1 + 0.1 ** 2 / 16), _simple(0.1, 11.0), lambda m: m.period(m.position("bob")[:, 0]))


@closed_form("v = sqrt(2 g L)", "energy", "m/s")
def speed_below() -> Trial:
    """A pendulum let go level: its speed below."""
    setup = _simple(math.pi / 2, 1.0)
    return Trial(math.sqrt(2 * GRAVITY), setup, lambda m: m.at(-m.velocity("bob")[:, 0], m.when(m.position("bob")[:, 0])))


@closed_form("E - E0 over m g L = 0", "the joint does no work", "1")
def swing_energy() -> Trial:
    """A pendulum let go level keeps its energy for 20 s."""
    setup = _simple(math.pi / 2, 20.0)
    return Trial(0.0, setup, lambda m: (m.energy()[-1] - m.energy()[0]) / GRAVITY, 0.01)


def _rod(angle: float, seconds: float) -> Setup:
    """A rod of 1 m on a hinge at its end, at an angle from hanging."""
    at = (0.5 * math.sin(angle), 0, -0.5 * math.cos(angle))
    rod = box("rod", (0.02, 0.02, 0.5), at, rotation=about((0, -1, 0), angle))
    return Setup((rod,), seconds, (Hinge(a=None, b="rod", anchor=NONE, axis=(0, 1, 0)),))


ROD = (0.02 ** 2 + 0.25) / 3 + 0.25              # inertia of the rod about its end [m2]


@closed_form("T = 4 sqrt(I / (m g d)) K(sin(a / 2))", "Legendre's complete integral", "s", over=(20, 90, 150, 170))
def rod_swing(degrees: float) -> Trial:
    """A rod swings by {} degrees on a hinge at its end."""
    angle = math.radians(degrees)
    period = 4 * math.sqrt(ROD / (GRAVITY * 0.5)) * complete_integral(math.sin(angle / 2))
    return Trial(period, _rod(angle, 3.2 * period), lambda m: m.period(m.direction("rod", (0, 0, 1))[:, 0]))


@closed_form("w = sqrt(2 m g d / I)", "energy", "rad/s")
def rod_falls() -> Trial:
    """A level rod, let go on a hinge at its end: its spin below."""
    return Trial(math.sqrt(GRAVITY / ROD), _rod(math.pi / 2, 1.0),
                 lambda m: m.at(np.abs(m.spin("rod")[:, 1]), m.when(m.direction("rod", (0, 0, 1))[:, 0])))


@closed_form("w = m g d / I t, 1.5 g at the tip", "the falling chimney", "rad/s")
def rod_starts() -> Trial:
    """The tip of a level rod starts faster than a stone."""
    setup = _rod(math.pi / 2, 0.1)
    return Trial(GRAVITY * 0.5 / ROD * 0.1, setup, lambda m: abs(float(m.spin("rod")[-1, 1])))


@closed_form("T = 2 pi sqrt(L cos a / g)", "Huygens", "s")
def conical() -> Trial:
    """A conical pendulum at 40 degrees."""
    angle = math.radians(40)
    rate = math.sqrt(GRAVITY / math.cos(angle))
    at = (math.sin(angle), 0, -math.cos(angle))
    bob = ball("bob", RADIUS, at, velocity=(0, rate * math.sin(angle), 0), angular_velocity=(0, 0, rate))
    setup = Setup((bob,), 8.0, (BallSocket(a=None, b="bob", anchor=NONE),))
    return Trial(2 * math.pi / rate, setup, lambda m: m.period(m.position("bob")[:, 1]))


@closed_form("rate = 3/8 w a b / L^2", "Airy 1851; the next order is 2 % here", "rad/s")
def airy() -> Trial:
    """The ellipse of a pendulum turns."""
    long, short = 0.3, 0.15
    swing = math.sqrt(GRAVITY)
    depth = -math.sqrt(1 - long ** 2)
    bob = ball("bob", RADIUS, (long, 0, depth), velocity=(0, short * swing, 0))

    def turning(m: Motion) -> float:
        at = m.position("bob")[:, :2]
        reach = (at ** 2).sum(1)
        tops = [k for k in range(1, len(reach) - 1) if reach[k] > reach[k - 1] and reach[k] >= reach[k + 1]]
        angle = np.unwrap(2 * np.arctan2(at[tops, 1], at[tops, 0])) / 2
        return mean_rate(m.time[tops], angle)

    expected = 3 / 8 * swing * long * short
    return Trial(expected, Setup((bob,), 40.0, (Distance(a=None, b="bob", anchor_a=NONE, anchor_b=(long, 0, depth), upper=1.0),)),
                 turning, 0.03 * expected)


def _double(ratio: float) -> Setup:
    """Two equal bobs, one below the other by 1 m, in the shape of a normal mode."""
    one = 0.02
    other = one * (1 + ratio)
    depth = math.sqrt(1 - one ** 2)
    places = ((one, 0, -depth), (other, 0, -depth - math.sqrt(1 - (other - one) ** 2)))
    return Setup((ball("upper", RADIUS, places[0]), ball("lower", RADIUS, places[1])), 12.0,
                 (BallSocket(a=None, b="upper", anchor=NONE), BallSocket(a="upper", b="lower", anchor=places[0])))


@closed_form("w^2 = (2 - sqrt 2) g / L", "Daniel Bernoulli", "s")
def double_slow() -> Trial:
    """The slow mode of a double pendulum."""
    return Trial(PERIOD / math.sqrt(2 - math.sqrt(2)), _double(math.sqrt(2)), lambda m: m.period(m.position("lower")[:, 0]))


@closed_form("w^2 = (2 + sqrt 2) g / L", "Daniel Bernoulli", "s")
def double_fast() -> Trial:
    """The fast mode of a double pendulum."""
    return Trial(PERIOD / math.sqrt(2 + math.sqrt(2)), _double(-math.sqrt(2)), lambda m: m.period(m.position("lower")[:, 0]))


@closed_form("T = 2 pi sqrt(k^2 L / (g d^2))", "bifilar suspension, small angles", "s")
def bifilar() -> Trial:
    """A beam on two ropes turns to and fro."""
    long, length, arm = 0.6, 2.0, 0.4
    angle = 0.1
    half = (long, 0.05, 0.02)
    rise = length - math.sqrt(length ** 2 - (2 * arm * math.sin(angle / 2)) ** 2)
    ends = {side: (side * arm * math.cos(angle), side * arm * math.sin(angle), rise) for side in (-1, 1)}
    ropes = tuple(Distance(a=None, b="beam", anchor_a=(side * arm, 0, length), anchor_b=at, upper=length)
                  for side, at in ends.items())
    beam = box("beam", half, (0, 0, rise), rotation=about((0, 0, 1), angle))
    gyration = (half[0] ** 2 + half[1] ** 2) / 3
    return Trial(2 * math.pi * math.sqrt(gyration * length / (GRAVITY * arm ** 2)), Setup((beam,), 12.0, ropes),
                 lambda m: m.period(m.direction("beam", (1, 0, 0))[:, 1]))


@closed_form("w^2 = g / L (1 + m / M)", "momentum and energy, small angles", "s")
def cart() -> Trial:
    """A pendulum on a cart that is free to roll."""
    angle = 0.05
    bob = (math.sin(angle), 0, -math.cos(angle))
    bodies = (box("cart", (0.2, 0.2, 0.1), NONE, mass=2), ball("bob", RADIUS, bob))
    joints = (Slider(a=None, b="cart", anchor=NONE, axis=(1, 0, 0)), BallSocket(a="cart", b="bob", anchor=NONE))
    return Trial(PERIOD / math.sqrt(1.5), Setup(bodies, 10.0, joints), lambda m: m.period(m.velocity("cart")[:, 0]))


@closed_form("h = L s + L s (1 - s^2) / 2, s = (v^2 / (g L) - 2) / 3",
             "the rope is slack where its force is 0; then a throw", "m")
def slack_rope() -> Trial:
    """A bob on a rope, fast enough below to go slack: how high it gets."""
    share = 4.0                                              # v^2 over g L
    bob = ball("bob", RADIUS, (0, 0, -1), velocity=(math.sqrt(share * GRAVITY), 0, 0))
    s = (share - 2) / 3
    setup = Setup((bob,), 1.2, (Distance(a=None, b="bob", anchor_a=NONE, anchor_b=(0, 0, -1), upper=1.0),))
    return Trial(s + s * (1 - s * s) / 2, setup, lambda m: m.position("bob")[:, 2].max())


@closed_form("T = 2 pi sqrt(I / (m L^2)) / (W sin a), cos a = g / (L W^2)",
             "a bead on a turning hoop", "s", over=(0.02, 0.1, 0.3))
def governor(radius: float) -> Trial:
    """A bob of {} m on an arm of 1 m on a turning shaft swings about its lean."""
    rate, lean = 5.0, math.acos(GRAVITY / 25.0)
    angle = lean + 0.03
    at = (math.sin(angle), 0, -math.cos(angle))
    shaft = box("shaft", (0.05, 0.05, 0.3), NONE, type="kinematic", angular_velocity=(0, 0, rate), group=1)
    bob = ball("bob", radius, at, velocity=(0, rate * at[0], 0), angular_velocity=(0, 0, rate), group=1)
    setup = Setup((shaft, bob), 8.0, (Hinge(a="shaft", b="bob", anchor=NONE, axis=(0, 1, 0)),))
    period = 2 * math.pi / (rate * math.sin(lean)) * math.sqrt(1 + 0.4 * radius ** 2)
    return Trial(period, setup, lambda m: m.period(m.position("bob")[:, 2], -math.cos(lean)))
