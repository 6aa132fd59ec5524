"""When one shape that moves along a straight line meets another: conservative advancement.

The plane between the nearest points separates the two until they have closed their distance along its normal, so the motion goes
on by distance / closing until the distance vanishes: at once against a flat face, as fast as Newton's method against a round one.
Source: Mirtich, Impulse-based Dynamic Simulation, 1996; van den Bergen, Ray casting against general convex objects, 2004.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.collision.solids.placed import Placed
from physics.collision.solids.separation import separation_of
from physics.compile.decorators import formula, routine
from physics.simd.vec3 import add_scaled, dot

MOST_STEPS = 64                                  # of the advancement; what is not found then is near enough
NEVER = 1e30                                     # share of the motion after which shapes meet that do not
LEFT = 0.5                                       # share of the skin that a step leaves


class Path(NamedTuple):
    """How b moves against a."""

    motion: tuple                 # (3) the whole motion [m]
    most: float                   # shares of it beyond this are of no interest
    skin: float                   # shapes that are nearer than this meet [m]


class Meeting(NamedTuple):
    """Where two shapes meet."""

    share: float                  # of the motion, NEVER if they do not meet
    closing: float                # by how much the whole motion closes along the normal there [m]
    normal: tuple                 # (3) from a to b there
    left: float                   # distance of the two there, at most the skin [m]
    distance: float               # of the two at the beginning [m]


@formula
def moved_by(solid, share, motion):
    """A Placed shape after a share of a motion."""
    return Placed(solid.kind, solid.size, solid.hull, add_scaled(solid.centre, share, motion), solid.rows)


@routine
def advance(pair, path, memory):
    """The Meeting of the shapes a and b while b moves along a Path; pair = (a, b, hulls)."""
    a, b, hulls = pair
    share, first = 0.0, separation_of(pair, memory)
    found = first
    for _ in range(MOST_STEPS):
        closing = -dot(path.motion, found.normal)
        if found.distance <= path.skin:
            return Meeting(share, closing, found.normal, found.distance, first.distance)
        if closing <= 0.0:
            return Meeting(NEVER, closing, found.normal, found.distance, first.distance)
        share += (found.distance - LEFT * path.skin) / closing
        if share > path.most:
            return Meeting(NEVER, closing, found.normal, found.distance, first.distance)
        found = separation_of((a, moved_by(b, share, path.motion), hulls), memory)
    return Meeting(share, -dot(path.motion, found.normal), found.normal, found.distance, first.distance)
