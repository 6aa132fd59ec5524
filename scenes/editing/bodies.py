"""Edits of the bodies that stand under `bodies`: add, duplicate, change, rename, and remove with what refers to them."""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scenes.editing.edit import Content, Edit
from scenes.editing.joints import joints_of
from scenes.editing.mentions import FOLLOWED, body_renamed, events_renamed, expectations_renamed, follows, naming
from scenes.editing.names import free_name
from scenes.editing.operations import Insert, Keys, Operation, Put, Remove, backwards, entries
from scenes.editing.order import without
from scenes.schema.scalars import number

WORDS = {"position": "move", "rotation": "turn", "shape": "resize"}


def named(content: Content) -> dict[str, int]:
    """Numbers of the bodies under `bodies` by their names."""
    return {body["name"]: number for number, body in entries(content, "bodies") if isinstance(body.get("name"), str)}


def add_body(content: Content, body: Mapping[str, Any], taken: Collection[str] = ()) -> Edit:
    """A new body behind the others; a name that is taken here or among `taken`, names of generated bodies, gets a number."""
    names = set(named(content)) | set(taken)
    body = dict(body)
    kind = next(iter(body["shape"]))
    body["name"] = free_name(body.get("name") or kind, names)
    return Edit(f"add {body['name']}", (Insert(("bodies", len(content.get("bodies") or ())), body),))


def duplicate(content: Content, numbers: Sequence[int], shift: Sequence[float], taken: Collection[str] = ()) -> Edit:
    """Copies of the bodies of these numbers, moved by `shift` [m], and of the joints among them."""
    bodies, operations = content["bodies"], []
    names, called = set(named(content)) | set(taken), {}
    for offset, one in enumerate(numbers):
        body = dict(bodies[one])
        body["position"] = [short(number(x, "m") + by) for x, by in zip(body.get("position", (0, 0, 0)), shift, strict=True)]
        name = free_name(body.get("name") or next(iter(body["shape"])), names)
        if body.get("name"):
            called[body["name"]] = name
        body["name"] = name
        names.add(name)
        operations.append(Insert(("bodies", len(bodies) + offset), body))
    operations += joints_of(content, called, shift)
    return Edit(f"duplicate {counted(content, numbers)}", tuple(operations))


def set_body(content: Content, body: int, values: Mapping[str, Any], label: str = "", merges: str = "") -> Edit:
    """Change keys of a body; None removes a key."""
    entry = content["bodies"][body]
    changed = {("bodies", body, key): value for key, value in values.items() if value is not None or key in entry}
    word = WORDS.get(next(iter(values), ""), "change") if len(values) == 1 else "change"
    return Edit(label or f"{word} {counted(content, (body,))}",
                tuple(Remove(keys) if value is None else Put(keys, value) for keys, value in changed.items()), merges)


def set_bodies(content: Content, numbers: Sequence[int], values: Mapping[str, Any], merges: str = "") -> Edit:
    """Change keys of several bodies to the same values; None removes a key."""
    edits = [set_body(content, one, values) for one in numbers]
    word = WORDS.get(next(iter(values), ""), "change") if len(values) == 1 else "change"
    return Edit(f"{word} {counted(content, numbers)}", tuple(one for edit in edits for one in edit.operations), merges)


def rename(content: Content, body: int, name: str) -> Edit:
    """Another name for a body, in joints, events, expectations and the camera that follows it, too."""
    old = content["bodies"][body].get("name")
    operations: list[Operation] = [Put(("bodies", body, "name"), name)]
    if old:
        for at, joint in entries(content, "joints"):
            operations += [Put(("joints", at, key), name) for key in ("a", "b") if joint.get(key) == old]
        operations += events_renamed(content, lambda event: body_renamed(event, old, name))
        operations += expectations_renamed(content, "body", old, name)
        operations += [Put(FOLLOWED, name)] if follows(content, {old}) else []
    return Edit(f"rename {old or 'a body'} to {name}", tuple(operations))


def remove(content: Content, numbers: Collection[int]) -> Edit:
    """Remove bodies, with the joints, events and expectations that name them; the camera then follows none of them."""
    names = {content["bodies"][one].get("name") for one in numbers} - {None, ""}
    gone: list[Keys] = [*(("bodies", one) for one in numbers), *mentions(content, names)]
    unfollowed = [Remove(FOLLOWED)] if follows(content, names) else []
    return Edit(f"remove {counted(content, numbers)}",
                (*unfollowed, *without(content, gone), *(Remove(keys) for keys in backwards(gone))))


def mentions(content: Content, names: Collection[str]) -> list[Keys]:
    """Places of the joints, events and expectations that name one of these bodies."""
    gone: list[Keys] = []
    joints = {at: joint for at, joint in entries(content, "joints") if names & {joint.get("a"), joint.get("b")}}
    gone += [("joints", at) for at in joints]
    lost = set(names) | ({joint.get("name") for joint in joints.values()} - {None, ""})
    return gone + naming(content, lost)


def counted(content: Content, numbers: Collection[int]) -> str:
    """The name of one body, or how many there are."""
    if len(numbers) == 1:
        (one,) = numbers
        return content["bodies"][one].get("name") or f"body {one + 1}"
    return f"{len(numbers)} bodies"


def short(value: float) -> float:
    """A number of at most 9 significant digits and 9 decimals, as people write it."""
    return round(float(f"{value:.9g}"), 9) + 0.0
