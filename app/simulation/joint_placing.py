"""Where a joint goes that a person makes by two clicks: from two places to a definition of `physics.joints`.

The definitions say what they need by the names of their fields; `PLACES` says where a body, point, axis or frame of that
name comes from.  Numbers keep their defaults.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

RISE = 2.0                # [m] how far above the higher of the two places a rope's ground points are


class Place(NamedTuple):
    """Where a joint holds a body, or the world (body None): a point (3,) [m] and a unit direction (3,) in the world."""

    body: Any
    point: np.ndarray
    normal: np.ndarray


class Placing(NamedTuple):
    """The two places and the way up (3,) of the world."""

    a: Place
    b: Place
    up: np.ndarray


def overhead(placing: Placing, below: Place) -> np.ndarray:
    """The point (3,) above `below` at the height of the ground points of a rope over two rollers [m]."""
    up = placing.up
    height = max(placing.a.point @ up, placing.b.point @ up) + RISE
    return below.point + (height - below.point @ up) * up


def frame_along(direction: np.ndarray) -> tuple[float, ...]:
    """The quaternion (x, y, z, w) that turns the x axis into the unit vector `direction` (3,) by the shortest way."""
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
    """An array as a tuple of numbers, anything else as it is."""
    return tuple(float(x) for x in value) if isinstance(value, np.ndarray) else value
