"""Drives: a spring, a motor and two stops along or about one axis of a joint, as parts of one row each.

    spring    hertz > 0       draws the measure to `rest`
    motor     strength > 0    drives the speed to `speed`; with a rate c [1/s]: v' = (v + h c speed) / (1 + h c)
    stops     lower, upper    the measure stays between them, held where they are equal; None: no stop on that side

Spring and motor know the stops of their axis, and lead to these but do not press against them.
"""
from __future__ import annotations

from typing import NamedTuple

from physics.constraints.part import HOLD, LIMIT, MOTOR, NEVER, SPRING, Part
from physics.joints.placement import Seat


class Drive(NamedTuple):
    """Spring, motor and stops of one axis."""

    lower: float | None = None                   # [m] or [rad]
    upper: float | None = None
    speed: float = 0.0                           # [m/s] or [rad/s]
    strength: float = 0.0                        # [N] or [N m]
    rate: float = 0.0                            # [1/s], 0: rigid
    hertz: float = 0.0
    damping_ratio: float = 1.0
    rest: float = 0.0                            # [m] or [rad]


def stops(kind: int, seat: Seat, lower: float | None, upper: float | None, measure: float = 0.0) -> list[Part]:
    """The part that keeps a measure between two numbers, or holds it where they are equal; none without numbers."""
    if lower is None and upper is None:
        return []
    if lower == upper:
        return [Part(kind, *seat, use=HOLD, target=lower, measure=measure)]
    return [Part(kind, *seat, use=LIMIT, measure=measure, **bounds(lower, upper))]


def bounds(lower: float | None, upper: float | None) -> dict[str, float]:
    """`lower` and `upper` of a part."""
    return {"lower": -NEVER if lower is None else lower, "upper": NEVER if upper is None else upper}


def driven(kind: int, seat: Seat, drive: Drive) -> list[Part]:
    """The parts of a drive, in the order of a recipe."""
    parts, within = [], bounds(drive.lower, drive.upper)
    if drive.hertz > 0:
        parts.append(Part(kind, *seat, use=SPRING, target=drive.rest, hertz=drive.hertz, damping_ratio=drive.damping_ratio,
                          **within))
    if drive.strength > 0:
        parts.append(Part(kind, *seat, use=MOTOR, target=drive.speed, max_force=drive.strength, rate=drive.rate, **within))
    return parts + stops(kind, seat, drive.lower, drive.upper)
