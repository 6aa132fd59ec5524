"""Constraints sorted by partitions of bodies, and shares of a team."""
from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from physics import Box, Plane, World
from physics.bodies.arrays import FIRST
from physics.definitions.body_types import BODY_TYPES, DYNAMIC
from physics.dynamics.coloring import ConstraintList
from physics.dynamics.thread_partition import PartitionKinds, kinds_by_partition, partition_of_rows
from physics.parallel.job_runner import Teamwork
from physics.parallel.team import EVEN, SHARE, part, share_of

FULL = 4


def kinds_of(pairs, missing, immovable, partitions, rows):
    """New kinds of constraints between rows that count from FIRST."""
    a, b = (np.array(side, np.int32) + FIRST for side in zip(*pairs))
    types = np.full(FIRST + rows, DYNAMIC)
    types[FIRST + np.array(immovable, int)] = BODY_TYPES["static"]
    new = np.full(len(a), -1, np.int32)
    constraints = ConstraintList(a, b, np.zeros(len(a), np.int32), np.zeros(len(a), np.int32))
    kinds_by_partition(constraints, len(a), partition_of_rows(types, rows, partitions),
                       PartitionKinds(np.array(missing, np.int32), FULL, new))
    return new.tolist()


def test_inside_partitions_points_fall_and_rise():
    """Two partitions of ten rows: most points first, then fewest first; what lies between them is last of the lower."""
    pairs = [(1, 2), (3, 4), (11, 12), (15, 13), (4, 17), (18, 2)]
    assert kinds_of(pairs, [0, 3, 0, 3, 0, 2], [], 2, 20) == [0, 3, 8, 5, 4, 4]


def test_what_cannot_move_has_no_partition():
    """A contact with the ground belongs to the partition of the other body."""
    assert kinds_of([(0, 19), (12, 0), (0, 3)], [1, 2, 0], [0], 2, 20) == [7, 6, 0]


@pytest.mark.parametrize(("partitions", "rows"), [(2, 2), (3, 10), (7, 1000), (16, 17), (16, 5)])
def test_every_row_has_a_partition(partitions, rows):
    """Rising, none beyond the last, all of about the same size."""
    found = np.array(kinds_of([(row, row) for row in range(rows)], [0] * rows, [], partitions, rows)) // (FULL + 1)
    assert (np.diff(found) >= 0).all() and found[0] == 0 and found[-1] < partitions
    sizes = np.bincount(found, minlength=partitions)
    assert sizes.max() - sizes.min() <= 1


def test_halves_of_a_colour_hold_halves_of_the_world():
    """Two towers far apart, one in each half of the rows: in every colour one member's blocks know one tower only."""
    world = World(threads=2)
    world._teamwork = Teamwork(2, measured=False)
    world.add_body(shape=Plane(normal=(0, 0, 1), offset=0.0), type="static")
    for x in (0.0, 100.0):
        for k in range(640):
            world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(x + 1.2 * (k % 8), 1.2 * (k // 8 % 8), 0.499 + k // 64))
    for _ in range(3):
        world.step()
    state, pose = world._contacts, world._bodies.arrays.pose
    assert world.threads_used == 2 and state.contact_blocks > 60
    for color in range(state.colors):
        first, end = state.contacts.color_start[color:color + 2] * 16
        real = state.contacts.pair[first:end] < len(state.pairs.a) - 1
        movable = np.where(state.masks[state.contacts.a[first:end]] < 0, state.contacts.b[first:end], state.contacts.a[first:end])
        tower = pose[movable[real], 0] > 50
        assert (np.diff(tower.astype(int)) >= 0).all()


@njit
def shares(chunks, blocks):
    """All chunks of a stage."""
    return [share_of(chunk, chunks, 5, 5 + blocks) for chunk in range(chunks)]


@pytest.mark.parametrize("chunks", [1, 2, EVEN, 2 * SHARE, 3 * SHARE, 16 * SHARE])
@pytest.mark.parametrize("blocks", [0, 1, 31, 32, 1000])
def test_chunks_are_all_blocks_once(chunks, blocks):
    """One after the other, from the first block to the last."""
    found = shares(chunks, blocks)
    assert found[0][0] == 5 and found[-1][1] == 5 + blocks
    assert all(one[1] == two[0] for one, two in zip(found, found[1:])) and all(one[0] <= one[1] for one in found)


def test_shares_end_in_small_chunks():
    """A half, a quarter, an eighth, and what is left."""
    sizes = [end - first for first, end in shares(2 * SHARE, 160)]
    assert sizes == [40, 20, 10, 10] * 2
    assert [njit(lambda k: part(k, 2, 0, 8))(k) for k in range(2)] == [(0, 4), (4, 8)]
