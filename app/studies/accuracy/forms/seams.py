"""Seams: flush boxes are one face for what rolls and slides over them, and a ring of boxes is a loop."""
from __future__ import annotations

import math

import numpy as np

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.motion import Motion
from app.studies.accuracy.setup import GRAVITY, Setup, about, ball, box, tilted
from physics.definitions.body_definition import BodyDefinition

SPEEDS = (0.5, 1, 2, 3, 5, 8)                    # [m/s]
RADIUS = 0.2                                     # of the ball [m]
HALF = 0.25                                      # of a box of the track [m]
ONE_KIND = "a row of flush faces is one face"


def _track(length: float, friction: float) -> tuple[BodyDefinition, ...]:
    """Boxes of half a metre, flush, from x = -1 on."""
    return tuple(box(f"tile {k}", (HALF, 1, HALF), (2 * HALF * k - 1, 0, -HALF), type="static", friction=friction)
                 for k in range(math.ceil((length + 2) / (2 * HALF))))


def _rolling(speed: float) -> Setup:
    seconds = 2.5 if speed > 5 else 3.0
    start = ball("ball", RADIUS, (0.1, 0, RADIUS), velocity=(speed, 0, 0), angular_velocity=(0, speed / RADIUS, 0), friction=0.6)
    return Setup((*_track(speed * seconds, 0.6), start), seconds)


@closed_form("v = v0", ONE_KIND, "m/s", over=SPEEDS)
def track(speed: float) -> Trial:
    """A ball rolls over seams at {} m/s."""
    return Trial(speed, _rolling(speed), lambda m: m.velocity("ball")[-1, 0])


@closed_form("0", ONE_KIND, "m", over=SPEEDS)
def track_hop(speed: float) -> Trial:
    """How high a ball at {} m/s hops over seams."""
    return Trial(0.0, _rolling(speed), lambda m: m.position("ball")[:, 2].max() - RADIUS, 0.001)


@closed_form("v = v0", ONE_KIND, "m/s", over=(1, 4, 8))
def puck(speed: float) -> Trial:
    """A smooth puck keeps {} m/s over eighty boxes."""
    start = box("puck", (0.15, 0.15, 0.05), (0.1, 0, 0.05), velocity=(speed, 0, 0), friction=0)
    setup = Setup((*_track(40, 0), start), 36 / speed)
    return Trial(speed, setup, lambda m: m.velocity("puck")[-1, 0])


@closed_form("v = g t (sin a - mu cos a)", ONE_KIND, "m/s")
def sloping_track() -> Trial:
    """A crate slides down a slope of boxes."""
    angle, mu, seconds = 0.3, 0.1, 3.0
    start = box("crate", (0.2, 0.2, 0.2), (0, 0, 0.2), friction=mu)
    setup = Setup((*_track(12, mu), start), seconds, gravity=tilted(angle))
    return Trial(GRAVITY * seconds * (math.sin(angle) - mu * math.cos(angle)), setup, lambda m: m.velocity("crate")[-1, 0])


@closed_form("direction stays", ONE_KIND, "rad")
def tiled_floor() -> Trial:
    """A ball rolls across a floor of tiles, askew."""
    angle, speed = math.radians(37), 3.0
    tiles = tuple(box(f"tile {i} {k}", (0.5, 0.5, 0.25), (i, k, -0.25), type="static", friction=0.6)
                  for i in range(12) for k in range(-1, 9))
    way = np.array((math.cos(angle), math.sin(angle), 0)) * speed
    start = ball("ball", RADIUS, (0.1, 0.1, RADIUS), velocity=tuple(way), angular_velocity=(-way[1] / RADIUS, way[0] / RADIUS, 0),
                 friction=0.6)
    return Trial(angle, Setup((*tiles, start), 3.0), lambda m: math.atan2(*m.velocity("ball")[-1, [1, 0]]))


def _loop(drop: float) -> Setup:
    """A smooth ball at the bottom of a ring of ninety boxes, as fast as after a fall of `drop` radii of its path."""
    inner, count = 2.0, 90
    ring = []
    for k in range(count):
        angle = 2 * math.pi * k / count
        out = (inner + HALF) * np.array((math.sin(angle), 0, -math.cos(angle)))
        ring.append(box(f"facet {k}", (inner * math.tan(math.pi / count), 1, HALF), tuple(out), type="static", friction=0,
                        rotation=about((0, -1, 0), angle)))
    speed = math.sqrt(2 * GRAVITY * drop * (inner - RADIUS))
    return Setup((*ring, ball("ball", RADIUS, (0, 0, RADIUS - inner), velocity=(speed, 0, 0), friction=0)), 4.0)


@closed_form("the ball stays on it: least distance from the middle over the radius, 1",
             "2.5 radii for a smooth loop; 3.1 with what the corners of facets of 4 degrees take", "1", over=(3.1,))
def loop(drop: float) -> Trial:
    """A loop of ninety boxes, from {} radii."""
    def nearest(m: Motion) -> float:
        at = m.position("ball")
        once = np.unwrap(np.arctan2(at[:, 2], at[:, 0])) - math.atan2(at[0, 2], at[0, 0]) < 2 * math.pi
        return float(np.linalg.norm(at[once], axis=1).min()) / 1.8 if not once.all() else 0.0

    return Trial(1.0, _loop(drop), nearest)
