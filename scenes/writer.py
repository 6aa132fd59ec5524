"""Writing scenes: changed values replace the old ones in the text, comments and order stay; files are written atomically."""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from impulse.files.writing import write_text
from scenes.editing.operations import Insert, Nowhere, Operation, Put, Remove
from scenes.editing.text import text_after
from scenes.loader import loads
from scenes.reading.document import Document
from scenes.schema.problems import Problem, SceneError, key_path

STEP = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)|\[(\+?\d+)\]")
NEW = "+"           # before an index: a new entry before the one of this index
Changes = Mapping[str, Any] | Iterable[tuple[str, Any]]


def edited(text: str, changes: Changes) -> str:
    """`text` with the values at these paths (`solver.beta`, `bodies[2].mass`, `camera`) changed, added, or with None removed, one
    after another.  The index behind the last entry of a list adds one, `bodies[+2]` adds one before `bodies[2]`.  Raises
    SceneError for an unknown path."""
    try:
        return text_after(text, operations_of(changes))
    except Nowhere as error:
        raise SceneError([Problem("save", 0, 0, key_path(error.keys), "leads nowhere in this scene")]) from None


def operations_of(changes: Changes) -> list[Operation]:
    """Changes at paths as operations of an edit, in their order."""
    return [_operation(path, value) for path, value in (changes.items() if isinstance(changes, Mapping) else changes)]


def _operation(path: str, value: Any) -> Operation:
    steps = STEP.findall(path)
    keys = tuple(int(index) if index else key for key, index in steps)
    if value is None:
        return Remove(keys)
    return (Insert if steps and steps[-1][1].startswith(NEW) else Put)(keys, value)


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
