"""Moving several bodies, each by its own motion or all as one, with the joints between bodies that move alike."""
from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from physics.bodies.rotation import product, rotate
from physics.definitions.shapes import Plane
from physics.joints import JOINTS
from physics.joints.definition import GEOMETRY
from scenes.editing.bodies import counted, short
from scenes.editing.edit import Content, Edit
from scenes.editing.operations import Operation, Put
from scenes.schema.body import BodyPlan
from scenes.schema.joint_plan import JointPlan, moved

STILL = (0.0, 0.0, 0.0, 1.0)


class Plans(Protocol):
    """A document, as far as edits need it: its bodies and joints at time 0."""

    bodies: Sequence[BodyPlan]
    joints: Sequence[JointPlan]


class Motion(NamedTuple):
    """A rotation about the world's origin by a unit quaternion, and then a shift [m]."""

    shift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turn: tuple[float, float, float, float] = STILL


def about(pivot: Sequence[float], shift: Sequence[float], turn: Sequence[float]) -> Motion:
    """The motion that turns about a point [m], and then shifts."""
    middle, quaternion = np.asarray(pivot, float), np.asarray(turn, float)
    quaternion = quaternion / np.linalg.norm(quaternion)
    if tuple(quaternion.tolist()) == STILL:
        return Motion(tuple(map(float, shift)))
    whole = middle + np.asarray(shift, float) - rotate(quaternion, middle)
    return Motion(tuple(whole.tolist()), tuple(quaternion.tolist()))


def move(content: Content, plans: Plans, motions: Mapping[int, Motion], label: str = "", merges: str = "") -> Edit:
    """Move bodies, each number by its motion, from where `plans` has them; joints go along of which all bodies move alike.
    Planes stay."""
    operations: list[Operation] = []
    for number, motion in motions.items():
        plan = plans.bodies[number]
        if isinstance(plan.shape, Plane):
            continue
        turn = np.asarray(motion.turn, float)
        place = rotate(turn, np.asarray(plan.position, float)) + motion.shift
        operations.append(Put(("bodies", number, "position"), [short(x) for x in place.tolist()]))
        if motion.turn != STILL or "rotation" in content["bodies"][number]:
            turned = product(turn, np.asarray(plan.rotation, float))
            operations.append(Put(("bodies", number, "rotation"), [round(x, 9) + 0.0 for x in turned.tolist()]))
    for joint in plans.joints:
        ends = {motions.get(end) for end in (joint.a, joint.b) if end is not None}
        if joint.place[:1] == ("joints",) and len(ends) == 1 and (motion := next(iter(ends))) is not None:
            written = content["joints"][joint.place[1]] if merges else {}          # by earlier edits of the same series
            operations += [Put((*joint.place, key), value) for key, (value, changed) in geometry_after(joint, motion).items()
                           if changed or key in written]
    verb = "turn" if any(motion.turn != STILL for motion in motions.values()) else "move"
    return Edit(label or f"{verb} {counted(content, motions)}", tuple(operations), merges)


def geometry_after(joint: JointPlan, motion: Motion) -> dict[str, tuple[list[float], bool]]:
    """The points, directions and frames of a joint after a motion of its bodies, and whether that changes them."""
    after = moved(joint, motion.shift, motion.turn).keys
    return {key: ([short(x) for x in after[key]], tuple(after[key]) != tuple(joint.keys[key]))
            for field in dataclasses.fields(JOINTS[joint.type]) if GEOMETRY in field.metadata
            and after.get(key := field.name) is not None}


def joints_among(plans: Plans, numbers: Collection[int]) -> list[JointPlan]:
    """The joints under `joints` whose bodies are all among these."""
    return [joint for joint in plans.joints if joint.place[:1] == ("joints",)
            and all(end is None or end in numbers for end in (joint.a, joint.b))]


def middle_of(plans: Plans, numbers: Collection[int]) -> np.ndarray | None:
    """(3,) the middle of the box around the centres of these bodies [m]; None for planes alone."""
    centres: list[Any] = [plans.bodies[number].position for number in numbers
                          if not isinstance(plans.bodies[number].shape, Plane)]
    return (np.min(centres, axis=0) + np.max(centres, axis=0)) / 2 if centres else None
