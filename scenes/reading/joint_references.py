"""Joint references: the joints of a scene, or of one copy of a generator, must join existing, movable bodies and have unique
names."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from physics.definitions.tunable import nearest
from physics.measure.quantities import select
from scenes.schema.joint import BODY_FIELDS, SECTIONS, WORLD
from scenes.schema.problems import shown

Keys = tuple[str | int, ...]
Note = Callable[[Keys, str], None]


@dataclass
class Scope:
    """The names visible in one place.

    bodies    name -> its place in the file
    fixed     static and kinematic bodies
    joints    name -> type, or None if unknown
    doubtful  names of generators that could not be read, whose bodies may exist
    """

    bodies: dict[str, Keys] = field(default_factory=dict)
    fixed: set[str] = field(default_factory=set)
    joints: dict[str, str | None] = field(default_factory=dict)
    doubtful: list[str] = field(default_factory=list)

    def is_doubtful(self, name: str) -> bool:
        """Whether the name may be one of an unreadable generator's."""
        return any(name == doubtful or name.startswith(f"{doubtful}_") for doubtful in self.doubtful)

    def unknown_body(self, name: Any) -> str | None:
        """The error in the name of a body, None if there is none."""
        return self._unknown("body", name, self.bodies)

    def unknown_joint(self, name: Any) -> str | None:
        """The error in the name of a joint, None if there is none."""
        return self._unknown("joint", name, self.joints)

    def _unknown(self, kind: str, name: Any, known: Mapping[str, Any]) -> str | None:
        if not isinstance(name, str) or name in known or self.is_doubtful(name):
            return None
        return f"there is no {kind} {shown(name)}; {nearest(name, list(known))}".rstrip("; ")

    def unknown_selector(self, kind: str, selector: str) -> str | None:
        """The error in names or a pattern of bodies or joints, None if it matches some."""
        known = self.bodies if kind == "body" else self.joints
        return None if select(selector, dict.fromkeys(known, 0)) else self._unknown(kind, selector, known)


def check_joints(entries: Iterable[tuple[Keys, dict]], scope: Scope, note: Note) -> None:
    """Report the errors of the joints (each with its path of keys), and add their names to the scope."""
    first: dict[str, Keys] = {}
    for keys, joint in entries:
        _check_ends(keys, joint, scope, note)
        name, word = joint.get("name"), joint.get("type")
        if not isinstance(name, str):
            continue
        if name in scope.joints:
            taken = f" by {first[name][-2]}[{first[name][-1]}]" if name in first else " by that of a generator"
            note((*keys, "name"), f"the name {name!r} is taken{taken}")
        else:
            first[name] = keys
            scope.joints[name] = word if isinstance(word, str) and word in SECTIONS else None


def _check_ends(keys: Keys, joint: dict, scope: Scope, note: Note) -> None:
    """Both bodies exist, are two, and one of them moves."""
    ends = {key: joint.get(key, WORLD if key == "b" else None) for key in BODY_FIELDS}
    wrong = {key: message for key, name in ends.items() if name != WORLD and (message := scope.unknown_body(name))}
    for key, message in wrong.items():
        note((*keys, key), message)
    a, b = ends["a"], ends["b"]
    if wrong or not isinstance(a, str) or not isinstance(b, str):
        return
    written = "b" if "b" in joint else "a"
    if a == b:
        note((*keys, written), f"joins {shown(a)} to itself")
    elif all(name == WORLD or name in scope.fixed for name in (a, b)):
        note((*keys, "a"), f"neither {shown(a)} nor {shown(b)} is dynamic; a joint moves one of its bodies at least")
