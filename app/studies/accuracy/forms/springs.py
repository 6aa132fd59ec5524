"""Springs: periods, sag, decay, normal modes, and springs about hinges."""
from __future__ import annotations

import math

import numpy as np

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.motion import Motion
from app.studies.accuracy.setup import GRAVITY, NONE, Setup, about, ball, box
from physics.definitions.body_definition import BodyDefinition
from physics.joints import Distance, Hinge, Slider

RADIUS = 0.1                                     # [m]


def _bob(stretch: float, hertz: float, ratio: float, seconds: float) -> Setup:
    at = (1 + stretch, 0.0, 0.0)
    spring = Distance(a=None, b="bob", anchor_a=NONE, anchor_b=at, length=1, hertz=hertz, damping_ratio=ratio)
    return Setup((ball("bob", RADIUS, at),), seconds, (spring,), NONE)


def _peaks(values: np.ndarray) -> np.ndarray:
    return np.array([values[k] for k in range(1, len(values) - 1) if values[k] > values[k - 1] and values[k] >= values[k + 1]])


@closed_form("T = 1 / hertz", "Hooke", "s")
def spring_period() -> Trial:
    """A spring of 1 Hz swings."""
    return Trial(1.0, _bob(0.2, 1, 0, 6.0), lambda m: m.period(m.position("bob")[:, 0], 1))


@closed_form("A = A0", "Hooke", "m")
def spring_amplitude() -> Trial:
    """An undamped spring of 1 Hz keeps its amplitude for ten swings."""
    return Trial(0.2, _bob(0.2, 1, 0, 10.6), lambda m: _peaks(m.position("bob")[:, 0] - 1)[9])


@closed_form("A = A0 exp(-2 pi 5 z / sqrt(1 - z^2))", "logarithmic decrement", "m")
def spring_decay() -> Trial:
    """A damped spring loses its amplitude in five swings."""
    ratio = 0.05
    return Trial(0.2 * math.exp(-10 * math.pi * ratio / math.sqrt(1 - ratio ** 2)), _bob(0.2, 0.5, ratio, 11.0),
                 lambda m: _peaks(m.position("bob")[:, 0] - 1)[4])


@closed_form("x = x0 (1 + w t) exp(-w t)", "x'' + 2 w x' + w^2 x = 0", "m")
def spring_critical() -> Trial:
    """A critically damped spring of 0.5 Hz after 1 s."""
    return Trial((1 + math.pi) * math.exp(-math.pi), _bob(1.0, 0.5, 1, 1.0), lambda m: m.position("bob")[-1, 0] - 1)


@closed_form("s = g / w^2", "Hooke", "m")
def spring_sag() -> Trial:
    """A weight sinks on a spring of 1 Hz."""
    setup = _bob(0.0, 1, 1, 4.0)._replace(gravity=(GRAVITY, 0, 0))
    return Trial(GRAVITY / (2 * math.pi) ** 2, setup, lambda m: m.position("bob")[-1, 0] - 1)


@closed_form("T = 1 / hertz, of the reduced mass", "Newton's third law", "s")
def free_pair() -> Trial:
    """Two bodies on a spring swing about their centre."""
    spring = Distance(a="left", b="right", anchor_a=NONE, anchor_b=(1.2, 0, 0), length=1, hertz=1, damping_ratio=0)
    setup = Setup((ball("left", RADIUS, NONE, mass=3), ball("right", RADIUS, (1.2, 0, 0))), 6.0, (spring,), NONE)
    return Trial(1.0, setup, lambda m: m.period((m.position("right") - m.position("left"))[:, 0], 1))


@closed_form("T = 1 / hertz", "Hooke", "s")
def slider_spring() -> Trial:
    """A body on a slider's spring swings."""
    setup = Setup((box("drawer", (0.2, 0.1, 0.1), NONE, mass=3),), 6.0, gravity=NONE,
                  joints=(Slider(a=None, b="drawer", anchor=NONE, axis=(0, 1, 0), hertz=1, damping_ratio=0, rest=0.3),))
    return Trial(1.0, setup, lambda m: m.period(m.position("drawer")[:, 1], 0.3))


def _row(offsets: tuple[float, ...], masses: tuple[float, ...], ends: bool, seconds: float) -> Setup:
    """Balls in a row, 1 m apart, on springs that each have the stiffness of 1 kg at 0.5 Hz; with `ends` also to fixed points."""
    places = [(1.0 + k + offset, 0.0, 0.0) for k, offset in enumerate(offsets)]
    balls: tuple[BodyDefinition, ...] = tuple(ball(f"ball {k}", RADIUS, at, mass=mass)
                                              for k, (at, mass) in enumerate(zip(places, masses)))
    names: list[str | None] = [body.name for body in balls]
    spots, weights = list(places), list(masses)
    if ends:
        names, spots = [None, *names, None], [NONE, *places, (len(balls) + 1.0, 0.0, 0.0)]
        weights = [math.inf, *masses, math.inf]
    springs = tuple(Distance(a=names[k], b=names[k + 1], anchor_a=spots[k], anchor_b=spots[k + 1], length=1, damping_ratio=0,
                             hertz=0.5 * math.sqrt(1 / weights[k] + 1 / weights[k + 1])) for k in range(len(names) - 1))
    return Setup(balls, seconds, springs, NONE)


@closed_form("T = T1", "normal modes", "s")
def two_masses_together() -> Trial:
    """Two masses between three springs, together."""
    return Trial(2.0, _row((0.1, 0.1), (1, 1), True, 11.0), lambda m: m.period(m.position("ball 0")[:, 0], 1))


@closed_form("T = T1 / sqrt 3", "normal modes", "s")
def two_masses_apart() -> Trial:
    """Two masses between three springs, against each other."""
    return Trial(2 / math.sqrt(3), _row((0.1, -0.1), (1, 1), True, 8.0), lambda m: m.period(m.position("ball 0")[:, 0], 1))


@closed_form("T = T1 / (2 sin(n pi / 8))", "normal modes of a chain; Lagrange", "s", over=(1, 2, 3))
def three_masses(mode: float) -> Trial:
    """Three masses between four springs: mode {}."""
    offsets = tuple(0.1 * math.sin(mode * math.pi * k / 4) for k in (1, 2, 3))
    return Trial(2 / (2 * math.sin(mode * math.pi / 8)), _row(offsets, (1, 1, 1), True, 12.0),
                 lambda m: m.period(m.position("ball 0")[:, 0], 1))


@closed_form("w^2 = k / m", "a linear molecule; Landau and Lifshitz, 24", "s")
def molecule_slow() -> Trial:
    """Carbon dioxide's two stretching modes: the slow one."""
    return Trial(2.0, _row((-0.1, 0, 0.1), (1, 0.75, 1), False, 11.0),
                 lambda m: m.period((m.position("ball 2") - m.position("ball 0"))[:, 0], 2))


@closed_form("w^2 = k (1 / m + 2 / M)", "a linear molecule; Landau and Lifshitz, 24", "s")
def molecule_fast() -> Trial:
    """Carbon dioxide's two stretching modes: the fast one."""
    return Trial(2 / math.sqrt(1 + 2 / 0.75), _row((0.075, -0.2, 0.075), (1, 0.75, 1), False, 6.0),
                 lambda m: m.period((m.position("ball 1") - m.position("ball 0"))[:, 0], 1))


def _sprung_rod(anchor: float, seconds: float) -> Setup:
    """A rod of 1 m, hinged at this distance from its middle, on a hinge spring of 1 Hz; it starts 0.3 rad away."""
    rod = box("rod", (0.5, 0.02, 0.02), (anchor, 0, 0))
    hinge = Hinge(a=None, b="rod", anchor=NONE, axis=(0, 0, 1), hertz=1, damping_ratio=0, rest=0.3)
    return Setup((rod,), seconds, (hinge,), NONE)


@closed_form("T = 1 / hertz", "torsion", "s")
def hinge_spring() -> Trial:
    """A rod on a hinge spring of 1 Hz at its middle."""
    return Trial(1.0, _sprung_rod(0.0, 6.0), lambda m: m.period(m.angle("rod", (0, 0, 1)), 0.3))


@closed_form("T = 1 / hertz, of the inertia about the end", "Steiner", "s")
def hinge_spring_at_the_end() -> Trial:
    """A rod on a hinge spring of 1 Hz at its end."""
    return Trial(1.0, _sprung_rod(0.5, 6.0), lambda m: m.period(m.angle("rod", (0, 0, 1)), 0.3))


@closed_form("k a = m g d cos a, k = I w^2", "Hooke and the lever", "rad")
def hinge_spring_sag() -> Trial:
    """A rod held up level by a hinge spring sinks."""
    inertia = (0.02 ** 2 + 0.25) / 3 + 0.25
    stiffness = inertia * (2 * math.pi * 2) ** 2
    angle = 0.0
    for _ in range(60):                                      # a contraction: the load changes less than the spring
        angle = GRAVITY * 0.5 * math.cos(angle) / stiffness
    rod = box("rod", (0.5, 0.02, 0.02), (0.5, 0, 0))
    hinge = Hinge(a=None, b="rod", anchor=NONE, axis=(0, 1, 0), hertz=2, damping_ratio=1)
    return Trial(angle, Setup((rod,), 4.0, (hinge,)), lambda m: m.angle("rod", (0, 1, 0))[-1])


@closed_form("s = g / w^2", "Hooke", "m")
def turned_slider_sag() -> Trial:
    """A turned box on a slider's spring: sag."""
    turn = about((0, 1, 0), 0.5)
    setup = Setup((box("lift", (0.2, 0.1, 0.1), NONE, mass=3, rotation=turn),), 4.0,
                  (Slider(a=None, b="lift", anchor=(0.4, 0, 0), axis=(0, 0, 1), hertz=2, damping_ratio=1),))
    return Trial(GRAVITY / (4 * math.pi) ** 2, setup, _sunk)


def _sunk(m: Motion) -> float:
    return -float(m.position("lift")[-1, 2])
