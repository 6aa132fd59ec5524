"""World -> View: copies what a window shows out of a world, between two steps.

The body table is rebuilt only when bodies came or went; everything else is copied each time, because the world
goes on while a view may be kept for as long as anybody likes.
"""
from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.published.view import BodyTable, ContactTable, MouseSpring, Parts, View
from app.simulation.joint_publisher import JointPublisher

OVERLAP_AGE = 0.25              # [s]
TYPES = {"dynamic": 0, "static": 1, "kinematic": 2}


@dataclass(frozen=True)
class PoseSnapshot:
    """Poses before the step that is about to be published: (n, 3), (n, 4) float32 and their uids (n,)."""

    uids: np.ndarray
    positions: np.ndarray
    rotations: np.ndarray


class Publisher:
    """Makes the views of one world."""

    def __init__(self, world: Any):
        self.world = world
        self._table: BodyTable | None = None
        self._joints = JointPublisher(world)
        self._overlap, self._overlap_due = 0.0, 0.0

    def snapshot(self) -> PoseSnapshot:
        """The poses as they are now, to be handed to `view` after the step."""
        world = self.world
        return PoseSnapshot(np.array(world.uids), np.array(world.positions, np.float32), np.array(world.rotations, np.float32))

    def view(self, before: PoseSnapshot | None, springs: tuple[MouseSpring, ...], wants: Parts) -> View:
        """The world as it is now; `before` None means that nothing moved (a fresh world, a reset)."""
        world, now = self.world, self.snapshot()
        previous = now if before is None else self._aligned(before, now)
        found, asleep = _contacts(world) if wants.contacts else None, np.array(world.asleep)
        profile = tuple((name, float(ms)) for name, ms in world.profile.items())
        energy = world.energy()
        view = View(
            step=int(world.step_count), time=float(world.time), dt=float(world.dt), table=self.table(now.uids),
            positions=now.positions, rotations=now.rotations,
            previous_positions=previous.positions, previous_rotations=previous.rotations,
            velocities=np.array(world.velocities, np.float32),
            angular_velocities=np.array(world.angular_velocities, np.float32),
            contacts=found,
            aabbs=np.array(world.aabbs, np.float32) if wants.aabbs else None,
            springs=springs, joints=self._joints.joints() if wants.joints else None, contact_count=int(world.contact_count),
            energy=(float(energy.kinetic), float(energy.potential), float(energy.total)),
            max_penetration=self._deepest(found), asleep=asleep if asleep.any() else None,
            islands=np.array(world.islands) if wants.islands else None, stages=profile, step_ms=sum(ms for _, ms in profile))
        for array in (view.positions, view.rotations, view.previous_positions, view.previous_rotations,
                      view.velocities, view.angular_velocities):
            array.setflags(write=False)
        return view

    def _deepest(self, contacts: ContactTable | None) -> float:
        """Deepest overlap [m]; in a large world finding it costs more than a step, so it may be OVERLAP_AGE old."""
        now = time.perf_counter()
        if contacts is not None:
            self._overlap = float(max(0.0, -contacts.separations.min(initial=0.0)))
        elif now >= self._overlap_due:
            self._overlap = float(self.world.max_penetration())
            self._overlap_due = now + OVERLAP_AGE
        return self._overlap

    def table(self, uids: np.ndarray) -> BodyTable:
        """What is fixed about the bodies, rebuilt when their uids changed."""
        if self._table is None or not np.array_equal(self._table.uids, uids):
            bodies = list(self.world.bodies)
            self._table = BodyTable(
                uids=np.array([b.uid for b in bodies], np.int64),
                names=tuple(b.name or "" for b in bodies),
                kinds=np.array([b.shape.kind for b in bodies], np.uint8),
                sizes=np.array([b.shape.size for b in bodies], np.float32).reshape(-1, 3),
                offsets=np.array([getattr(b.shape, "offset", 0.0) for b in bodies], np.float32),
                types=np.array([TYPES[b.type] for b in bodies], np.uint8),
                masses=np.array([b.mass if b.type == "dynamic" else np.inf for b in bodies], np.float64))
        return self._table

    @staticmethod
    def _aligned(before: PoseSnapshot, now: PoseSnapshot) -> PoseSnapshot:
        """`before` row for row beside `now`: bodies that are new since then stand where they are."""
        if np.array_equal(before.uids, now.uids):
            return before
        rows = np.searchsorted(before.uids, now.uids)
        rows = np.minimum(rows, max(len(before.uids) - 1, 0))
        positions, rotations = now.positions.copy(), now.rotations.copy()
        if len(before.uids):
            old = before.uids[rows] == now.uids
            positions[old], rotations[old] = before.positions[rows[old]], before.rotations[rows[old]]
        return PoseSnapshot(now.uids, positions, rotations)


def _contacts(world: Any) -> ContactTable:
    found = world.contact_arrays()
    return ContactTable(
        positions=np.array(found.positions, np.float32), normals=np.array(found.normals, np.float32),
        separations=np.array(found.separations, np.float32), normal_impulses=np.array(found.normal_impulses, np.float32),
        tangent_impulses=np.array(found.tangent_impulses, np.float32), bodies=np.array(found.bodies, np.int64))
