"""The store of contacts: pairs, constraint blocks, colours and touching pairs of a world, between and during steps."""
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from physics.bodies.arrays import FIRST, RESISTANCE_IMPULSE, WORLD, Pairs, aligned, new_pairs
from physics.collision.broad_phase.aabb import forget_reach
from physics.collision.broad_phase.pair_memory import rename_rows
from physics.collision.broad_phase.pair_search import new_scratch
from physics.collision.broad_phase.tree import MEMBERS
from physics.collision.narrow_phase.pair_dispatch import Workspace, found_in
from physics.collision.narrow_phase.touching import NO_OWNERS, TouchingList, new_counts
from physics.collision.seams.covered_contacts import no_fixed
from physics.collision.seams.flush_boxes import NOT_SOUGHT
from physics.collision.seams.reached_faces import REACHED
from physics.collision.solids.hulls import Hulls
from physics.collision.solids.memory import new_memory
from physics.constraints.block import Parts, new_parts
from physics.constraints.together.layout import Together, nothing_together
from physics.contacts.layout import SLOTS, Contacts, new_contacts
from physics.dynamics.coloring import COLORS, new_list
from physics.dynamics.contact_blocks import BlockWork
from physics.dynamics.support import SPREAD_ROW
from physics.simd.value import W
from physics.storage.body_store import BodyStore
from physics.storage.touching_impulses import impulse_pairs_in, impulse_pairs_of, no_pairs, uids_of

GB = 1e9
NO_KEYS = np.empty(0, np.int64)


@functools.cache
def bytes_of_pair(precision: str) -> float:
    """Memory of a pair."""
    return (_size(new_pairs(2, precision)) - _size(new_pairs(1, precision))) / W


@functools.cache
def bytes_of_block(precision: str) -> int:
    """Memory of a block of contacts."""
    return _size(new_contacts(2, COLORS, precision)) - _size(new_contacts(1, COLORS, precision))


def _size(arrays: tuple) -> int:
    return sum(array.nbytes for array in arrays)


class ContactStore:
    """Pairs and constraints of one world; the stages fill it, views read it."""

    def __init__(self, precision: str, part_store: np.ndarray):
        self.precision = precision
        self.pairs: Pairs = new_pairs(4, precision)
        self._found = found_in(self.pairs)                # for the narrow phase, see `found_in`
        self._found_of = self.pairs                       # the pairs for which it was made
        self.memory = new_memory()                        # of the routines for solids; untouched without any
        self.scratch = new_scratch(64, 256, precision)   # working memory of the broad phase
        self.contacts: Contacts = new_contacts(4, COLORS, precision)
        self.parts: Parts = new_parts(1, COLORS, precision, part_store)
        self.together: Together = nothing_together(precision)
        self.swept_note = ""                              # on joints that `together` should have and has not
        self.parts_colored = None                         # revisions of joints and bodies for which `parts` was made
        self.tumbles_on_joints = False                    # whether a joint of `parts` acts on a tumbling body
        self.masks = aligned(0, np.int64)                 # colours of the constraints at each body, a bit each
        self.part_masks = aligned(0, np.int64)            # those of joints alone
        self.touching = new_list(64)                      # pairs that touch
        self.missing = aligned(64, np.int32)              # how many of four points each of them lacks
        self.owners = NO_OWNERS                           # Bodies.owner where a body is a compound
        self.counts = new_counts()                        # how many touch (`touching_count`), and working memory
        self.kinds = aligned(0, np.int32)                 # `missing` combined with the partition that the pair is in
        self.partition = aligned(0, np.uint8)             # partition of each body row
        self.partition_of = None                          # number of partitions, and bodies, for which it was made
        self.block_work: BlockWork | None = None          # what contacts are laid out by, see `pipeline.color`
        self.contact_blocks = self.part_blocks = self.colors = 0
        self.impulse_pairs = no_pairs()                   # pairs of awake bodies with an impulse in this step
        self.impulse_pairs_before = no_pairs()            # those of the step before
        self.overlaps = self.overlaps_before = NO_KEYS    # (n,) int64 uid of a sensor << 32 | uid of a body, rising: of this step
        self.sleeping_impulse_pairs = np.empty(0, np.int64)     # keys of pairs that had an impulse when they fell asleep
        self.marked = False                               # whether some pairs may not be due
        self.sleep_revision = 0                           # BodyStore.sleep_revision for which sleeping pairs were split off
        self.parent = aligned(0, np.int32)                # working memory for islands: a forest of body rows
        self.flags = aligned(0, np.uint8)                 # working memory: a mark by body row, all 0 between uses
        self.spread = aligned((0, SPREAD_ROW), np.float64)            # working memory of sleep: points of contacts, by body row
        self.most_pairs = 0                               # for which there is memory, see `allow`
        self.uncrowded = 0                                # for whose contacts there is memory however they lie, or was
        self.before_contacts: Any = None                  # the state before contacts that may take too much, see `pipeline.crowd`
        self.fixed = no_fixed()                           # working memory of seams
        self.covered_left_out = False                     # whether contacts with covered edges are out of `touching` already
        self.flush = NOT_SOUGHT                           # which boxes have flush faces
        self.flush_reached = REACHED                      # whether a dynamic body may be at one

    def allow(self, memory: float) -> None:
        """Let pairs and contacts take so much memory [GB]."""
        pair, block = bytes_of_pair(self.precision), bytes_of_block(self.precision)
        self.most_pairs, self.uncrowded = int(memory * GB / pair), int(memory * GB / (pair + block))

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
        """An empty list of touching pairs, with room for all pairs."""
        room, length = int(self.pairs.number[0]) + 1, len(self.touching.a)       # the last candidate may be written behind
        if length < room or len(self.missing) < length:      # put back from elsewhere
            self.touching, self.missing = new_list(2 * room), aligned(2 * room, np.int32)
        self.touching_count = 0                           # without pairs no chunk sets it
        return self.touching_list()

    def touching_list(self) -> TouchingList:
        """The list of touching pairs."""
        return TouchingList(*self.touching, self.missing, self.counts, self.owners)

    def narrow_phase_workspace(self, hulls: Hulls) -> Workspace:
        """Working memory of the narrow phase, with the list of touching pairs and the hulls of the bodies."""
        if self._found_of is not self.pairs:
            self._found, self._found_of = found_in(self.pairs), self.pairs
        return Workspace(self._found, self.touching_list(), hulls, self.memory)

    def keep_impulse_pairs(self, pool: BodyStore) -> None:
        """Store the pairs with an impulse in this step, and those of the step before beside them."""
        self.impulse_pairs_before = self.impulse_pairs
        self.impulse_pairs = impulse_pairs_in(self.contacts, self.contact_blocks, pool.arrays.uid)

    def split_off_sleepers(self, pool: BodyStore) -> None:
        """Move pairs with an impulse whose bodies fell asleep to `sleeping_impulse_pairs`, and those that woke back.

        So a pair that falls asleep causes no event.  Called before `keep_impulse_pairs` of the step.
        """
        keys = np.concatenate((self.sleeping_impulse_pairs, self.impulse_pairs.keys))     # no pair is in both
        asleep, uids = pool.sleeping()[FIRST:FIRST + pool.count], pool.living(pool.arrays.uid)
        resting = np.zeros(len(keys), bool)
        for uid in uids_of(keys):
            row = np.minimum(np.searchsorted(uids, uid), len(uids) - 1)
            resting |= (uids[row] == uid) & asleep[row]
        self.sleeping_impulse_pairs, self.impulse_pairs = keys[resting], impulse_pairs_of(keys[~resting])
        self.sleep_revision = pool.sleep_revision

    def skip_step(self) -> None:
        """A step in which all bodies sleep: no contact and no overlap begins or ends."""
        self.contact_blocks = self.touching_count = self.colors = 0
        self.impulse_pairs, self.impulse_pairs_before = no_pairs(), self.impulse_pairs
        self.overlaps_before = self.overlaps

    def no_step(self) -> None:
        """A step of no time: no contact and no overlap begins or ends."""
        self.impulse_pairs_before, self.overlaps_before = self.impulse_pairs, self.overlaps

    @property
    def overlaps_in_use(self) -> bool:
        """Whether a body overlapped a sensor in this step or in the one before."""
        return len(self.overlaps) + len(self.overlaps_before) > 0

    def forget_centres(self) -> None:
        """Clear the impulses of friction at the centres: another friction model kept those of the last step at the points."""
        for start, end in zip(self.pairs.kind_start, self.pairs.kind_end):
            self.pairs.centres[start * W:end * W, :RESISTANCE_IMPULSE] = 0

    def forget_bodies(self) -> None:
        """Forget what was made of the bodies and joints of another state, where revisions might say that it still holds."""
        self.parts_colored = self.partition_of = None
        self.scratch.tree.size[MEMBERS] = 0
        forget_reach(self.scratch.left)

    def follow(self, moved: np.ndarray) -> None:
        """Replace body rows after the store of bodies closed up, and drop the pairs of removed bodies; the order stays.

        What is kept of the last step follows too.  There the contacts of a removed body stay without points, on row WORLD.
        """
        rename_rows(self.pairs, moved)
        rows = np.where(moved < 0, WORLD, moved).astype(np.int32)
        lanes, touching = self.contact_blocks * W, self.touching_count
        for array, count in ((self.contacts.a, lanes), (self.contacts.b, lanes),
                             (self.touching.a, touching), (self.touching.b, touching)):
            array[:count] = rows[array[:count]]
