"""Checks of a moment from elsewhere: whole numbers that lead a kernel somewhere lead into its arrays, all others are finite.

Raises DoesNotFit, whose text ends the sentence "the state is not used: ...".
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from physics.bodies.arrays import (
    ANCHOR_SLOTS,
    COUNT,
    DUMMY_A,
    DUMMY_B,
    FEATURE,
    FIRST,
    KNOWN,
    MANIFOLD_SLOTS,
    POINT_SLOTS,
    POINTS,
)
from physics.bodies.symmetric_top import TOP
from physics.collision.broad_phase.pair_merge import SOLID_SOLID, SPHERE_PLANE
from physics.collision.shape_kinds import PLANE
from physics.history.moment.layout import UID_PAIRS, Place
from physics.simd.value import W

LARGEST = 1e31                       # of any number: beyond FAR, by which nothing is meant
MOST_UID = 2**31
MOST_FEATURE = 2**20
UID = 32                             # bits of a key below those of a uid
DAMAGED = "it is damaged"


class DoesNotFit(ValueError):
    """A moment that does not belong to a world, or none at all."""


def require(fine: Any) -> None:
    """Raise DoesNotFit unless something holds."""
    if not fine:
        raise DoesNotFit(DAMAGED)


def check_numbers(places: list[Place], arrays: Mapping[str, np.ndarray]) -> None:
    """All numbers are finite and of a sane size."""
    for place in places:
        if place.dtype.kind == "f":
            infinite = place.name == "parts.slots"                       # a limit that is none
            array = arrays[place.name]
            with np.errstate(invalid="ignore"):
                fine = np.abs(array) <= LARGEST
            require((fine | (np.isinf(array) if infinite else False)).all())


def check_bodies(arrays: Mapping[str, np.ndarray], count: int) -> None:
    """Flags, islands and uids of `count` bodies."""
    living = slice(FIRST, FIRST + count)
    uids = arrays["bodies.uid"][living]
    require((uids > 0).all() and (uids < MOST_UID).all() and (np.diff(uids) > 0).all())
    require((arrays["bodies.awake"] <= 1).all() and (arrays["bodies.joined"] <= TOP).all())
    islands = arrays["bodies.island"]
    require(((islands >= 0) & (islands < FIRST + count)).all())
    lengths = (arrays["bodies.pose"][living, 3:7].astype(np.float64)**2).sum(1)
    require((np.abs(lengths - 1) < 0.01).all())
    for name in UID_PAIRS:
        keys = arrays[f"contacts.{name}"]
        require((keys >= 0).all() and np.isin(keys >> UID, uids).all() and np.isin(keys & (1 << UID) - 1, uids).all())


def check_pairs(arrays: Mapping[str, np.ndarray], kinds: np.ndarray, blocks: int) -> np.ndarray:
    """Entries, regions and the list of pairs, for bodies of these shape kinds (rows,), in `blocks` blocks of room; returns
    (pairs,) the pair kinds in the order of the list."""
    start, end, free_count = (arrays[f"pairs.{name}"] for name in ("kind_start", "kind_end", "free_count"))
    order, number = arrays["pairs.order"], int(arrays["pairs.number"][0])
    require(number == len(order) and start[0] == 0 and start[-1] < blocks)
    require((start[:-1] <= end).all() and (end <= start[1:]).all() and (np.diff(start) >= 0).all())
    used = np.concatenate([np.arange(first * W, last * W) for first, last in zip(start, end)] or [np.zeros(0, np.int64)])
    require(len(used) == arrays["pairs.a"].size)
    kind_of_entry = np.repeat(np.arange(len(end)), (end - start[:-1]) * W)
    listed = np.isin(used, order)
    require(len(np.unique(order)) == number == listed.sum())
    place = np.searchsorted(used, order)
    a, b = arrays["pairs.a"].reshape(-1), arrays["pairs.b"].reshape(-1)
    lanes = used % W
    require((a[~listed] == DUMMY_A + lanes[~listed]).all() and (b[~listed] == DUMMY_B + lanes[~listed]).all())
    for rows in (a[listed], b[listed]):
        require(((rows >= FIRST) & (rows < len(kinds))).all())
    require((a[listed] != b[listed]).all())
    require((_pair_kinds(kinds[a[listed]], kinds[b[listed]]) == kind_of_entry[listed]).all())
    _check_free(arrays["pairs.free"].reshape(-1), (start, end, free_count), (used, listed, kind_of_entry))
    _check_blocks(arrays)
    return kind_of_entry[place]


def _pair_kinds(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Pair kinds of bodies of these shape kinds as a and b, -1 where they are in the wrong order."""
    one, two = one.astype(int), two.astype(int)
    found = np.where(np.maximum(one, two) < PLANE, one + two, SOLID_SOLID)
    found = np.where(two == PLANE, SPHERE_PLANE + np.minimum(one, 2), found)
    return np.where((one == PLANE) | (two != PLANE) & (one > two), -1, found)


def _check_free(free: np.ndarray, regions: tuple[np.ndarray, ...], entries: tuple[np.ndarray, ...]) -> None:
    """The stacks of free entries hold each entry without a pair once."""
    start, end, counts = regions
    used, listed, kind_of_entry = entries
    place = 0
    for kind, (first, last, number) in enumerate(zip(start, end, counts)):
        require(0 <= number <= (last - first) * W)
        stack = free[place * W:place * W + number]
        place += last - first
        require(np.array_equal(np.sort(stack), used[~listed & (kind_of_entry == kind)]))


def _check_blocks(arrays: Mapping[str, np.ndarray]) -> None:
    """Numbers of points, features and switches of pairs."""
    manifolds = arrays["pairs.manifolds"].reshape(-1, MANIFOLD_SLOTS, W)
    _require_whole(manifolds[:, COUNT], 0, 4)
    for point in range(4):
        _require_whole(manifolds[:, POINTS + point * POINT_SLOTS + FEATURE], -1, MOST_FEATURE)
    _require_whole(arrays["pairs.matched"], -1, MOST_FEATURE)
    _require_whole(arrays["pairs.anchors"].reshape(-1, ANCHOR_SLOTS, W)[:, KNOWN:], 0, 1)
    for name in ("anchored", "looking", "due"):
        require((arrays[f"pairs.{name}"] <= 1).all())


def _require_whole(numbers: np.ndarray, least: int, most: int) -> None:
    require((numbers == np.floor(numbers)).all() and (numbers >= least).all() and (numbers <= most).all())
