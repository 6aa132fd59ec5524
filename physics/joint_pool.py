"""The pool of joints: their numbers that last between steps, in blocks of sixteen, in order of creation."""
from __future__ import annotations

from typing import Any

import numpy as np

from physics.arrays import WORLD, aligned, real_of
from physics.dynamics.coloring import ConstraintList, new_list
from physics.dynamics.joints.point import (
    ANCHOR_A,
    ANCHOR_B,
    BETA,
    DAMPING_RATIO,
    ERROR,
    HERTZ,
    JOINT_SLOTS,
    MAX_FORCE,
    TOTAL,
)
from physics.lanes.value import W
from physics.pool import BodyPool
from physics.rotation import rotate, rotate_back


class JointPool:
    """Numbers of joints and who they belong to; the last number of the last block is never a joint's (padding)."""

    def __init__(self, precision: str):
        self.precision = precision
        self.next_uid = 1
        self.blocks = aligned(JOINT_SLOTS * W, real_of(precision))
        self.members: dict[int, tuple[Any, int]] = {}      # uid -> definition, uid of body a; in order of creation

    @property
    def count(self) -> int:
        """Number of joints."""
        return len(self.members)

    @property
    def padding(self) -> int:
        """The number that padding lanes use."""
        return len(self.blocks) // JOINT_SLOTS - 1

    def _number(self, uid: int) -> int:
        if uid not in self.members:
            raise ReferenceError(f"joint {uid} was removed from its world")
        return list(self.members).index(uid)

    def _slots(self, number: int, slot: int, width: int = 1) -> np.ndarray:
        return self.blocks.reshape(-1, JOINT_SLOTS, W)[number // W, slot:slot + width, number % W]

    def definition(self, uid: int) -> Any:
        """How the joint was made."""
        self._number(uid)
        return self.members[uid][0]

    def add(self, definition: Any, bodies: BodyPool) -> int:
        """A new joint; returns its uid."""
        uid, self.next_uid = self.next_uid, self.next_uid + 1
        number = len(self.members)
        if number >= self.padding:
            larger = aligned(len(self.blocks) * 2, self.blocks.dtype)
            larger[:len(self.blocks)] = self.blocks
            self.blocks = larger
        self.members[uid] = (definition, definition.a.uid)
        pose = bodies.arrays.pose[bodies.rows[definition.a.uid]].astype(np.float64)
        self._slots(number, 0, JOINT_SLOTS)[:] = 0
        self._slots(number, ANCHOR_A, 3)[:] = rotate_back(pose[3:7], definition.anchor - pose[0:3])
        self._slots(number, ANCHOR_B, 3)[:] = definition.target
        for slot, value in ((HERTZ, definition.hertz), (DAMPING_RATIO, definition.damping_ratio), (BETA, definition.beta),
                            (MAX_FORCE, definition.max_force)):
            self._slots(number, slot)[:] = value
        return uid

    def remove(self, uid: int) -> None:
        """Forget a joint; the later ones move up by one number."""
        number = self._number(uid)
        by_slot = self.blocks.reshape(-1, JOINT_SLOTS, W).swapaxes(0, 1).reshape(JOINT_SLOTS, -1).copy()
        by_slot[:, number:-1] = by_slot[:, number + 1:]
        self.blocks.reshape(-1, JOINT_SLOTS, W)[:] = by_slot.reshape(JOINT_SLOTS, -1, W).swapaxes(0, 1)
        del self.members[uid]

    def of_body(self, uid: int) -> list[int]:
        """uids of the joints at a body."""
        return [joint for joint, (_, body) in self.members.items() if body == uid]

    def constraint_list(self, bodies: BodyPool) -> ConstraintList:
        """All joints as constraints to colour."""
        made = new_list(max(1, self.count))
        for number, (_, body) in enumerate(self.members.values()):
            made.a[number], made.b[number], made.index[number] = bodies.rows[body], WORLD, number
        return made

    def anchor(self, uid: int, bodies: BodyPool) -> np.ndarray:
        """The pulled point in the world [m]."""
        number = self._number(uid)
        pose = bodies.arrays.pose[bodies.rows[self.members[uid][1]]].astype(np.float64)
        return pose[0:3] + rotate(pose[3:7], self._slots(number, ANCHOR_A, 3).astype(np.float64))

    def target(self, uid: int) -> np.ndarray:
        """Where it is pulled to [m]."""
        return self._slots(self._number(uid), ANCHOR_B, 3).astype(np.float64)

    def set_target(self, uid: int, value: np.ndarray) -> None:
        """Move the target [m]."""
        self._slots(self._number(uid), ANCHOR_B, 3)[:] = value

    def impulse(self, uid: int) -> np.ndarray:
        """Impulse on the world's side during the last step [N s]."""
        return self._slots(self._number(uid), TOTAL, 3).astype(np.float64)

    def error(self, uid: int) -> np.ndarray:
        """Vector from the anchor to the target at the end of the last step [m]."""
        return self._slots(self._number(uid), ERROR, 3).astype(np.float64)
