"""The store of the parts of joints: slots by number, in blocks of sixteen, and kinds.

The last number of the last block is never a part: padding lanes write there.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from physics.bodies.arrays import grown
from physics.constraints.part import (
    CARRIED,
    ERROR,
    LOWER,
    MEASURE,
    PART_SLOTS,
    SIDE,
    SPINS,
    TOTAL,
    UPPER,
    Part,
    new_part_store,
    slots_of,
)
from physics.simd.value import W

BLOCKS = 4                                       # of a new store; doubled when full


class PartStore:
    """Slots and kinds of parts by number."""

    def __init__(self, precision: str):
        self.precision = precision
        self.count = 0
        self.slots = new_part_store(BLOCKS, precision)     # (blocks * PART_SLOTS * 16,) real
        self.kinds = np.zeros(BLOCKS * W, np.int32)        # by number

    @property
    def _by_block(self) -> np.ndarray:
        return self.slots.reshape(-1, PART_SLOTS, W)

    def add(self, parts: Sequence[Part]) -> int:
        """New parts after the last one; returns the number of the first."""
        first = self.count
        self._make_room(first + len(parts))
        self.count += len(parts)
        self.write(first, parts, PART_SLOTS)
        return first

    def write(self, first: int, parts: Sequence[Part], end: int) -> None:
        """Write the slots below `end`, and the kinds, of parts from number `first` on."""
        by_block = self._by_block
        for number, part in enumerate(parts, first):
            by_block[number // W, :end, number % W] = slots_of(part)[:end]
            self.kinds[number] = part.kind

    def columns(self, slot: int, width: int) -> np.ndarray:
        """(parts, width) float64 copy of some slots of all parts."""
        blocks = -(-self.count // W)
        return self._by_block[:blocks, slot:slot + width].swapaxes(1, 2).reshape(-1, width)[:self.count].astype(np.float64)

    def of(self, numbers: np.ndarray, slot: int, width: int) -> np.ndarray:
        """(n, width) float64 copy of some slots of the parts with these numbers."""
        return self._by_block[numbers[:, None] // W, np.arange(slot, slot + width), numbers[:, None] % W].astype(np.float64)

    def rounded(self, parts: Sequence[Part]) -> np.ndarray:
        """(n, PART_SLOTS) what new parts have stored, in this precision."""
        return np.array([slots_of(part) for part in parts], self.slots.dtype).reshape(-1, PART_SLOTS)

    def put(self, numbers: np.ndarray, slot: int, values: np.ndarray) -> None:
        """Write slots from `slot` on of the parts with these numbers; values (n, width)."""
        self._by_block[numbers[:, None] // W, np.arange(slot, slot + values.shape[1]), numbers[:, None] % W] = values

    def everything(self) -> np.ndarray:
        """(parts, PART_SLOTS) copy of all slots of all parts."""
        return self._by_block.swapaxes(1, 2).reshape(-1, PART_SLOTS)[:self.count]

    def replace(self, slots: np.ndarray, kinds: np.ndarray) -> None:
        """Replace all parts: slots (parts, PART_SLOTS) and kinds (parts,)."""
        self._make_room(len(kinds))
        self.count = len(kinds)
        padded = np.zeros((-(-len(kinds) // W) * W, PART_SLOTS), slots.dtype)
        padded[:len(kinds)] = slots
        self._by_block[:len(padded) // W] = padded.reshape(-1, W, PART_SLOTS).swapaxes(1, 2)
        self.kinds[:len(kinds)] = kinds

    def forget(self, numbers: np.ndarray) -> None:
        """Clear the impulses of these parts, and their results of the last step."""
        by_block = self._by_block
        by_block[numbers // W, SIDE, numbers % W] = 0
        by_block[numbers[:, None] // W, np.arange(CARRIED, PART_SLOTS), numbers[:, None] % W] = 0

    def scale(self, numbers: np.ndarray, ratio: float) -> None:
        """Multiply the carried impulses of these parts, and those of their last step, by the ratio of the step lengths."""
        self._by_block[numbers[:, None] // W, np.r_[CARRIED:SPINS, TOTAL:ERROR], numbers[:, None] % W] *= ratio

    def forget_where_free(self, numbers: np.ndarray) -> None:
        """Clear the impulses of those of these parts, limits whose bounds changed, that are now within their bounds."""
        low, high, measure = (self.of(numbers, slot, 1)[:, 0] for slot in (LOWER, UPPER, MEASURE))
        self.forget(numbers[(low < measure) & (measure < high)])

    def _make_room(self, parts: int) -> None:
        """Room for so many parts and the padding."""
        blocks = len(self.slots) // (PART_SLOTS * W)
        if parts >= blocks * W:
            blocks = max(2 * blocks, parts // W + 1)
            larger = new_part_store(blocks, self.precision)
            larger[:len(self.slots)] = self.slots
            self.slots, self.kinds = larger, grown(self.kinds, blocks * W)
