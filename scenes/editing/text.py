"""A scene's text after operations: changed values replace the old ones, comments and order stay."""
from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from scenes.editing.operations import Operation, Remove, perform
from scenes.schema.scalars import FLOAT

WIDTH = 1_000_000   # columns at which the writer would break a line: longer ones stay as they are

PLAIN = re.compile(FLOAT)
DIGITS = 16         # of whole numbers that are written as such


def _yaml() -> Any:
    from ruamel.yaml import YAML  # imported here: it is slow and only saving needs it

    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = WIDTH
    yaml.indent(mapping=2, sequence=4, offset=2)
    return yaml


def text_after(text: str, operations: Iterable[Operation]) -> str:
    """The text after these operations, in order; without any the text itself.  Raises Nowhere."""
    operations = list(operations)
    if not operations:
        return text
    yaml = _yaml()
    tree = yaml.load(text)
    for operation in operations:
        perform(tree, operation if isinstance(operation, Remove) else operation._replace(value=node(operation.value)))
    out = io.StringIO()
    yaml.dump(tree, out)
    return out.getvalue()


def text_of(content: Mapping[str, Any]) -> str:
    """A text of plain content: its sections one below the other, the entries of lists and mappings one a line."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    tree = CommentedMap()
    for key, value in content.items():
        if isinstance(value, Mapping):
            tree[key] = CommentedMap((name, node(entry)) for name, entry in value.items())
        elif isinstance(value, (list, tuple)) and all(isinstance(entry, Mapping) for entry in value):
            tree[key] = CommentedSeq(node(entry) for entry in value)
        else:
            tree[key] = node(value)
    out = io.StringIO()
    _yaml().dump(tree, out)
    return out.getvalue()


def node(value: Any) -> Any:
    """A value as nodes of a tree: mappings, lists and tuples on one line, numpy numbers as Python's, words that are numbers or
    switches as such, without quotes."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    if isinstance(value, Mapping):
        made = CommentedMap((key, node(entry)) for key, entry in value.items())
        made.fa.set_flow_style()
        return made
    if isinstance(value, (list, tuple)):
        made = CommentedSeq(node(entry) for entry in value)
        made.fa.set_flow_style()
        return made
    if isinstance(value, str):
        return _scalar(value)
    return value.item() if hasattr(value, "item") else value


def _scalar(text: str) -> Any:
    """A number or a switch of plain content, which has words alone, as itself; any other text as it is."""
    if text in ("true", "false"):
        return text == "true"
    if not PLAIN.fullmatch(text):
        return text
    found = float(text)
    return int(text) if text.lstrip("+-").isdigit() and len(text) < DIGITS else found if math.isfinite(found) else text
