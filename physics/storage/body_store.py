"""The store of bodies: rows in order of creation, grown when full, closed up when bodies are removed.

A body's row changes when an older one is removed; its uid never changes and is never used again.  The gaps of removed rows are
closed together before the arrays are next read, so that removing many costs as much as removing one.
"""
from __future__ import annotations

import weakref
from collections.abc import Sequence

import numpy as np

from physics.bodies.arrays import (
    BODY_CAPACITY,
    FIRST,
    HULL,
    MARK,
    PLANE_OFFSET,
    ROUND,
    SURFACE_COMBINE,
    Bodies,
    end_block,
    grown,
    new_bodies,
    reset_rows,
)
from physics.bodies.principal_axes import in_principal_axes, to_principal
from physics.collision.solids.hulls import HullStore
from physics.compile.decorators import forget_records
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.body_types import BODY_TYPES, DYNAMIC
from physics.definitions.length_scale import found_scale
from physics.definitions.material import COMBINE, Material
from physics.definitions.shapes import Convex, Plane, Sphere
from physics.definitions.shapes.lengths import OWN_AXES

MOST_BODIES = 1_000_000
DEFAULT_RULES = COMBINE.index(Material.combine_friction), COMBINE.index(Material.combine_restitution)
DEFAULT_SURFACE = (0.0,) * SURFACE_COMBINE + DEFAULT_RULES


class BodyStore:
    """Rows of bodies, and their uids and definitions."""

    def __init__(self, precision: str):
        self.precision = precision
        self.arrays: Bodies = new_bodies(BODY_CAPACITY, precision)
        self.hulls = HullStore()                          # of its convex bodies
        self.count = 0                                    # rows in use, removed ones that are not closed up yet included
        self.next_uid = 1
        self.definitions: dict[int, BodyDefinition] = {}  # uid -> definition, of all living bodies
        self.rows: dict[int, int] = {}                    # uid -> row
        self.gone: list[int] = []                         # rows to close up
        self.revision = 0                                 # rises whenever the row or type of any body may have changed
        self.edits = 0                                    # rises with each change by hand of bodies, joints or settings
        self._tumbling = np.zeros(0, bool), False, -1     # rows that tumble; whether any does; the revision for which that is
        self._length_scale = 1.0, -1                      # likewise
        self.changed = True                               # a body came, went or was moved by hand: all pairs must be found
        self.boxed = None                                 # the margins with which boxes were made, see `pipeline.find_pairs`
        self.margins = self.margins_for = None            # margins, and the settings that they follow from
        self.placed = True                                # a body that is not dynamic was moved by hand or given a velocity
        self.sleep_candidates = False                     # some body has been at rest for long enough to fall asleep
        self.sleep_requested = False                      # bodies were put to sleep by hand: stage 3 must not wait
        self.spacing_note = ""                            # what is said about bodies far from the origin
        self.sensors = 0                                  # how many bodies are sensors
        self.sleepers = 0                                 # how many bodies sleep
        self.sleep_revision = 0                           # rises whenever the set of sleeping bodies changes
        weakref.finalize(self, forget_records).atexit = False                # the arrays of a world end with it

    @property
    def end_block(self) -> int:
        """One past the last block of sixteen rows that holds a body."""
        return end_block(self.count)

    def add(self, definition: BodyDefinition) -> int:
        """A new last row; returns the uid."""
        if self.count >= MOST_BODIES:
            raise ValueError(f"a world holds at most {MOST_BODIES:,} bodies")
        row = FIRST + self.count
        if row >= len(self.arrays.uid):
            old = len(self.arrays.uid)
            self.arrays = Bodies(*(grown(array, FIRST + 2 * (old - FIRST)) for array in self.arrays))
            reset_rows(self.arrays, old, len(self.arrays.uid))
        uid, self.next_uid = self.next_uid, self.next_uid + 1
        self.count += 1
        self.rows[uid], self.definitions[uid] = row, definition
        self._fill(row, uid, definition)
        self.sensors += definition.sensor
        self.changed = self.placed = True
        self.revision += 1
        self.edits += 1
        return uid

    def _fill(self, row: int, uid: int, definition: BodyDefinition) -> None:
        arrays, shape = self.arrays, definition.shape
        arrays.uid[row], arrays.kind[row], arrays.group[row] = uid, shape.kind, definition.group
        arrays.category[row], arrays.mask[row], arrays.sensor[row] = definition.category, definition.mask, definition.sensor
        arrays.type[row] = kind = BODY_TYPES[definition.type]
        arrays.pose[row, 0:3], arrays.pose[row, 3:7] = definition.position, in_principal_axes(definition.rotation, shape)
        self.set_remainder(row, definition.position)
        if kind != BODY_TYPES["static"]:
            arrays.velocity[row, 0:3], arrays.velocity[row, 3:6] = definition.velocity, definition.angular_velocity
        if kind == DYNAMIC:
            mass = definition.final_mass
            arrays.local[row, 0:3] = 1 / (mass * np.asarray(shape.unit_inertia))
            arrays.local[row, 3:7] = 1 / mass, definition.linear_damping, definition.angular_damping, 1
        arrays.shape[row, 0:3] = shape.size
        arrays.shape[row, PLANE_OFFSET] = shape.offset if isinstance(shape, Plane) else 0
        if isinstance(shape, Convex):
            arrays.shape[row, HULL] = self.hulls.number_of(shape)
        arrays.shape[row, 4:6] = definition.friction, definition.restitution
        arrays.shape[row, ROUND] = isinstance(shape, Sphere)
        arrays.restless[row] = not definition.can_sleep
        rules = COMBINE.index(definition.combine_friction), COMBINE.index(definition.combine_restitution)
        moving = (to_principal(vector, shape) for vector in (definition.surface_velocity, definition.surface_spin))
        self.set_surface(row, 0, (*next(moving), *next(moving), *rules))

    def set_surface(self, row: int, begin: int, numbers: Sequence[float]) -> None:
        """Set numbers of a row of Bodies.surface from place `begin` on, and the mark by which kernels skip default surfaces."""
        surface = self.arrays.surface[row]
        surface[begin:begin + len(numbers)] = numbers
        self.arrays.shape[row, MARK] = (surface != DEFAULT_SURFACE).any()

    def set_remainder(self, row: int, position: Sequence[float]) -> None:
        """Keep what the rounding of a position to a row's precision has left of it."""
        for axis, remainder in enumerate(self.remainders):
            remainder[row] = float(position[axis]) - float(self.arrays.pose[row, axis])

    @property
    def remainders(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(rows,) real each: what rounding has left of the positions along x, y, z [m]."""
        return self.arrays.remainder_x, self.arrays.remainder_y, self.arrays.remainder_z

    def mark_moving(self, row: int) -> None:
        """Let a body that was moved by hand or given a velocity count as awake in the next step, also if it is not dynamic."""
        self.arrays.awake[row] = 1
        self.placed = True

    def mark_moved(self, row: int) -> None:
        """A body was moved by hand."""
        self.mark_moving(row)
        self.changed = True

    def remove(self, uid: int) -> None:
        """Remove a body; its row is closed up later."""
        self.gone.append(self.rows.pop(uid))
        self.sensors -= self.definitions.pop(uid).sensor
        self.changed = True
        self.edits += 1

    def close_up(self) -> np.ndarray | None:
        """Close the gaps; returns new row by old row (-1: removed) where rows moved, else None."""
        if not self.gone:
            return None
        rows = len(self.arrays.uid)
        stays = np.ones(rows, bool)
        stays[self.gone] = False
        kept = np.flatnonzero(stays)
        moved = np.full(rows, -1, np.int64)
        moved[kept] = np.arange(len(kept))
        for array in self.arrays:
            array[:len(kept)] = array[kept]
        reset_rows(self.arrays, len(kept), rows)
        self.arrays.island[:] = moved[self.arrays.island]
        self.count -= len(self.gone)
        self.gone.clear()
        self.revision += 1
        self.rows = {int(uid): FIRST + k for k, uid in enumerate(self.arrays.uid[FIRST:FIRST + self.count])}
        return moved

    def turned_axes(self) -> dict[int, tuple[float, float, float, float]]:
        """Rotation from the principal axes to their own of the living bodies in which these differ, by place among them."""
        if not self.hulls.numbers:
            return {}
        found = ((row, self.definitions[uid].shape.principal_axes) for uid, row in self.rows.items())
        return {row - FIRST: axes for row, axes in found if axes != OWN_AXES}

    def sleeping(self) -> np.ndarray:
        """(rows,) bool: bodies that are asleep."""
        return (self.arrays.awake == 0) & (self.arrays.type == DYNAMIC)

    @property
    def tumbling(self) -> np.ndarray:
        """(rows,) bool: bodies whose inertia is not the same about all axes."""
        return self._which_tumble()[0]

    @property
    def any_tumbles(self) -> bool:
        """Whether `tumbling` holds for any body."""
        return self._which_tumble()[1]

    def _which_tumble(self) -> tuple[np.ndarray, bool, int]:
        rows, _, revision = self._tumbling
        if revision != self.revision or len(rows) != len(self.arrays.uid):
            inverse = self.arrays.local[:, :3]
            rows = (inverse > 0).all(1) & (inverse != inverse[:, :1]).any(1)
            self._tumbling = rows, bool(rows.any()), self.revision
        return self._tumbling

    @property
    def length_scale(self) -> float:
        """That of the dynamic bodies, see `definitions.length_scale`; call `close_up` first."""
        scale, revision = self._length_scale
        if revision != self.revision:
            scale = found_scale(self.living(self.arrays.shape)[self.living(self.arrays.type) == DYNAMIC, :3])
            self._length_scale = scale, self.revision
        return scale

    def count_sleepers(self) -> None:
        """Some body fell asleep or woke: count again."""
        self.sleepers = int(self.sleeping().sum())
        self.sleep_revision += 1

    @property
    def quiet(self) -> bool:
        """Whether all bodies that can move are asleep, and none was changed by hand."""
        if not self.sleepers or self.changed or self.placed or self.gone:
            return False
        return not self.arrays.awake[FIRST:FIRST + self.count].any()

    def living(self, array: np.ndarray) -> np.ndarray:
        """The rows of the living bodies of one of the arrays; call `close_up` first."""
        return array[FIRST:FIRST + self.count]
