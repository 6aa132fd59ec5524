"""What a world keeps about constraints between and during steps: pairs, constraint blocks, colours, who touches whom."""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST, Pairs, aligned, new_pairs
from physics.collision.broad_phase.pair_memory import rename_rows
from physics.collision.broad_phase.pair_search import new_scratch
from physics.collision.narrow_phase.touching import TouchingList, new_counts
from physics.constraints.block import Parts, new_parts
from physics.contacts.layout import SLOTS, Contacts, new_contacts
from physics.dynamics.coloring import COLORS, new_list
from physics.simd.value import W
from physics.storage.body_store import BodyStore
from physics.storage.touching_impulses import nobody, pushing_in, pushing_of, uids_of


class ContactStore:
    """Pairs and constraints of one world; the stages fill it, views read it."""

    def __init__(self, precision: str, part_store: np.ndarray):
        self.precision = precision
        self.pairs: Pairs = new_pairs(4, precision)
        self.scratch = new_scratch(64, 256, precision)   # the broad phase's own arrays
        self.contacts: Contacts = new_contacts(4, COLORS, precision)
        self.parts: Parts = new_parts(1, COLORS, precision, part_store)
        self.parts_colored = None                         # revisions of joints and bodies that `parts` is of
        self.masks = aligned(0, np.int64)                 # colours that bodies have, a bit each
        self.part_masks = aligned(0, np.int64)            # those that joints gave them
        self.touching = new_list(64)
        self.missing = aligned(64, np.int32)              # how many of four points each of them is missing
        self.counts = new_counts()                        # how many touch (`touching_count`), and room
        self.kinds = aligned(0, np.int32)                 # the same with the partition that it is in
        self.partition = aligned(0, np.uint8)             # in which each row is,
        self.partition_of = None                          # for how many partitions and bodies, and which bodies
        self.contact_blocks = self.part_blocks = self.colors = 0
        self.pushing_now = nobody()                       # pairs with an impulse in this step
        self.pushing_before = nobody()                    # those in the step before
        self.pushing_asleep = np.empty(0, np.int64)       # keys of sleeping pairs that pushed when they fell asleep
        self.marked = False                               # whether some pairs may not be due
        self.naps = 0                                     # BodyStore.naps that this was sorted out for
        self.parent = aligned(0, np.int32)                # room for islands: a forest of body rows
        self.flags = aligned(0, np.uint8)                 # room for a mark by body row, all 0 between uses

    def block_view(self) -> np.ndarray:
        """Contact constraints of the last step as (blocks, SLOTS, 16)."""
        return self.contacts.data.reshape(-1, SLOTS, W)[:self.contact_blocks]

    @property
    def touching_count(self) -> int:
        """How many pairs of `touching` there are."""
        return int(self.counts[0])

    @touching_count.setter
    def touching_count(self, number: int) -> None:
        self.counts[0] = number

    def room_to_list(self) -> TouchingList:
        """Where the pairs that touch are listed, with room for all of them."""
        room = int(self.pairs.number[0]) + 1              # what is looked at last is written behind those that touch
        if len(self.touching.a) < room:
            self.touching, self.missing = new_list(2 * room), aligned(2 * room, np.int32)
        self.touching_count = 0                           # of no pair no chunk is listed
        return TouchingList(*self.touching, self.missing, self.counts)

    def remember_pushing(self, pool: BodyStore) -> None:
        """Note the pairs that pushed each other in this step; those of the step before stay until the next."""
        self.pushing_before = self.pushing_now
        self.pushing_now = pushing_in(self.contacts, self.contact_blocks, pool.arrays.uid)

    def part_pushing(self, pool: BodyStore) -> None:
        """Sort out who of the pairs that pushed each other sleeps: it does not cease to push by that.

        Called between the step in which they last pushed and the next note of who pushes.
        """
        keys = np.concatenate((self.pushing_asleep, self.pushing_now.keys))     # no pair is in both
        asleep, uids = pool.sleeping()[FIRST:FIRST + pool.count], pool.living(pool.arrays.uid)
        resting = np.zeros(len(keys), bool)
        for uid in uids_of(keys):
            row = np.minimum(np.searchsorted(uids, uid), len(uids) - 1)
            resting |= (uids[row] == uid) & asleep[row]
        self.pushing_asleep, self.pushing_now, self.naps = keys[resting], pushing_of(keys[~resting]), pool.naps

    def pass_by(self) -> None:
        """A step in which everybody sleeps: nobody touches anew, and nobody ceases to."""
        self.contact_blocks = self.touching_count = self.colors = 0
        self.pushing_now, self.pushing_before = nobody(), self.pushing_now

    def forget_centres(self) -> None:
        """Start friction at the centres from nothing: another model had the step before, and kept its impulses at the points."""
        for start, end in zip(self.pairs.kind_start, self.pairs.kind_end):
            self.pairs.centres[start * W:end * W] = 0

    def follow(self, moved: np.ndarray) -> None:
        """Rename body rows after the pool closed up, and drop the pairs of bodies that went; the order stays."""
        rename_rows(self.pairs, moved)
        self.contact_blocks = self.touching_count = 0
