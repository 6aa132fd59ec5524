"""Kept drafts: unsaved edits of a scene as plain values, which outlive the window that they were made in.

A draft has the whole text of the scene with its edits, so that it can be restored without the scene's file.  Of the file it has a
digest: a restored draft does not replace a file that another program has changed since.
"""
from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

from app.simulation.editing.new_scene import NEW
from app.simulation.editing.scene_file import Film
from physics.definitions.tunable import SettingError


class KeptDraft(NamedTuple):
    """A scene with unsaved edits.

    scene   its id
    file    the path of its file, "" without one
    title   of the scene
    text    with the edits
    digest  of the text that the file had
    """

    scene: str
    file: str
    title: str
    text: str
    digest: str


def kept(session: Any, film: Film | None) -> KeptDraft | None:
    """The unsaved edits of a session whose thread has ended, with camera and film of the window; None without any."""
    editing = session.editing
    try:
        editing.put_film(film)
    except SettingError:                # a scene that runs with values of the command line is not edited
        return None
    if not editing.card.changed:
        return None
    card = session.scene.card
    file = str(Path(card.file).absolute()) if card.file else ""
    return KeptDraft(card.id, file, card.title, editing.draft.text, digest(editing.file_text or ""))


def restore(session: Any, scene: str, file: str, text: str, digest_of_file: str) -> None:
    """Open the scene of a kept draft at its beginning, with its edits unsaved.  Raises SettingError."""
    import scenes
    from scenes.draft import Draft, text_in
    from scenes.schema.problems import SceneError
    path = Path(file) if file else None
    try:
        document = scenes.loads(text, file=file or scene, id=scene, path=path)
        opened = session.source_of_scenes.with_document(None, document, text)
        opened.build()
    except (SceneError, ValueError, OSError) as error:
        raise SettingError("draft", str(error)) from None
    if not session.open(NEW):
        return
    session.card.forget()
    session.scene, session.source, session.paused = opened, file or NEW, True
    session.restart()
    present = text_in(path) if path is not None else None
    session.editing.begin_with(Draft(document, present if present is not None and digest(present) == digest_of_file else ""))


def digest(text: str) -> str:
    """The digest of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
