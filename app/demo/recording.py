"""A recording: the poses of all bodies, the joints and the plotted quantities of a world, frame by frame."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from app.demo.curves import Curves, Plot
from app.demo.joint_rows import JointRecorder, JointRows
from app.draw.frame import CameraPose
from app.headless.errors import InputError
from app.published.view import BodyTable, Parts, View
from app.simulation.publisher import Publisher, joined

ABSENT, AWAKE, ASLEEP, OCCUPIED = range(4)           # states of a body; occupied: a sensor with a body in it
MOST = 6_000_000                                     # poses in a recording, bodies times frames


class Shown(NamedTuple):
    """What is said and seen of a recording beside its motion."""

    title: str
    about: str
    camera: CameraPose
    followed: int | None = None                      # uid of a body that the camera moves with


class Frame(NamedTuple):
    """What is kept of a view: n bodies at a time."""

    time: float                # [s]
    table: BodyTable
    poses: np.ndarray          # (n, 7) float32
    states: np.ndarray         # (n,) uint8


@dataclass(frozen=True, eq=False)
class Recording:
    """T frames of n bodies.

    bodies  all bodies that are there at any time, by ascending uid
    poses   position and quaternion; of an absent body, those at which it was last or will be first
    states  ABSENT, AWAKE, ASLEEP or OCCUPIED
    scale   for things of which size the world is made [m], `World.length_scale`
    """

    shown: Shown
    times: np.ndarray            # (T,) float64 [s]
    bodies: BodyTable            # n rows
    poses: np.ndarray            # (T, n, 7) float32 [m] and x y z w
    states: np.ndarray           # (T, n) uint8
    joints: JointRows
    plots: tuple[Plot, ...]
    scale: float                 # [m]


class Recorder:
    """Records a world: `take` a frame as often as there is something new, then `finish`."""

    def __init__(self, world: Any, curves: Curves, frames: int, document: Any = None):
        """`curves` are read at every frame; `frames` are wanted; the `document` of a scene has colours.  Raises InputError for
        more than MOST poses."""
        _check_size(len(world.uids), frames, 0)
        self._world, self._curves = world, curves
        self._publisher = Publisher(world, document)
        self._frames: list[Frame] = []
        self._first: View | None = None
        self._poses = 0
        self._joints = JointRecorder()

    @property
    def first(self) -> View:
        """The view of the first frame."""
        return self._first

    def take(self) -> None:
        """Record the present state.  Raises InputError for more than MOST poses."""
        view = self._publisher.view(None, (), Parts())
        _check_size(len(view.table.uids), 1, self._poses)
        self._poses += len(view.table.uids)
        self._first = self._first or view
        poses = np.concatenate((view.positions, view.rotations), axis=1)
        self._frames.append(Frame(view.time, view.table, poses, states_of(view)))
        self._joints.take(view)
        self._curves.take()

    def finish(self, shown: Shown) -> Recording:
        """What was recorded."""
        bodies = all_bodies([frame.table for frame in self._frames])
        poses = np.full((len(self._frames), len(bodies.uids), 7), np.nan, np.float32)
        states = np.zeros(poses.shape[:2], np.uint8)
        for number, frame in enumerate(self._frames):
            rows = np.searchsorted(bodies.uids, frame.table.uids)
            poses[number, rows], states[number, rows] = frame.poses, frame.states
        states[~np.isfinite(poses).all(axis=2)] = ABSENT
        return Recording(shown, np.array([frame.time for frame in self._frames]), bodies, held(poses, states != ABSENT), states,
                         self._joints.finish(bodies), self._curves.finish(), float(self._world.length_scale))


def _check_size(bodies: int, frames: int, before: int) -> None:
    if before + bodies * frames > MOST:
        raise InputError(f"a recording has at most {MOST:,} poses, bodies times frames, which for {bodies:,} bodies are "
                         f"{MOST // bodies:,} frames; take fewer seconds, or fewer frames a second")


def all_bodies(tables: list[BodyTable]) -> BodyTable:
    """The bodies of all these tables, by ascending uid."""
    whole, last = tables[0], tables[0]
    for table in tables[1:]:
        if table is not last:
            last, new = table, ~np.isin(table.uids, whole.uids)
            whole = joined(whole, np.ones(len(whole.uids), bool), joined(table, new, _none(table)))
    order = np.argsort(whole.uids)
    values = {name: tuple(value[k] for k in order) if isinstance(value, tuple) else value[order]
              for name, value in vars(whole).items()}
    return BodyTable(**values)


def _none(table: BodyTable) -> BodyTable:
    """A table without rows."""
    return BodyTable(**{name: value[:0] for name, value in vars(table).items()})


def states_of(view: View) -> np.ndarray:
    """(n,) uint8 states of the bodies of a view."""
    states = np.full(len(view.table.uids), AWAKE, np.uint8)
    if view.asleep is not None:
        states[view.asleep] = ASLEEP
    if view.occupied is not None:
        states[view.occupied] = OCCUPIED
    return states


def held(poses: np.ndarray, there: np.ndarray) -> np.ndarray:
    """Poses (T, n, 7) in which those that are not `there` (T, n) are the last ones before, or the first ones after; a body that
    never is there is at the origin."""
    frames = np.arange(len(poses))[:, None]
    last = np.maximum.accumulate(np.where(there, frames, -1), axis=0)
    first = np.argmax(there, axis=0)
    filled = np.take_along_axis(poses, np.where(last >= 0, last, first)[..., None], axis=0)
    filled[:, ~there.any(axis=0)] = (0, 0, 0, 0, 0, 0, 1)
    return filled
