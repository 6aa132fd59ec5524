"""Scale: what is the same for small and large things, times scaled by the root of lengths.

With `_like` the step is scaled as time is, so that all numbers without a unit are those of the scene of 1 m.
"""
from __future__ import annotations

import math

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.elliptic import complete_integral
from app.studies.accuracy.motion import Motion
from app.studies.accuracy.setup import GRAVITY, NONE, STEP, Setup, Vector, about, ball, box, floor, tilted
from physics.definitions.body_definition import BodyDefinition
from physics.joints import BallSocket

SIZES = (0.01, 0.1, 100)                         # over that of the scene of 1 m
SAME = "lengths s times as large, times sqrt(s)"


def _dominoes(height: float, count: int, seconds: float, dt: float = STEP) -> Setup:
    """A row of dominoes on a box, a step of half a height apart, the first one pushed over."""
    half = (0.05 * height, 0.25 * height, 0.5 * height)
    apart, last = 0.5 * height, count - 1
    ground = box("ground", (apart * count, height, height), (apart * last / 2, 0, -height), type="static", friction=0.5)
    lean = 0.25                                              # beyond atan(0.1), its edge: it falls by itself
    middle = (half[2] * math.sin(lean) - half[0] * (1 - math.cos(lean)), 0, half[2] * math.cos(lean) + half[0] * math.sin(lean))
    row = tuple(box(f"domino {k}", half, (apart * k, 0, half[2]), friction=0.5, mass=None, density=500) for k in range(1, count))
    first = box("domino 0", half, middle, rotation=about((0, 1, 0), lean), friction=0.5, mass=None, density=500)
    return Setup((ground, first, *row), seconds, dt=dt)


def _wave(m: Motion) -> float:
    """Time between the falls of domino 5 and the last one but one [s]."""
    last = len(m.index) - 3
    return m.when(m.tilt(f"domino {last}", (0, 0, 1)), 0.3) - m.when(m.tilt("domino 5", (0, 0, 1)), 0.3)


@closed_form("1", SAME, "1", over=(0.1, 0.2))
def domino_wave(height: float) -> Trial:
    """A wave of dominoes of {} m against one of 1 m: time over sqrt(height)."""
    setups = (_dominoes(1.0, 20, 8.0), _dominoes(height, 20, 8.0 * math.sqrt(height)))
    return Trial(1.0, setups, lambda one, other: _wave(other) / _wave(one) / math.sqrt(height), 0.02)


@closed_form("1", SAME, "1", over=SIZES)
def domino_wave_like(size: float) -> Trial:
    """The same wave {} times as large, in steps scaled with time."""
    root = math.sqrt(size)
    setups = (_dominoes(1.0, 20, 8.0), _dominoes(size, 20, 8.0 * root, STEP * root))
    return Trial(1.0, setups, lambda one, other: _wave(other) / _wave(one) / root, 0.02)


def _standing(height: float, on_a_box: bool) -> Setup:
    half = (0.05 * height, 0.25 * height, 0.5 * height)
    ground = box("ground", (1, 1, 0.5), (0, 0, -0.5), type="static", friction=0.5) if on_a_box else floor(0.5)
    return Setup((ground, box("domino", half, (0, 0, half[2]), friction=0.5, mass=None, density=500)), 5.0)


def _rocking(m: Motion) -> float:
    return float(m.tilt("domino", (0, 0, 1)).max())


@closed_form("0", "it is at rest", "rad", over=(0.1, 0.2, 1))
def domino_on_a_plane(height: float) -> Trial:
    """A domino of {} m stands on a plane: most that it leans."""
    return Trial(0.0, _standing(height, False), _rocking, math.radians(0.1))


@closed_form("0", "it is at rest", "rad", over=(0.1, 0.2, 1))
def domino_on_a_box(height: float) -> Trial:
    """A domino of {} m stands on a box: most that it leans."""
    return Trial(0.0, _standing(height, True), _rocking, math.radians(0.1))


def _at(size: float, bodies: tuple[BodyDefinition, ...], seconds: float, gravity: Vector = (0, 0, -GRAVITY)) -> Setup:
    root = math.sqrt(size)
    return Setup(bodies, seconds * root, gravity=gravity, dt=STEP * root)


@closed_form("v = 5/7 v0", SAME, "1", over=SIZES)
def rolls_off_like(size: float) -> Trial:
    """A ball slides and rolls off, {} times as large."""
    speed = 4 * math.sqrt(size)
    start = ball("ball", 0.2 * size, (0, 0, 0.2 * size), velocity=(speed, 0, 0), friction=0.3, mass=None, density=1000)
    return Trial(5 / 7, _at(size, (floor(0.3), start), 3.0), lambda m: m.velocity("ball")[-1, 0] / speed)


@closed_form("s = v^2 / (2 mu g)", SAME, "1", over=SIZES)
def stops_like(size: float) -> Trial:
    """A crate slides to a stop, {} times as large."""
    start = box("crate", (0.25 * size, 0.25 * size, 0.1 * size), (0, 0, 0.1 * size), velocity=(8 * math.sqrt(size), 0, 0),
                friction=0.4, mass=None, density=1000)
    return Trial(64 / (0.8 * GRAVITY), _at(size, (floor(0.4), start), 3.0), lambda m: m.position("crate")[-1, 0] / size)


@closed_form("h = h0 e^2", SAME, "1", over=SIZES)
def bounces_like(size: float) -> Trial:
    """A ball bounces, {} times as large: height of the first bounce."""
    start = ball("ball", 0.1 * size, (0, 0, 4.1 * size), restitution=0.8, mass=None, density=1000)

    def top(m: Motion) -> float:
        z = m.position("ball")[:, 2] / size - 0.1
        low = int(z[:len(z) // 2].argmin())
        return float(z[low:].max())

    return Trial(4 * 0.64, _at(size, (floor(0, 0.8), start), 2.0), top, 0.02 * 4 * 0.64)


@closed_form("T = 4 sqrt(L / g) K(sin(a / 2))", SAME, "1", over=SIZES)
def swings_like(size: float) -> Trial:
    """A ball hangs from a point, {} times as large: large swings."""
    angle = math.radians(60)
    bob = ball("bob", 0.05 * size, (size * math.sin(angle), 0, -size * math.cos(angle)), mass=None, density=1000)
    setup = _at(size, (bob,), 10.0)._replace(joints=(BallSocket(a=None, b="bob", anchor=NONE),))
    exact = 4 * math.sqrt((1 + 0.4 * 0.05 ** 2) / GRAVITY) * complete_integral(math.sin(angle / 2))
    return Trial(exact, setup, lambda m: m.period(m.position("bob")[:, 0]) / math.sqrt(size))


@closed_form("0", SAME, "1", over=SIZES)
def holds_like(size: float) -> Trial:
    """A crate on a slope just too flat to slide, {} times as large."""
    start = box("crate", (0.25 * size, 0.25 * size, 0.1 * size), (0, 0, 0.1 * size), friction=0.5, mass=None, density=1000)
    return Trial(0.0, _at(size, (floor(0.5), start), 4.0, tilted(math.atan(0.97 * 0.5))),
                 lambda m: m.position("crate")[-1, 0] / size, 0.001)


def _five_boxes(size: float) -> Setup:
    boxes = tuple(box(f"box {k}", (0.5 * size,) * 3, (0, 0, (0.5 + k) * size), friction=0.6, mass=None, density=1000)
                  for k in range(5))
    return _at(size, (floor(0.6), *boxes), 5.0)


@closed_form("0", SAME, "1", over=SIZES)
def column_like(size: float) -> Trial:
    """Five boxes stand, {} times as large: way aside of the top."""
    return Trial(0.0, _five_boxes(size),
                 lambda m: math.hypot(*m.position("box 4")[-1, :2]) / size, 0.01)


@closed_form("4.5", SAME, "1", over=SIZES)
def column_height_like(size: float) -> Trial:
    """Five boxes stand, {} times as large: height of the top."""
    return Trial(4.5, _five_boxes(size), lambda m: m.position("box 4")[-1, 2] / size)
