"""What a body collides with: the part of its handle about groups, categories, masks and sensors.

A change takes effect in the next step.  It wakes the body and all bodies that touch it.
"""
from __future__ import annotations

from typing import Any

from physics.definitions.body_definition import BodyDefinition, category_bits
from physics.storage.owner import Owner
from physics.storage.waking import wake_neighbours
from physics.views.overlaps import partners


class BodyFilter:
    """The filter of a body; `Body` provides `uid`, `_world`, `_row` and `_definition`."""

    __slots__ = ()

    uid: int
    _world: Owner
    _row: int
    _definition: BodyDefinition

    @property
    def group(self) -> int:
        """Bodies that share a group other than 0 never collide."""
        return self._definition.group

    @property
    def category(self) -> int:
        """The categories that it belongs to, a bit for each of 32; writable."""
        return int(self._world._bodies.arrays.category[self._row])

    @category.setter
    def category(self, value: int) -> None:
        self._world._bodies.arrays.category[self._row] = category_bits("category", value)
        self._place()

    @property
    def mask(self) -> int:
        """The categories that it collides with, a bit for each of 32; writable.  Of two bodies both masks decide."""
        return int(self._world._bodies.arrays.mask[self._row])

    @mask.setter
    def mask(self, value: int) -> None:
        self._world._bodies.arrays.mask[self._row] = category_bits("mask", value)
        self._place()

    @property
    def sensor(self) -> bool:
        """Whether it reports the bodies that overlap it, and collides with none."""
        return self._definition.sensor

    @property
    def overlaps(self) -> list[Any]:
        """The bodies that overlapped this sensor at the end of the last step, in order of creation; of a body that is no sensor,
        the sensors that it overlapped."""
        self._row
        return [self._world.body(uid) for uid in partners(self._world, self.uid)]

    def _place(self) -> None:
        """It was moved by hand, or collides with other bodies than before: find its pairs anew, and wake what touched it."""
        pool = self._world._bodies
        pool.edits += 1
        if self._world.sleep:
            wake_neighbours(pool, self._world._contacts, self._row)
        pool.mark_moved(self._row)
