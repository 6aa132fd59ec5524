"""Edits of generators: add one, change its numbers, remove it, and break it up into plain bodies and joints.

A generator that is broken up leaves the order of creation as it was, by the key `behind` of those that stay, so that the world
has the same hash before and after.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from scenes.editing.bodies import mentions
from scenes.editing.edit import Content, Edit
from scenes.editing.names import free_name
from scenes.editing.operations import Insert, Operation, Put, Remove, backwards, entries
from scenes.editing.order import places, without
from scenes.editing.pieces import body_entries, joint_entries
from scenes.schema.behind import BEHIND
from scenes.schema.nodes import MOST_NODES


def word_of(entry: Mapping[str, Any]) -> str:
    """The word of an entry of `generate`: wall, chain and so on."""
    return next(key for key in entry if key != BEHIND)


def names_of_generators(content: Content) -> set[str]:
    """Names of the generators."""
    return {entry[word_of(entry)].get("name") for _, entry in entries(content, "generate")} - {None, ""}


def add_generator(content: Content, word: str, values: Mapping[str, Any], taken: Collection[str] = ()) -> Edit:
    """A new generator behind the others; a name that is taken here, or whose bodies' names are among `taken`, gets a number."""
    values, names = dict(values), names_of_generators(content)
    names |= {name.rpartition("_")[0] for name in taken}
    values = {"name": free_name(values.get("name") or word, names), **{k: v for k, v in values.items() if k != "name"}}
    return Edit(f"add {values['name']}", (Insert(("generate", len(content.get("generate") or ())), {word: values}),))


def set_generator(content: Content, number: int, values: Mapping[str, Any], merges: str = "") -> Edit:
    """Change keys of a generator; None removes a key."""
    entry = content["generate"][number]
    word = word_of(entry)
    operations = tuple(Remove(("generate", number, word, key)) if value is None else Put(("generate", number, word, key), value)
                       for key, value in values.items() if value is not None or key in entry[word])
    return Edit(f"change {entry[word].get('name') or word}", operations, merges)


def remove_generator(content: Content, number: int, document: Any) -> Edit:
    """Remove a generator, with the joints, events and expectations that name its bodies."""
    entry = content["generate"][number]
    called = entry[word_of(entry)].get("name") or ""
    names = {document.bodies[one].name for one in document.numbers_of("generate", number)} | {called}
    gone = [("generate", number), *mentions(content, names - {""})]
    return Edit(f"remove {called or word_of(entry)}", (*without(content, gone), *(Remove(keys) for keys in backwards(gone))))


def break_up(content: Content, number: int, document: Any) -> Edit:
    """Plain bodies and joints in place of a generator; `document` is that of the content.  Raises ValueError when the scene would
    become too long."""
    entry = content["generate"][number]
    word = word_of(entry)
    called = entry[word].get("name") or word
    bodies = body_entries(document, number, entry[word])
    joints = joint_entries(document, number, bodies)
    nodes = _nodes(content) + _nodes(bodies) + _nodes(joints)
    if nodes > MOST_NODES:
        raise ValueError(f"{called} has {len(bodies):,} bodies: broken up, the scene would have {nodes:,} values, and at most "
                         f"{MOST_NODES:,} are allowed")
    generators = content["generate"]
    behind = [places(content, one) for one in generators]
    place = behind[number]
    operations: list[Operation] = [Insert(("bodies", place["bodies"] + k), body) for k, body in enumerate(bodies)]
    operations += [Insert(("joints", place["joints"] + k), joint) for k, joint in enumerate(joints)]
    for other, (one, was) in enumerate(zip(generators, behind)):
        now = {"bodies": _after(was["bodies"], place["bodies"], len(bodies), other > number),
               "joints": _after(was["joints"], place["joints"], len(joints), other > number)}
        usual = {"bodies": len(content.get("bodies") or ()) + len(bodies), "joints": 0}
        if other != number and (now != usual or BEHIND in one):
            operations.append(Put(("generate", other, BEHIND), now))
    return Edit(f"break up {called}", (*operations, Remove(("generate", number))))


def _after(was: int, place: int, more: int, later: bool) -> int:
    """Behind how many entries a generator comes, once `more` entries stand at `place` in place of another generator, which comes
    before it or, `later`, behind."""
    return was + more if was > place or was == place and later else was


def _nodes(value: Any) -> int:
    if isinstance(value, Mapping):
        return 1 + sum(1 + _nodes(entry) for entry in value.values())
    return 1 + (sum(map(_nodes, value)) if isinstance(value, (list, tuple)) else 0)
