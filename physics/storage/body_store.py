"""The store of bodies: rows in order of creation, grown when full, closed up when bodies are removed.

A body's row changes when an older one is removed; its uid never changes and is never used again.  The gaps of removed rows are
closed together before the arrays are next read, so that removing many costs as much as removing one.
"""
from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from physics.bodies.arrays import (
    BODY_CAPACITY,
    CURVATURE,
    FIRST,
    HULL,
    MARK,
    PLANE_OFFSET,
    RIM_ROUND,
    ROUND,
    SURFACE_COMBINE,
    Bodies,
    end_block,
    grown,
    new_bodies,
    reset_rows,
)
from physics.bodies.follow_owner import follow_owners
from physics.bodies.principal_axes import in_principal_axes, to_principal
from physics.collision.solids.hulls import HullStore
from physics.compile.decorators import forget_records
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.body_types import BODY_TYPES, DYNAMIC
from physics.definitions.length_scale import found_scale
from physics.definitions.material import COMBINE, RESISTANCES, Material
from physics.definitions.shapes import OF_PARTS, Convex, Plane
from physics.definitions.shapes.lengths import OWN_AXES
from physics.collision.shape_kinds import PART
from physics.storage.part_rows import NO_PARTS, PartRows, curvature_of, fill_parts, first_row, part_rows_of, roundness

MOST_BODIES = 1_000_000
DEFAULT_RULES = COMBINE.index(Material.combine_friction), COMBINE.index(Material.combine_restitution)
DEFAULT_SURFACE = (0.0,) * SURFACE_COMBINE + DEFAULT_RULES


class BodyStore:
    """Rows of bodies, and their uids and definitions."""

    def __init__(self, precision: str):
        self.precision = precision
        self.arrays: Bodies = new_bodies(BODY_CAPACITY, precision)
        self.hulls = HullStore()                          # of its convex bodies and compounds
        self.parts: PartRows = NO_PARTS                   # rows of the parts of compounds and height fields
        self.parts_changed = False                        # they have to be given rows again
        self.compounds = 0                                # how many bodies are compounds or height fields
        self.part_count = 0                               # how many parts these have
        self.count = 0                                    # rows in use, removed ones that are not closed up yet included
        self.next_uid = 1
        self.definitions: dict[int, BodyDefinition] = {}  # uid -> definition, of all living bodies
        self.rows: dict[int, int] = {}                    # uid -> row
        self.gone: list[int] = []                         # rows to close up
        self.revision = 0                                 # rises whenever the row or type of any body may have changed
        self.edits = 0                                    # rises with each change by hand of bodies, joints or settings
        self._tumbling = np.zeros(0, bool), False, -1, False    # who tumbles; whether any does; its revision; whether rims do
        self._length_scale = 1.0, -1                      # likewise
        self.changed = True                               # a body came, went or was moved by hand: all pairs must be found
        self.boxed = None                                 # the margins with which boxes were made, see `pipeline.find_pairs`
        self.margins = self.margins_for = None            # margins, and the settings that they follow from
        self.moved: dict[int, tuple[float, ...]] = {}     # uid -> quaternion before, of bodies moved by hand since the last step
        self.loosened: dict[int, bool] = {}               # uids of bodies that lost a contact by hand, or a joint, since then
        self.placed = True                                # a body that is not dynamic was moved by hand or given a velocity
        self.sleep_candidates = False                     # some body has been at rest for long enough to fall asleep
        self.sleep_requested = False                      # bodies were put to sleep by hand: stage 3 must not wait
        self.standing_note = ""                           # what the last look at the whole world told, see `pipeline.advance`
        self.faults = frozenset()                         # and which faults it found, see `pipeline.lasting_faults`
        self.looked_asleep = -1                           # `sleep_revision` at the last look at a world that sleeps
        self.losing = False                               # whether the last step found a number that is not finite
        self.lost: dict[int, int] = {}                    # uid of a body without position or velocity -> step of the loss
        self.just_lost: tuple[int, ...] = ()              # those of the last step
        self.sensors = 0                                  # how many bodies are sensors
        self.resisting = 0                                # how many bodies resist rolling or spinning
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
        if isinstance(definition.shape, OF_PARTS) and self.part_count + definition.shape.part_count > MOST_BODIES:
            raise ValueError(f"a world holds at most {MOST_BODIES:,} parts of compounds and triangles of height fields")
        row = FIRST + self.count
        if self.parts.uids and row >= self.parts.first:
            raise RuntimeError("the parts of compounds are in the way: close_up comes before")
        self._room_for(row + 1)
        uid, self.next_uid = self.next_uid, self.next_uid + 1
        self.count += 1
        self.rows[uid], self.definitions[uid] = row, definition
        self._fill(row, uid, definition)
        self.sensors += definition.sensor
        if isinstance(definition.shape, OF_PARTS):
            self.compounds, self.part_count = self.compounds + 1, self.part_count + definition.shape.part_count
        self.parts_changed |= isinstance(definition.shape, OF_PARTS)
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
        if isinstance(shape, OF_PARTS):
            arrays.shape[row, HULL] = self.hulls.first_part_of(shape)
        elif isinstance(shape, Convex):
            arrays.shape[row, HULL] = self.hulls.number_of(shape)
        arrays.shape[row, 4:6] = definition.friction, definition.restitution
        arrays.shape[row, ROUND] = roundness(shape)
        arrays.restless[row] = not definition.can_sleep
        rules = COMBINE.index(definition.combine_friction), COMBINE.index(definition.combine_restitution)
        self.set_resistance(row, [getattr(definition, name) for name in RESISTANCES], curvature_of(shape))
        moving = (to_principal(vector, shape) for vector in (definition.surface_velocity, definition.surface_spin))
        self.set_surface(row, 0, (*next(moving), *next(moving), *rules))

    def set_surface(self, row: int, begin: int, numbers: Sequence[float]) -> None:
        """Set numbers of a row of Bodies.surface from place `begin` on, and the mark by which kernels skip default surfaces."""
        surface = self.arrays.surface[row]
        surface[begin:begin + len(numbers)] = numbers
        self.arrays.shape[row, MARK] = (surface != DEFAULT_SURFACE).any()

    def set_resistance(self, row: int, numbers: Sequence[float], curvature: float) -> None:
        """Set the RESISTANCES of a body, and count whether it has any; `curvature` is 1 over the radius of a round one [1/m]."""
        resistance = self.arrays.resistance[row]
        self.resisting += any(numbers) - bool(resistance[:len(RESISTANCES)].any())
        resistance[:len(RESISTANCES)], resistance[CURVATURE] = numbers, curvature

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
        """A body was moved by hand; `note_pose` comes before."""
        self.note_pose(row)
        self.mark_moving(row)
        self.changed = True

    def note_pose(self, row: int) -> None:
        """A body is going to be moved by hand."""
        self.moved.setdefault(int(self.arrays.uid[row]), tuple(self.arrays.pose[row, 3:7].tolist()))

    def loosen_joint(self, definition: Any) -> None:
        """A joint with this definition does not act any more."""
        self.loosened.update((body.uid, True) for body in (definition.a, definition.b) if body is not None)

    def remove(self, uid: int) -> None:
        """Remove a body; its row is closed up later."""
        self.gone.append(self.rows.pop(uid))
        self.resisting -= bool(self.arrays.resistance[self.gone[-1], :len(RESISTANCES)].any())
        definition = self.definitions.pop(uid)
        self.sensors -= definition.sensor
        if isinstance(definition.shape, OF_PARTS):
            self.compounds, self.part_count = self.compounds - 1, self.part_count - definition.shape.part_count
        self.changed = True
        self.edits += 1

    def close_up(self) -> np.ndarray | None:
        """Close the gaps, and give the parts of compounds their rows; returns new row by old row (-1: removed) where rows moved,
        else None."""
        if not self.gone and not self.parts_changed:
            return None
        end, stays = FIRST + self.count, np.ones(FIRST + self.count, bool)
        stays[self.gone] = False
        kept, before = np.flatnonzero(stays), self.parts
        moved = np.full(len(self.arrays.uid), -1, np.int64)
        moved[end:] = np.arange(end, len(moved)) - len(self.gone)                    # dummies
        moved[kept] = np.arange(len(kept))
        for array in self.arrays:
            array[:len(kept)] = array[kept]
        self.arrays.owner[:len(kept)] = np.arange(len(kept))
        self.count -= len(self.gone)
        self.gone.clear()
        self.revision += 1
        self.rows = {int(uid): FIRST + k for k, uid in enumerate(self.arrays.uid[FIRST:FIRST + self.count])}
        self._place_parts(len(kept))
        moved[before.first:before.end] = self._rows_of_parts(before)
        self.arrays.island[:len(kept)] = moved[self.arrays.island[:len(kept)]]
        return moved

    def _place_parts(self, end: int) -> None:
        """Give the parts of compounds their rows behind the bodies, whose last row is end - 1."""
        compounds = [(uid, row, shape) for uid, row in self.rows.items()
                     if isinstance(shape := self.definitions[uid].shape, OF_PARTS)] if self.compounds else []
        self.parts = part_rows_of([(uid, shape) for uid, _, shape in compounds], self.count)
        self.parts_changed = False
        reset_rows(self.arrays, end, len(self.arrays.uid))
        self._room_for(self.parts.end)
        if compounds:
            fill_parts(self.arrays, self.parts, compounds, self.hulls.first_part_of)
            follow_owners(self.parts.first, self.parts.end, self.arrays)

    def _rows_of_parts(self, before: PartRows) -> list[int]:
        """The rows that parts have now which had these before, -1 for those that are gone."""
        first: dict[int, int] = {}
        for k, uid in enumerate(self.parts.uids):
            first.setdefault(uid, self.parts.first + k)
        found, number, last = [], 0, None
        for uid in before.uids:
            number = number + 1 if uid == last else 0
            found.append(first[uid] + number if uid in first else -1)
            last = uid
        return found

    def _room_for(self, end: int) -> None:
        """Let there be `end` rows at least."""
        while end > len(self.arrays.uid):
            old = len(self.arrays.uid)
            self.arrays = Bodies(*(grown(array, FIRST + 2 * (old - FIRST)) for array in self.arrays))
            reset_rows(self.arrays, old, len(self.arrays.uid))

    @property
    def crowded(self) -> bool:
        """Whether there is no row for another body before those of parts: close up first."""
        crowded = bool(self.parts.uids) and FIRST + self.count >= self.parts.first
        self.parts_changed |= crowded
        return crowded

    def settle_parts(self) -> None:
        """Let the parts of compounds be where they would be if all bodies had been added at once, when it is closed up next."""
        self.parts_changed |= bool(self.parts.uids) and self.parts.first != first_row(self.count - len(self.gone))

    @property
    def row_count(self) -> int:
        """Rows from FIRST on to the last one that may collide: those of bodies and of the parts of compounds."""
        return max(self.count, self.parts.end - FIRST)

    def with_parts(self, keys: np.ndarray) -> np.ndarray:
        """Pairs of rows, lower << 32 | higher, sorted, and all pairs of their parts and of those with the other body."""
        if not self.parts.uids or not len(keys):
            return keys
        owner, rows = self.arrays.owner, np.arange(len(self.arrays.owner))
        several = [(rows[owner == low], rows[owner == high]) for low, high in zip(keys >> 32, keys & (1 << 32) - 1)]
        pairs = np.concatenate([np.stack(np.meshgrid(*each), -1).reshape(-1, 2) for each in several])
        return np.unique(pairs.min(1) << 32 | pairs.max(1))

    def follow_owners(self) -> None:
        """Let the parts of compounds be where these are now."""
        if self.parts.uids:
            follow_owners(self.parts.first, self.parts.end, self.arrays)

    def turned_axes(self) -> dict[int, tuple[float, float, float, float]]:
        """Rotation from the principal axes to their own of the living bodies in which these differ, by place among them."""
        if not self.hulls.numbers and not self.compounds:
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

    @property
    def any_rim_tumbles(self) -> bool:
        """Whether a body tumbles that may roll on a rim or a side, see `contacts.rolling_points`."""
        return self._which_tumble()[3]

    def _which_tumble(self) -> tuple[np.ndarray, bool, int, bool]:
        rows, _, revision, _ = self._tumbling
        if revision != self.revision or len(rows) != len(self.arrays.uid):
            inverse = self.arrays.local[:, :3]
            rows = (inverse > 0).all(1) & (inverse != inverse[:, :1]).any(1)
            rims = rows & (self.arrays.shape[:, ROUND] == RIM_ROUND) & (self.arrays.kind != PART)
            self._tumbling = rows, bool(rows.any()), self.revision, bool(rims.any())
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


def is_body_of(world: Any, thing: Any) -> bool:
    """Whether something is the handle of a body of this world, which may have been removed."""
    return getattr(thing, "_world", None) is world and hasattr(type(thing), "shape")
