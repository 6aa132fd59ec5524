"""Editing: the draft of the open scene, and the world that follows it.

Edits are made at the scene's beginning: an edit of a scene that has run returns there, paused, and what is drawn is the document.
Bodies are named by their uids in the worlds, which count them from 1 in the document's order.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from app.published.status import EditCard
from app.simulation.editing import arranging
from app.simulation.editing.generating import Generating
from app.simulation.editing.group import Group
from app.simulation.scene_source import first_uids
from physics.definitions.tunable import SettingError

GENERATED = "is made by a generator, and cannot be edited by itself: break the generator up first"


def places_of(document: Any, numbers: Iterable[int]) -> list[int]:
    """The places among all bodies of a document of those with these numbers under `bodies`."""
    place = {number: at for at, (section, number) in enumerate(document.origins) if section == "bodies"}
    return [place[number] for number in numbers]


def without_state(content: Any, edit: Any) -> Any:
    """The edit, which also removes the state of a saved moment: it belongs to what was before."""
    from scenes.editing.operations import Remove
    return edit._replace(operations=(*edit.operations, Remove(("state",)))) if content.get("state") else edit


class Editing:
    """The draft of a session's scene; none before the first edit."""

    def __init__(self, session: Any):
        self._session = session
        self._draft: Any = None
        self._of: Any = None                             # the document from which the draft began
        self._uids: dict[int, int] = {}                  # numbers in the document, by the uids that worlds of it begin with
        self._uids_of: Any = None                        # the document
        self.group = Group(session)                      # the selected bodies
        self.generating = Generating(self, session)

    def forget(self) -> None:
        """Another scene was opened, or this one was read again."""
        self._draft = self._of = self.generating.preview = None
        self.group.forget()

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

    @property
    def document(self) -> Any:
        """The present document, None without a scene; no draft is made for it."""
        if self._draft is not None:
            return self._draft.document
        variant = self._session.variant
        return None if variant is None else getattr(variant.run, "document", None)

    def do(self, make: Callable[[Any], Any], select: Callable[[Any], int | Sequence[int]] | None = None) -> None:
        """Make the edit that `make` returns for the present content, and select the body or bodies whose numbers `select` returns
        for the new document.  Raises SettingError where it leads to no scene."""
        from scenes.schema.problems import SceneError
        try:
            document = self.draft.do(without_state(self.draft.content, make(self.draft.content)))
        except (SceneError, ValueError, LookupError) as error:
            raise SettingError("edit", str(error)) from None
        self._follow(document, None if select is None else select(document))

    def do_with(self, uids: Sequence[int], make: Callable[[Any], Any]) -> None:
        """Make an edit that leaves the numbers of bodies as they are; those with these uids are selected."""
        numbers = self.numbers(uids)
        self.do(make, lambda document: places_of(document, numbers))

    def arrange(self, uids: Sequence[int], how: str, axis: str) -> None:
        """Align bodies, spread them, or put them down."""
        arranging.arrange(self, uids, how, axis)

    def copy(self, uids: Sequence[int]) -> None:
        """Hand bodies of the scene to the clipboard, as text."""
        self.group.copy(*arranging.clip_text(self, uids))

    def copy_poses(self, uids: Sequence[int]) -> None:
        """Hand the places where bodies are now to the clipboard, as text."""
        self.group.copy(*arranging.poses_text(self._session.variant.world, uids))

    def paste(self, text: str, place: Sequence[float] | None) -> None:
        """Add the bodies and joints of a text, standing on a place [m]."""
        arranging.paste(self, text, place)

    def notify(self, text: str) -> None:
        """Show a line."""
        self._session.notify(text)

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
        there = {int(uid) for uid in self._session.variant.world.uids}
        origins, found = self.draft.document.origins, []
        for uid in uids:
            number = self.number_of(uid)
            if uid not in there or number is None or number >= len(origins):
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
            self._uids = {one: number for number, one in enumerate(first_uids(document))}
            self._uids_of = document
        return self._uids.get(uid)

    @property
    def taken(self) -> set[str]:
        """Names of all bodies, those of generators too."""
        return {plan.name for plan in self.draft.document.bodies if plan.name}

    def _follow(self, document: Any, selected: int | Sequence[int] | None = None) -> None:
        """Build the worlds anew from a document, at the beginning."""
        session = self._session
        before, chosen = list(session.variant.world.bodies), self.group.uids
        if session.step_count:
            session.notify("Back at the beginning, where edits are made")
        session.rebuild(document, self._draft.text)
        bodies = session.variant.world.bodies
        if selected is not None:
            numbers = [selected] if isinstance(selected, int) else selected
            self.group.choose(bodies[number].uid for number in numbers if number < len(bodies))
        elif chosen:
            self.group.choose(_same(before, chosen, list(bodies)))


def _same(before: Sequence[Any], uids: Sequence[int], after: Sequence[Any]) -> list[int]:
    """Uids after an edit of the bodies that had these before it: by their names, and by their places in the order where a name
    is gone or there was none, and the number of bodies is the same."""
    names, kept = {body.name: body.uid for body in after if body.name}, {body.uid: body.name for body in after}
    known, alike = {body.uid: body.name for body in before}, len(before) == len(after)
    return [names.get(known.get(uid), uid) for uid in uids if known.get(uid) in names or alike and uid in kept]
