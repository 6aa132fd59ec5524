"""Editing: the edits of the open scene, and what its file says of the selected joint and of events; immutable."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.published.generators import GeneratorCard

Vector = tuple[float, float, float]


class EventCard(NamedTuple):
    """An event of the scene.

    number  under `events`
    at      when [s]
    lasts   for how long [s], 0: once
    word    of its action, as in the file
    about   what it does, in a few words
    body    the name of the body that it acts on, "" without one
    uid     of that body, None where there is none
    vector  force [N], torque [N m] or impulse [N s], None of other actions
    point   where, in the body's own axes [m]; None: the centre of mass, or `place`
    place   where, in the world [m], or None
    """

    number: int
    at: float
    lasts: float
    word: str
    about: str
    body: str = ""
    uid: int | None = None
    vector: Vector | None = None
    point: Vector | None = None
    place: Vector | None = None

    def acts(self, time: float) -> bool:
        """Whether it acts at a time [s]; what happens once does so for a moment that can be seen."""
        return self.at <= time < self.at + max(self.lasts, FLASH)


FLASH = 0.25              # [s] for which an impulse is shown


class JointPlace(NamedTuple):
    """A point [m] or a direction of a joint in the scene: its key, "point" or "axis", and its value."""

    key: str
    kind: str
    value: Vector


class SceneJoint(NamedTuple):
    """The selected joint, as the scene's file has it: its number under `joints`, and its places."""

    number: int
    places: tuple[JointPlace, ...]


@dataclass(frozen=True)
class EditCard:
    """The edits of the open scene."""

    undo: str = ""                              # what the next undo takes back, "" for nothing
    redo: str = ""                              # what the next redo makes again
    changed: bool = False                       # the file has another state
    own_file: bool = False                      # the scene has a file that may be written
    beginning: bool = False                     # the scene stands at its beginning and can be edited
    body: int | None = None                     # number under `bodies` of the selected body, if the file has it there
    joint: SceneJoint | None = None             # the selected joint, if the file has it
    keepable: bool = False                      # the selected joint was made in the running world
    events: tuple[EventCard, ...] = ()          # all events, in the order of the file
    event: int | None = None                    # number of the selected one
    generator: GeneratorCard | None = None      # that of the selected body
    preview: Any = field(default=None, compare=False)        # `scenes.preview.Preview` of a generator that may be added
