"""The cards of the selected body and joint: plain values and the descriptions of settings, never a handle.

`app.simulation.inspection` fills them between steps; the window may keep them for any time.
"""
from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

from physics.definitions.categories import ALL_CATEGORIES
from physics.definitions.tunable import Tunable


class Setting(NamedTuple):
    """One tunable: its name, description, value, original value, and why it is unused."""

    name: str
    about: Tunable
    value: Any
    standard: Any
    unused: str | None = None


class Quantity(NamedTuple):
    """The quantity of a joint's measure: its name, and "rad" or "m"."""

    name: str = "Measure"
    unit: str = "m"


class End(NamedTuple):
    """A body of a joint; the world's uid is 0."""

    uid: int
    name: str


@dataclasses.dataclass(frozen=True)
class JointCard:
    """The selected joint."""

    uid: int
    name: str
    type_name: str
    a: End
    b: End
    broken: bool
    settings: tuple[Setting, ...]
    force: tuple[float, ...]          # (3,) [N]
    torque: tuple[float, ...]         # (3,) [N m]
    gap: float | None                 # [m], None where it holds no place, is off or broken
    tilt: float | None                # [rad], the same of rotations
    impulses: tuple[float, ...]       # of each row in the last step [N s] or [N m s]
    measure: float | None             # angle [rad] or position [m], None where the joint has none
    quantity: Quantity = Quantity()   # the quantity of the measure


@dataclasses.dataclass(frozen=True)
class JointLink:
    """A joint of the selected body: its name, type, and the body at its other end."""

    uid: int
    name: str
    type_name: str
    other: End


@dataclasses.dataclass(frozen=True)
class BodyCard:
    """The selected body."""

    uid: int
    settings: tuple[Setting, ...]
    surface: tuple[tuple[float, ...], tuple[float, ...]]      # velocity [m/s] and spin [rad/s] of its surface, body frame
    joints: tuple[JointLink, ...]
    filter: tuple[int, int] = (1, ALL_CATEGORIES)             # bits of its category, and of those that it collides with
    overlaps: tuple[End, ...] = ()                            # the bodies in this sensor, or the sensors that this body is in
