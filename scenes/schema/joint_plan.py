"""Joint plan: a joint at time 0 with bodies by number and resolved keys; made from sections, moved, and built."""
from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from physics.bodies.rotation import product, rotate
from physics.joints import JOINTS
from physics.joints.definition import GEOMETRY
from physics.joints.placement import Placement
from scenes.schema.joint import BODY_FIELDS, PLACED, WORLD, JointKeys, field_names

Keys = tuple[str | int, ...]


@dataclass(frozen=True)
class JointPlan:
    """One joint of a document.

    type    its type name
    name    its name, "" for none
    a, b    its bodies as numbers in `Document.bodies`, None the world
    keys    the other arguments of its dataclass
    place   its place in the file
    placed  poses of its bodies for which its geometry is given; None: where they begin
    """

    type: str
    name: str
    a: int | None
    b: int | None
    keys: Mapping[str, Any]
    place: Keys = ()
    placed: Placement | None = None

    def numbered_from(self, first: int, place: Keys = ()) -> "JointPlan":
        """The same joint with its bodies numbered from `first`."""
        a, b = (None if n is None else n + first for n in (self.a, self.b))
        return replace(self, a=a, b=b, place=place)

    def definition(self, handles: Sequence[Any]) -> Any:
        """The joint of physics between handles of bodies.  Raises SettingError for an invalid one."""
        ends = {"a": None if self.a is None else handles[self.a]}
        if "b" in field_names(self.type):
            ends["b"] = None if self.b is None else handles[self.b]
        return JOINTS[self.type](**ends, name=self.name, **self.keys)


def joint_plan(joint: JointKeys, numbers: Mapping[str, int], place: Keys = ()) -> JointPlan:
    """The plan of a section; `numbers` maps names of bodies to their numbers."""
    ends = (numbers.get(getattr(joint, key, WORLD)) for key in BODY_FIELDS)
    return JointPlan(joint.type, joint.name, *ends, joint.definition_keys(), place, _placement(getattr(joint, PLACED, None)))


def _placement(placed: Any) -> Placement | None:
    """The poses of a PlacedSection."""
    if placed is None:
        return None
    poses = {f"{key}_{end}": tuple(getattr(pose, key)) for end in BODY_FIELDS if (pose := getattr(placed, end)) is not None
             for key in ("position", "rotation")}
    return Placement(**poses)


def moved(plan: JointPlan, position: Sequence[float], rotation: Sequence[float]) -> JointPlan:
    """The same joint after its bodies are rotated about the origin by `rotation` and then translated."""
    turn, shift = np.asarray(rotation, float), np.asarray(position, float)
    place = {"point": lambda v: rotate(turn, v) + shift, "axis": lambda v: rotate(turn, v), "frame": lambda q: product(turn, q)}
    keys = dict(plan.keys)
    for field in dataclasses.fields(JOINTS[plan.type]):
        if GEOMETRY in field.metadata and keys.get(field.name) is not None:
            value = np.asarray(keys[field.name], float)
            keys[field.name] = tuple(place[field.metadata[GEOMETRY].kind](value).tolist())
    if plan.placed is None:
        return replace(plan, keys=keys)
    poses = dict(plan.placed._asdict())
    for end in (end for end in BODY_FIELDS if getattr(plan, end) is not None):
        for kind, name in (("point", f"position_{end}"), ("frame", f"rotation_{end}")):
            poses[name] = tuple(place[kind](np.asarray(poses[name], float)).tolist())
    return replace(plan, keys=keys, placed=Placement(**poses))
