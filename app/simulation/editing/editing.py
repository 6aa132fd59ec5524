"""Editing: the draft of the open scene, and the worlds that follow it.

An edit of what a running world can take, see `following`, changes the document and the worlds, which go on.  Any other is made at
the scene's beginning: an edit of a scene that has run returns there, paused, and what is drawn is the document.  Bodies and
joints are named by their uids in the worlds, which are made in the document's order.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from app.published.editing import EditCard
from app.simulation.editing import arranging, following
from app.simulation.editing.cards import event_cards, scene_joint
from app.simulation.editing.generating import Generating
from app.simulation.editing.group import Group
from app.simulation.editing.scene_file import Film, SceneFile, film_edit
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
        self._cards: dict[Any, Any] = {}                 # of the document of the last publication
        self._carded: Any = None                         # that document
        self.event: int | None = None                    # number of the selected event
        self.group = Group(session)                      # the selected bodies
        self.generating = Generating(self, session)
        self.file = SceneFile(self, session)

    def forget(self) -> None:
        """Another scene was opened, or this one was read again."""
        self._draft = self.event = self.generating.preview = None
        self.group.forget()
        self.file.forget()

    def begin_with(self, draft: Any) -> None:
        """The open scene is the present document of this draft."""
        self._draft = draft

    @property
    def content_now(self) -> Any:
        """The content of the draft, None before there is one."""
        return None if self._draft is None else self._draft.content

    @property
    def card(self) -> EditCard:
        """What can be taken back, whether the file has another state, and what it says of the selected body or joint and of
        events."""
        draft, session, document = self._draft, self._session, self.document
        undo = ("", "", False) if draft is None else (draft.undoable, draft.redoable, draft.changed)
        if document is None:
            return EditCard(*undo)
        if self._carded is not document:
            self._carded, self._cards = document, {}
        begun, uid = session.variant.begun, session.selected_joint
        number = begun.joint(uid) if uid is not None else None
        keepable = uid is not None and number is None and uid in session.variant.joined
        return EditCard(*undo, draft is not None and self.file.own is not None, self.at_beginning, self._own(session.selection),
                        None if number is None else self._known(number, lambda: scene_joint(document, number)), keepable,
                        self._known(tuple(begun.bodies[:1]), lambda: event_cards(document, begun)), self.event,
                        self.generating.card, self.generating.preview)

    def _own(self, uid: int | None) -> int | None:
        """The number under `bodies` of the body with this uid; None for one that is not there."""
        number, origins = self.number_of(uid), self.document.origins
        return origins[number][1] if number is not None and number < len(origins) and origins[number][0] == "bodies" else None

    def _known(self, key: Any, make: Callable[[], Any]) -> Any:
        """A card of the present document, made once."""
        if key not in self._cards:
            self._cards[key] = make()
        return self._cards[key]

    @property
    def document(self) -> Any:
        """The present document, None without a scene; no draft is made for it."""
        if self._draft is not None:
            return self._draft.document
        variant = self._session.variant
        return None if variant is None else getattr(variant.run, "document", None)

    @property
    def at_beginning(self) -> bool:
        """Whether the scene stands at its beginning, and can be edited there."""
        document = self.document
        return self._session.paused and not self._session.step_count and document is not None and not document.values

    @property
    def draft(self) -> Any:
        """The draft; made of the open scene's document at its first use.  Raises SettingError without a scene."""
        if self._draft is None:
            from scenes.draft import Draft
            variant = self._session.variant
            if variant is None or getattr(variant.run, "document", None) is None:
                raise SettingError("edit", "there is no scene to edit")
            document = variant.run.document
            if document.values:
                raise SettingError("edit", f"{', '.join(document.values)} of this scene was set from the command line: open it "
                                           "without, to edit it")
            self._draft = Draft(document)
        return self._draft

    def do(self, make: Callable[[Any], Any], select: Callable[[Any], int | Sequence[int] | None] | None = None,
           select_joint: Callable[[Any], int | None] | None = None) -> None:
        """Make the edit that `make` returns for the present content, and select the bodies or the joint whose numbers `select` or
        `select_joint` returns for the new document.  Raises SettingError where it leads to no scene."""
        from scenes.schema.problems import SceneError
        before = self._version
        try:
            document = self.draft.do(without_state(self.draft.content, make(self.draft.content)))
        except (SceneError, ValueError, LookupError) as error:
            raise SettingError("edit", str(error)) from None
        self._follow(before, None if select is None else select(document),
                     None if select_joint is None else select_joint(document))

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

    def notify(self, text: str, control: str = "") -> None:
        """Show a line, with the keys of an action that helps."""
        self._session.notify(text, control=control)

    def settle(self) -> None:
        """End a series of edits that are one."""
        if self._draft is not None:
            self._draft.settle()

    def undo(self) -> None:
        """Take the last edit back."""
        if not self.card.undo:
            self._session.notify("There is no edit to take back")
            return
        label, before = self.card.undo, self._version
        self._draft.undo()
        self._follow(before)
        self._session.notify(f"Taken back: {label}")

    def redo(self) -> None:
        """Make the edit again that was taken back last."""
        if not self.card.redo:
            self._session.notify("There is no edit to make again")
            return
        label, before = self.card.redo, self._version
        self._draft.redo()
        self._follow(before)
        self._session.notify(f"Made again: {label}")

    def put_film(self, film: Film | None) -> None:
        """Make camera and film those of the document; the worlds go on."""
        edit = None if film is None else film_edit(self.draft.document, film)
        if edit is not None:
            self.draft.settle()
            self._draft.do(edit)
            self._draft.settle()
            self._show_document()

    @property
    def file_text(self) -> str | None:
        """The text that the draft was read from or saved as last; None without a draft."""
        return None if self._draft is None else self._draft.file_text

    def numbers(self, uids: Sequence[int]) -> list[int]:
        """Numbers under `bodies` of the bodies with these uids.  Raises SettingError for one that a generator made or that is
        gone."""
        there = {int(uid) for uid in self._session.variant.world.uids}
        origins, found = self.draft.document.origins, []
        for uid in uids:
            number = self.number_of(uid)
            if uid not in there or number is not None and number >= len(origins):
                raise SettingError("edit", "the body to edit is gone")
            if number is None:
                raise SettingError("edit", "this body came while the scene ran, and is not in its file")
            section, place = origins[number]
            if section != "bodies":
                raise SettingError("edit", f"{self.draft.document.bodies[number].name or 'this body'} {GENERATED}")
            found.append(place)
        return found

    def number_of(self, uid: int | None) -> int | None:
        """The number of a body in the document; None for one that came later."""
        variant = self._session.variant
        return None if variant is None or uid is None else variant.begun.body(uid)

    def came_later(self, uid: int) -> bool:
        """Whether the body with this uid came while the scene ran, and is not in its file."""
        return self.number_of(uid) is None and self._session.variant.body(uid) is not None

    def body(self, uid: int) -> int:
        """The number in the document of the body with this uid.  Raises SettingError for one that is not of the scene."""
        number = self._session.variant.begun.body(uid)
        if number is None:
            raise SettingError("edit", "the body to edit is gone" if self._session.variant.body(uid) is None else
                               "this body came while the scene ran, and is not in its file")
        return number

    def joint(self, uid: int) -> int:
        """The number under `joints` of the joint with this uid.  Raises SettingError for one that a generator or the user made,
        or that is gone."""
        number = self._session.variant.begun.joint(uid)
        if number is None:
            raise SettingError("edit", "the joint to edit is gone" if self._session.variant.joint(uid) is None else
                               "this joint was made while the scene ran: keep it in the scene first")
        plan = self.draft.document.joints[number]
        if plan.place[:1] != ("joints",):
            raise SettingError("edit", f"{plan.name or 'this joint'} {GENERATED}")
        return plan.place[1]

    @property
    def taken(self) -> set[str]:
        """Names of all bodies, those of generators too."""
        return {plan.name for plan in self.draft.document.bodies if plan.name}

    @property
    def taken_by_joints(self) -> set[str]:
        """Names of all joints, those of generators too."""
        return {plan.name for plan in self.draft.document.joints if plan.name}

    @property
    def _version(self) -> following.Version:
        return following.Version(self.draft.document, self.draft.content)

    def _follow(self, before: following.Version, selected: int | Sequence[int] | None = None,
                selected_joint: int | None = None) -> None:
        """Let the worlds follow the draft: those that run go on where they can, else they are built anew, at the beginning."""
        session, document = self._session, self.draft.document
        if self.event is not None and self.event >= len(document.scene.events):
            self.event = None
        if following.of_one_world(before.content, self.draft.content):
            self._show_document()
            return
        if session.step_count and self._goes_on(before):
            return
        bodies, chosen, joint = list(session.variant.world.bodies), self.group.uids, self._name_of_joint(before.document)
        if session.step_count:
            session.notify("Back at the beginning, where edits are made")
        session.rebuild(document, self._draft.text)
        begun = session.variant.begun
        if selected is not None:
            numbers = [selected] if isinstance(selected, int) else selected
            self.group.choose(int(begun.bodies[number]) for number in numbers if number < len(begun.bodies))
        elif selected_joint is not None and selected_joint < len(begun.joints):
            session.selection, session.selected_joint = None, int(begun.joints[selected_joint])
        elif chosen:
            self.group.choose(_same(bodies, chosen, list(session.variant.world.bodies)))
        else:
            session.selected_joint = next((int(uid) for plan, uid in zip(document.joints, begun.joints)
                                           if joint and plan.name == joint), None)

    def _goes_on(self, before: following.Version) -> bool:
        """Whether running worlds could take over what the edit changes; they have, then."""
        session = self._session
        world = session.variant.world
        now = following.Now(session.variant.begun, session.step_count, float(world.dt))
        found = following.commands(before, self._version, now)
        if found is None or before.document.colors != self._draft.document.colors:      # colours are given to new worlds
            return False
        session.travel.stay()
        try:
            for command in found:
                session.perform(command)
        except SettingError:                     # as two ends of a range that pass each other
            return False
        self._show_document()
        return True

    def _show_document(self) -> None:
        """Let the worlds that run be those of the present document, which they are."""
        session, document = self._session, self._draft.document
        session.scene = session.source_of_scenes.with_document(session.scene, document, self._draft.text)
        for variant in session.variants:
            variant.run.document = document

    def _name_of_joint(self, document: Any) -> str:
        """The name of the selected joint, "" without one."""
        uid = self._session.selected_joint
        number = self._session.variant.begun.joint(uid) if uid is not None else None
        return "" if number is None else document.joints[number].name


def _same(before: Sequence[Any], uids: Sequence[int], after: Sequence[Any]) -> list[int]:
    """Uids after an edit of the bodies that had these before it: by their names, and by their places in the order where a name
    is gone or there was none, and the number of bodies is the same."""
    names, kept = {body.name: body.uid for body in after if body.name}, {body.uid: body.name for body in after}
    known, alike = {body.uid: body.name for body in before}, len(before) == len(after)
    return [names.get(known.get(uid), uid) for uid in uids if known.get(uid) in names or alike and uid in kept]
