"""Editing: the draft of the open scene, and the world that follows it.

Edits are made at the scene's beginning: an edit of a scene that has run returns there, paused, and what is drawn is the document.
Bodies are named by their uids in the worlds, which are made in the document's order.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from app.published.status import EditCard
from app.simulation.editing.generating import Generating
from physics.definitions.tunable import SettingError

def without_state(content: Any, edit: Any) -> Any:
    """The edit, which also removes the state of a saved moment: it belongs to what was before."""
    from scenes.editing.operations import Remove
    return edit._replace(operations=(*edit.operations, Remove(("state",)))) if content.get("state") else edit


GENERATED = "is made by a generator, and cannot be edited by itself: break the generator up first"


class Editing:
    """The draft of a session's scene; none before the first edit."""

    def __init__(self, session: Any):
        self._session = session
        self._draft: Any = None
        self._of: Any = None                             # the document from which the draft began
        self._uids: dict[int, int] = {}                  # numbers in the document, by the uids that worlds of it begin with
        self._uids_of: Any = None                        # the document
        self.generating = Generating(self, session)

    def forget(self) -> None:
        """Another scene was opened, or this one was read again."""
        self._draft = self._of = self.generating.preview = None

    @property
    def content_now(self) -> Any:
        """The content of the draft, None before there is one."""
        return None if self._draft is None else self._draft.content

    @property
    def card(self) -> EditCard:
        """What can be taken back, and whether the file has another state."""
        generator = self.generating.card
        if self._draft is None:
            return EditCard()
        draft = self._draft
        return EditCard(draft.undoable, draft.redoable, draft.changed, self._own_file is not None, generator,
                        self.generating.preview)

    @property
    def draft(self) -> Any:
        """The draft; made of the open scene's document when somebody first asks.  Raises SettingError without a scene."""
        if self._draft is None:
            from scenes.draft import Draft
            variant = self._session.variant
            if variant is None or getattr(variant.run, "document", None) is None:
                raise SettingError("edit", "there is no scene to edit")
            document = variant.run.document
            if document.values:
                raise SettingError("edit", f"{', '.join(document.values)} of this scene was set from the command line: open it "
                                           "without, to edit it")
            self._of, self._draft = document, Draft(document)
        return self._draft

    def do(self, make: Callable[[Any], Any], select: Callable[[Any], int | None] | None = None) -> None:
        """Make the edit that `make` returns for the present content, and select the body whose number `select` returns for the
        new document.  Raises SettingError where it leads to no scene."""
        from scenes.schema.problems import SceneError
        try:
            document = self.draft.do(without_state(self.draft.content, make(self.draft.content)))
        except (SceneError, ValueError, LookupError) as error:
            raise SettingError("edit", str(error)) from None
        self._follow(document, None if select is None else select(document))

    def settle(self) -> None:
        """End a series of edits that are one."""
        if self._draft is not None:
            self._draft.settle()

    def undo(self) -> None:
        """Take the last edit back."""
        if not self.card.undo:
            self._session.notify("There is no edit to take back")
            return
        label = self.card.undo
        self._follow(self._draft.undo())
        self._session.notify(f"Taken back: {label}")

    def redo(self) -> None:
        """Make the edit again that was taken back last."""
        if not self.card.redo:
            self._session.notify("There is no edit to make again")
            return
        label = self.card.redo
        self._follow(self._draft.redo())
        self._session.notify(f"Made again: {label}")

    def save(self, path: str) -> None:
        """Write the scene to a file, "" for its own.  Raises SettingError."""
        from scenes.schema.problems import SceneError
        target = path or self._own_file
        if target is None:
            raise SettingError("save", "this scene has no file of its own: save it under another name")
        try:
            saved = self.draft.save(target)
        except SceneError as error:
            raise SettingError("save", str(error)) from None
        self._session.saved(str(saved.path))
        self._session.notify(f"Saved: {saved.path}", "good")

    @property
    def _own_file(self) -> str | None:
        """The file of the scene; None without one, and for one of the catalog, which an installation owns."""
        from scenes import catalog
        file = self._session.scene.card.file
        return file if file and not Path(file).resolve().is_relative_to(catalog.FOLDER.resolve()) else None

    def numbers(self, uids: Sequence[int]) -> list[int]:
        """Numbers under `bodies` of the bodies with these uids.  Raises SettingError for one that a generator made or that is
        gone."""
        origins, found = self.draft.document.origins, []
        for uid in uids:
            number = self.number_of(uid)
            if number is None or number >= len(origins):
                raise SettingError("edit", "the body to edit is gone")
            section, place = origins[number]
            if section != "bodies":
                raise SettingError("edit", f"{self.draft.document.bodies[number].name or 'this body'} {GENERATED}")
            found.append(place)
        return found

    def number_of(self, uid: int | None) -> int | None:
        """The number of a body in the document; None for one that is gone."""
        variant = self._session.variant
        document = getattr(variant.run, "document", None) if variant is not None else None
        if document is None or uid is None:
            return None
        if self._uids_of is not document:
            from scenes.moment.state import first_uids
            self._uids = {one: number for number, one in enumerate(first_uids(document.scene.state, len(document.bodies)))}
            self._uids_of = document
        return self._uids.get(uid)

    @property
    def taken(self) -> set[str]:
        """Names of all bodies, those of generators too."""
        return {plan.name for plan in self.draft.document.bodies if plan.name}

    def _follow(self, document: Any, selected: int | None = None) -> None:
        """Build the worlds anew from a document, at the beginning."""
        session = self._session
        world = session.variant.world
        kept = None
        if selected is None and session.selection is not None:
            names = {body.uid: body.name for body in world.bodies}
            kept = names.get(session.selection) or None
        if session.step_count:
            session.notify("Back at the beginning, where edits are made")
        session.rebuild(document, self._draft.text)
        bodies = session.variant.world.bodies
        if selected is not None and selected < len(bodies):
            session.selection, session.selected_joint = bodies[selected].uid, None
        elif kept is not None:
            session.selection = next((body.uid for body in bodies if body.name == kept), None)
