"""Rows of joints: the definition of each, and its numbers as arrays."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.constraints.part import Part
from physics.definitions.numbers import shown
from physics.definitions.tunable import SettingError
from physics.joints import JOINTS, JointDefinition
from physics.joints.placement import Placement
from physics.storage.body_store import BodyStore, is_body_of

ROOM = 64                                        # joints of a new store; doubled when full
TYPE_NUMBERS = {cls: number for number, cls in enumerate(JOINTS.values())}


class Member(NamedTuple):
    """A joint as it was defined."""

    definition: JointDefinition                  # with all changes since
    placement: Placement                         # of its bodies when it was made


class JointRows(NamedTuple):
    """Numbers of joints, by row."""

    uid: np.ndarray                # (rows,) int64, rising
    type: np.ndarray               # (rows,) int64 index into JOINTS
    bodies: np.ndarray             # (rows, 2) int64 uids of a and b, 0: the world
    first: np.ndarray              # (rows,) int64 number of its first part
    parts: np.ndarray              # (rows,) int64 how many it has
    measured: np.ndarray           # (rows,) int64 which of them has the measure that the joint shows, -1: none
    enabled: np.ndarray            # (rows,) bool
    broken: np.ndarray             # (rows,) bool
    parted: np.ndarray             # (rows,) bool: its two bodies do not collide while it acts
    strength: np.ndarray           # (rows, 2) float64 break force [N] and torque [N m], inf: none
    seat: np.ndarray               # (rows, 14) float64 anchors of a and b, frames of a and b, in the bodies' axes


def new_rows(capacity: int) -> JointRows:
    """Room for `capacity` joints."""
    def room(kind: type, *width: int) -> np.ndarray:
        return np.zeros((capacity, *width), kind)

    return JointRows(room(np.int64), room(np.int64), room(np.int64, 2), room(np.int64), room(np.int64), room(np.int64),
                     room(bool), room(bool), room(bool), room(np.float64, 2), room(np.float64, 14))


def describe(rows: JointRows, row: int, member: Member, parts: list[Part]) -> None:
    """Write what a joint's definition says to its row."""
    definition, kinds = member.definition, [part.kind for part in parts]
    rows.type[row] = TYPE_NUMBERS[type(definition)]
    rows.bodies[row] = [0 if body is None else body.uid for body in (definition.a, definition.b)]
    shown = definition.measure.part if definition.measure else None
    rows.measured[row] = kinds.index(shown) if shown in kinds else -1
    rows.enabled[row] = definition.enabled
    rows.parted[row] = not definition.collide_connected and definition.a is not None and definition.b is not None
    rows.strength[row] = [np.inf if most is None else most for most in (definition.break_force, definition.break_torque)]
    rows.seat[row] = [number for place in definition.seat(member.placement) for number in place]


def placement_of(definition: JointDefinition, bodies: BodyStore) -> Placement:
    """Where the bodies of a joint are."""
    poses: list[Any] = []
    for body in (definition.a, definition.b):
        if body is None:
            poses += Placement()[:2]
        else:
            pose = bodies.arrays.pose[bodies.rows[body.uid]].tolist()
            poses += (tuple(pose[0:3]), tuple(pose[3:7]))
    return Placement(*poses)


def check_partners(definition: JointDefinition, world: Any, bodies: BodyStore) -> None:
    """Raise SettingError unless the joint's bodies are of this world, not removed, and one of them is dynamic."""
    partners = {key: getattr(definition, key) for key in ("a", "b") if getattr(definition, key) is not None}
    for key, body in partners.items():
        if not is_body_of(world, body):
            raise SettingError(key, f"{key}: {shown(body)} is not a body of this world")
        if body.uid not in bodies.rows:
            raise SettingError(key, f"{key}: {body!r} was removed from this world")
    if not any(body.type == "dynamic" for body in partners.values()):
        key, body = next(iter(partners.items()))
        said = " and ".join(f"{name} {body!r} is {body.type}" for name, body in partners.items())
        raise SettingError(key, f"{key}: nothing could move: {said}; one of the bodies must be dynamic")
