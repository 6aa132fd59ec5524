"""Queries between steps: what a ray hits."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.collision.ray_cast import NONE_HIDDEN, Ray, cast_ray
from physics.collision.solids.ray import solids_of
from physics.definitions.body_definition import FARTHEST, category_bits
from physics.definitions.categories import ALL_CATEGORIES
from physics.definitions.numbers import shown
from physics.definitions.tunable import SettingError, number
from physics.definitions.vectors import vector
from physics.storage.body_store import is_body_of


class RayFilter(NamedTuple):
    """What a ray hits: bodies with a category in `mask`, sensors only on request, and none of the `excluded` bodies."""

    mask: int = ALL_CATEGORIES
    sensors: bool = False
    excluded: Sequence[Any] = ()   # handles of bodies


EVERY_SOLID = RayFilter()


class Hit(NamedTuple):
    """Where a ray first hits a body."""

    body: Any                      # handle of the body
    position: np.ndarray           # (3,) world [m]
    normal: np.ndarray             # (3,) of the surface, out of the body
    distance: float                # from the origin [m]


def _hidden(world, chosen: RayFilter) -> np.ndarray:
    """Ray.hidden for a filter."""
    if not isinstance(chosen, RayFilter):
        raise SettingError("filter", f"filter: {shown(chosen)} is no RayFilter")
    pool, mask = world._bodies, category_bits("mask", chosen.mask)
    if mask == ALL_CATEGORIES and not chosen.excluded and (chosen.sensors or not pool.sensors):
        return NONE_HIDDEN
    hidden = (pool.arrays.category & mask == 0) & (mask != ALL_CATEGORIES)
    if not chosen.sensors:
        hidden |= pool.arrays.sensor > 0
    for body in chosen.excluded:
        if not is_body_of(world, body):
            raise SettingError("excluded", f"excluded: {shown(body)} is no body of this world")
        hidden[body._row] = True
    return hidden[pool.arrays.owner].view(np.uint8)


def _ray(origin: Any, direction: Any, reach: float) -> Ray:
    start, along = vector("origin", origin, 3, 10 * FARTHEST), vector("direction", direction, 3, 10 * FARTHEST)
    length = math.sqrt(float(along @ along))
    if length == 0:
        raise SettingError("direction", f"direction: {shown(direction)} is not a direction (all zero)")
    endless = isinstance(reach, float) and reach == math.inf
    reach = math.inf if endless else number("max_distance", reach, (0, math.inf), "m")
    return Ray(tuple(start.tolist()), tuple((along / length).tolist()), reach)


def ray_cast(world, origin: Any, direction: Any, max_distance: float = math.inf, filter: RayFilter = EVERY_SOLID) -> Hit | None:
    """The first body that a ray hits and the filter allows, or None; bodies that contain the origin are not hit."""
    world._close_up()
    solids = solids_of(world._bodies.hulls.arrays, world._contacts.memory)
    ray = _ray(origin, direction, max_distance)._replace(hidden=_hidden(world, filter), solids=solids)
    world._bodies.follow_owners()
    found = cast_ray(world._bodies.arrays, FIRST, FIRST + world._bodies.row_count, ray)
    if found.row < 0:
        return None
    position = np.asarray(ray.origin) + found.distance * np.asarray(ray.direction)
    body = world.body(int(world._bodies.arrays.uid[world._bodies.arrays.owner[found.row]]))
    return Hit(body, position, np.asarray(found.normal, dtype=np.float64), float(found.distance))
