"""Campaign: small bodies on large ones, of every pair of shapes, at ratios of their sizes from 1 to a million.

    python -m tests.reliability.size_ratios --count 2000

After 1.5 s a body that is set down keeps its height, lies as it was laid, and has the points that it has on a plane.  In single
precision the places of the largest bodies are known to a thousandth of a metre, a tenth of the smallest: that much is allowed.
"""
from __future__ import annotations

import itertools
import math
import sys
from typing import NamedTuple

import numpy as np

from physics import Box, Capsule, Compound, Cone, Convex, Cylinder, HeightField, SolverSettings, Sphere, World
from physics.definitions.shapes import Shape
from tests.reliability.campaign import options, repeat, report

UP, ON_SIDE, OVER = (0.0, 0.0, 0.0, 1.0), (0.0, 0.5**0.5, 0.0, 0.5**0.5), (1.0, 0.0, 0.0, 0.0)
LARGEST = 1e4                                    # [m] of what a world takes
RATIOS = (1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6)
STEPS = 90
SUNK, LIFTED, TURNED = 0.12, 0.05, 0.07          # most of a height, in small sizes; most of an angle [rad]
ROLLED = 0.02                                    # small sizes aside: what has rolled so far has no bound for its rotation
ROUNDING = {"single": 2.0**-23, "double": 2.0**-52}
ROUNDINGS = 4.0                                  # of places of the large body that a height may be off by


class Resting(NamedTuple):
    """One experiment."""

    small: str
    large: str
    ratio: float                  # of the two sizes
    preset: str
    precision: str
    first: bool = True            # whether the large body is made first


def small_body(kind: str, s: float) -> tuple[Shape, float, tuple, int]:
    """(shape, height of its centre, rotation, points it has on a plane) of a body of half length s."""
    cube = list(itertools.product((-s, s), repeat=3))
    halves = ((Box(half=(s, s / 2, s)), (0, s / 2, 0)), (Box(half=(s, s / 2, s)), (0, -s / 2, 0)))
    return {"box": (Box(half=(s, s, s)), s, UP, 4), "plate": (Box(half=(s, s, 0.1 * s)), 0.1 * s, UP, 4),
            "cylinder": (Cylinder(s, s), s, UP, 4), "roller": (Cylinder(s, s), s, ON_SIDE, 2), "cone": (Cone(s, s), s / 2, UP, 4),
            "hull": (Convex(cube), s, UP, 4), "capsule": (Capsule(s, s), s, ON_SIDE, 2), "sphere": (Sphere(radius=s), s, UP, 1),
            "compound": (Compound(halves), s, UP, 4)}[kind]


def large_body(kind: str, size: float) -> tuple[Shape, tuple, tuple]:
    """(shape, position, rotation) of a static body whose top is at the origin."""
    cube, level = list(itertools.product((-size, size), repeat=3)), ((0, 0, 0),) * 3
    halves = ((Box(half=(size, size / 2, size)), (0, size / 2, 0)), (Box(half=(size, size / 2, size)), (0, -size / 2, 0)))
    return {"floor": (Box(half=(size, size, 0.1 * size)), (0, 0, -0.1 * size), UP),
            "hull": (Convex(cube), (0, 0, -size), UP), "end": (Cylinder(size, size), (0, 0, -size), UP),
            "base": (Cone(size, size), (0, 0, -size / 2), OVER), "side": (Cylinder(size, size), (0, 0, -size), ON_SIDE),
            "ball": (Sphere(radius=size), (0, 0, -size), UP),
            "field": (HeightField(heights=level, spacing=size), (-0.9 * size, -0.9 * size, 0), UP),
            "part": (Compound(halves), (0, 0, -size), UP)}[kind]


SMALL = ("box", "plate", "cylinder", "roller", "cone", "hull", "capsule", "sphere", "compound")
LARGE = ("floor", "hull", "end", "base", "side", "ball", "field", "part")
ROLLS, ROUND = ("roller", "capsule", "sphere"), ("side", "ball")


def turned(rotation: tuple, yaw: float) -> tuple:
    """A rotation followed by one about the vertical."""
    (x, y, z, w), s, c = rotation, math.sin(yaw / 2), math.cos(yaw / 2)
    return (c * x - s * y, c * y + s * x, c * z + s * w, c * w - s * z)


def rests(trial: Resting) -> None:
    """Raise AssertionError unless the small body of an experiment rests on the large one."""
    size = min(0.02 * trial.ratio, LARGEST)
    s = size / trial.ratio
    (shape, height, rotation, points), (ground, place, lying) = small_body(trial.small, s), large_body(trial.large, size)
    world = World(precision=trial.precision, solver=SolverSettings.preset(trial.preset), sleep=False)
    laid = turned(rotation, 0.3)

    def lay_ground() -> None:
        world.add_body(shape=ground, type="static", position=place, rotation=lying, friction=0.6)

    if trial.first:
        lay_ground()
    body = world.add_body(shape=shape, position=(0, 0, height), rotation=laid, friction=0.6)
    if not trial.first:
        lay_ground()
    counts, heights = [], []
    for _ in range(STEPS):
        world.step()
        counts.append(world.contact_count)
        heights.append(float(body.position[2]) - height)
    off = ROUNDINGS * ROUNDING[trial.precision] * size / s
    aside, known = math.hypot(*body.position[:2]) / s, off < SUNK
    angle = 2 * math.acos(min(1.0, abs(float(np.dot(body.rotation, laid)))))
    if trial.large in ROUND and (trial.ratio < 50 and (trial.small in ROLLS or trial.ratio < 5)):
        return                                           # what lies on something round as small as itself rolls off
    assert min(heights) > -(SUNK + off) * s and max(heights) < (LIFTED + off) * s, (trial, min(heights) / s, max(heights) / s)
    assert angle < TURNED or trial.small in ROLLS and aside > ROLLED, (trial, angle)
    assert min(counts) >= (1 if trial.large in ROUND else points) or not known, (trial, min(counts))


def trial_of(seed: int) -> Resting:
    """The experiment of a seed."""
    rng = np.random.default_rng(seed)
    return Resting(str(rng.choice(SMALL)), str(rng.choice(LARGE)), float(rng.choice(RATIOS)),
                   str(rng.choice(("soft_step", "classic", "ngs"))), str(rng.choice(tuple(ROUNDING))), bool(rng.integers(2)))


def main() -> int:
    """Try the seeds that the command line names."""
    given = options(__doc__, 500)
    seeds = range(given.first, given.first + given.count)
    return report("size ratios", seeds, repeat(lambda seed: rests(trial_of(seed)), seeds))


if __name__ == "__main__":
    sys.exit(main())
