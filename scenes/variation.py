"""Variation: a document with other values than those of its text, by path, as for `--set` and `--vary`.

A path into the scene is put into the plain file, which then passes the same checks as the file itself.  Paths of solver and
world are settings: they are applied when a world is built, a preset before the others.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from physics.definitions.tunable import Tunable, nearest
from scenes.loader import Source, document_of
from scenes.reading.document import Document
from scenes.reading.scene_paths import Target, plain_of, sections, target_of
from scenes.running.overrides import BUILDING, GRAVITY, pairs_of, parse, unknown_path
from scenes.schema.nodes import compose
from scenes.schema.problems import Problem, SceneError, key_path

Overrides = Mapping[str, Any] | Iterable[str]
SETTINGS = ("solver", "world")                   # sections whose keys are settings


def varied(document: Document, overrides: Overrides) -> Document:
    """The document with the values of the scene among `overrides`, `{"bodies.crate.mass": 3}` or `["bodies.crate.mass=3"]`;
    settings among them are left to `build`.  Raises SceneError, also for a wrong setting."""
    document, settings = divided(document, overrides)
    parse(settings)
    return document


def divided(document: Document, overrides: Overrides) -> tuple[Document, dict[str, Any]]:
    """The document with the values of the scene among `overrides`, and the settings among them.  Raises SceneError."""
    settings, values = {}, {}
    for path, value in pairs_of(overrides):
        if wrong := _unknown_section(path):
            raise SceneError([Problem("--set", 0, 0, "", wrong)])
        (values if is_of_scene(path) else settings)[path] = value
    if any(document.values.get(path, ...) != value for path, value in values.items()):
        try:
            document = _with(document, {**document.values, **values})
        except SceneError as error:
            raise SceneError([*error.problems, *_problems(settings)]) from None
    return document, settings


def is_of_scene(path: str) -> bool:
    """Whether a path leads into the scene and is no setting."""
    first = path.replace("[", ".").partition(".")[0]
    return path not in BUILDING and first in sections() and (first not in SETTINGS or "[" in path)


def described(path: str, document: Document | None) -> Tunable | None:
    """The number, switch or choice at a path, None for all else; only a setting can do without a document.  Raises ValueError
    with the nearest path."""
    if path in BUILDING:
        return BUILDING[path] if BUILDING[path] is not GRAVITY else None
    if is_of_scene(path):
        if document is None:
            raise ValueError(f"{path} leads into a scene, and none is given")
        return target_of(path, _plain(document)).about
    raise ValueError(_unknown_section(path) or unknown_path(path, BUILDING))


def _unknown_section(path: str) -> str:
    """Why a path begins with no section of a scene, with the nearest; "" when none is near."""
    first = path.replace("[", ".").partition(".")[0]
    close = "" if first == path or first in sections() else nearest(first, sections())
    return f"there is no section {first!r} in a scene; {close}a path begins with one of {', '.join(sections())}" if close else ""


def _problems(settings: Mapping[str, Any]) -> Sequence[Problem]:
    try:
        parse(settings)
    except SceneError as error:
        return error.problems
    return ()


def _plain(document: Document) -> dict[str, Any]:
    """The plain file of a document, with its values."""
    raw = compose(document.text, "")[0].plain()
    for path, value in document.values.items():
        raw = target_of(path, raw).put(raw, _plain_value(value))
    return raw


def _plain_value(value: Any) -> Any:
    """A value as in a file, from text or from Python.  Raises ValueError."""
    if isinstance(value, str):
        return plain_of(value)
    if value is None:
        raise ValueError("has no value; write it as bodies.crate.mass=3")
    return [_plain_value(entry) for entry in value] if isinstance(value, (list, tuple)) else value


def _with(document: Document, values: Mapping[str, Any]) -> Document:
    """The document with these values alone in place of those of its text.  Raises SceneError."""
    file = str(document.path or document.id)
    root = compose(document.text, file)[0]
    raw, targets, problems = root.plain(), {}, []
    for path, value in values.items():
        try:
            targets[path] = target_of(path, raw)
            raw = targets[path].put(raw, _plain_value(value))
        except ValueError as error:
            problems.append(Problem("--set", 0, 0, path, str(error)))
    if problems:
        raise SceneError(problems)
    try:
        made = document_of(raw, Source(document.id, document.path, document.text, root, file))
    except SceneError as error:
        raise SceneError([_as_set(problem, targets) for problem in error.problems]) from None
    return dataclasses.replace(made, values=dict(values))


def _as_set(problem: Problem, targets: Mapping[str, Target]) -> Problem:
    """A problem of the file as one of the path that caused it; of all of them where none leads there."""
    for path, target in targets.items():
        place = key_path(target.keys)
        if problem.path.startswith(place):
            return Problem("--set", 0, 0, path + problem.path[len(place):], problem.message)
    return Problem("--set", 0, 0, ", ".join(targets), f"{problem.path}: {problem.message}")
