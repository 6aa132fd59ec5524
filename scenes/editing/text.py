"""A scene's text after operations: changed values replace the old ones, comments and order stay."""
from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from typing import Any

from scenes.editing.operations import Operation, Remove, perform

WIDTH = 1_000_000   # columns at which the writer would break a line: longer ones stay as they are


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


def node(value: Any) -> Any:
    """A value as nodes of a tree: mappings, lists and tuples on one line, numpy numbers as Python's."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    if isinstance(value, Mapping):
        made = CommentedMap((key, node(entry)) for key, entry in value.items())
        made.fa.set_flow_style()
        return made
    if isinstance(value, (list, tuple)):
        made = CommentedSeq(node(entry) for entry in value)
        made.fa.set_flow_style()
        return made
    return value.item() if hasattr(value, "item") else value
