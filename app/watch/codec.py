"""Publications as bytes and back, for the pipe between two processes.

A message is a head, JSON that describes the tree of values, and a body, the contents of its arrays one after another.  In the
head a number, a text, None and a switch stand for themselves; all else is a list that begins with a mark:

    ["a", type, shape, offset]      an array, at an offset of the body [bytes]
    ["o", class, value, ...]        an object of a dataclass or a named tuple, field by field
    ["t", value, ...]  "l"  "s"     a tuple, a list, a frozen set
    ["=", class]                    the object of this class of the message before
    ["n", text]                     a number that JSON does not have: nan, inf

Objects of KEPT classes are large or known by identity, and stay the same for many steps: they are sent once.  Classes are found
by their names, and only those of SOURCES are made: bytes cannot make anything else, nor call a function.  Functions in
descriptions of settings are left out.
"""
from __future__ import annotations

import dataclasses
import json
import math
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from app.published.status import SceneCard
from app.published.view import BodyTable, JointTable

KEPT = (BodyTable, JointTable, SceneCard)
SOURCES = ("app.published.", "physics.definitions.", "physics.introspection.")       # of the classes of objects
ALIGNED = 16                       # [bytes] offsets of arrays are multiples of it
MARKS = {tuple: "t", list: "l", frozenset: "s"}
MAKERS = {mark: kind for kind, mark in MARKS.items()}


class Encoder:
    """Makes messages; its decoder has to get all of them, in order."""

    def __init__(self) -> None:
        self._kept: dict[type, Any] = {}
        self._parts: list[bytes] = []
        self._size = 0

    def encode(self, value: Any) -> tuple[bytes, bytes]:
        """(head, body) of a message.  Raises TypeError for a value that publications do not have."""
        self._parts, self._size = [], 0
        head = json.dumps(self._node(value), allow_nan=False, separators=(",", ":")).encode()
        return head, b"".join(self._parts)

    def _node(self, value: Any) -> Any:
        kind = type(value)
        if value is None or kind in (bool, int, str):
            return value
        if kind is float:
            return value if math.isfinite(value) else ["n", str(value)]
        if kind in MARKS:
            return [MARKS[kind], *map(self._node, value)]
        if kind is np.ndarray:
            return self._array(value)
        if isinstance(value, np.generic):
            return self._node(value.item())
        if kind in KEPT:
            if self._kept.get(kind) is value:
                return ["=", name_of(kind)]
            self._kept[kind] = value
        if callable(value) and not names_of(kind):
            return None
        if not names_of(kind):
            raise TypeError(f"a publication has no {kind.__module__}.{kind.__qualname__}")
        return ["o", name_of(kind), *[self._node(getattr(value, name)) for name in names_of(kind)]]

    def _array(self, array: np.ndarray) -> list[Any]:
        data, offset = array.tobytes(), self._size
        padding = -len(data) % ALIGNED
        self._parts += [data, bytes(padding)]
        self._size += len(data) + padding
        return ["a", array.dtype.str, list(array.shape), offset]


class Decoder:
    """Reads the messages of one encoder."""

    def __init__(self) -> None:
        self._kept: dict[str, Any] = {}
        self._body = b""

    def decode(self, head: bytes, body: bytes) -> Any:
        """The value of a message; its arrays are read-only.  Raises ValueError for one that no encoder makes."""
        self._body = body
        try:
            return self._value(json.loads(head))
        except (TypeError, KeyError, IndexError, AttributeError, ImportError) as error:
            raise ValueError(f"this is no publication: {error}") from None

    def _value(self, node: Any) -> Any:
        if not isinstance(node, list):
            return node
        mark = node[0]
        if mark == "a":
            dtype, shape = np.dtype(node[1]), tuple(node[2])
            return np.frombuffer(self._body, dtype, math.prod(shape), node[3] if math.prod(shape) else 0).reshape(shape)
        if mark == "o":
            made = make(class_called(node[1]), list(map(self._value, node[2:])))
            if type(made) in KEPT:
                self._kept[node[1]] = made
            return made
        if mark == "=":
            return self._kept[node[1]]
        return float(node[1]) if mark == "n" else MAKERS[mark](map(self._value, node[1:]))


def make(kind: type, values: list[Any]) -> Any:
    """An object with these values of its fields, as another one had them: they are not checked or changed."""
    if hasattr(kind, "_fields"):
        return kind(*values)
    made = object.__new__(kind)
    for name, value in zip(names_of(kind), values, strict=True):
        object.__setattr__(made, name, value)
    return made


@cache
def names_of(kind: type) -> tuple[str, ...]:
    """Names of the fields of a dataclass or a named tuple, () for others."""
    if hasattr(kind, "_fields"):
        return kind._fields
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else ()


@cache
def name_of(kind: type) -> str:
    """The name of a class in a message."""
    return f"{kind.__module__}:{kind.__qualname__}"


@cache
def class_called(name: str) -> type:
    """The class of this name, a dataclass or a named tuple of SOURCES; ValueError for any other."""
    module, _, path = name.partition(":")
    found = getattr(import_module(module), path, None) if module.startswith(SOURCES) else None
    if not isinstance(found, type) or not names_of(found):
        raise ValueError(f"{name} is no class of a publication")
    return found
