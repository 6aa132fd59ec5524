"""Joint placing: from two clicked places to a definition of `physics.joints`.

The names of a definition's fields determine its needs; `PLACES` gives the source of a body, point, axis or frame of each name.
Numbers keep their defaults.
"""
from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from physics.bodies.rotation import rotate

RISE = 2.0                # [m] height of a rope's ground points above the higher of the two places


class Place(NamedTuple):
    """The anchor of a joint on a body, or on the world (body None): a point (3,) [m] and a unit direction (3,) in the world."""

    body: Any
    point: np.ndarray
    normal: np.ndarray


def in_world(body: Any, vector: Any) -> np.ndarray:
    """(3,) vector from a body's own axes to those of the world."""
    return rotate(np.asarray(body.rotation, float), np.asarray(vector, float))


def placed(body: Any | None, point: Any, normal: Any) -> Place:
    """A place on a body, given in its own axes (None: the world's), in the world [m]."""
    if body is None:
        return Place(None, np.asarray(point, float), np.asarray(normal, float))
    return Place(body, np.asarray(body.position, float) + in_world(body, point), in_world(body, normal))


def upward(gravity: Any) -> np.ndarray:
    """The direction (3,) against gravity; z without any."""
    strength = math.hypot(*gravity)
    return -np.asarray(gravity, float) / strength if strength > 0 else np.array((0.0, 0.0, 1.0))


class Placing(NamedTuple):
    """The two places and the upward direction (3,) of the world."""

    a: Place
    b: Place
    up: np.ndarray


def overhead(placing: Placing, below: Place) -> np.ndarray:
    """The point (3,) above `below` at the height of the ground points of a rope over two rollers [m]."""
    up = placing.up
    height = max(placing.a.point @ up, placing.b.point @ up) + RISE
    return below.point + (height - below.point @ up) * up


def frame_along(direction: np.ndarray) -> tuple[float, ...]:
    """The quaternion (x, y, z, w) of the shortest rotation from the x axis to the unit vector `direction` (3,)."""
    x, y, z = (float(value) for value in direction)
    if x < -1.0 + 1e-9:
        return (0.0, 0.0, 1.0, 0.0)
    turn = np.array((0.0, -z, y, 1.0 + x))
    return tuple(map(float, turn / np.linalg.norm(turn)))


PLACES: dict[str, Callable[[Placing], Any]] = {
    "a": lambda p: p.a.body, "b": lambda p: p.b.body,
    "anchor": lambda p: p.a.point, "axis": lambda p: p.a.normal, "frame": lambda p: frame_along(p.a.normal),
    "anchor_a": lambda p: p.a.point, "anchor_b": lambda p: p.b.point, "target": lambda p: p.b.point,
    "axis_a": lambda p: p.a.normal, "axis_b": lambda p: p.b.normal,
    "ground_a": lambda p: overhead(p, p.a), "ground_b": lambda p: overhead(p, p.b),
}


def definition_of(kind: str, placing: Placing) -> Any:
    """The definition of a joint of the type `kind`, one of JOINTS; SettingError for another or for bodies it cannot join."""
    from physics.definitions.tunable import SettingError, nearest
    from physics.joints import JOINTS
    if kind not in JOINTS:
        raise SettingError("kind", f"there is no joint {kind!r}; {nearest(kind, list(JOINTS))}known are {', '.join(JOINTS)}")
    values = {f.name: plain(PLACES[f.name](placing)) for f in dataclasses.fields(JOINTS[kind]) if f.name in PLACES}
    return JOINTS[kind](**values)


def plain(value: Any) -> Any:
    """An array as a tuple of numbers, any other value unchanged."""
    return tuple(float(x) for x in value) if isinstance(value, np.ndarray) else value
