"""What was seen of a run: constant properties of the watched bodies, and arrays by step.

Frame 0 is the state when watching began, frame k the one k steps later.  T frames, n watched bodies, m joints; a body that was
removed has nan.  Arrays of bodies are in single precision: symptoms are larger than its rounding.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from physics.definitions.settings import SolverSettings

LAST = 1 / 3                    # share of a run in which it should have settled


class WatchedBodies(NamedTuple):
    """Constant properties of the watched bodies, in order of creation."""

    uids: np.ndarray            # (n,)
    names: tuple[str, ...]      # as messages call them
    dynamic: np.ndarray         # (n,) bool
    masses: np.ndarray          # (n,) [kg], 0 where not dynamic
    inertias: np.ndarray        # (n, 3) about the body's axes [kg m2]
    halves: np.ndarray          # (n, 3) half extents [m]
    round: np.ndarray           # (n,) bool, no box
    frictions: np.ndarray       # (n,)
    restitutions: np.ndarray    # (n,)
    jointed: np.ndarray         # (n,) bool, a joint acts on it
    damping: np.ndarray         # (n,) angular damping [1/s]

    def row(self, uid: int) -> int:
        """The row of a body; -1 for one that is not watched."""
        at = int(np.searchsorted(self.uids, uid))
        return at if at < len(self.uids) and self.uids[at] == uid else -1


class WatchedJoints(NamedTuple):
    """The joints that are to hold: no springs, and nothing that pulls by hand."""

    uids: np.ndarray            # (m,)
    names: tuple[str, ...]      # as messages call them
    sizes: np.ndarray           # (m,) largest extent of the smaller of its bodies that can move [m]


class Frames(NamedTuple):
    """Watched bodies by frame."""

    positions: np.ndarray       # (T, n, 3) [m]
    rotations: np.ndarray       # (T, n, 4) x y z w
    velocities: np.ndarray      # (T, n, 3) [m/s]
    spins: np.ndarray           # (T, n, 3) [rad/s]
    ground: np.ndarray          # (T, n, 3) sum of the normal impulses on the body in the step [N s], 0 when nothing touches it
    depths: np.ndarray          # (T, n) its deepest overlap [m]
    partners: np.ndarray        # (T, n) uid of the body that pushes it hardest, 0: none
    ratios: np.ndarray          # (T, n) largest mass of a dynamic body that it touches, over its own; 0: none
    asleep: np.ndarray          # (T, n) bool


class Impact(NamedTuple):
    """Two bodies began to push each other."""

    frame: int                  # after the step in which they met
    a: int                      # uid
    b: int                      # uid
    normal: np.ndarray          # (3,) from a to b
    approach: float             # speed towards each other before the step [m/s]


class Passage(NamedTuple):
    """The centre of a body crossed the surface of another body."""

    frame: int
    body: int                   # uid
    through: int                # uid
    speed: float                # of the body [m/s]
    both_dynamic: bool


class Observation(NamedTuple):
    """A run as the adviser sees it."""

    solver: SolverSettings      # as the scene says it
    acting: SolverSettings      # scaled to the world's length scale
    world: Mapping[str, Any]    # world settings by name: gravity dt sleep sleep_speed sleep_time sleep_way sleep_horizon
    scale: float                # length scale [m]
    drives: str                 # what does work on the bodies besides gravity, for people; "" if nothing does
    begun: int                  # steps that were taken before frame 0
    times: np.ndarray           # (T,) since frame 0 [s]
    kinetic: np.ndarray         # (T,) [J]
    energy: np.ndarray          # (T,) kinetic and potential [J]
    penetration: np.ndarray     # (T,) deepest overlap [m]
    gaps: np.ndarray            # (T, m) of joints that are to hold [m]
    tilts: np.ndarray           # (T, m) of rotations that they hold, and of angles beyond their stops [rad]
    joints: WatchedJoints
    capped: Mapping[str, int]   # setting that slowed bodies down -> number of steps
    bodies: WatchedBodies
    frames: Frames
    impacts: tuple[Impact, ...]
    passages: tuple[Passage, ...]

    @property
    def root(self) -> float:
        """Square root of the scale: by what speeds are larger than for things of 1 m."""
        return self.scale ** 0.5

    @property
    def late(self) -> slice:
        """The frames of the last third."""
        return slice(int(len(self.times) * (1 - LAST)), len(self.times))

    @property
    def touching(self) -> np.ndarray:
        """(T, n) bool: whether something pushes the body."""
        return (self.frames.ground ** 2).sum(-1) > 0

    @property
    def openings(self) -> np.ndarray:
        """(T, m) gaps of joints over the size of their bodies; inf for one that is no number, 0 for a joint without a gap."""
        return np.where(np.isnan(self.gaps), 0.0, self.gaps / self.joints.sizes)

    @property
    def weight(self) -> float:
        """Length of gravity [m/s2]."""
        return float(np.linalg.norm(self.world["gravity"]))

    @property
    def h(self) -> float:
        """Length of a substep [s]."""
        return self.world["dt"] / self.solver.substeps

    def seen(self, name: str) -> np.ndarray:
        """(T, n) lengths of the vectors of frames: of "velocities" or "spins"; 0 for a removed body."""
        return np.nan_to_num(np.linalg.norm(getattr(self.frames, name), axis=-1))


def named(observation: Observation, uid: int) -> str:
    """A body's name for people."""
    row = observation.bodies.row(uid)
    return observation.bodies.names[row] if row >= 0 else f"body {uid}"
