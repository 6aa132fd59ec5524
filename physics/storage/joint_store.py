"""The store of joints: rows in order of creation, their parts by number, and the lists that a step reads.

The parts of a joint lie one after another in the order of its recipe.  The gaps of removed joints are closed together before
rows or numbers are next read.  A step does no work joint by joint: the lists that it reads are made anew only when a joint
came, went, was enabled or disabled, or when rows of bodies moved.
"""
from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST, WORLD, grown
from physics.constraints.part import FRAME_A, LOWER, MEASURE, UPPER, USE, Part
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.dynamics.coloring import ConstraintList, new_list
from physics.joints import JointDefinition
from physics.joints.placement import Placement
from physics.joints.recipe import recipe
from physics.storage.body_store import BodyStore
from physics.storage.joint_rows import ROOM, JointRows, Member, describe, new_rows, placement_of
from physics.storage.part_store import PartStore


SAME_PART = [*range(FRAME_A, FRAME_A + 4), USE]  # slots by which a part of the same kind is known after a change


class Listed(NamedTuple):
    """The lists that a step reads."""

    rows: dict[int, int]           # the BodyStore.rows for which they were made
    constraints: ConstraintList    # parts of joints that act
    kinds: np.ndarray              # (count,) int32 kinds of these parts
    excluded: np.ndarray           # (k,) int64 sorted pairs that never collide, lower row << 32 | higher row


class JointStore:
    """Joints and their parts."""

    def __init__(self, precision: str):
        self.next_uid = 1
        self.members: dict[int, Member] = {}       # uid -> joint, of all living joints, in order of creation
        self.rows: JointRows = new_rows(ROOM)
        self.count = 0                             # rows in use, removed ones that are not closed up yet included
        self.parts = PartStore(precision)
        self.gone: list[int] = []                  # rows to close up
        self.broke: list[Any] = []                 # events of joints that broke in the last step
        self.pairs_changed = False                 # pairs that never collide changed: all pairs must be found
        self.revision = 0                          # rises when the parts that act, or their bodies, change
        self.numberings = 0                        # rises when parts get other numbers
        self._listed: Listed | None = None

    @property
    def store(self) -> np.ndarray:
        """Slots of parts by number, as kernels read them."""
        return self.parts.slots

    @property
    def padding(self) -> int:
        """The number that padding lanes use."""
        return len(self.parts.kinds) - 1

    # one joint

    def row(self, uid: int) -> int:
        """The row of a joint; raises ReferenceError for a removed one."""
        if uid not in self.members:
            raise ReferenceError(f"joint {uid} was removed from its world")
        return int(np.searchsorted(self.rows.uid[:self.count], uid))

    def definition(self, uid: int) -> JointDefinition:
        """The present definition of a joint."""
        self.row(uid)
        return self.members[uid].definition

    def is_broken(self, uid: int) -> bool:
        """Whether a joint broke and was not enabled since."""
        return bool(self.rows.broken[self.row(uid)])

    def numbers(self, row: int) -> np.ndarray:
        """Numbers of the parts of a joint."""
        return self.rows.first[row] + np.arange(self.rows.parts[row])

    def add(self, definition: JointDefinition, bodies: BodyStore, placement: Placement | None = None) -> int:
        """A new joint, defined for bodies at these poses, by default their present ones; returns its uid."""
        placement = placement_of(definition, bodies) if placement is None else placement
        parts = recipe(definition, placement)
        uid, row = self.next_uid, self.count
        if row >= len(self.rows.uid):
            self.rows = JointRows(*(grown(array, 2 * row) for array in self.rows))
        self.next_uid, self.count = uid + 1, row + 1
        self.members[uid] = Member(definition, placement)
        rows = self.rows
        rows.uid[row], rows.first[row], rows.parts[row], rows.broken[row] = uid, self.parts.add(parts), len(parts), False
        describe(rows, row, self.members[uid], parts)
        self._switched(row)
        return uid

    def remove(self, uid: int) -> None:
        """Remove a joint; row and numbers are closed up later."""
        row = self.row(uid)
        del self.members[uid]
        self.gone.append(row)
        self._switched(row)

    def change(self, uid: int, changes: dict[str, Any]) -> None:
        """Change fields of a definition.  Impulses are kept, except those of limits that no longer act.  Raises SettingError."""
        row, (definition, placement) = self.row(uid), self.members[uid]
        changed = definition.changed(changes)
        parts = recipe(changed, placement)
        self.members[uid] = Member(changed, placement)
        if not self._change_numbers(self.numbers(row), parts):
            row = self._replace_parts(uid, parts)
        before = bool(self.rows.enabled[row]), bool(self.rows.parted[row])
        describe(self.rows, row, self.members[uid], parts)
        if changed.enabled:
            self.rows.broken[row] = False
        if (self.rows.enabled[row], self.rows.parted[row]) != before:
            self._switched(row, was_parted=before[1])

    def _change_numbers(self, numbers: np.ndarray, parts: list[Part]) -> bool:
        """Write the numbers of parts that remain the same parts; False, and nothing is written, where some do not."""
        if [part.kind for part in parts] != self.parts.kinds[numbers].tolist():
            return False
        before, made = self.parts.of(numbers, 0, MEASURE), self.parts.rounded(parts)[:, :MEASURE]
        differs = made != before
        if differs[:, SAME_PART].any():
            return False
        self.parts.put(numbers, 0, made)
        moved = differs[:, LOWER:UPPER + 1].any(1)
        if moved.any():
            self.parts.forget_where_free(numbers[moved])
        return True

    def rename(self, uid: int, name: str) -> None:
        """Another name in a definition."""
        member = self.members[uid]
        self.members[uid] = member._replace(definition=dataclasses.replace(member.definition, name=name))

    def break_up(self, rows: np.ndarray) -> None:
        """Break the joints of these rows: they are disabled."""
        for row in rows:
            uid = int(self.rows.uid[row])
            member = self.members[uid]
            self.members[uid] = member._replace(definition=member.definition.changed({"enabled": False}))
            self.rows.enabled[row], self.rows.broken[row] = False, True
            self._switched(row)

    def _switched(self, row: int, was_parted: bool = False) -> None:
        """A joint came, went, was enabled or disabled."""
        self._discard_lists()
        self.pairs_changed |= bool(self.rows.parted[row]) or was_parted

    def _discard_lists(self) -> None:
        """Discard the lists that a step reads."""
        self._listed = None
        self.revision += 1

    def _identities(self, parts: list[Part]) -> list[tuple]:
        """(kind, frame, use) of parts: a part whose other numbers change remains the same part."""
        return [(part.kind, *np.array(part.frame_a, self.store.dtype).tolist(), part.use) for part in parts]

    def _identities_of(self, row: int) -> list[tuple]:
        """`_identities` of the present parts of a joint."""
        numbers = self.numbers(row)
        frames, uses = self.parts.of(numbers, FRAME_A, 4).tolist(), self.parts.of(numbers, USE, 1)[:, 0].tolist()
        return [(int(kind), *frame, int(use)) for kind, frame, use in zip(self.parts.kinds[numbers], frames, uses)]

    def _replace_parts(self, uid: int, parts: list[Part]) -> int:
        """Give a joint other parts; those that it already has keep their impulses and measures.  Returns its row."""
        self.close_up()
        row = self.row(uid)
        old, slots, kinds = self._identities_of(row), self.parts.everything(), self.parts.kinds[:self.parts.count]
        first = int(self.rows.first[row])
        end = first + len(old)
        made = self.parts.rounded(parts)
        for k, identity in enumerate(self._identities(parts)):
            alike = [number for number, other in enumerate(old, first) if _measure_of(other) == _measure_of(identity)]
            same = [number for number in alike if old[number - first] == identity]
            if same:
                made[k, MEASURE:] = slots[same[0], MEASURE:]
            elif alike:                            # another use of the same measure, whose count of turns is kept
                made[k, MEASURE] = slots[alike[0], MEASURE]
        self.rows.parts[row] = len(parts)
        self._renumber(np.concatenate((slots[:first], made, slots[end:])),
                       np.concatenate((kinds[:first], np.array([part.kind for part in parts], kinds.dtype), kinds[end:])))
        return row

    # all joints

    def owners(self) -> np.ndarray:
        """(parts,) row of each part's joint; call `close_up` first."""
        return np.repeat(np.arange(self.count), self.rows.parts[:self.count])

    def _renumber(self, slots: np.ndarray, kinds: np.ndarray) -> None:
        """Replace all parts; `rows.parts` must be right already."""
        self.parts.replace(slots, kinds)
        counts = self.rows.parts[:self.count]
        self.rows.first[:self.count] = np.cumsum(counts) - counts
        self.numberings += 1
        self._discard_lists()

    def close_up(self) -> None:
        """Close the gaps that removed joints left; the order stays."""
        if not self.gone:
            return
        stays = np.ones(self.count, bool)
        stays[self.gone] = False
        kept = stays[self.owners()]
        slots, kinds = self.parts.everything()[kept], self.parts.kinds[:self.parts.count][kept]
        for array in self.rows:
            array[:stays.sum()] = array[:len(stays)][stays]
        self.count = int(stays.sum())
        self.gone.clear()
        self._renumber(slots, kinds)

    def of_body(self, uid: int) -> list[int]:
        """uids of the joints of a body."""
        self.close_up()
        return [int(joint) for joint in self.rows.uid[:self.count][(self.rows.bodies[:self.count] == uid).any(1)]]

    def body_rows(self, bodies: BodyStore) -> np.ndarray:
        """(joints, 2) int64 rows of their bodies; call `close_up` first."""
        uids = self.rows.bodies[:self.count]
        found = FIRST + np.searchsorted(bodies.arrays.uid[FIRST:FIRST + bodies.count], uids)
        return np.where(uids == 0, WORLD, found)

    def may_break(self) -> bool:
        """Whether any joint acts that may break."""
        return bool((self.rows.enabled[:self.count] & np.isfinite(self.rows.strength[:self.count]).any(1)).any())

    # saving

    def state(self) -> dict[str, Any]:
        """Everything that later steps depend on, by name; not copied."""
        self.close_up()
        return {name: value for name, value in vars(self).items() if name not in ("_listed", "revision", "parts")} | {
            "slots": self.parts.slots, "kinds": self.parts.kinds, "part_count": self.parts.count}

    def put_back(self, state: dict[str, Any]) -> None:
        """Restore what `state` returned; uids given since stay used, so that none is given twice."""
        state, next_uid = dict(state), self.next_uid
        self.parts.slots, self.parts.kinds, self.parts.count = (state.pop(name) for name in ("slots", "kinds", "part_count"))
        vars(self).update(state)
        self.next_uid = max(next_uid, self.next_uid)
        self._discard_lists()

    # what a step reads

    def constraints(self, bodies: BodyStore) -> tuple[ConstraintList, np.ndarray, int]:
        """(constraints to colour, their kinds, how many) of all parts that act; the same arrays until something changes."""
        listed = self._up_to_date(bodies)
        return listed.constraints, listed.kinds, len(listed.kinds)

    def excluded(self, bodies: BodyStore) -> np.ndarray:
        """(k,) int64 sorted pairs of rows that never collide, lower << 32 | higher."""
        return self._up_to_date(bodies).excluded

    def _up_to_date(self, bodies: BodyStore) -> Listed:
        if self._listed is None or self._listed.rows is not bodies.rows:
            self.close_up()
            self._listed = self._list(bodies)
        return self._listed

    def _list(self, bodies: BodyStore) -> Listed:
        owners, at, acting = self.owners(), self.body_rows(bodies), self.rows.enabled[:self.count]
        numbers = np.flatnonzero(acting[owners])
        self.parts.forget(np.flatnonzero(~acting[owners]))
        made = new_list(max(1, len(numbers)))
        for array, values in zip(made, (at[owners[numbers], 0], at[owners[numbers], 1], numbers)):
            array[:len(numbers)] = values
        pairs = np.sort(at[acting & self.rows.parted[:self.count]], 1)
        return Listed(bodies.rows, made, self.parts.kinds[numbers], bodies.with_parts(np.unique(pairs[:, 0] << 32 | pairs[:, 1])))


def _measure_of(identity: tuple) -> tuple:
    """(what is measured, frame) of a part from its (kind, frame, use): an axis rotation counts the angle about its axis."""
    kind, *frame, _ = identity
    return (ANGLE if kind == AXIS_ROTATION else kind, *frame)
