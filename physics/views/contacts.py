"""Contacts of the last step: arrays of points, or a list of manifolds."""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from physics.bodies.arrays import real_of
from physics.simd.value import W
from physics.views.contact_points import (
    Begin,
    ContactArrays,
    Held,
    Ordering,
    Step,
    count_points,
    least_held,
    least_solved,
    list_held,
    order_contacts,
    write_held,
    write_solved,
)

if TYPE_CHECKING:
    from physics.body import Body


NONE_HELD = Held(np.empty(0, np.int32), 0)


class ContactPoint(NamedTuple):
    """One point of a manifold."""

    position: np.ndarray           # (3,) world [m]
    separation: float              # [m]
    normal_impulse: float          # [N s] in the whole step
    tangent_impulse: np.ndarray    # (3,) on b, world [N s]
    feature: int                   # stays the same while the point does


class Manifold(NamedTuple):
    """The contact of two bodies."""

    a: "Body"                      # the one the normal points away from
    b: "Body"
    normal: np.ndarray             # (3,) from a to b
    points: tuple[ContactPoint, ...]


def count(world) -> int:
    """Number of contact points of the last step."""
    state = world._contacts
    held = _held(world)
    return int(count_points(state.touching.index, state.touching_count, state.pairs) + count_points(*held, state.pairs))


def deepest(world) -> float:
    """Deepest overlap [m], 0 when nothing overlaps."""
    state, least, held = world._contacts, 0.0, _held(world)
    if state.contact_blocks:
        least = least_solved(state.contacts, state.contact_blocks * W, world._bodies.arrays, state.pairs)
    if held.count:
        least = min(least, least_held(*held, state.pairs))
    return float(0.0 - least)


def contact_arrays(world, precision: str = "double") -> ContactArrays:
    """All contact points, manifold by manifold in the order of their bodies' uids, those of sleeping bodies last."""
    return ordered_arrays(world, precision)[0]


def ordered_arrays(world, precision: str = "double") -> tuple[ContactArrays, np.ndarray]:
    """`contact_arrays`, and the lane of each solved manifold by its number."""
    state, bodies = world._contacts, world._bodies.arrays
    lanes, held, step = state.contact_blocks * W, _held(world), Step(bodies, state.pairs)
    ordering = Ordering(*(np.empty(length, np.int32) for length in (lanes, lanes, len(bodies.uid) + 1, lanes, lanes)))
    solved = order_contacts(state.contacts, lanes, state.pairs, ordering) if lanes else 0
    found = _empty_arrays(solved + count_points(*held, state.pairs), precision)
    if solved:
        write_solved(state.contacts, lanes, step, ordering, found)
    if held.count:
        number = int(found.manifolds[solved - 1]) + 1 if solved else 0
        write_held(held, world.dt / world._last_h, step, found, Begin(solved, number))
    return found, ordering.order


def _empty_arrays(points: int, precision: str) -> ContactArrays:
    """Arrays for `points` points, of a precision."""
    shapes = {"positions": (points, 3), "normals": (points, 3), "tangent_impulses": (points, 3), "bodies": (points, 2)}
    kinds, real = dict.fromkeys(("bodies", "features", "manifolds"), np.int64), real_of(precision)
    return ContactArrays(*(np.empty(shapes.get(name, points), kinds.get(name, real)) for name in ContactArrays._fields))


def _held(world) -> Held:
    """The pairs that touch whose bodies slept in the last step."""
    if not world._contacts.marked:
        return NONE_HELD
    pairs = world._contacts.pairs
    entries = np.empty(int(pairs.number[0]), np.int32)
    return Held(entries, int(list_held(pairs, entries)))


def manifolds(world) -> list[Manifold]:
    """All contact points as a list of manifolds, in the order of `contact_arrays`."""
    arrays = contact_arrays(world)
    made = []
    starts = np.flatnonzero(np.diff(arrays.manifolds, prepend=-1))
    for start, end in zip(starts, [*starts[1:], len(arrays.manifolds)]):
        points = tuple(ContactPoint(arrays.positions[k], float(arrays.separations[k]), float(arrays.normal_impulses[k]),
                                    arrays.tangent_impulses[k], int(arrays.features[k])) for k in range(start, end))
        a, b = (world.body(int(uid)) for uid in arrays.bodies[start])
        made.append(Manifold(a, b, arrays.normals[start], points))
    return made


def make_kernels_ready(world, precisions: Iterable[str] = ()) -> None:
    """Compile or load the kernels that read out contacts, by a call without contacts: those of counts and overlaps, and those of
    arrays of these precisions."""
    state, bodies = world._contacts, world._bodies.arrays
    arrays = [np.empty(1, np.int32) for _ in Ordering._fields]
    held, step = Held(arrays[0], 0), Step(bodies, state.pairs)
    least_solved(state.contacts, 0, *step)
    count_points(*held, state.pairs)
    least_held(*held, state.pairs)
    list_held(state.pairs._replace(number=np.zeros_like(state.pairs.number)), arrays[0])
    for precision in precisions:
        ordering, found = Ordering(*arrays), _empty_arrays(1, precision)
        order_contacts(state.contacts, 0, state.pairs, ordering)
        write_solved(state.contacts, 0, step, ordering, found)
        write_held(held, 1.0, step, found, Begin(0, 0))
