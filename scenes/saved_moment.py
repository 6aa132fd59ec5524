"""Saved moments: a running world as the text of a scene, which goes on as that world would have, and its file.

The text has poses, velocities and settings for people, and the section `state` for the program.  A moment that is too long for a
scene with it has none: then the steps that follow are alike, but not the same to the last digit.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from impulse.files.writing import write_text
from scenes.builder import build
from scenes.loader import loads
from scenes.moment.content import Present, content_of
from scenes.moment.state import section_of
from scenes.moment.yaml_text import text_of
from scenes.reading.document import Document
from scenes.schema.nodes import MOST_BYTES
from scenes.schema.problems import Problem, SceneError

TOO_LONG = "its exact state does not fit in a scene file: steps go on alike, but not to the last digit"
OTHERWISE = "some of its state cannot be said in a scene: steps go on alike, but not to the last digit"
SIZE = 150                           # [bytes] at least of a body with its place and its turn


class SavedMoment(NamedTuple):
    """A moment as a scene.

    document  of its text
    note      what it lacks, a part of a sentence; "" for nothing
    """

    document: Document
    note: str = ""


def moment_of(world: Any, present: Present, file: str = "moment") -> SavedMoment:
    """A world between two steps as a scene; `file` is its name.  Raises SceneError when it is too long for one."""
    from physics.history import moment
    data = moment.taken(world)
    text = "" if len(world.uids) * SIZE > MOST_BYTES else text_of(content := content_of(world, present))
    if not text or len(text.encode()) > MOST_BYTES:
        said = f"a scene has at most {MOST_BYTES:,} bytes, in which {len(world.uids):,} bodies cannot be written one by one"
        raise SceneError([Problem(file, 0, 0, "", f"{said}: save the run as a share file")])
    plain = loads(text, file=file)
    fits = moment.likeness(build(plain))
    text = text_of(content | {"state": section_of(data, fits)})
    if len(text.encode()) > MOST_BYTES:
        return SavedMoment(plain, TOO_LONG)
    found = loads(text, file=file)
    again = build(found)
    broken = any(joint.broken for joint in world.joints)
    return SavedMoment(found, OTHERWISE if again.note or not broken and again.state_hash() != world.state_hash() else "")


def save_moment(world: Any, present: Present, path: Path | str) -> SavedMoment:
    """Write a moment to a file, atomically.  Raises SceneError."""
    found = moment_of(world, present, str(path))
    try:
        write_text(path, found.document.text)
    except OSError as error:
        raise SceneError([Problem(str(path), 0, 0, "", f"cannot be written: {error.strerror or error}")]) from None
    return found
