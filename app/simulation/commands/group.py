"""Commands on several bodies: select them, move, change and arrange them, copy and paste them as text."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target

Vector = tuple[float, float, float]


@dataclass(frozen=True)
class SelectBodies(Command):
    """Select these bodies, in place of all others or besides."""

    uids: tuple[int, ...]
    besides: bool = False
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        group = session.editing.group
        group.choose((*group.uids, *self.uids) if self.besides else self.uids)


@dataclass(frozen=True)
class ToggleSelected(Command):
    """Add a body to the selection, or take it out."""

    uid: int
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.group.toggle(self.uid)


@dataclass(frozen=True)
class SelectAll(Command):
    """Select all bodies under `bodies` of the scene but planes."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.group.choose_all()


@dataclass(frozen=True)
class MoveBodies(Command):
    """Turn bodies about `pivot` [m], None: the middle of the box around their centres, by a quaternion, then shift them [m],
    from where they were before the edits with the same `merges` in a row; joints among them go along."""

    uids: tuple[int, ...]
    pivot: Vector | None = None
    shift: Vector = (0.0, 0.0, 0.0)
    turn: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    merges: str = ""
    drags: ClassVar[str] = "uids"
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from scenes.editing.moving import about, middle_of, move
        editing = session.editing
        numbers, before = editing.numbers(self.uids), editing.draft.before(self.merges)
        pivot = middle_of(before, numbers) if self.pivot is None else self.pivot
        motions = dict.fromkeys(numbers, about((0.0, 0.0, 0.0) if pivot is None else pivot, self.shift, self.turn))
        editing.do_with(self.uids, lambda content: move(content, before, motions, merges=self.merges))


@dataclass(frozen=True)
class EditBodies(Command):
    """Change keys of bodies of the scene to the same values; None removes one.  Edits with the same `merges` in a row are one."""

    uids: tuple[int, ...]
    values: dict[str, Any]
    merges: str = ""
    drags: ClassVar[str] = "uids"
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from scenes.editing.bodies import set_bodies
        numbers = session.editing.numbers(self.uids)
        session.editing.do_with(self.uids, lambda content: set_bodies(content, numbers, self.values, self.merges))


@dataclass(frozen=True)
class ArrangeBodies(Command):
    """Align bodies ("centres", "lows", "highs" along `axis`), spread them evenly ("spread", along `axis` or, "", where they are
    farthest apart), or put them down on what lies below ("down")."""

    uids: tuple[int, ...]
    how: str
    axis: str = ""
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.arrange(self.uids, self.how, self.axis)


@dataclass(frozen=True)
class CopyBodies(Command):
    """Copy bodies of the scene, with the joints among them, as text of the scene format."""

    uids: tuple[int, ...]
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.copy(self.uids)


@dataclass(frozen=True)
class CopyPoses(Command):
    """Copy where bodies are now, position and rotation, as text."""

    uids: tuple[int, ...]
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.copy_poses(self.uids)


@dataclass(frozen=True)
class PasteBodies(Command):
    """Add the bodies and joints of a text of the scene format, standing on `place` [m], and select them."""

    text: str
    place: Vector | None = None
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.paste(self.text, self.place)
