"""Queries between steps: what a ray hits."""
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.collision.ray_cast import Ray, cast_ray
from physics.definitions.body_definition import FARTHEST, vector
from physics.definitions.tunable import SettingError


class Hit(NamedTuple):
    """Where a ray first hits a body."""

    body: Any                      # handle of the body
    position: np.ndarray           # (3,) world [m]
    normal: np.ndarray             # (3,) of the surface, out of the body
    distance: float                # from the origin [m]


def _ray(origin: Any, direction: Any, reach: float) -> Ray:
    start, along = vector("origin", origin, 3, 10 * FARTHEST), vector("direction", direction, 3, 10 * FARTHEST)
    length = math.sqrt(float(along @ along))
    if length == 0:
        raise SettingError("direction", f"direction: {direction!r} is not a direction (all zero)")
    if math.isnan(reach) or reach < 0:
        raise SettingError("max_distance", f"max_distance: {reach!r} is out of range; allowed is 0 to infinity")
    return Ray(tuple(start.tolist()), tuple((along / length).tolist()), float(reach))


def ray_cast(world, origin: Any, direction: Any, max_distance: float = math.inf) -> Hit | None:
    """The first body that a ray hits, or None; bodies that contain the origin are not hit."""
    ray = _ray(origin, direction, max_distance)
    found = cast_ray(world._bodies.arrays, FIRST, FIRST + world._bodies.count, ray)
    if found.row < 0:
        return None
    position = np.asarray(ray.origin) + found.distance * np.asarray(ray.direction)
    body = world.body(int(world._bodies.arrays.uid[found.row]))
    return Hit(body, position, np.asarray(found.normal, dtype=np.float64), float(found.distance))
