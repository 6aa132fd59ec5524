"""The published view: an immutable copy of what a world shows after a step.

The simulation thread makes one after each step; panels and drawing read nothing else.  Arrays are read-only and never written
again, so any thread may keep a view for any time.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Parts:
    """The costly parts that a publication has besides the bodies."""

    contacts: bool = False      # contact points
    aabbs: bool = False         # axis-aligned boxes
    joints: bool = True
    islands: bool = False       # the islands of bodies
    contact_details: bool = False      # friction, state and colour of contact points
    contact_features: bool = False     # their features
    fat_aabbs: bool = False     # fat boxes, and the tree over them
    awake: bool = False         # why bodies are awake
    costs: bool = False         # rows at each body
    trails: bool = False        # where bodies were in the last steps
    inside: bool = False        # the rows of the last step, and what else is asked of it
    readings: bool = False      # every metric over time, also of a single variant
    overlap: bool = False       # the deepest overlap of this step, not one that is up to a quarter of a second old


@dataclass(frozen=True)
class BodyTable:
    """The constant properties of the n bodies, in order of creation; the same object until a body is added, removed or
    changed."""

    uids: np.ndarray          # (n,) int64
    names: tuple[str, ...]    # n names, "" where the scene gives none
    kinds: np.ndarray         # (n,) uint8   Shape.kind: 0 sphere, 1 box, 2 plane, ...
    sizes: np.ndarray         # (n, 3) float32  half extents about its centre of mass; plane: its normal [m]
    offsets: np.ndarray       # (n,) float32 plane's offset [m], 0 for others
    types: np.ndarray         # (n,) uint8   0 dynamic, 1 static, 2 kinematic
    masses: np.ndarray        # (n,) float64 [kg], inf for static and kinematic
    sensors: np.ndarray       # (n,) bool    it reports what overlaps it, and collides with nothing
    tints: np.ndarray = None  # (n, 4) uint8 red, green, blue and 255 where the scene gives a colour, else zeros
    shapes: tuple[Any, ...] = ()         # n shapes; None for spheres, boxes and planes, of which kind and size say all

    def __post_init__(self) -> None:
        if not self.shapes:
            object.__setattr__(self, "shapes", (None,) * len(self.uids))
        if self.tints is None:
            object.__setattr__(self, "tints", np.zeros((len(self.uids), 4), np.uint8))

    def index(self, uid: int) -> int | None:
        """Row of the body with this uid, or None."""
        row = int(np.searchsorted(self.uids, uid))
        return row if row < len(self.uids) and self.uids[row] == uid else None


@dataclass(frozen=True)
class ContactTable:
    """The contact points of one step, k of them."""

    positions: np.ndarray          # (k, 3) float32 world [m]
    normals: np.ndarray            # (k, 3) float32 from a to b
    separations: np.ndarray        # (k,) float32 [m], negative when overlapping
    normal_impulses: np.ndarray    # (k,) float32 [N s], summed over the step
    tangent_impulses: np.ndarray   # (k, 3) float32 world [N s]
    bodies: np.ndarray             # (k, 2) int64 uids a, b


@dataclass(frozen=True)
class ContactDetails:
    """Details of the k points of a ContactTable, in its order."""

    frictions: np.ndarray          # (k,) float32 coefficient; nan for points between sleeping bodies
    states: np.ndarray             # (k,) uint8 index in STATES of `physics.views.contact_details`
    colors: np.ndarray             # (k,) int64 colour of the constraint graph; -1 for points that no sweep solves


@dataclass(frozen=True)
class Awake:
    """Why each of the n bodies is awake."""

    reasons: np.ndarray            # (n,) uint8 index in REASONS of `physics.views.awake`
    keepers: np.ndarray            # (n,) int64 uid of the body that keeps it awake; 0: none


@dataclass(frozen=True)
class MouseSpring:
    """The spring between a grabbed body and the pointer, for drawing."""

    anchor: tuple[float, float, float]     # on the body, world [m]
    target: tuple[float, float, float]     # the target, world [m]
    force: float                           # [N]
    joint: int = 0                         # uid of its mouse joint


@dataclass(frozen=True)
class JointTable:
    """The constant properties of the m joints, in order of creation; the same object until a joint is added, removed, broken or
    changed.  Values that a joint lacks are NaN."""

    uids: np.ndarray                # (m,) int64
    names: tuple[str, ...]          # m names, "" where the scene gives none
    kinds: tuple[str, ...]          # m type names: "hinge", "slider", ...
    bodies: np.ndarray              # (m, 2) int64 uids a, b; 0 is the world
    limits: np.ndarray              # (m, 2) float64 lower, upper of the measure, or of a ball socket's twist [rad] or [m]
    cones: np.ndarray               # (m,) float64 largest swing [rad]
    springs: np.ndarray             # (m, 2) float64 hertz (0: rigid or none), rest value [rad] or [m]
    motors: np.ndarray              # (m, 2) float64 target speed, strength (0: no motor) [rad/s, N m] or [m/s, N]
    ratios: np.ndarray              # (m,) float64 of gear and pulley, radius [m] of rack
    grounds: np.ndarray             # (m, 2, 3) float64 ground points of a pulley, world [m]
    modes: np.ndarray               # (m, 6) uint8 six_dof: x y z rx ry rz are FREE, LIMITED or FIXED; FIXED for other types
    ranges: np.ndarray              # (m, 6, 2) float64 lower, upper of the six [m] and [rad]
    whole: np.ndarray               # (m,) bool  of an angle joint: it holds the whole rotation
    broken: np.ndarray              # (m,) bool

    def rows(self, kind: str) -> np.ndarray:
        """(k,) rows of the joints of this type."""
        return np.flatnonzero(np.array(self.kinds, object) == kind)

    def index(self, uid: int) -> int | None:
        """Row of the joint with this uid, or None."""
        row = int(np.searchsorted(self.uids, uid))
        return row if row < len(self.uids) and self.uids[row] == uid else None


FREE, LIMITED, FIXED = 0, 1, 2             # JointTable.modes


@dataclass(frozen=True)
class Joints:
    """The m joints after one step."""

    table: JointTable
    anchors: np.ndarray             # (m, 2, 3) float32 on a and on b, world [m]
    frames: np.ndarray              # (m, 2, 4) float32 of a and b, world quaternions; their x is the joint's axis
    forces: np.ndarray              # (m, 3) float32 on b, mean over the step, world [N]
    torques: np.ndarray             # (m, 3) float32 [N m]
    gaps: np.ndarray                # (m,) float32 the largest of its rows that are lengths [m]; NaN for none
    tilts: np.ndarray               # (m,) float32 the largest of its rows that are angles [rad]; NaN for none
    measures: np.ndarray            # (m,) float32 angle [rad], position or distance [m]; NaN for none
    enabled: np.ndarray             # (m,) bool


@dataclass(frozen=True)
class View:
    """One step of one world."""

    step: int
    time: float                                    # [s]
    dt: float                                      # [s]
    table: BodyTable
    positions: np.ndarray                          # (n, 3) float32 [m]
    rotations: np.ndarray                          # (n, 4) float32 (x, y, z, w)
    previous_positions: np.ndarray                 # the same one step earlier, for interpolation
    previous_rotations: np.ndarray
    velocities: np.ndarray                         # (n, 3) float32 [m/s]
    angular_velocities: np.ndarray                 # (n, 3) float32 [rad/s]
    contacts: ContactTable | None = None           # None unless requested
    aabbs: np.ndarray | None = None                # (n, 2, 3) float32 low and high corner; None unless requested
    springs: tuple[MouseSpring, ...] = ()
    joints: Joints | None = None                   # None unless requested, or when there are none
    contact_count: int = 0                         # contact points
    energy: tuple[float, float, float] = (0.0, 0.0, 0.0)      # kinetic, potential, total [J]
    max_penetration: float = 0.0                   # [m]
    asleep: np.ndarray | None = None               # (n,) bool; None when no body sleeps
    occupied: np.ndarray | None = None             # (n,) bool: sensors that a body overlaps; None without sensors
    islands: np.ndarray | None = None              # (n,) int64 uid of the first body of each body's island; None unless requested
    contact_details: ContactDetails | None = None  # this and the next five: None unless requested
    contact_features: np.ndarray | None = None     # (k,) int64 by which a point is known again
    fat_aabbs: np.ndarray | None = None            # (n, 2, 3) float32
    tree: tuple[np.ndarray, ...] = ()              # (k, 2, 3) float32 of each level, from the lowest; with `fat_aabbs`
    awake: Awake | None = None
    costs: np.ndarray | None = None                # (n,) int64 rows at each body
    trails: np.ndarray | None = None               # (steps, n, 3) float32 centres in the last steps, oldest first [m]
    stages: tuple[tuple[str, float], ...] = ()     # stage name -> milliseconds of the last step
    step_ms: float = 0.0                           # [ms] the whole step


def empty_view() -> View:
    """An empty view, shown before the first scene is open."""
    table = BodyTable(uids=np.zeros(0, np.int64), names=(), kinds=np.zeros(0, np.uint8), sizes=np.zeros((0, 3), np.float32),
                      offsets=np.zeros(0, np.float32), types=np.zeros(0, np.uint8), masses=np.zeros(0),
                      sensors=np.zeros(0, bool))
    points, turns = np.zeros((0, 3), np.float32), np.zeros((0, 4), np.float32)
    return View(step=0, time=0.0, dt=0.0, table=table, positions=points, rotations=turns, previous_positions=points,
                previous_rotations=turns, velocities=points, angular_velocities=points)
