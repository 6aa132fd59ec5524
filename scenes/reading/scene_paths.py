"""Paths into a scene: `bodies.crate.mass`, `joints.top.hertz`, `materials.steel.friction`, `generate.brick.count[0]`.

A path has the keys of the file from the top.  An entry of a list is named, or has its index in brackets, and so has an entry of a
vector; a generator is named by the `name` under its word.  The types of the keys are those of `scene_model`, so a path leads to
whatever a file can say.
"""
from __future__ import annotations

import re
import typing
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel

from physics.definitions.tunable import Tunable, nearest
from scenes.reading.scene_model import GENERATORS, GenerateSection, Scene
from scenes.schema.axis import AxisKeys
from scenes.schema.joint import ByType
from scenes.schema.nodes import compose
from scenes.schema.values import Spelling

KEY, INDEX = re.compile(r"\.?([A-Za-z_][A-Za-z0-9_]*)"), re.compile(r"\[(\d+)\]")
MOST_NAMED = 12                                  # names in a message
Keys = tuple[str | int, ...]


class Target(NamedTuple):
    """Where a path leads.

    keys   its place in the plain file
    about  the number, switch or choice there; None for all else
    bases  mappings and lists that the file does not write out but the path enters, by place
    """

    keys: Keys
    about: Tunable | None
    bases: Mapping[Keys, Any]

    def put(self, raw: Any, value: Any, depth: int = 0) -> Any:
        """A copy of the plain file with this value; what is not on the path is shared."""
        here = self.keys[:depth]
        if depth == len(self.keys):
            return value
        key, node = self.keys[depth], self.bases.get(here, raw)
        if isinstance(node, list):
            return [self.put(entry, value, depth + 1) if index == key else entry for index, entry in enumerate(node)]
        return {**node, key: self.put(node.get(key), value, depth + 1)}


class _Place(NamedTuple):
    """A stop on the way along a path: its type, its value in the plain file (None: left out), and its default."""

    kind: Any
    value: Any
    keys: Keys
    default: Any = None


def target_of(path: str, raw: Mapping[str, Any]) -> Target:
    """Where `path` leads in the plain file of a scene; ValueError names what is wrong and the nearest name."""
    here, rest, bases = _Place(Scene, raw, ()), path, {}
    try:
        while rest:
            here = _written_out(here, bases)
            here, rest = _step(here, rest, path)
    except ValueError as error:
        raise ValueError(f"{error}{_maker(path, raw)}") from None
    return Target(here.keys, next((entry for entry in _metadata(here.kind) if isinstance(entry, Tunable)), None), bases)


def plain_of(text: str) -> Any:
    """The plain value of a text as in a file: `0.5`, `45 deg`, `[0, 0, 3]`, `{sphere: {radius: 1}}`.  Raises ValueError."""
    root, problems = compose(text, "") if text.strip() else (None, [])
    if problems or root is None:
        raise ValueError(problems[0].message if problems else "has no value")
    return root.plain()


def sections() -> tuple[str, ...]:
    """The keys with which a path can begin."""
    return tuple(Scene.model_fields)


def _maker(path: str, raw: Mapping[str, Any]) -> str:
    """A hint for a path to a body or joint that a generator makes."""
    section, _, rest = path.partition(".")
    makers = [name for name, _ in _names(_Place(None, raw.get("generate") or [], ()), GenerateSection)]
    found = [name for name in makers if re.match(rf"{re.escape(name)}[._]|{re.escape(name)}$", rest)]
    return f"; generate.{found[0]} makes such: set its keys" if found and section in ("bodies", "joints") else ""


def _bare(kind: Any) -> Any:
    """A type without its metadata."""
    return typing.get_args(kind)[0] if typing.get_origin(kind) is Annotated else kind


def _metadata(kind: Any) -> tuple[Any, ...]:
    return typing.get_args(kind)[1:] if typing.get_origin(kind) is Annotated else ()


def _written_out(here: _Place, bases: dict[Keys, Any]) -> _Place:
    """The place with a mapping or list that can be entered: a word that is short for a mapping, or a default, is written out in
    `bases`."""
    kind, value = _bare(here.kind), here.value
    if isinstance(value, (dict, list)):
        return here
    if isinstance(kind, type) and issubclass(kind, ByType):
        word = value if isinstance(value, str) else getattr(here.default, "type", None)
        value = {"type": word} if word else {}
    elif isinstance(kind, type) and issubclass(kind, AxisKeys):
        value = {"mode": value} if isinstance(value, str) else {}
    elif typing.get_origin(kind) in (tuple, list):
        value = list(here.default or ())
    else:
        value = {}
    bases[here.keys] = value
    return here._replace(value=value)


def _step(here: _Place, rest: str, path: str) -> tuple[_Place, str]:
    """The next stop, and the rest of the path behind it."""
    kind = _bare(here.kind)
    done = path[:len(path) - len(rest)]
    if typing.get_origin(kind) in (list, tuple):
        index = INDEX.match(rest)
        if index:
            return _entry(here, int(index[1]), done), rest[index.end():]
        if typing.get_origin(kind) is list:
            return _named(here, rest, done)
    elif typing.get_origin(kind) is dict:
        found = {name: _Place(typing.get_args(kind)[-1], value, (*here.keys, name)) for name, value in here.value.items()}
        return _called(found, rest, done)
    elif isinstance(kind, type) and issubclass(kind, (BaseModel, ByType)):
        return _key(here, rest, done)
    elif spelling := next((entry for entry in _metadata(here.kind) if isinstance(entry, Spelling)), None):
        found = {key: _Place(inner, here.value.get(key), (*here.keys, key)) for key, inner in spelling.keys.items()
                 if isinstance(here.value, dict)}
        return _called(found, rest, done)
    raise ValueError(f"{done} has no {rest.lstrip('.')!r}: it is one value")


def _key(here: _Place, rest: str, done: str) -> tuple[_Place, str]:
    """The stop under a key of a section."""
    section = _bare(here.kind)
    if issubclass(section, ByType):
        section = section.sections.get(here.value.get("type"))
        if section is None:
            raise ValueError(f"{done} has no type yet; set all of it")
    match = KEY.match(rest)
    known = {info.alias or name: info for name, info in section.model_fields.items()}
    if not match or match[1] not in known:
        word = match[1] if match else rest
        raise ValueError(f"there is no key {word!r} in {done or 'a scene'}; {nearest(word, list(known))}"
                         f"allowed are {', '.join(known)}")
    info = known[match[1]]
    kind = Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation
    return _Place(kind, here.value.get(match[1]), (*here.keys, match[1]), info.default), rest[match.end():]


def _entry(here: _Place, index: int, done: str) -> _Place:
    """The stop at an index of a list or vector."""
    if index >= len(here.value):
        raise ValueError(f"{done} has {len(here.value)} entries, and [{index}] is none of them; they count from 0")
    kinds = [kind for kind in typing.get_args(_bare(here.kind)) if kind is not Ellipsis]
    return _Place(kinds[min(index, len(kinds) - 1)], here.value[index], (*here.keys, index))


def _named(here: _Place, rest: str, done: str) -> tuple[_Place, str]:
    """The stop at an entry of a list by its name."""
    kind = typing.get_args(_bare(here.kind))[0]
    return _called(dict(_names(here, kind)), rest, done)


def _names(here: _Place, kind: Any) -> Iterator[tuple[str, _Place]]:
    """The entries with a name; those of `generate` have theirs under the word."""
    for index, entry in enumerate(here.value):
        place = _Place(kind, entry, (*here.keys, index))
        words = [word for word in entry if word in GENERATORS] if isinstance(entry, dict) else []
        if kind is GenerateSection and len(words) == 1:
            word, inner = words[0], entry[words[0]]
            place = _Place(GenerateSection.model_fields[word].annotation, inner, (*place.keys, word))
        if isinstance(place.value, dict) and isinstance(place.value.get("name"), str):
            yield place.value["name"], place


def _called(found: Mapping[str, _Place], rest: str, done: str) -> tuple[_Place, str]:
    """The stop with the longest name with which the rest begins: names may have dots."""
    rest = rest.removeprefix(".")
    fitting = [name for name in found if rest == name or rest.startswith((f"{name}.", f"{name}["))]
    if not fitting:
        word = rest.rpartition(".")[0] or rest
        several = ", ".join([*list(found)[:MOST_NAMED], *(["..."] if len(found) > MOST_NAMED else [])])
        known = f"there are {several}" if found else "nothing there has a name"
        raise ValueError(f"there is nothing called {word!r} in {done}; {nearest(word, list(found))}{known}")
    name = max(fitting, key=len)
    return found[name], rest[len(name):]
