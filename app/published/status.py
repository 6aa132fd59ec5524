"""What a session says about itself besides the state of its bodies: immutable, published together with the view.

`Publication` is the one thing that crosses from the simulation thread to the window: a view, a status, and the
moment it belongs to, from which any later moment's interpolation weight follows.
"""
from __future__ import annotations

from dataclasses import dataclass

from app.published.cards import BodyCard, JointCard
from app.published.divergence import Divergence
from app.published.tuning import Tuning
from app.published.view import View

VARIANT_NAMES = "abcd"              # of the variants, in order


@dataclass(frozen=True)
class SceneCard:
    """The open scene, for people."""

    id: str = ""                # category/name of the catalog, else the file's name
    file: str = ""              # the file it was read from, "" when there is none
    title: str = ""
    about: str = ""
    eye: tuple[float, float, float] | None = None        # where the scene puts the camera [m], None: it does not say
    target: tuple[float, float, float] | None = None     # what it looks at [m]
    fov: float = 0.9                                      # vertical field of view [rad]


@dataclass(frozen=True)
class Compiling:
    """How far the compilation of the kernels is: `done` of `total`, now at `name`."""

    done: int
    total: int
    name: str


@dataclass(frozen=True)
class Fault:
    """Something went wrong and the old scene goes on.  `path` is a crash report's file, "" for a bad scene."""

    number: int
    title: str
    text: str
    path: str = ""


@dataclass(frozen=True)
class Notice:
    """One line for a toast; `number` grows by one from notice to notice."""

    number: int
    text: str
    kind: str = "info"          # "info", "good" or "warning"


@dataclass(frozen=True)
class VariantCard:
    """One of the variants that run side by side."""

    name: str
    tuning: Tuning
    changes: tuple[tuple[str, str], ...] = ()      # label and value of what differs from the first variant
    failure: str = ""                              # why it stands still


@dataclass(frozen=True)
class Status:
    """One moment of a session."""

    scene: SceneCard = SceneCard()
    run: int = 0                                # counts loads and restarts
    tuning: Tuning = Tuning()                   # as it is now
    scene_tuning: Tuning = Tuning()             # as the scene asks for: what "reset" returns to
    paused: bool = False
    time_scale: float = 1.0
    real_time_factor: float = 0.0               # simulated over real seconds, lately
    opening: str = ""                           # the scene that is being read and built
    compiling: Compiling | None = None
    fault: Fault | None = None
    notices: tuple[Notice, ...] = ()            # the newest few, oldest first
    selection: int | None = None                # uid of the selected body
    selected_joint: int | None = None           # uid of the selected joint; one of the two at most
    body: BodyCard | None = None                # what is known about the selected body
    joint: JointCard | None = None              # or joint
    joint_rows: int = 0                         # of all joints that act
    grabbed: int | None = None                  # uid
    ready: bool = False                         # the kernels are there, steps can be taken
    variants: tuple[VariantCard, ...] = ()            # while several variants run
    chosen: int = 0                             # the variant whose settings are shown and changed


@dataclass(frozen=True)
class Publication:
    """A view and a status, and when they were made."""

    view: View | None = None      # of the chosen variant
    status: Status = Status()
    moment: float = 0.0           # [s] of time.perf_counter
    owed: float = 0.0             # [s] simulated time already owed to the next step at that moment
    running: bool = False
    views: tuple[View, ...] = ()  # of all variants, while several run
    divergence: Divergence | None = None          # readings over time, of several variants or when asked for

    def alpha(self, now: float) -> float:
        """Weight of the newer of the view's two states at `now` [s]: 0 the previous step, 1 this one."""
        if not self.running or self.view is None or self.view.dt <= 0:
            return 1.0
        ahead = self.owed + (now - self.moment) * self.status.time_scale
        return min(max(ahead / self.view.dt, 0.0), 1.0)
