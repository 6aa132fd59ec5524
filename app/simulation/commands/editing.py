"""Commands that edit the scene itself, at its beginning: add, duplicate, move, change and remove bodies; undo, redo, save."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from app.simulation.commands.bodies import RemoveBody
from app.simulation.commands.command import Command
from app.simulation.commands.target import Target
from physics.definitions.tunable import SettingError, nearest
from scenes.schema.shapes import DIE, WEDGE, hull_like, scaled, shape_like

Vector = tuple[float, float, float]
SHAPES: dict[str, dict[str, Any]] = {            # of new bodies: things of about a metre
    "box": {"box": {"half": [0.5, 0.5, 0.5]}},
    "sphere": {"sphere": {"radius": 0.5}},
    "plane": {"plane": {"normal": [0, 0, 1], "offset": 0}},
    "plank": {"box": {"half": [1.5, 0.25, 0.05]}},
    "pillar": {"box": {"half": [0.15, 0.15, 1.0]}},
    "capsule": shape_like("capsule", (0.25, 0.25, 0.6)),
    "cylinder": shape_like("cylinder", (0.4, 0.4, 0.5)),
    "cone": shape_like("cone", (0.5, 0.5, 0.5)),
    "wedge": hull_like(WEDGE, (0.75, 0.5, 0.4)),
    "die": hull_like(DIE, (0.5, 0.5, 0.5)),
}
SMALLEST, LARGEST = 0.05, 20.0                   # sizes of new bodies, of their usual one


@dataclass(frozen=True)
class CreateBody(Command):
    """Add a body of a shape of SHAPES, `size` times as large, at `position` [m], or above what stands there, and select it."""

    shape: str
    position: Vector
    size: float = 1.0
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from scenes.editing.bodies import add_body
        from scenes.editing.free_place import free_place
        editing = session.editing
        if self.shape not in SHAPES:
            raise SettingError("shape", f"shape: there is no {self.shape!r}; {nearest(self.shape, list(SHAPES))}"
                                        f"known are {', '.join(SHAPES)}")
        if not SMALLEST <= self.size <= LARGEST:
            raise SettingError("size", f"size: {self.size:g} is out of range; allowed is {SMALLEST:g} to {LARGEST:g}")
        body = {"name": self.shape, "shape": SHAPES[self.shape]}
        if self.shape != "plane":
            body["shape"] = scaled(body["shape"], self.size) if self.size != 1.0 else body["shape"]
            body["position"] = free_place(editing.draft.document, body["shape"], self.position)
        editing.do(lambda content: add_body(content, body, editing.taken),
                   lambda document: document.numbers_of("bodies", len(document.scene.bodies) - 1)[0])


@dataclass(frozen=True)
class DuplicateBodies(Command):
    """Copy bodies, and the joints among them, moved by `shift` [m]; select the copies."""

    uids: tuple[int, ...]
    shift: Vector = (1.0, 0.0, 0.0)
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from app.simulation.editing.editing import places_of
        from scenes.editing.bodies import duplicate
        editing = session.editing
        numbers = editing.numbers(self.uids)
        editing.do(lambda content: duplicate(content, numbers, self.shift, editing.taken),
                   lambda document: places_of(document, range(len(document.scene.bodies))[-len(numbers):]))


@dataclass(frozen=True)
class DeleteBodies(Command):
    """Remove bodies from the scene, with the joints, events and expectations that name them; those that came while it ran go with
    its restart, or, without any of the scene, from the world alone."""

    uids: tuple[int, ...]
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from scenes.editing.bodies import counted, remove
        editing = session.editing
        came = [uid for uid in self.uids if editing.came_later(uid)]
        numbers = editing.numbers([uid for uid in self.uids if uid not in came])
        if numbers:
            words = counted(editing.draft.content, numbers)
            editing.do(lambda content: remove(content, numbers))
            editing.notify(f"Deleted from the scene: {words}", "undo")
        else:
            for uid in came:
                session.perform(RemoveBody(uid))


@dataclass(frozen=True)
class EditBody(Command):
    """Change keys of a body of the scene, as in a file; None removes one.  Edits with the same `merges` in a row are one."""

    uid: int
    values: dict[str, Any]
    merges: str = ""
    drags: ClassVar[str] = "uid"
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from scenes.editing.bodies import set_body
        (number,) = session.editing.numbers((self.uid,))
        session.editing.do(lambda content: set_body(content, number, self.values, merges=self.merges),
                           lambda document: document.numbers_of("bodies", number)[0])


@dataclass(frozen=True)
class SettleEdits(Command):
    """End a series of edits that are one: what comes now is another."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.settle()


@dataclass(frozen=True)
class RenameBody(Command):
    """Give a body of the scene another name, in its joints and events too."""

    uid: int
    name: str
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from scenes.editing.bodies import rename
        (number,) = session.editing.numbers((self.uid,))
        session.editing.do(lambda content: rename(content, number, self.name),
                           lambda document: document.numbers_of("bodies", number)[0])


@dataclass(frozen=True)
class Undo(Command):
    """Take the last edit back."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.undo()


@dataclass(frozen=True)
class Redo(Command):
    """Make the edit again that was taken back last."""

    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.redo()


@dataclass(frozen=True)
class SaveScene(Command):
    """Write the scene to a file, with comments and order kept; "": to its own.  `film`, see `entries_of`, becomes part of it, and
    a scene without a file of its own then gets a copy in `folder`, which is made."""

    path: str = ""
    film: dict[str, Any] | None = None
    folder: str = ""
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.file.save(self.path, self.film, self.folder)
