"""YAML text -> a tree of nodes with lines and columns, within limits.

PyYAML's C scanner delivers events, from which the tree is built here.  Depth, size, duplicate keys, tags, aliases and further
documents are checked while reading, and nothing is expanded: an alias is a second reference to one node, whose size counts again
without a copy.
"""
from __future__ import annotations

import re
from typing import Any

import yaml

from scenes.schema.problems import Problem, shown

MOST_BYTES = 1_000_000
ZIP = b"PK\x03\x04"         # the first bytes of a zip
MOST_LEVELS = 50
MOST_NODES = 100_000                             # after aliases
NULLS = ("", "~", "null", "Null", "NULL")
UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Node:
    """A mapping, a sequence or a scalar, at `line` and `column` (from 1).

    value   scalar: its text, None when empty; sequence: list of nodes; mapping: dict of key text -> (key node, value node)
    size    nodes in it, aliases counted as often as they are used
    height  levels in it, 1 for a scalar
    """

    __slots__ = ("column", "height", "kind", "line", "size", "value")

    def __init__(self, kind: str, mark: Any, value: Any):
        self.kind, self.line, self.column, self.value = kind, mark.line + 1, mark.column + 1, value
        self.size = self.height = 1

    def child(self, key: str | int) -> "Node | None":
        """The node under a key or index, or None."""
        if self.kind == "mapping":
            return self.value[key][1] if key in self.value else None
        if self.kind == "sequence" and isinstance(key, int) and 0 <= key < len(self.value):
            return self.value[key]
        return None

    def key(self, key: str | int) -> "Node":
        """The node of a key's own text where there is one, else this node."""
        return self.value[key][0] if self.kind == "mapping" and key in self.value else self

    def plain(self) -> Any:
        """dict, list, str or None; aliases of one node share one object."""
        return _plain(self, {})


def _plain(node: Node, done: dict[int, Any]) -> Any:
    if node.kind == "scalar":
        return node.value
    if id(node) not in done:
        if node.kind == "sequence":
            done[id(node)] = [_plain(n, done) for n in node.value]
        else:
            done[id(node)] = {key: _plain(n, done) for key, (_, n) in node.value.items()}
    return done[id(node)]


class _Stop(Exception):
    """Ends reading after a fatal problem, which is recorded."""


class _Composer:
    """Builds the tree from the scanner's events."""

    def __init__(self, file: str):
        self.file, self.problems = file, []
        self.root: Node | None = None
        self.open: list[Node] = []               # from the root to the innermost open collection
        self.keys: list[Node | None] = []        # for each of them, the key without its value
        self.anchors: dict[str, Node] = {}
        self.documents = 0

    def note(self, place: Any, message: str) -> None:
        """Record a problem at a node, or at a mark of the scanner (which counts from 0)."""
        line, column = (place.line, place.column) if isinstance(place, Node) else (place.line + 1, place.column + 1)
        self.problems.append(Problem(self.file, line, column, "", message))

    def stop(self, place: Any, message: str) -> None:
        self.note(place, message)
        raise _Stop

    def take(self, event: Any) -> None:
        """Process one event of the scanner."""
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.stop(event.start_mark, "a second document begins here; a scene file holds one")
        elif isinstance(event, yaml.AliasEvent):
            self.attach(self.alias(event))
        elif isinstance(event, (yaml.ScalarEvent, yaml.CollectionStartEvent)):
            self.node(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            node = self.open.pop()
            self.keys.pop()
            self.attach(node)

    def alias(self, event: Any) -> Node:
        node = self.anchors.get(event.anchor)
        if node is None:
            self.stop(event.start_mark, f"alias *{event.anchor} has no anchor &{event.anchor} before it")
        if node in self.open:
            self.stop(event.start_mark, f"alias *{event.anchor} contains itself")
        return node

    def node(self, event: Any) -> None:
        mark = event.start_mark
        if event.tag is not None:
            self.note(mark, f"tag {shown(event.tag)}: tags are not allowed in a scene")
        if isinstance(event, yaml.ScalarEvent):
            empty = event.implicit[0] and event.value in NULLS
            node = Node("scalar", mark, None if empty else event.value)
        else:
            node = Node("sequence", mark, []) if isinstance(event, yaml.SequenceStartEvent) else Node("mapping", mark, {})
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        if node.kind == "scalar":
            self.attach(node)
        else:
            if len(self.open) >= MOST_LEVELS:
                self.stop(mark, f"nested deeper than {MOST_LEVELS} levels")
            self.open.append(node)
            self.keys.append(None)

    def attach(self, node: Node) -> None:
        """Add a complete node to the innermost open collection."""
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        parent.size += node.size
        parent.height = max(parent.height, node.height + 1)
        if sum(n.size for n in self.open) > MOST_NODES:
            self.stop(node, f"more than {MOST_NODES:,} values, aliases counted as often as they are used")
        if len(self.open) + node.height > MOST_LEVELS + 1:
            self.stop(node, f"nested deeper than {MOST_LEVELS} levels")
        if parent.kind == "sequence":
            parent.value.append(node)
        elif self.keys[-1] is None:
            self.keys[-1] = node
        else:
            self.pair(parent, self.keys[-1], node)
            self.keys[-1] = None

    def pair(self, parent: Node, key: Node, value: Node) -> None:
        """Add a key with its value to a mapping."""
        if key.kind != "scalar" or key.value is None:
            self.note(key, "a key must be a word")
        elif key.value == "<<":
            self.note(key, "merge keys (<<) are not supported; use `materials` or `generate`")
        elif key.value in parent.value:
            first = parent.value[key.value][0]
            self.note(key, f"key {shown(key.value)} is given twice; first on line {first.line}")
        else:
            parent.value[key.value] = (key, value)


def decode(data: bytes, file: str) -> tuple[str, list[Problem]]:
    """UTF-8 bytes -> text, or the problem if they are no text."""
    if data.startswith(ZIP):
        return "", [Problem(file, 1, 1, "", "this is a zip, as share files are, and no scene; `impulse open` and `impulse run` "
                                            "take share files")]
    if len(data) > MOST_BYTES:
        return "", [Problem(file, 1, 1, "", f"more than {MOST_BYTES:,} bytes; a scene is at most that long")]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        return "", [Problem(file, line, column, "", f"byte 0x{data[error.start]:02x} is not UTF-8 text; is this a scene file?")]
    odd = UNPRINTABLE.search(text)
    if odd:
        line = text.count("\n", 0, odd.start()) + 1
        column = odd.start() - (text.rfind("\n", 0, odd.start()) + 1) + 1
        return "", [Problem(file, line, column, "",
                            f"character U+{ord(odd[0]):04X} cannot stand in a scene; is this a scene file?")]
    return text, []


def compose(text: str, file: str) -> tuple[Node | None, list[Problem]]:
    """The tree of a text and the problems of its form; the tree is None if reading stopped early."""
    composer = _Composer(file)
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            composer.take(event)
    except _Stop:
        return None, composer.problems
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = " ".join(part for part in (error.context, error.problem) if part)
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        return None, [*composer.problems, Problem(file, *place, "", f"this is not YAML: {what}")]
    except yaml.YAMLError as error:
        return None, [*composer.problems, Problem(file, 1, 1, "", f"this is not YAML: {str(error).splitlines()[0]}")]
    if composer.root is None:
        composer.problems.append(Problem(file, 1, 1, "", "the file is empty; a scene starts with `format: 1`"))
    return composer.root, composer.problems
