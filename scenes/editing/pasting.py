"""Pasting: bodies and joints of another content, with the materials and categories that they name, under names that are free."""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from physics.definitions.shapes import Plane
from scenes.editing.bodies import named, short
from scenes.editing.bounds import around, bounds_of
from scenes.editing.edit import Content, Edit
from scenes.editing.joints import names_of_joints
from scenes.editing.moving import Motion, Plans, geometry_after
from scenes.editing.names import free_name
from scenes.editing.operations import Insert, Operation, Put, entries
from scenes.schema.category import DEFAULT

SECTIONS = ("format", "materials", "categories", "bodies", "joints")          # of what is copied


def part_of(content: Content, numbers: Collection[int]) -> dict[str, Any]:
    """A content with these bodies alone, the joints among them, and the materials and categories that they name."""
    bodies = [dict(content["bodies"][number]) for number in sorted(numbers)]
    names = {body["name"] for body in bodies if body.get("name")}
    joints = [dict(joint) for _, joint in entries(content, "joints") if _is_among(joint, names)]
    used = {body.get("material") for body in bodies}
    materials = {name: section for name, section in (content.get("materials") or {}).items() if name in used}
    used = {name for body in bodies for name in (body.get("category"), *(body.get("collides_with") or ()))}
    categories = [name for name in content.get("categories") or () if name in used]
    found = {"format": 1, "materials": materials, "categories": categories, "bodies": bodies, "joints": joints}
    return {key: found[key] for key in SECTIONS if found[key]}


def _is_among(joint: Mapping[str, Any], names: Collection[str]) -> bool:
    """Whether a joint's bodies, at least one, are among these names or the world."""
    ends = [joint[key] for key in ("a", "b") if key in joint]
    return any(end in names for end in ends) and all(end in names or end == "world" for end in ends)


def base_of(plans: Plans) -> tuple[float, float, float] | None:
    """The middle of the lower side of the bounds around all bodies [m]; None for planes alone."""
    boxes = [box for plan in plans.bodies if (box := bounds_of(plan)) is not None]
    if not boxes:
        return None
    whole = around(boxes)
    return (*map(float, whole.middle[:2]), float(whole.low[2]))


def paste(content: Content, part: Content, plans: Plans, shift: Sequence[float], taken: Collection[str] = ()) -> Edit:
    """Add the bodies and joints of `part`, whose document is `plans`, moved by `shift` [m].

    Names that are taken here or among `taken` get numbers.  A material with the name of another one gets another name.
    """
    operations: list[Operation] = []
    here, called = content.get("materials") or {}, {}
    for name, section in (part.get("materials") or {}).items():
        called[name] = name if here.get(name, section) == section else free_name(name, {*here, *called.values()})
        if called[name] not in here:
            operations.append(Put(("materials", called[name]), section))
    known = list(content.get("categories") or ())
    for name in part.get("categories") or ():
        if name not in (*known, DEFAULT):
            operations.append(Put(("categories", len(known)), name))
            known.append(name)
    renamed = _bodies(content, part, plans, (shift, called, taken), operations)
    _joints(content, part, plans, (shift, renamed, taken), operations)
    count = len(part["bodies"])
    only = next(iter(renamed.values()), "a body") if count == 1 else f"{count} bodies"
    return Edit(f"paste {only}", tuple(operations))


def _bodies(content: Content, part: Content, plans: Plans, how: tuple, operations: list[Operation]) -> dict[str, str]:
    """Add the bodies; their names in the part, with those that they get."""
    (shift, materials, taken), renamed = how, {}
    names, last = set(named(content)) | set(taken), len(content.get("bodies") or ())
    for number, body in enumerate(part["bodies"]):
        body, plan = dict(body), plans.bodies[number]
        if not isinstance(plan.shape, Plane):
            body["position"] = [short(x + by) for x, by in zip(plan.position, shift, strict=True)]
        if body.get("material"):
            body["material"] = materials[body["material"]]
        if name := body.get("name"):
            body["name"] = renamed[name] = free_name(name, names)
            names.add(body["name"])
        operations.append(Insert(("bodies", last + number), body))
    return renamed


def _joints(content: Content, part: Content, plans: Plans, how: tuple, operations: list[Operation]) -> None:
    (shift, renamed, taken), motion = how, Motion(tuple(map(float, how[0])))
    names, last = names_of_joints(content) | set(taken), len(content.get("joints") or ())
    for plan in plans.joints:
        joint = dict(part["joints"][plan.place[1]])
        joint |= {key: renamed.get(joint[key], joint[key]) for key in ("a", "b") if key in joint}
        joint |= {key: value for key, (value, changed) in geometry_after(plan, motion).items() if changed}
        if joint.get("name"):
            joint["name"] = free_name(joint["name"], names)
            names.add(joint["name"])
        operations.append(Insert(("joints", last), joint))
        last += 1
