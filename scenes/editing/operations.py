"""Operations: put, insert and remove, the only ways in which an edit changes the content of a scene file.

    Put(("solver", "beta"), 0.3)              sets a key of a mapping or an entry of a list
    Insert(("bodies", 2), {...})              a new entry before that of this number, or behind the last
    Remove(("bodies", 2, "mass"))             a key or an entry; a section that it leaves empty goes too

`after` applies one to plain content without changing it: what is not on the way to the change is shared, so that keeping the
content before costs next to nothing.  `perform` applies it to the tree of a text, comments and all.  Both do the same.
"""
from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from scenes.schema.problems import key_path

Keys = tuple[str | int, ...]


class Put(NamedTuple):
    """Set what is at these keys; missing mappings and lists on the way are made."""

    keys: Keys
    value: Any


class Insert(NamedTuple):
    """A new entry of a list, before the one at this number."""

    keys: Keys
    value: Any


class Remove(NamedTuple):
    """Remove what is at these keys."""

    keys: Keys


Operation = Put | Insert | Remove


class Nowhere(LookupError):
    """Keys that lead nowhere."""

    def __init__(self, keys: Keys):
        super().__init__(f"{key_path(keys)} leads nowhere in this scene")
        self.keys = keys


def after(content: Any, operation: Operation) -> Any:
    """Plain content after an operation.  Raises Nowhere."""
    try:
        return _after(content, operation.keys, operation)
    except (KeyError, IndexError, TypeError):
        raise Nowhere(operation.keys) from None


def _after(here: Any, keys: Keys, operation: Operation) -> Any:
    key, rest = keys[0], keys[1:]
    changed = _copied(here, key)
    if rest:
        inner = _after(_inner(changed, key, rest[0]), rest, operation)
        if not inner and isinstance(operation, Remove) and isinstance(changed, dict):
            changed.pop(key, None)
        elif isinstance(changed, list) and key == len(changed):
            changed.append(inner)
        else:
            changed[key] = inner
        return changed
    _last(changed, key, operation)
    return changed


def _copied(here: Any, key: str | int) -> Any:
    """A copy of a mapping or a list into which a key leads."""
    if isinstance(here, dict) and isinstance(key, str):
        return dict(here)
    if isinstance(here, list) and isinstance(key, int):
        return list(here)
    raise TypeError(f"{key!r} does not lead into {type(here).__name__}")


def _inner(here: Any, key: str | int, following: str | int) -> Any:
    """What is at a key; where nothing is, an empty list or mapping, by the key that follows."""
    missing = key not in here or here[key] is None if isinstance(here, Mapping) else key == len(here)
    return ([] if isinstance(following, int) else {}) if missing else here[key]


def _last(here: Any, key: str | int, operation: Operation) -> None:
    """Change a copy, or a part of a tree, at the last key."""
    if isinstance(operation, Remove):
        del here[key]
    elif isinstance(operation, Insert):
        if not isinstance(here, list) or not 0 <= key <= len(here):
            raise IndexError(f"there is no place {key!r} for a new entry")
        here.insert(key, operation.value)
    elif isinstance(here, list) and key == len(here):
        here.append(operation.value)
    else:
        here[key] = operation.value


def perform(tree: Any, operation: Operation) -> None:
    """Apply an operation to the tree of a text, whose value is one of its nodes.  Raises Nowhere."""
    try:
        _perform(tree, operation)
    except (KeyError, IndexError, TypeError, AttributeError):
        raise Nowhere(operation.keys) from None


def _perform(tree: Any, operation: Operation) -> None:
    above, keys = [tree], operation.keys
    for key, following in zip(keys, keys[1:]):
        here = above[-1]
        if isinstance(here, dict) and here.get(key) is None or isinstance(here, list) and key == len(here):
            _last(here, key, Put((key,), [] if isinstance(following, int) else {}))
        above.append(here[key])
    _last(above[-1], keys[-1], operation)
    if isinstance(operation, Remove):
        for inner, outer, key in zip(reversed(above), reversed(above[:-1]), reversed(keys[:-1])):
            if inner or not isinstance(outer, dict):
                break
            del outer[key]


def at(content: Any, keys: Keys) -> Any:
    """What is at these keys of plain content, None where nothing is."""
    for key in keys:
        known = key in content if isinstance(content, dict) else isinstance(content, list) and key in range(len(content))
        if not known:
            return None
        content = content[key]
    return content


def entries(content: Mapping[str, Any], section: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The mappings in the list of a section, with their numbers."""
    listed = content.get(section)
    for number, entry in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(entry, dict):
            yield number, entry


def backwards(gone: Collection[Keys]) -> list[Keys]:
    """Entries of lists, the last ones first, so that the numbers of the others stay."""
    return sorted(gone, key=lambda keys: (keys[0], keys[1]), reverse=True)
