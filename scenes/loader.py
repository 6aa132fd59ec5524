"""Loader: from a scene file to a Document; SceneError, the only exception, lists every mistake in a file with its place."""
from __future__ import annotations

import errno
import math
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from impulse.files import reading
from impulse.files.reading import FileError
from impulse.files.writing import HIDDEN
from physics.definitions.tunable import nearest
from scenes import catalog
from scenes.reading.document import Document, expand
from scenes.reading.event_validation import invalid_joint_settings
from scenes.reading.expectation_validation import impossible_expectations
from scenes.reading.film_validation import wrong_films
from scenes.reading.part_totals import too_many_parts
from scenes.reading.references import References
from scenes.reading.scene_model import Scene
from scenes.schema.messages import place, problems_of
from scenes.schema.nodes import MOST_BYTES, Node, compose, decode
from scenes.schema.problems import Problem, SceneError, shown
from scenes.schema.values import COORDINATE

ENDINGS = (".yaml", ".yml")
MOST_NAMES = 1000                      # files of a folder among which the nearest name is sought


def load(scene: str | Path) -> Document:
    """The document of a file, or of the catalog's scene with this id (or part of one).  Raises SceneError.

    A text that ends in .yaml or .yml or names an existing file is a path; any other is an id.
    """
    path = Path(scene)
    if path.suffix.lower() in ENDINGS or _is(path, Path.is_file):
        return _load_file(path, path.stem)
    try:
        entry = catalog.find(str(scene))
    except SceneError:
        if path.name and _is(path, Path.exists):
            read_bytes(path)            # raises the error with the known ids
        raise
    return _load_file(entry.path, entry.id)


def loads(text: str | bytes, file: str = "text", id: str = "text", path: Path | None = None) -> Document:
    """The document of a text; `file` is its name in problems.  Raises SceneError."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    decoded, problems = decode(data, file)
    if problems:
        raise SceneError(problems)
    root, problems = compose(decoded, file)
    raw = root.plain() if root is not None else None
    if root is not None and not isinstance(raw, dict):
        problems.append(Problem(file, root.line, root.column, "",
                                f"a scene is a mapping that starts with `format: 1`, and here is {shown(raw)}"))
    source = Source(id, path, decoded, root, file)
    if problems:
        found = _validated(raw, root, file)[1] if isinstance(raw, dict) else []
        raise SceneError([*problems, *found])
    return document_of(raw, source)


class Source(NamedTuple):
    """Where the plain content of a scene comes from.

    id, path, text  as in Document
    root            the tree of the text
    file            its name in problems
    """

    id: str
    path: Path | None
    text: str
    root: Node
    file: str


def document_of(raw: dict[str, Any], source: Source) -> Document:
    """The document of a plain file.  Raises SceneError."""
    scene, problems = _validated(raw, source.root, source.file)
    if problems or scene is None:
        raise SceneError(problems)
    bodies, joints, origins = expand(scene)
    document = Document(id=source.id, path=source.path, text=source.text, scene=scene, bodies=bodies, joints=joints,
                        origins=origins)
    _check_places(document, source.root, source.file)
    if problems := [found for check in (too_many_parts, invalid_joint_settings, impossible_expectations, wrong_films)
                    for found in check(document, source.root, source.file)]:
        raise SceneError(problems)
    return document


def read_bytes(path: Path) -> bytes:
    """The bytes of a scene file; of a longer one a byte more than allowed.  Raises SceneError when it cannot be read."""
    try:
        return reading.beginning(path, MOST_BYTES + 1)
    except FileError as error:
        reason = error.strerror
        if error.errno == errno.ENOENT and not path.is_symlink():
            names = (entry.stem for entry in path.parent.glob("*.y*ml") if not entry.name.startswith(HIDDEN))
            reason = f"{reason}; {nearest(path.stem, list(islice(names, MOST_NAMES)))}".rstrip("; ")
        raise SceneError([Problem(shown(str(path), 200).strip("'"), 0, 0, "", reason)]) from None


def _is(path: Path, kind: Callable[[Path], bool]) -> bool:
    try:
        return kind(path)
    except (OSError, ValueError):
        return False


def _load_file(path: Path, id: str) -> Document:
    return loads(read_bytes(path), file=str(path), id=id, path=path)


def _validated(raw: dict[str, Any], root: Node, file: str) -> tuple[Scene | None, list[Problem]]:
    """The scene of a plain file, and its problems."""
    problems, scene = [], None
    try:
        scene = Scene.model_validate(raw)
    except ValidationError as error:
        problems = problems_of(error.errors(include_url=False), Scene, root, file)
    problems += References(raw, root, file).check()
    return scene, problems


def _check_places(document: Document, root: Node, file: str) -> None:
    """Raise SceneError for bodies of generators beyond the bounds of a position."""
    low, high = COORDINATE.limits
    for plan in document.bodies:
        if not all(math.isfinite(x) and low <= x <= high for x in plan.position):
            raise SceneError([place(root, file, ("generate",), f"body {plan.name!r} would stand at {plan.position}; allowed is "
                                    f"{low:g} to {high:g} {COORDINATE.unit}", at_key=True)])
