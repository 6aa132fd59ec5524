"""Commands on the events of the scene's file: make, change, delete; each is an edit, which can be taken back."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target
from physics.definitions.tunable import SettingError, nearest

Vector = tuple[float, float, float]
WORDS = {"force": "apply_force", "torque": "apply_torque", "impulse": "apply_impulse"}      # kind -> word of the action
PER_SECOND = 1000                # [1/s] to whole parts of which "now" is rounded up
DIGITS = 6                       # of points


@dataclass(frozen=True)
class CreateEvent(Command):
    """Add a force [N], a torque [N m] or an impulse [N s] on body `uid` to the scene, and select it.

    kind    "force", "torque" or "impulse"
    vector  in the axes of the world
    point   where it acts, in the body's own axes [m]; None: the centre of mass; of no importance to a torque
    at      when [s]; None: now
    lasts   for how long [s]; of no importance to an impulse
    """

    uid: int
    kind: str
    vector: Vector
    point: Vector | None = None
    at: float | None = None
    lasts: float = 1.0
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from app.simulation.editing.new_joint import names_of
        from scenes.editing.events import add_event
        editing, variant = session.editing, session.variants[session.chosen]
        if self.kind not in WORDS:
            raise SettingError("kind", f"{self.kind!r} is no kind of event; {nearest(self.kind, list(WORDS))}"
                                       f"there are {', '.join(WORDS)}")
        document, number = editing.draft.document, editing.body(self.uid)
        names, given = names_of((number,), document, len(editing.draft.content.get("bodies") or ()), editing.taken)
        at = self.at if self.at is not None else now(float(variant.world.time), int(variant.world.step_count))
        editing.do(lambda content: add_event(content, at, {WORDS[self.kind]: self._action(names[0])}, given))
        editing.event = len(editing.draft.document.scene.events) - 1

    def _action(self, body: str) -> dict[str, Any]:
        action: dict[str, Any] = {"body": body, self.kind: [float(f"{x:.4g}") for x in self.vector]}
        if self.point is not None and self.kind != "torque":
            action["point"] = [round(float(x), DIGITS) + 0.0 for x in self.point]
        return action if self.kind == "impulse" else action | {"for": float(f"{self.lasts:.6g}")}


def now(time: float, step: int) -> float:
    """A time [s] that people can read, at or after the present one."""
    return math.ceil(time * PER_SECOND - 1e-6) / PER_SECOND if step else 0.0


@dataclass(frozen=True)
class EditEvent(Command):
    """Change keys of an event of the scene by its number, `{"at": 2}` or `{"apply_force.for": 1}`; None removes one.  Edits with
    the same `merges` in a row are one."""

    number: int
    values: dict[str, Any]
    merges: str = ""
    drags: ClassVar[str] = "number"
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from scenes.editing.events import set_event
        session.editing.do(lambda content: set_event(content, self.number, self.values, self.merges))


@dataclass(frozen=True)
class DeleteEvent(Command):
    """Remove an event from the scene by its number."""

    number: int
    recorded: ClassVar[bool] = False
    watching: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        from scenes.editing.events import remove_event
        session.editing.do(lambda content: remove_event(content, self.number))
        session.editing.event = None


@dataclass(frozen=True)
class SelectEvent(Command):
    """Select an event of the scene by its number; None: no event."""

    number: int | None
    recorded: ClassVar[bool] = False

    def apply(self, session: Target) -> None:
        session.editing.event = self.number
