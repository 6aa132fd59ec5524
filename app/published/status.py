"""Status: the published state of a session besides its bodies; immutable, published together with the view.

`Publication` is the only object that crosses from the simulation thread to the window: a view, a status, and their time, from
which the interpolation weight of any later time follows.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from app.published.advice import Advice
from app.published.cards import BodyCard, JointCard
from app.published.divergence import Divergence
from app.published.editing import EditCard
from app.published.film_plan import FilmPlan
from app.published.group_card import GroupCard
from app.published.inside import Inside
from app.published.log import LogLine
from app.published.shared import Shared
from app.published.tasks import TaskBoard
from app.published.timeline import TimeLine
from app.published.tuning import Tuning
from app.published.view import View

VARIANT_NAMES = "abcd"              # of the variants, in order
WATCHING = "A script makes and steps this world: the window does not restart it, go back, add or remove"


@dataclass(frozen=True)
class SceneCard:
    """The open scene, for display."""

    id: str = ""                # category/name of the catalog, else the file's name
    file: str = ""              # the file it was read from, "" when there is none
    title: str = ""
    about: str = ""
    eye: tuple[float, float, float] | None = None        # the scene's camera position [m], or None
    target: tuple[float, float, float] | None = None     # the camera's target [m]
    fov: float = 0.9                                      # vertical field of view [rad]
    categories: tuple[str, ...] = ()                      # names of the collision categories, from the lowest bit on
    film: FilmPlan = FilmPlan()                           # bookmarks, path, captions and slow motion


@dataclass(frozen=True)
class Compiling:
    """Progress of the compilation of the kernels: `done` of `total`, now at `name`; total 0: one, for which the scene waits."""

    done: int
    total: int
    name: str


@dataclass(frozen=True)
class Fault:
    """An error after which the old scene continues.  `path` is a crash report's file, "" for a bad scene; `file` could not be
    opened."""

    number: int
    title: str
    text: str
    path: str = ""
    file: str = ""


@dataclass(frozen=True)
class Notice:
    """One line for a toast; `number` grows from notice to notice.  `control` is the word of an action that helps, `step` the
    step of run `run` to which it belongs."""

    number: int
    text: str
    kind: str = "info"          # "info", "good" or "warning"
    control: str = ""
    step: int | None = None
    run: int = 0


@dataclass(frozen=True)
class StopCard:
    """Where the simulation stops by itself, and what stopped it last."""

    expression: str = ""        # "" for nowhere
    step: int = 0               # number of the step after which it held, 0 when it has not yet
    time: float = 0.0           # [s] then
    said: str = ""              # the values that were compared
    variant: str = ""           # name of the variant, while several run


@dataclass(frozen=True)
class VariantCard:
    """One of the variants that run side by side."""

    name: str
    tuning: Tuning
    changes: tuple[tuple[str, str], ...] = ()      # label and value of each setting that differs from the first variant
    failure: str = ""                              # why it has stopped


@dataclass(frozen=True)
class Status:
    """The status of a session at one time."""

    scene: SceneCard = SceneCard()
    run: int = 0                                # counts loads and restarts
    opened: int = 0                             # counts the scenes; one that was read again is the same
    applied: int = 0                            # number of the last command that was applied
    tuning: Tuning = Tuning()                   # present value
    scene_tuning: Tuning = Tuning()             # the scene's own values, restored by "reset"
    paused: bool = False
    stop: StopCard = StopCard()
    time_scale: float = 1.0
    real_time_factor: float = 0.0               # simulated over real seconds, recently
    opening: str = ""                           # the scene being read and built
    compiling: Compiling | None = None
    fault: Fault | None = None
    notices: tuple[Notice, ...] = ()            # the newest few, oldest first
    selection: int | None = None                # uid of the selected body
    selected_joint: int | None = None           # uid of the selected joint; at most one of the two is set
    body: BodyCard | None = None                # card of the selected body
    joint: JointCard | None = None              # card of the selected joint
    joint_rows: int = 0                         # of all active joints
    grabbed: int | None = None                  # uid
    ready: bool = False                         # the kernels are loaded, steps can be taken
    script: str = ""                            # the script that makes and steps the world, "" for a scene
    variants: tuple[VariantCard, ...] = ()            # while several variants run
    chosen: int = 0                             # the variant whose settings are shown and changed
    edits: EditCard = EditCard()                # of the scene's document
    group: GroupCard = GroupCard()              # all selected bodies
    numbers: tuple[int, ...] = ()               # of all variants, one without a comparison: each has its own for ever


@dataclass(frozen=True)
class Publication:
    """A view and a status, and their time."""

    view: View | None = None      # of the chosen variant
    status: Status = Status()
    moment: float = 0.0           # [s] of time.perf_counter
    owed: float = 0.0             # [s] simulated time already owed to the next step at that time
    running: bool = False
    views: tuple[View, ...] = ()  # of all variants, while several run
    divergence: Divergence | None = None          # readings over time, of several variants or on request
    timeline: TimeLine = TimeLine()               # of the chosen variant
    ghost: View | None = None     # the future that the chosen variant left, at the step of its view
    inside: Inside | None = None  # the inside of a step of the chosen variant; None unless requested
    advice: Advice = Advice()     # the adviser's last look
    log: tuple[LogLine, ...] = ()  # what was said and done, oldest first
    shared: Shared | None = None  # the last run that was asked for as a share file
    tasks: TaskBoard = TaskBoard()  # of a lesson's card

    def alpha(self, now: float) -> float:
        """Weight of the newer of the view's two states at `now` [s]: 0 the previous step, 1 this one."""
        if not self.running or self.view is None or self.view.dt <= 0:
            return 1.0
        ahead = self.owed + (now - self.moment) * self.status.time_scale
        return min(max(ahead / self.view.dt, 0.0), 1.0)
