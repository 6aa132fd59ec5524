"""Setups: bodies, joints and forces of an experiment, in words that every engine's adapter can build.

Bodies and joints are the definitions of `physics`, which are plain records without a world; the bodies of a joint are given by
their names.  The friction of a pair is the geometric mean of its two, the restitution the larger one: adapters see to that, for
engines combine them differently.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from physics.definitions.body_definition import BodyDefinition
from physics.definitions.shapes import Box, Plane, Sphere
from physics.joints import JointDefinition

GRAVITY = 9.81                                   # [m/s2]
DOWN = (0.0, 0.0, -GRAVITY)
NONE = (0.0, 0.0, 0.0)
STEP = 1 / 60                                    # [s]

Vector = tuple[float, float, float]


class Push(NamedTuple):
    """A constant force and torque on a body, from the start on."""

    body: str
    force: Vector = NONE                         # [N] at the centre of mass, in the world
    torque: Vector = NONE                        # [N m] in the world
    seconds: float = math.inf                    # how long


class Setup(NamedTuple):
    """What is stepped, and for how long.  Sleep is on, as in scenes."""

    bodies: tuple[BodyDefinition, ...]
    seconds: float
    joints: tuple[JointDefinition, ...] = ()     # `a` and `b` are names of bodies, None is the world
    gravity: Vector = DOWN                       # [m/s2]
    pushes: tuple[Push, ...] = ()
    dt: float = STEP                             # [s]
    substeps: int | None = None                  # of a step; None: as many as the engine's default
    every: int = 1                               # steps between two states that are kept

    @property
    def steps(self) -> int:
        """Whole steps."""
        return max(1, round(self.seconds / self.dt))


def lacking_shape(bodies: Sequence[BodyDefinition], built: tuple[type, ...]) -> str | None:
    """Why an adapter that builds these shapes alone does not build these bodies, None where it does."""
    found = next((body.shape.name for body in bodies if not isinstance(body.shape, built)), None)
    return f"no {found.replace('_', ' ')} in this comparison" if found else None


def ball(name: str, radius: float, position: Vector, **others: Any) -> BodyDefinition:
    """A sphere of 1 kg, unless said otherwise."""
    return BodyDefinition(name=name, shape=Sphere(radius=radius), position=position, **{"mass": 1.0} | others)


def box(name: str, half: Vector, position: Vector, **others: Any) -> BodyDefinition:
    """A box of 1 kg, unless said otherwise."""
    return BodyDefinition(name=name, shape=Box(half=half), position=position, **{"mass": 1.0} | others)


def floor(friction: float = 0.0, restitution: float = 0.0, **others: Any) -> BodyDefinition:
    """The half-space below z = 0."""
    return plane((0, 0, 1), friction=friction, restitution=restitution, **{"name": "floor"} | others)


def plane(normal: Vector, offset: float = 0.0, **others: Any) -> BodyDefinition:
    """A fixed half-space."""
    return BodyDefinition(shape=Plane(normal=normal, offset=offset), type="static", **{"name": "plane"} | others)


def about(axis: Vector, angle: float) -> tuple[float, float, float, float]:
    """The quaternion of a turn by `angle` [rad] about a unit axis."""
    s = math.sin(angle / 2)
    return axis[0] * s, axis[1] * s, axis[2] * s, math.cos(angle / 2)


def tilted(angle: float) -> Vector:
    """Gravity as seen on a slope that goes down along x by `angle` [rad]: a slope is level ground under a tilted gravity."""
    return GRAVITY * math.sin(angle), 0.0, -GRAVITY * math.cos(angle)
