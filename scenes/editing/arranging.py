"""Arranging: several bodies aligned, spread evenly, or put down on what lies below them, by their axis-aligned bounds.

Bodies that joints hold together move as one; the joints between them go along.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from physics.definitions.shapes import HeightField, Plane
from scenes.editing.bodies import counted
from scenes.editing.bounds import Bounds, around, bounds_of, bounds_over, overlap_from_above
from scenes.editing.edit import Content, Edit
from scenes.editing.moving import Motion, Plans, joints_among, move

AXES = "xyz"
EDGES = ("centres", "lows", "highs")
SPREAD_LEAST = 3           # units, fewer of which have nothing to spread between
UPRIGHT = 1e-6             # least z of the normal of a plane on which something can lie
CLOSE = 1e-9               # [m] by which rectangles overlap at least, and motions that are none


class NothingMoves(ValueError):
    """Why an arrangement changes nothing, in a sentence."""


class Unit(NamedTuple):
    """Bodies that move as one: their numbers, and the bounds around them [m]."""

    numbers: tuple[int, ...]
    bounds: Bounds


def units(plans: Plans, numbers: Sequence[int]) -> list[Unit]:
    """The chosen bodies, those that joints hold together as one; planes are left out."""
    boxes = {number: box for number in numbers if (box := bounds_of(plans.bodies[number])) is not None}
    first = {number: number for number in boxes}

    def root(number: int) -> int:
        while first[number] != number:
            number = first[number]
        return number

    for joint in joints_among(plans, boxes):
        if joint.a is not None and joint.b is not None:
            one, other = sorted((root(joint.a), root(joint.b)))
            first[other] = one
    groups: dict[int, list[int]] = {}
    for number in boxes:
        groups.setdefault(root(number), []).append(number)
    return [Unit(tuple(group), around([boxes[number] for number in group])) for group in groups.values()]


def align(content: Content, plans: Plans, numbers: Sequence[int], axis: str, edge: str) -> Edit:
    """Bring the centres, lows or highs (`edge`) of bodies to one coordinate of an axis: the middle of the bounds around all of
    them, or their lowest or highest end.  Raises NothingMoves."""
    found, k = units(plans, numbers), AXES.index(axis)
    _need(found, 2, "aligned")
    whole = around([unit.bounds for unit in found])
    goal = {"centres": whole.middle, "lows": whole.low, "highs": whole.high}[edge][k]
    shifts = [goal - {"centres": unit.bounds.middle, "lows": unit.bounds.low, "highs": unit.bounds.high}[edge][k]
              for unit in found]
    return _shifted(content, plans, found, _along(k, shifts), f"align {edge} of {counted(content, numbers)} along {axis}")


def spread(content: Content, plans: Plans, numbers: Sequence[int], axis: str = "") -> Edit:
    """Equal gaps between bodies along an axis, "" the one along which their centres are farthest apart; the first and the last
    stay.  With sizes s_i and the length L from the first low to the last high a gap is (L - sum of s_i) / (n - 1), below zero
    where they do not fit.  Raises NothingMoves."""
    found = units(plans, numbers)
    _need(found, SPREAD_LEAST, "spread")
    middles = np.array([unit.bounds.middle for unit in found])
    k = AXES.index(axis) if axis else int(np.argmax(np.ptp(middles, axis=0)))
    found = [found[index] for index in np.argsort(middles[:, k], kind="stable")]
    sizes = [unit.bounds.high[k] - unit.bounds.low[k] for unit in found]
    gap = (found[-1].bounds.high[k] - found[0].bounds.low[k] - sum(sizes)) / (len(found) - 1)
    shifts, low = [], found[0].bounds.low[k]
    for unit, size in zip(found, sizes, strict=True):
        shifts.append(low - unit.bounds.low[k])
        low += size + gap
    return _shifted(content, plans, found, _along(k, shifts), f"spread {counted(content, numbers)} along {AXES[k]}")


def put_down(content: Content, plans: Plans, numbers: Sequence[int]) -> Edit:
    """Let bodies down, the lowest first, until their bounds touch the bounds of what lies below their centres, a plane, or a
    height field.  One that is sunk in comes up.  What has nothing below it stays, and height fields do.  Raises NothingMoves."""
    numbers = [number for number in numbers if not isinstance(plans.bodies[number].shape, HeightField)]
    found = sorted(units(plans, numbers), key=lambda unit: unit.bounds.low[2])
    _need(found, 1, "put down")
    chosen = {number for unit in found for number in unit.numbers}
    firm = [plan for number, plan in enumerate(plans.bodies) if number not in chosen and not plan.sensor]
    planes = [plan.shape for plan in firm if isinstance(plan.shape, Plane) and plan.shape.normal[2] > UPRIGHT]
    fields = [plan for plan in firm if isinstance(plan.shape, HeightField)]
    tops = [box for plan in firm if not isinstance(plan.shape, HeightField) and (box := bounds_of(plan)) is not None]
    shifts, below = [], False
    for unit in found:
        boxes = [bounds_of(plans.bodies[number]) for number in unit.numbers]
        heights = ((box, _support(box, planes, tops + _below(box, fields))) for box in boxes)
        falls = [box.low[2] - height for box, height in heights if height is not None]
        below |= bool(falls)
        shift = np.array((0.0, 0.0, -min(falls, default=0.0)))
        shifts.append(shift)
        tops += [Bounds(box.low + shift, box.high + shift) for box in boxes]
    if not below:
        raise NothingMoves(f"There is nothing below {counted(content, numbers)} to put it on"
                           if len(numbers) == 1 else "There is nothing below these bodies to put them on")
    return _shifted(content, plans, found, shifts, f"put {counted(content, numbers)} down")


def _support(box: Bounds, planes: list[Plane], tops: list[Bounds]) -> float | None:
    """The height [m] of what lies highest below the centre of a body, within its rectangle seen from above."""
    heights = [top.high[2] for top in tops if overlap_from_above(top, box, CLOSE)]
    for plane in planes:
        nx, ny, nz = plane.normal
        heights.append(max((plane.offset - nx * x - ny * y) / nz for x in (box.low[0], box.high[0])
                           for y in (box.low[1], box.high[1])))
    return max((height for height in heights if height <= box.middle[2]), default=None)


def _below(box: Bounds, fields: list[Any]) -> list[Bounds]:
    """The bounds of height fields over the rectangle of a body."""
    return [part for plan in fields if (part := bounds_over(plan, box)) is not None]


def _need(found: list[Unit], least: int, what: str) -> None:
    if len(found) < least:
        count = {1: "a body that is no plane", 2: "two bodies or more", 3: "three bodies or more"}[least]
        raise NothingMoves(f"Select {count} to have them {what}; what joints hold together counts as one"
                           if least > 1 else f"Select {count}")


def _along(k: int, lengths: Sequence[float]) -> list[np.ndarray]:
    """Shifts along an axis."""
    return [np.eye(3)[k] * length for length in lengths]


def _shifted(content: Content, plans: Plans, found: list[Unit], shifts: Sequence[np.ndarray], label: str) -> Edit:
    motions = {number: Motion(tuple(shift.tolist())) for unit, shift in zip(found, shifts, strict=True)
               if np.abs(shift).max() > CLOSE for number in unit.numbers}
    if not motions:
        raise NothingMoves("They stand so already")
    return move(content, plans, motions, label)
