"""Stacks, beams and ropes: what stands, what hangs, and what more substeps buy."""
from __future__ import annotations

import math

import numpy as np

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.setup import GRAVITY, NONE, Setup, Vector, ball, box, floor
from physics.definitions.body_definition import BodyDefinition
from physics.joints import BallSocket, Distance, Fixed, Hinge

SUBSTEPS = (2, 4, 8, 16, 32)
STIFF = "bodies and joints are rigid"


@closed_form("0", "a column in balance", "m")
def column() -> Trial:
    """Ten boxes stand for 10 s: the top one's way aside."""
    boxes = tuple(box(f"box {k}", (0.5, 0.5, 0.5), (0, 0, 0.5 + k), friction=0.6) for k in range(10))
    return Trial(0.0, Setup((floor(0.6), *boxes), 10.0), lambda m: float(np.hypot(*m.position("box 9")[-1, :2])), 0.01)


@closed_form("h = 9.5", STIFF, "m")
def column_height() -> Trial:
    """Ten boxes stand for 10 s: the top one's height."""
    setup = column[0].trial().setup
    return Trial(9.5, setup, lambda m: m.position("box 9")[-1, 2])


@closed_form("x = 0.96 l (1 + 1/2 + 1/3 + 1/4)", "the centre of those above lies within the one below", "m")
def overhang() -> Trial:
    """Four bricks hang over by nearly all that the harmonic series allows."""
    long, thick, share = 0.5, 0.1, 0.96
    table = box("table", (3, 1, 0.5), (-3, 0, -0.5), type="static", friction=0.6)
    place, bricks = -long, []
    for k in range(4):                                       # from below: the lowest reaches over by l / 4
        place += share * long / (4 - k)
        bricks.append(box(f"brick {k}", (long, 0.25, thick), (place, 0, thick * (1 + 2 * k)), friction=0.6))
    return Trial(place, Setup((table, *bricks), 6.0), lambda m: m.position("brick 3")[-1, 0], 0.01)


def _lever(left: float, right: float, seconds: float) -> Setup:
    """Weights that hang on a beam 1 m left and 2 m right of its hinge."""
    beam = box("beam", (2.2, 0.05, 0.05), NONE)
    weights = (ball("left", 0.1, (-1, 0, 0), mass=left), ball("right", 0.1, (2, 0, 0), mass=right))
    joints = (Hinge(a=None, b="beam", anchor=NONE, axis=(0, 1, 0)), Fixed(a="beam", b="left", anchor=(-1, 0, 0)),
              Fixed(a="beam", b="right", anchor=(2, 0, 0)))
    return Setup((beam, *weights), seconds, joints)


@closed_form("2 kg at 1 m, 1 kg at 2 m", "Archimedes", "rad")
def lever() -> Trial:
    """A lever in balance stays level."""
    return Trial(0.0, _lever(2, 1, 5.0), lambda m: m.angle("beam", (0, 1, 0))[-1], 0.005)


@closed_form("w = g (m2 d2 - m1 d1) / I t", "moments", "rad/s")
def lever_turns() -> Trial:
    """A lever out of balance starts to turn."""
    inertia = (2.2 ** 2 + 0.05 ** 2) / 3 + 2 + 6 + 0.4 * 0.01 * 3.5
    return Trial(GRAVITY * (3 - 2) / inertia * 0.2, _lever(2, 1.5, 0.2), lambda m: m.spin("beam")[-1, 1])


def _catenary(links: int, length: float, span: float) -> tuple[list[Vector], float]:
    """Places of the joints of a hanging chain of equal links with equal balls between them, and its sag.

    Slopes of the links are in arithmetic progression, tan a_k = (k - (n + 1) / 2) q; q by bisection on the span.
    """
    steps = np.arange(1, links + 1) - (links + 1) / 2
    low, high = 0.0, 100.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if (length * np.cos(np.arctan(steps * middle))).sum() > span else (low, middle)
    angles = np.arctan(steps * low)
    x, z = (np.concatenate(([0.0], np.cumsum(length * f(angles)))) for f in (np.cos, np.sin))
    return [(float(a), 0.0, float(b)) for a, b in zip(x, z)], -float(z.min())


@closed_form("tan a_k in arithmetic progression", "balance of each ball", "m")
def catenary() -> Trial:
    """A rope of twenty links hangs as the discrete catenary: its sag."""
    places, sag = _catenary(20, 0.25, 4.0)
    balls = tuple(ball(f"ball {k}", 0.05, at, mass=0.5, group=1) for k, at in enumerate(places[1:-1]))
    names = [None, *(body.name for body in balls), None]
    ropes = tuple(Distance(a=names[k], b=names[k + 1], anchor_a=places[k], anchor_b=places[k + 1], upper=0.25) for k in range(20))
    return Trial(sag, Setup(balls, 5.0, ropes), lambda m: -float(m.states[-1, :, 2].min()))


def _wall(base: int, seconds: float) -> tuple[tuple[BodyDefinition, ...], float]:
    """A wall of unit cubes that narrows to one, as the benchmark scenes A and B."""
    cubes = tuple(box(f"cube {row} {k}", (0.5, 0.5, 0.5), (k - (base - row - 1) / 2, 0, 0.5 + row), friction=0.6, mass=None,
                      density=1000)
                  for row in range(base) for k in range(base - row))
    ground = box("ground", (2.0 * base, 50, 1), (0, 0, -1), type="static", friction=0.6)
    return (ground, *cubes), seconds


@closed_form("0", "a wall in balance, benchmark scene A", "m")
def wall_a() -> Trial:
    """A wall of 820 cubes stands: its top's way aside."""
    setup = Setup(*_wall(40, 5.0), every=300)
    return Trial(0.0, setup, lambda m: float(np.hypot(*m.position("cube 39 0")[-1, :2])), 0.02)


@closed_form("0", "a wall in balance, benchmark scene B", "m")
def wall_b() -> Trial:
    """A wall of 5050 cubes stands: its top's way aside."""
    setup = Setup(*_wall(100, 200 / 60), every=200)
    return Trial(0.0, setup, lambda m: float(np.hypot(*m.position("cube 99 0")[-1, :2])), 0.02)


@closed_form("h = 1.5", STIFF, "m", over=SUBSTEPS)
def load(substeps: float) -> Trial:
    """A box of 1000 kg stands on one of 1 kg, with {} substeps: its height."""
    boxes = (box("light", (0.5, 0.5, 0.5), (0, 0, 0.5), friction=0.6),
             box("heavy", (0.5, 0.5, 0.5), (0, 0, 1.5), mass=1000, friction=0.6))
    return Trial(1.5, Setup((floor(0.6), *boxes), 5.0, substeps=int(substeps)), lambda m: m.position("heavy")[-1, 2])


@closed_form("0", STIFF, "m", over=SUBSTEPS)
def cantilever(substeps: float) -> Trial:
    """A cantilever of five welded boxes, 2.5 m long, with {} substeps: sag of its end."""
    boxes = tuple(box(f"box {k}", (0.25, 0.1, 0.1), (0.25 + 0.5 * k, 0, 0), mass=None, density=1000) for k in range(5))
    names = [None, *(body.name for body in boxes)]
    welds = tuple(Fixed(a=names[k], b=names[k + 1], anchor=(0.5 * k, 0, 0)) for k in range(5))
    return Trial(0.0, Setup(boxes, 5.0, welds, substeps=int(substeps)), lambda m: -m.position("box 4")[-1, 2], 0.025)


@closed_form("E - E0 over 3 m g L = 0", "joints do no work", "1", over=SUBSTEPS)
def double_energy(substeps: float) -> Trial:
    """A double pendulum, let go level, with {} substeps: energy after 10 s."""
    bobs = (ball("upper", 0.1, (1, 0, 0)), ball("lower", 0.1, (2, 0, 0)))
    joints = (BallSocket(a=None, b="upper", anchor=NONE), BallSocket(a="upper", b="lower", anchor=(1, 0, 0)))
    return Trial(0.0, Setup(bobs, 10.0, joints, substeps=int(substeps)),
                 lambda m: float(m.energy()[-1] - m.energy()[0]) / (3 * GRAVITY), 0.01)


@closed_form("0", STIFF, "m")
def impact_depth() -> Trial:
    """A ball of 0.2 m falls on the ground at 5.9 m/s: how deep it sinks."""
    start = ball("ball", 0.2, (0, 0, 1.0), velocity=(0, 0, -math.sqrt(5.9 ** 2 - 2 * GRAVITY * 0.8)))
    return Trial(0.0, Setup((floor(), start), 0.5), lambda m: max(0.0, 0.2 - float(m.position("ball")[:, 2].min())), 0.02)


@closed_form("0", "each leg carries a quarter", "rad")
def table_on_legs() -> Trial:
    """Four legs carry a table: it stays level."""
    legs = tuple(box(f"leg {x} {y}", (0.05, 0.05, 0.4), (0.9 * x, 0.4 * y, 0.4), friction=0.6) for x in (-1, 1) for y in (-1, 1))
    top = box("top", (1, 0.5, 0.05), (0, 0, 0.85), mass=20, friction=0.6)
    return Trial(0.0, Setup((floor(0.6), *legs, top), 6.0), lambda m: m.tilt("top", (0, 0, 1))[-1], math.radians(0.1))
