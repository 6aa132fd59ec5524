"""The file of the open scene: the one place where the window's edits, its camera and its film are written, all of them at once.

Scenes of the program itself, of the catalog and of lessons, are saved as a copy in the user's folder, and from then on into that.
A file that another program has changed meanwhile is not written over.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app.published.film_plan import plan_of
from physics.definitions.tunable import SettingError

MOST_COPIES = 1000
SOURCE = Path(__file__).resolve().parents[3]
PARTS = ("lessons", "app/adviser/cases")           # of the program with scenes of its own, beside the catalog
FOLLOW = "follow"
LABEL = "camera and film"                          # of the edit
Film = Mapping[str, Any]                           # as `app.published.film_plan.entries_of` returns it


def make_folder(path: str | Path, folder: str) -> None:
    """Make the program's own folder, if a file is to be in it.  Raises SettingError."""
    if folder and Path(path).parent == Path(folder):
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SettingError("save", f"{folder}: cannot be made: {error.strerror or error}") from None


def own(file: str) -> str | None:
    """The scene's file, if the user may write it: None without one, and for a scene that belongs to the program."""
    from scenes import catalog
    folders = (catalog.FOLDER, *(SOURCE / part for part in PARTS))
    inside = file and any(Path(file).resolve().is_relative_to(folder.resolve()) for folder in folders)
    return None if inside or not file else file


def copy_name(file: str, title: str, folder: str) -> str:
    """A file of the folder that is not there yet, named after a scene."""
    stem = Path(file).stem or "_".join(title.lower().split()) or "scene"
    names = (Path(folder) / f"{stem}{f'-{number}' if number > 1 else ''}.yaml" for number in range(1, MOST_COPIES))
    found = next((path for path in names if not path.exists()), None)
    if found is None:
        raise SettingError("save", f"{folder}: there are {MOST_COPIES - 1} copies of {stem} already")
    return str(found)


class SceneFile:
    """Writes the scene of a session."""

    def __init__(self, editing: Any, session: Any):
        self._editing, self._session = editing, session
        self._copies: dict[str, str] = {}          # file of the program -> its copy, of scenes with values of the command line
        self._written: dict[str, str] = {}         # file -> the text that this program wrote into it

    @property
    def own(self) -> str | None:
        """The file that is written if no other is named; None where there is none."""
        return own(self._session.scene.card.file)

    def forget(self) -> None:
        """A scene was read."""
        self._written.clear()

    def save(self, path: str, film: Film | None = None, folder: str = "") -> None:
        """Write the scene, with this camera and film, to a file.

        path    "": its own, and where it has none and `film` is given, a copy in `folder`
        folder  of pictures and films, which is made if the file is to be in it

        Raises SettingError; the film is part of the draft even where the file could not be written.
        """
        from scenes.schema.problems import SceneError
        session = self._session
        document = self._editing.document
        if document is None:
            raise SettingError("save", "there is no scene to save")
        varied = bool(document.values) and film is not None and not path
        target = path or self._target(folder if film is not None else "")
        make_folder(target, folder)
        try:
            if varied:
                saved = self._of_the_file(target, film)
            else:
                self._editing.put_film(film)
                saved = self._editing.draft.save(target)
                session.saved(file=str(saved.path))
        except (SceneError, OSError) as error:
            raise SettingError("save", str(error)) from None
        self._written[str(saved.path)] = saved.text
        session.saved(film=plan_of(saved))
        session.notify(f"Saved: {saved.path}", "good")

    def changed_by_others(self) -> None:
        """Another time stamp: read the scene again if another program wrote it, unless that would lose edits."""
        from scenes.draft import text_in
        session, file = self._session, self._session.scene.card.file
        text = text_in(Path(file))
        if text is not None and text == self._known(file):         # else reading it again says what is wrong
            session.opening.is_current()
            return
        if self._editing.card.changed:
            session.notify(f"{file} has been changed by another program. Your edits are kept: save them under another name, "
                           "or read the file again without them", "warning")
            return
        session.notify("Reading the scene again")
        session.open(session.source, session.values, again=True)

    def _known(self, file: str) -> str | None:
        """The text that the file has as far as this program knows."""
        origin = self._session.scene.origin
        return self._editing.file_text or self._written.get(file) or (None if origin is None else origin.text)

    def _target(self, folder: str) -> str:
        """The scene's own file, or a copy's in a folder.  Raises SettingError where there is neither."""
        card = self._session.scene.card
        target = self.own or self._copies.get(card.file)
        if target is None and not folder:
            raise SettingError("save", "this scene has no file of its own: save it under another name")
        return target or copy_name(card.file, card.title, folder)

    def _of_the_file(self, target: str, film: Film) -> Any:
        """Save camera and film alone, of a scene that runs with values of the command line: in its file these are not."""
        import scenes
        from scenes.draft import Draft
        file = self._session.scene.card.file
        draft = Draft(scenes.load(self._copies.get(file, file)))
        edit = film_edit(draft.document, film)
        if edit is not None:
            draft.do(edit)
        saved = draft.save(target)
        if target != file:
            self._copies[file] = target
        return saved


def film_edit(document: Any, film: Film) -> Any:
    """The edit after which a document has this camera and film; None where it has them."""
    from scenes.editing.edit import Edit
    from scenes.film_changes import film_changes
    from scenes.writer import operations_of
    lists: dict[str, Sequence[Any]] = {key: entries for key, entries in film.items() if key != FOLLOW}
    changes = film_changes(document, film[FOLLOW], lists)
    return Edit(LABEL, tuple(operations_of(changes))) if changes else None
