"""World -> View: copies the data for the window from a world, between two steps.

The body table changes only when bodies are added or removed, and then only new bodies are read; everything else is copied each
time, because the world continues while a view may be kept for any time.
"""
from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import compress
from types import MappingProxyType
from typing import Any

import numpy as np

from app.published.own_axes import in_own_axes
from app.published.view import Awake, BodyTable, ContactDetails, ContactTable, MouseSpring, Parts, View
from app.simulation.joint_publisher import JointPublisher
from app.simulation.scene_source import first_uids
from app.simulation.trail import Trail
from physics.definitions.shapes import Box, Plane, Sphere
from scenes.editing.bounds import half_extents

OVERLAP_AGE = 0.25              # [s]
NO_TINT = 0, 0, 0, 0
PLAIN_SHAPES = Sphere, Box, Plane          # of which kind and size say all
TYPES = {"dynamic": 0, "static": 1, "kinematic": 2}


@dataclass(frozen=True)
class PoseSnapshot:
    """Poses before the step to be published: (n, 3), (n, 4) float32 and their uids (n,)."""

    uids: np.ndarray
    positions: np.ndarray
    rotations: np.ndarray


class Publisher:
    """Makes the views of one world."""

    def __init__(self, world: Any, document: Any = None):
        """`document`: of the scene, which may give bodies colours."""
        self.world = world
        colors = getattr(document, "colors", {})
        uids = first_uids(document) if colors else []
        self._colors = {uids[number]: color for number, color in colors.items()}
        self._table: BodyTable | None = None
        self._joints = JointPublisher(world)
        self._overlap, self._overlap_due = 0.0, 0.0
        self._trail = Trail()

    def snapshot(self) -> PoseSnapshot:
        """The present poses, an argument of `view` after the step."""
        world = self.world
        found = PoseSnapshot(np.array(world.uids), np.array(world.positions, np.float32), np.array(world.rotations, np.float32))
        self._trail.add(int(world.step_count), found.uids, found.positions)
        return found

    def view(self, before: PoseSnapshot | None, springs: tuple[MouseSpring, ...], wants: Parts) -> View:
        """The present state of the world; `before` None means that no body moved (a fresh world, a reset)."""
        world, now = self.world, self.snapshot()
        previous = now if before is None else self._aligned(before, now)
        (found, details, features), asleep = _contacts(world, wants), np.array(world.asleep)
        profile = tuple((name, float(ms)) for name, ms in world.profile.items())
        energy = world.energy()
        table = self.table(now.uids)
        view = View(
            step=int(world.step_count), time=float(world.time), dt=float(world.dt), table=table,
            positions=now.positions, rotations=now.rotations,
            previous_positions=previous.positions, previous_rotations=previous.rotations,
            velocities=np.array(world.velocities, np.float32),
            angular_velocities=np.array(world.angular_velocities, np.float32),
            contacts=found,
            aabbs=np.array(world.aabbs, np.float32) if wants.aabbs else None,
            springs=springs, joints=self._joints.joints() if wants.joints else None, contact_count=int(world.contact_count),
            energy=(float(energy.kinetic), float(energy.potential), float(energy.total)),
            max_penetration=self._deepest(found, wants.overlap), asleep=asleep if asleep.any() else None,
            occupied=np.isin(table.uids, world.overlaps[:, 0]) if table.sensors.any() else None,
            islands=np.array(world.islands) if wants.islands else None, contact_details=details, contact_features=features,
            **_inside(world, wants), trails=self._trail.along(now.uids) if wants.trails else None,
            stages=profile, step_ms=sum(ms for _, ms in profile))
        for array in (view.positions, view.rotations, view.previous_positions, view.previous_rotations,
                      view.velocities, view.angular_velocities):
            array.setflags(write=False)
        return view

    def _deepest(self, contacts: ContactTable | None, exact: bool) -> float:
        """Deepest overlap [m], at most OVERLAP_AGE old unless `exact`, which suffices for reading."""
        now = time.perf_counter()
        if contacts is not None:
            self._overlap = float(max(0.0, -contacts.separations.min(initial=0.0)))
        elif exact or now >= self._overlap_due:
            self._overlap = float(self.world.max_penetration())
            self._overlap_due = now + OVERLAP_AGE
        return self._overlap

    def table(self, uids: np.ndarray) -> BodyTable:
        """The constant properties of the bodies with these ascending uids; only new bodies are read."""
        if self._table is None or not np.array_equal(self._table.uids, uids):
            known = np.zeros(0, np.int64) if self._table is None else self._table.uids
            came = table_of([self.world.body(uid) for uid in uids[~np.isin(uids, known)].tolist()], self._colors)
            self._table = came if self._table is None else joined(self._table, np.isin(known, uids), came)
        return self._table

    @staticmethod
    def _aligned(before: PoseSnapshot, now: PoseSnapshot) -> PoseSnapshot:
        """`before` in the rows of `now`: new bodies have their present poses."""
        if np.array_equal(before.uids, now.uids):
            return before
        rows = np.searchsorted(before.uids, now.uids)
        rows = np.minimum(rows, max(len(before.uids) - 1, 0))
        positions, rotations = now.positions.copy(), now.rotations.copy()
        if len(before.uids):
            old = before.uids[rows] == now.uids
            positions[old], rotations[old] = before.positions[rows[old]], before.rotations[rows[old]]
        return PoseSnapshot(now.uids, positions, rotations)


def ghost_view(view: View, now: tuple[np.ndarray, np.ndarray], before: tuple[np.ndarray, np.ndarray]) -> View:
    """A view of bodies elsewhere: of those that `view` shows too, at the poses ((n,) uids, (n, 7) positions and quaternions of
    principal axes) of one step and of the one before."""
    uids = np.intersect1d(np.intersect1d(view.table.uids, now[0]), before[0])
    table = joined(view.table, np.isin(view.table.uids, uids), table_of([]))
    poses = [found[np.searchsorted(known, uids)].astype(np.float32) for known, found in (now, before)]
    turns = [in_own_axes(table, found[:, 3:]) for found in poses]
    return View(step=view.step, time=view.time, dt=view.dt, table=table, positions=poses[0][:, :3], rotations=turns[0],
                previous_positions=poses[1][:, :3], previous_rotations=turns[1],
                velocities=np.zeros((len(uids), 3), np.float32), angular_velocities=np.zeros((len(uids), 3), np.float32))


def table_of(bodies: list[Any], colors: Mapping[int, tuple[int, int, int]] = MappingProxyType({})) -> BodyTable:
    """The constant properties of these bodies; `colors` of some of them, by uid."""
    shapes, types = [body.shape for body in bodies], [body.type for body in bodies]
    return BodyTable(
        uids=np.array([body.uid for body in bodies], np.int64), names=tuple(body.name or "" for body in bodies),
        kinds=np.array([shape.kind for shape in shapes], np.uint8),
        sizes=np.array([half_extents(shape) for shape in shapes], np.float32).reshape(-1, 3),
        offsets=np.array([getattr(shape, "offset", 0.0) for shape in shapes], np.float32),
        types=np.array([TYPES[kind] for kind in types], np.uint8),
        masses=np.array([body.mass if kind == "dynamic" else np.inf for body, kind in zip(bodies, types)], np.float64),
        sensors=np.array([body.sensor for body in bodies], bool),
        tints=np.array([(*colors[body.uid], 255) if body.uid in colors else NO_TINT for body in bodies], np.uint8).reshape(-1, 4),
        shapes=tuple(None if isinstance(shape, PLAIN_SHAPES) else shape for shape in shapes))


def joined(table: BodyTable, stay: np.ndarray, came: BodyTable) -> BodyTable:
    """The rows `stay` (n,) bool of `table`, followed by those of new bodies."""
    values = {field.name: (getattr(table, field.name), getattr(came, field.name)) for field in fields(table)}
    return BodyTable(**{name: tuple(compress(old, stay)) + new if isinstance(old, tuple) else np.concatenate((old[stay], new))
                        for name, (old, new) in values.items()})


def _contacts(world: Any, wants: Parts) -> tuple[ContactTable | None, ContactDetails | None, np.ndarray | None]:
    """Contact points, their details, and their features, as far as they are wanted."""
    if not (wants.contacts or wants.contact_details or wants.contact_features):
        return None, None, None
    found, details = world.detailed_contacts("single") if wants.contact_details else (world.contact_arrays("single"), None)
    table = ContactTable(**{field.name: getattr(found, field.name) for field in fields(ContactTable)})
    if details is not None:
        details = ContactDetails(details.frictions.astype(np.float32), details.states, details.colors)
    return table, details, found.features if wants.contact_features else None


def _inside(world: Any, wants: Parts) -> dict[str, Any]:
    """Other parts of a view that show the inside of a step."""
    found: dict[str, Any] = {}
    if wants.fat_aabbs:
        found["fat_aabbs"] = np.array(world.fat_aabbs, np.float32)
        found["tree"] = tuple(level.astype(np.float32) for level in world.tree_boxes())
    if wants.awake:
        reasons = world.awake_reasons()
        found["awake"] = Awake(reasons.reasons, reasons.keepers)
    if wants.costs:
        found["costs"] = world.row_counts()
    return found
