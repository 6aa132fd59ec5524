"""Writing scenes: changed values replace the old ones in the text, comments and order stay; files are written atomically."""
from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from scenes.atomic_write import write_text
from scenes.loader import loads
from scenes.reading.document import Document
from scenes.schema.problems import Problem, SceneError

STEP = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)|\[(\+?\d+)\]")
NEW = "+"           # before an index: a new entry before the one of this index
WIDTH = 1_000_000   # columns at which the writer would break a line: longer ones stay as they are
Changes = Mapping[str, Any] | Iterable[tuple[str, Any]]


def _editor() -> Any:
    from ruamel.yaml import YAML  # imported here: it is slow and only saving needs it

    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = WIDTH
    yaml.indent(mapping=2, sequence=4, offset=2)
    return yaml


def edited(text: str, changes: Changes) -> str:
    """`text` with the values at these paths (`solver.beta`, `bodies[2].mass`, `camera`) changed, added, or with None removed, one
    after another.  The index behind the last entry of a list adds one, `bodies[+2]` adds one before `bodies[2]`.  Raises
    SceneError for an unknown path."""
    pairs = list(changes.items() if isinstance(changes, Mapping) else changes)
    if not pairs:
        return text
    yaml = _editor()
    data = yaml.load(text)
    for path, value in pairs:
        _change(data, path, value)
    out = io.StringIO()
    yaml.dump(data, out)
    return out.getvalue()


def _change(data: Any, path: str, value: Any) -> None:
    steps = STEP.findall(path)
    keys, added = [int(index) if index else key for key, index in steps], steps[-1:] and steps[-1][1].startswith(NEW)
    above = [data]
    try:
        for key, inner in zip(keys, keys[1:]):
            if isinstance(above[-1], dict) and key not in above[-1]:
                above[-1][key] = [] if isinstance(inner, int) else {}
            above.append(above[-1][key])
        if value is not None:
            if isinstance(above[-1], list) and (keys[-1] == len(above[-1]) or added and keys[-1] < len(above[-1])):
                above[-1].insert(keys[-1], _plain(value))
            elif added:
                raise IndexError
            else:
                above[-1][keys[-1]] = _plain(value)
            return
        above[-1].pop(keys[-1])
        while len(above) > 1 and not above[-1]:      # remove a section without keys as well
            above.pop()
            above[-1].pop(keys[len(above) - 1])
    except (KeyError, IndexError, TypeError, AttributeError):
        raise SceneError([Problem("save", 0, 0, path, "leads nowhere in this scene")]) from None


def _plain(value: Any) -> Any:
    """Tuples as lists on one line, numpy numbers as Python's."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    if isinstance(value, Mapping):
        made = CommentedMap((key, _plain(entry)) for key, entry in value.items())
        made.fa.set_flow_style()
        return made
    if isinstance(value, (list, tuple)):
        made = CommentedSeq(_plain(entry) for entry in value)
        made.fa.set_flow_style()
        return made
    return value.item() if hasattr(value, "item") else value


def save(document: Document, path: Path | str, changes: Changes = ()) -> Document:
    """Write the document's text with `changes` (see `edited`) to `path`, atomically, and return the document of the new file.
    Raises SceneError when the changed text is no scene, or the file cannot be written."""
    path = Path(path)
    text = edited(document.text, changes)
    saved = loads(text, file=str(path), id=path.stem, path=path)
    try:
        write_text(path, text)
    except OSError as error:
        raise SceneError([Problem(str(path), 0, 0, "", f"cannot be written: {error.strerror or error}")]) from None
    return saved
