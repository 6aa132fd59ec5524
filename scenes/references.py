"""What no single section can know: whether names exist, are given once, and how many bodies there are in all.

Works on the plain file, so that wrong references are told together with everything else that is wrong.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from physics.tunable import nearest
from scenes.expectations import parse, select
from scenes.generators import MOST_BODIES, Generator
from scenes.joint_schema import BODY_FIELDS, WORLD
from scenes.messages import place
from scenes.nodes import Node
from scenes.problems import Problem, shown
from scenes.schema import GenerateSection, generator_of

Keys = tuple[str | int, ...]


def _entries(raw: Any, key: str) -> Iterator[tuple[int, dict]]:
    """The mappings in the list under `key`, with their index."""
    listed = raw.get(key)
    for index, entry in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(entry, dict):
            yield index, entry


class References:
    """The names of a file and the problems with their use."""

    def __init__(self, raw: dict, root: Node, file: str):
        self.raw, self.root, self.file = raw, root, file
        self.problems: list[Problem] = []
        self.names: dict[str, Keys] = {}
        self.doubtful: list[str] = []                    # names of generators that could not be read
        self.total = 0

    def note(self, keys: Keys, message: str, at_key: bool = False) -> None:
        """A problem at these keys."""
        self.problems.append(place(self.root, self.file, keys, message, at_key))

    def check(self) -> list[Problem]:
        """All of it."""
        for index, body in _entries(self.raw, "bodies"):
            self.total += 1
            if isinstance(body.get("name"), str):
                self.claim(body["name"], ("bodies", index, "name"))
        for index, entry in _entries(self.raw, "generate"):
            self.generator(index, entry)
        if self.total > MOST_BODIES:
            self.note(("generate",) if "generate" in self.raw else ("bodies",),
                      f"{self.total:,} bodies in all; at most {MOST_BODIES:,} are allowed", at_key=True)
        self.materials()
        self.joints()
        self.events()
        self.expectations()
        return self.problems

    def claim(self, name: str, keys: Keys) -> None:
        """A body has this name."""
        if name == WORLD:
            self.note(keys, "'world' is what joints call the world; choose another name")
        elif name in self.names:
            first = place(self.root, self.file, self.names[name], "")
            self.note(keys, f"the name {name!r} is taken; first on line {first.line}")
        else:
            self.names[name] = keys

    def generator(self, index: int, entry: dict) -> None:
        """Count and name the bodies of one generator."""
        word = next(iter(entry), None)
        written = entry.get(word)
        try:
            generator: Generator = generator_of(GenerateSection.model_validate(entry))
        except ValidationError:
            if isinstance(written, dict) and isinstance(written.get("name"), str):
                self.doubtful.append(written["name"])
            return
        self.total += generator.total
        if generator.name and self.total <= MOST_BODIES:
            keys = ("generate", index, word, "name")
            clashes = [name for name in map(generator.name_of, range(generator.total)) if name in self.names]
            if clashes:
                self.note(keys, f"would name a body {clashes[0]!r}, and that name is taken")
            self.names.update((generator.name_of(i), keys) for i in range(generator.total))

    def body(self, name: Any, keys: Keys) -> None:
        """`name` must be a body's."""
        if not isinstance(name, str) or name in self.names or any(name.startswith(f"{d}_") for d in self.doubtful):
            return
        self.note(keys, f"there is no body {shown(name)}; {nearest(name, list(self.names))}".rstrip("; "))

    def materials(self) -> None:
        """Every material that is used is declared."""
        given = self.raw.get("materials")
        known = list(given) if isinstance(given, dict) else []
        users = [(("bodies", i), body) for i, body in _entries(self.raw, "bodies")]
        users += [(("generate", i, word), inner) for i, entry in _entries(self.raw, "generate")
                  for word, inner in entry.items() if isinstance(inner, dict)]
        for keys, user in users:
            name = user.get("material")
            if isinstance(name, str) and name not in known:
                told = f"{nearest(name, known)}declared are {', '.join(known)}" if known else "the scene declares no `materials`"
                self.note((*keys, "material"), f"there is no material {shown(name)}; {told}")

    def joints(self) -> None:
        """Joints have bodies, two of them, and names of their own."""
        names: dict[str, int] = {}
        for index, joint in _entries(self.raw, "joints"):
            for key in BODY_FIELDS:
                if joint.get(key) != WORLD:
                    self.body(joint.get(key), ("joints", index, key))
            if joint.get("a") is not None and joint.get("a") == joint.get("b"):
                self.note(("joints", index, "b"), f"joins {shown(joint['a'])} to itself")
            name = joint.get("name")
            if isinstance(name, str) and name in names:
                self.note(("joints", index, "name"), f"the name {name!r} is taken by joints[{names[name]}]")
            elif isinstance(name, str):
                names[name] = index

    def events(self) -> None:
        """Events act on bodies that exist at the start."""
        for index, event in _entries(self.raw, "events"):
            for word, action in event.items():
                if isinstance(action, dict) and "body" in action:
                    self.body(action["body"], ("events", index, word, "body"))

    def expectations(self) -> None:
        """Expectations measure bodies that exist at the start."""
        uids = {name: 0 for name in self.names}
        for index, entry in _entries(self.raw, "expect"):
            try:
                selectors = parse(entry["what"]).selectors if isinstance(entry.get("what"), str) else ()
            except ValueError:
                continue                                 # told with the section itself
            for selector in selectors:
                if not select(selector, uids) and selector not in self.doubtful:
                    self.body(selector, ("expect", index, "what"))
