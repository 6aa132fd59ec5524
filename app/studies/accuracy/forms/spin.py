"""Spin: wobbling plates, turning nuts, tops and gyroscopes."""
from __future__ import annotations

import math

import numpy as np

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.elliptic import complete_integral
from app.studies.accuracy.motion import Motion, turn
from app.studies.accuracy.setup import GRAVITY, NONE, Setup, about, ball, box
from physics.joints import BallSocket

PLATE = (0.5, 0.5, 0.05)                         # half extents [m]
NUT, NUT_SPIN = (0.1, 0.2, 0.3), (0.3, 5.0, 0.3)
ARM, RADIUS = 0.5, 0.5                           # of the gyroscope, a ball on a stand [m]
OWN, PIVOT = 0.4 * RADIUS ** 2, 0.4 * RADIUS ** 2 + ARM ** 2         # its inertia about its axis, and about the stand [m2]


def _plate() -> Setup:
    return Setup((box("plate", PLATE, NONE, angular_velocity=(5, 0, 60)),), 10.0, gravity=NONE)


def _momentum(spin: tuple, half: tuple) -> np.ndarray:
    square = np.array(half) ** 2
    return np.array(spin) * (square.sum() - square) / 3


@closed_form("rate = |L| / I across the axis", "Feynman's plate", "rad/s")
def plate_wobble() -> Trial:
    """A plate wobbles in free flight, about twice as fast as it spins."""
    momentum = _momentum((5, 0, 60), PLATE)
    across = (PLATE[0] ** 2 + PLATE[2] ** 2) / 3

    def rate(m: Motion) -> float:
        along = momentum / np.linalg.norm(momentum)
        side = np.cross((0, 1, 0), along)
        axis = m.direction("plate", (0, 0, 1))
        return m.slope(np.unwrap(np.arctan2(axis @ np.cross(along, side), axis @ side)))

    return Trial(float(np.linalg.norm(momentum)) / across, _plate(), rate)


@closed_form("tan a = I w_across / (I_axis w_axis)", "a symmetric body without torque", "rad")
def plate_cone() -> Trial:
    """The angle between a wobbling plate's axis and its momentum stays."""
    momentum = _momentum((5, 0, 60), PLATE)
    along = momentum / np.linalg.norm(momentum)
    return Trial(math.acos(along[2]), _plate(), lambda m: math.acos(min(1.0, float(m.direction("plate", (0, 0, 1))[-1] @ along))))


def _nut(seconds: float = 60.0) -> Setup:
    return Setup((box("nut", NUT, NONE, angular_velocity=NUT_SPIN),), seconds, gravity=NONE)


@closed_form("T = 4 K(k) / p of Euler's equations", "Landau and Lifshitz, Mechanics, 37", "s")
def dzhanibekov() -> Trial:
    """Dzhanibekov's nut turns over and back."""
    square, spin = np.array(NUT) ** 2, np.array(NUT_SPIN)
    inertia = (square.sum() - square) / 3
    (a, _), (b, _), (c, _) = sorted(zip(inertia, spin))
    twice, momentum = float((inertia * spin ** 2).sum()), float(((inertia * spin) ** 2).sum())
    if momentum < twice * b:
        a, c = c, a
    rate = math.sqrt((c - b) * (momentum - twice * a) / (a * b * c))
    modulus = math.sqrt((b - a) * (twice * c - momentum) / ((c - b) * (momentum - twice * a)))

    def period(m: Motion) -> float:
        back = m.rotation("nut") * np.array((-1, -1, -1, 1))
        return m.period(turn(back, m.spin("nut"))[:, 1])

    return Trial(4 * complete_integral(modulus) / rate, _nut(), period)


@closed_form("|L - L0| / |L0| = 0", "no torque", "1")
def tumbling_momentum() -> Trial:
    """A tumbling nut keeps its momentum for 60 s."""
    def change(m: Motion) -> float:
        momentum = m.angular_momentum("nut")
        return float(np.abs(momentum - momentum[0]).max() / np.linalg.norm(momentum[0]))

    return Trial(0.0, _nut(), change, 0.001)


@closed_form("E / E0 = 1", "no torque", "1")
def tumbling_energy() -> Trial:
    """A tumbling nut keeps its energy for 60 s."""
    return Trial(1.0, _nut(), lambda m: m.energy()[-1] / m.energy()[0], 0.001)


def _gyroscope(spin: float, walk: float, tilt: float = math.pi / 2, seconds: float = 4.0) -> Setup:
    """A ball on an arm that leans by `tilt` from upright and walks around the stand."""
    axis = np.array((math.sin(tilt), 0, math.cos(tilt)))
    turning = np.array((0, 0, walk)) + (spin - walk * axis[2]) * axis
    start = ball("gyroscope", RADIUS, tuple(ARM * axis), rotation=about((0, 1, 0), tilt),
                 velocity=tuple(np.cross(turning, ARM * axis)), angular_velocity=tuple(turning))
    return Setup((start,), seconds, (BallSocket(a="gyroscope", b=None, anchor=NONE),))


def _walking(m: Motion) -> float:
    at = m.position("gyroscope")
    return m.slope(np.unwrap(np.arctan2(at[:, 1], at[:, 0])), 0.5)


@closed_form("rate = m g l / (I w)", "Euler", "rad/s")
def gyroscope_rate() -> Trial:
    """A level gyroscope at 80 rad/s walks around its stand."""
    walk = GRAVITY * ARM / (OWN * 80)
    return Trial(walk, _gyroscope(80, walk), _walking)


@closed_form("height = 0", "the torque only turns its momentum", "m")
def gyroscope_sag() -> Trial:
    """A level gyroscope at 80 rad/s stays level for 4 s."""
    return Trial(0.0, _gyroscope(80, GRAVITY * ARM / (OWN * 80)), lambda m: -m.position("gyroscope")[:, 2].min(), 0.01 * ARM)


@closed_form("a (1 - u^2) = -b^2 u; a = 2 m g l / I', b = I w / I', depth -l u",
             "energy and both momenta; Goldstein, the heavy top", "m")
def gyroscope_dip() -> Trial:
    """A gyroscope let go level at 30 rad/s dips."""
    a, b = 2 * GRAVITY * ARM / PIVOT, (OWN * 30 / PIVOT) ** 2
    return Trial(ARM * (math.sqrt(b * b + 4 * a * a) - b) / (2 * a), _gyroscope(30, 0.0),
                 lambda m: -m.position("gyroscope")[:, 2].min())


@closed_form("I' W^2 cos t - I w W + m g l = 0, the slow root", "Goldstein", "rad/s")
def leaning_top() -> Trial:
    """A top that leans by 30 degrees walks steadily."""
    tilt, spin = math.radians(30), 60.0
    a, b, c = PIVOT * math.cos(tilt), OWN * spin, GRAVITY * ARM
    walk = (b - math.sqrt(b * b - 4 * a * c)) / (2 * a)
    return Trial(walk, _gyroscope(spin, walk, tilt, 6.0), _walking)


@closed_form("t = const", "steady precession", "rad")
def leaning_top_tilt() -> Trial:
    """A top that leans by 30 degrees keeps its lean for 6 s."""
    tilt = math.radians(30)
    setup = leaning_top[0].trial().setup
    return Trial(tilt, setup, lambda m: math.acos(min(1.0, float(m.position("gyroscope")[-1, 2]) / ARM)))


@closed_form("greatest lean: a (1 - u^2) = b^2 (u0 - u), u = cos t", "upright is stable where (I w)^2 > 4 I' m g l", "rad")
def sleeping_top() -> Trial:
    """An upright top that spins fast enough sleeps."""
    lean, spin = 0.05, 1.5 * math.sqrt(4 * PIVOT * GRAVITY * ARM) / OWN
    a, b, u0 = 2 * GRAVITY * ARM / PIVOT, (OWN * spin / PIVOT) ** 2, math.cos(lean)
    root = (b - math.sqrt(b * b - 4 * a * (b * u0 - a))) / (2 * a)
    return Trial(math.acos(root), _gyroscope(spin, 0.0, lean, 6.0),
                 lambda m: float(np.arccos(np.clip(m.position("gyroscope")[:, 2] / ARM, -1, 1)).max()))
