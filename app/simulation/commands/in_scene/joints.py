"""Commands on the joints of the scene's file: make, keep, change, rename, delete; each is an edit, which can be taken back."""
from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.joints import AddJoint, Joining, RemoveJoint
from app.simulation.commands.target import Target
from physics.definitions.tunable import SettingError


def _add(session: Target, joining: Joining, like: Any = None) -> None:
    """Add the joint to the file, and select it.  Raises SettingError."""
    from app.simulation.editing.new_joint import entry_of, names_of
    from scenes.editing.joints import add_joint
    editing = session.editing
    document, content = editing.draft.document, editing.draft.content
    numbers = tuple(None if uid is None else editing.body(uid) for uid in (joining.a, joining.b))
    names, given = names_of(numbers, document, len(content.get("bodies") or ()), editing.taken)
    entry = entry_of(joining, numbers, document, tuple(names), like)
    editing.do(lambda content: add_joint(content, entry, editing.taken_by_joints, given),
               select_joint=lambda document: len(document.joints) - 1)


@dataclass(frozen=True)
class CreateJoint(Command, Joining):
    """Make and select a new joint: of the scene's file where the scene stands at its beginning, else of the running world."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        joining = {field.name: getattr(self, field.name) for field in dataclasses.fields(Joining)}
        if session.editing.at_beginning:
            _add(session, self)
        else:
            session.perform(AddJoint(**joining))


@dataclass(frozen=True)
class KeepJoint(Command):
    """Write a joint that was made in the running world into the scene's file, from its beginning on."""

    uid: int
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        variant = session.variants[session.chosen]
        joint, made = variant.joint(self.uid), variant.joined.get(self.uid)
        if joint is None or made is None or variant.begun.joint(self.uid) is not None:
            raise SettingError("keep", "only a joint that you made while the scene ran can be kept in it")
        broken = joint.broken and not joint.enabled
        _add(session, made, dataclasses.replace(joint.definition, enabled=True) if broken else joint.definition)


@dataclass(frozen=True)
class EditJoint(Command):
    """Change keys of a joint of the scene, as in a file, `rx.motor_speed` of a separate axis; None removes one.  Edits with the
    same `merges` in a row are one."""

    uid: int
    values: dict[str, Any]
    merges: str = ""
    drags: ClassVar[str] = "uid"
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from scenes.editing.joints import set_joint
        number = session.editing.joint(self.uid)
        session.editing.do(lambda content: set_joint(content, number, self.values, self.merges))


@dataclass(frozen=True)
class RenameJoint(Command):
    """Give a joint of the scene another name, in its events too."""

    uid: int
    name: str
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from scenes.editing.joints import rename_joint
        number = session.editing.joint(self.uid)
        session.editing.do(lambda content: rename_joint(content, number, self.name),
                           select_joint=lambda _: session.variants[session.chosen].begun.joint(self.uid))


@dataclass(frozen=True)
class DeleteJoint(Command):
    """Remove a joint from the scene, with the events and expectations that name it; one that was made while it ran from the world
    alone."""

    uid: int
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from scenes.editing.joints import remove_joint
        variant = session.variants[session.chosen]
        if variant.joint(self.uid) is not None and variant.begun.joint(self.uid) is None:
            session.perform(RemoveJoint(self.uid))
            return
        number = session.editing.joint(self.uid)
        session.editing.do(lambda content: remove_joint(content, number))
        session.editing.notify("Deleted the joint from the scene", "undo")
