"""References: checks across sections that names exist and are unique, and of the total numbers of bodies and joints.

They work on the plain file, so wrong references are reported together with all other errors.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from physics.definitions.shapes import HeightField, Plane
from physics.definitions.tunable import nearest
from scenes.generators.copies import Copies
from scenes.generators.generator import MOST_BODIES, MOST_JOINTS, Generator
from scenes.reading.joint_references import Scope, check_joints
from scenes.reading.scene_model import GenerateSection, generator_of
from scenes.running import joint_settings
from scenes.running.expectations import parse
from scenes.schema.behind import BEHIND
from scenes.schema.category import DEFAULT
from scenes.schema.joint import WORLD
from scenes.schema.messages import place
from scenes.schema.nodes import Node
from scenes.schema.problems import Problem, shown

Keys = tuple[str | int, ...]
GROUND = {Plane.name, HeightField.name}          # shapes of bodies that are static where no type is written


def _entries(raw: Any, key: str) -> Iterator[tuple[int, dict]]:
    """The mappings in the list under `key`, with their index."""
    listed = raw.get(key)
    for index, entry in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(entry, dict):
            yield index, entry


def _is_fixed(body: dict) -> bool:
    """Whether this body of a plain file is not dynamic."""
    shape = body.get("shape")
    return body.get("type", "dynamic") != "dynamic" or isinstance(shape, dict) and bool(GROUND & shape.keys())


class References:
    """The names of a file and the problems with their use."""

    def __init__(self, raw: dict, root: Node, file: str):
        self.raw, self.root, self.file = raw, root, file
        self.problems: list[Problem] = []
        self.scope = Scope()
        self.bodies = self.joints = 0

    def note(self, keys: Keys, message: str, at_key: bool = False) -> None:
        """Add a problem at these keys."""
        self.problems.append(place(self.root, self.file, keys, message, at_key))

    def check(self) -> list[Problem]:
        """Check everything."""
        for index, body in _entries(self.raw, "bodies"):
            self.bodies += 1
            self.claim(body, ("bodies", index), self.scope)
        for index, entry in _entries(self.raw, "generate"):
            self.generator(index, entry)
        joints = [(("joints", index), joint) for index, joint in _entries(self.raw, "joints")]
        check_joints(joints, self.scope, self.note)
        self.totals(len(joints))
        self.materials()
        self.categories()
        self.events()
        self.expectations()
        self.camera()
        return self.problems

    def totals(self, single_joints: int) -> None:
        """Check the limits of the total numbers."""
        self.joints += single_joints
        made = "generate" if "generate" in self.raw else None
        for count, most, kind in ((self.bodies, MOST_BODIES, "bodies"), (self.joints, MOST_JOINTS, "joints")):
            if count > most:
                self.note((made or kind,), f"{count:,} {kind} in all; at most {most:,} are allowed", at_key=True)

    def claim(self, body: dict, keys: Keys, scope: Scope) -> None:
        """Register the name of a body."""
        name, keys = body.get("name"), (*keys, "name")
        if not isinstance(name, str):
            return
        if name == WORLD:
            self.note(keys, "'world' is what joints call the world; choose another name")
        elif name in scope.bodies:
            first = place(self.root, self.file, scope.bodies[name], "")
            self.note(keys, f"the name {name!r} is taken; first on line {first.line}")
        else:
            scope.bodies[name] = keys
            if _is_fixed(body):
                scope.fixed.add(name)

    def generator(self, index: int, entry: dict) -> None:
        """Count and name the bodies and joints of one generator."""
        word = next((key for key in entry if key != BEHIND), None)
        written = entry.get(word)
        if word == Copies.word and isinstance(written, dict):
            self.inside(("generate", index, word), written)
        try:
            generator: Generator = generator_of(GenerateSection.model_validate(entry))
        except ValidationError:
            if isinstance(written, dict) and isinstance(written.get("name"), str):
                self.scope.doubtful.append(written["name"])
            return
        self.bodies += generator.total
        self.joints += generator.joint_total
        if self.bodies <= MOST_BODIES and self.joints <= MOST_JOINTS:
            self.generated(generator, ("generate", index, word, "name"))

    def generated(self, generator: Generator, keys: Keys) -> None:
        """Register the names that a generator makes."""
        named = {name: i for i in range(generator.total) if (name := generator.name_of(i))}
        clashes = [name for name in named if name in self.scope.bodies]
        if clashes:
            self.note(keys, f"would name a body {clashes[0]!r}, and that name is taken")
        self.scope.bodies.update(dict.fromkeys(named, keys))
        self.scope.fixed.update(name for name, i in named.items() if not generator.is_dynamic(i))
        joints = dict(generator.joint_names())
        clashes = [name for name in joints if name in self.scope.joints]
        if clashes:
            self.note(keys, f"would name a joint {clashes[0]!r}, and that name is taken")
        self.scope.joints.update(joints)

    def inside(self, keys: Keys, written: dict) -> None:
        """Check names and joints within a copy."""
        scope = Scope()
        for index, body in _entries(written, "bodies"):
            self.claim(body, (*keys, "bodies", index), scope)
        check_joints([((*keys, "joints", index), joint) for index, joint in _entries(written, "joints")], scope, self.note)

    def traits(self) -> Iterator[tuple[Keys, dict]]:
        """Every mapping with the keys of a body, and its place."""
        yield from ((("bodies", i), body) for i, body in _entries(self.raw, "bodies"))
        for i, entry in _entries(self.raw, "generate"):
            for word, inner in entry.items():
                if isinstance(inner, dict):
                    yield ("generate", i, word), inner
                    yield from ((("generate", i, word, "bodies", k), body) for k, body in _entries(inner, "bodies"))

    def categories(self) -> None:
        """Check that every used category is declared."""
        given = self.raw.get("categories")
        known = [DEFAULT, *(name for name in given if isinstance(name, str))] if isinstance(given, list) else [DEFAULT]
        for keys, user in self.traits():
            wanted = user.get("collides_with")
            used = [((*keys, "category"), user.get("category"))]
            used += [((*keys, "collides_with", i), name) for i, name in enumerate(wanted if isinstance(wanted, list) else ())]
            for place_of, name in used:
                if isinstance(name, str) and name not in known:
                    message = f"{nearest(name, known)}declared are {', '.join(known)}"
                    if len(known) == 1:
                        message = f"the scene declares no `categories`, and has '{DEFAULT}' alone"
                    self.note(place_of, f"there is no category {shown(name)}; {message}")

    def materials(self) -> None:
        """Check that every used material is declared."""
        given = self.raw.get("materials")
        known = list(given) if isinstance(given, dict) else []
        for keys, user in self.traits():
            name = user.get("material")
            if isinstance(name, str) and name not in known:
                message = "the scene declares no `materials`"
                if known:
                    message = f"{nearest(name, known)}declared are {', '.join(known)}"
                self.note((*keys, "material"), f"there is no material {shown(name)}; {message}")

    def events(self) -> None:
        """Check that events act on bodies and joints that exist at the start."""
        for index, event in _entries(self.raw, "events"):
            for word, action in event.items():
                if not isinstance(action, dict):
                    continue
                keys = ("events", index, word)
                for kind, message in (("body", self.scope.unknown_body(action.get("body"))),
                                   ("joint", self.scope.unknown_joint(action.get("joint")))):
                    if message:
                        self.note((*keys, kind), message)
                for path in action if word == "set" else ():
                    if isinstance(path, str) and path.startswith(joint_settings.PREFIX):
                        self.joint_setting((*keys, path), path, action[path])

    def joint_setting(self, keys: Keys, path: str, value: Any) -> None:
        """Check that the joint exists and its type has the setting."""
        try:
            name, key = joint_settings.split(path)
        except ValueError:
            return                                       # reported with the section itself
        message = self.scope.unknown_joint(name)
        if not message and self.scope.joints.get(name):
            try:
                joint_settings.checked(self.scope.joints[name], key, value)
            except ValueError as error:
                message = str(error)
        if message:
            self.note(keys, message)

    def expectations(self) -> None:
        """Check that expectations measure bodies and joints that exist at the start."""
        for index, entry in _entries(self.raw, "expect"):
            try:
                selectors = parse(entry["what"]).selectors if isinstance(entry.get("what"), str) else ()
            except ValueError:
                continue                                 # reported with the section itself
            for kind, selector in selectors:
                message = self.scope.unknown_selector(kind, selector)
                if message:
                    self.note(("expect", index, "what"), message)

    def camera(self) -> None:
        """Check that the camera follows a body that exists at the start."""
        camera = self.raw.get("camera")
        followed = camera.get("follow") if isinstance(camera, dict) else None
        if message := self.scope.unknown_body(followed):
            self.note(("camera", "follow"), message)
