"""Finding the new pairs of bodies that left their fat boxes, and the pairs whose boxes no longer overlap, shared by a team.

Two bodies whose old fat boxes overlapped are in the list already.  So a body is a new partner only if its new box overlaps and
its old one did not: one in fifteen in a falling pile.  Of sixteen neighbours on the curve, those that left walk through the
tree together and test every leaf on their way; of two bodies that both left, the earlier one finds the pair.

Of the pairs in the list, those of bodies that left are tested, sixteen at a time.  Where the boxes no longer overlap and there
are no points, the pair becomes padding, and a bit is set for the list.  Planes have no boxes: every pair with a plane gets its
bit, and stays if `finish_search` finds it.

A search for all pairs works in the same way: all bodies have then left boxes that overlapped nothing.

The result does not depend on which member finds a pair: keys are sorted afterwards, and each bit has its place.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import aligned
from physics.collision.broad_phase.aabb import Left
from physics.collision.broad_phase.morton import Curve
from physics.collision.broad_phase.pair_key import NEVER, accept, high_row, key_of, kind_of, low_row, may_collide
from physics.collision.broad_phase.pair_memory import clear_entry
from physics.collision.broad_phase.pair_merge import SPHERE_PLANE, pair_kind, touches
from physics.collision.broad_phase.plane_query import Found
from physics.collision.broad_phase.tree import (
    MEMBERS,
    SIDES,
    TOP,
    Tree,
    box_of,
    note_left,
    overlapping,
    refit_above,
    refit_leaves,
)
from physics.compile.decorators import formula, verb
from physics.parallel.atomics import atomic_add
from physics.parallel.team import LINE, MOST_MEMBERS, begin, claim_next, first_chunk, lines, next_chunk, share
from physics.simd.compress import count_bits, mask_of, store_packed
from physics.simd.functions import lane_bits, trailing_zeros
from physics.simd.memory import as_lanes, gather_rows
from physics.simd.value import W

ROOM = 32                                        # places for keys that a member takes at a time
TILE = 1024                                      # pairs of the list that are tested together
BLOCKS, GROUPS = 16, 64                          # blocks of leaves, groups of sixteen pairs: the least that a chunk has
LEAVERS, AGAIN, ALL_BODIES = 0, 1, 2             # search for bodies that left; the same again; for all bodies, in a new tree
USUAL, USUAL_PAIR = 0.3, 0.003                   # time for a body that left, for a pair of the list [us]


class Walks(NamedTuple):
    """Working memory of each member of a team, on cache lines of its own."""

    base: np.ndarray              # (MOST_MEMBERS * LINE,) int64 position of a walk: first box of the block at each level
    waiting: np.ndarray           # (MOST_MEMBERS * LINE,) int64 a bit for each box of that block still to be entered
    room: np.ndarray              # (MOST_MEMBERS * LINE,) int64 place of the next key, and the end of the member's places
    places: np.ndarray            # (MOST_MEMBERS * TILE,) int32 places of tested pairs; of a walk, blocks of near leaves
    low: np.ndarray               # (MOST_MEMBERS * TILE,) int32 their lower rows; of a walk, blocks of level 1
    high: np.ndarray              # (MOST_MEMBERS * TILE,) int32 their higher rows


class Scratch(NamedTuple):
    """Working memory of the broad phase."""

    curve: Curve
    tree: Tree
    found: Found                  # keys of found pairs, and bits of those that may be removed
    left: Left                    # bodies that left their fat boxes
    walks: Walks
    new: np.ndarray               # (kinds,) int64 how many pairs are new


class Tile(NamedTuple):
    """Neighbouring places of the list of pairs."""

    begin: int
    end: int                      # one past the last


def new_walks() -> Walks:
    """Working memory of a team; pages of unused members are never touched."""
    return Walks(*(lines(MOST_MEMBERS) for _ in range(3)), *(aligned(MOST_MEMBERS * TILE, np.int32) for _ in range(3)))


def unused_places(walks: Walks) -> int:
    """How many places for keys members took and did not use."""
    return int((walks.room[1::LINE] - walks.room[::LINE]).sum())


def expected(left: int, pairs: int) -> float:
    """Time that a search takes one thread [us], for so many bodies that left and pairs in the list."""
    return USUAL * left + USUAL_PAIR * pairs


@formula
def add_key(key, member, walks, found):
    """Store the key of a pair; beyond the capacity keys are only counted."""
    at = member * LINE
    if walks.room[at] == walks.room[at + 1]:
        first = atomic_add(found.number, 0, ROOM)
        walks.room[at], walks.room[at + 1] = first, first + ROOM
        for place in range(first, min(first + ROOM, len(found.keys))):
            found.keys[place] = NEVER
    place = walks.room[at]
    if place < len(found.keys):
        found.keys[place] = key
    walks.room[at] = place + 1


@formula
def add_new(bits, node, position, scratch, member):
    """Add the pairs of the body at a position of the tree with the leaves of block `node` whose `bits` are set."""
    tree, walks, found = scratch.tree, scratch.walks, scratch.found
    row, tag, accepted = np.int64(tree.order[position]), tree.tags[position], tree.filters[position]
    while bits:
        partner = node * W + trailing_zeros(bits)
        bits &= bits - 1
        other = tree.tags[partner]
        if may_collide(tag, other) and accept(accepted, tree.filters[partner]):
            add_key(key_of(pair_kind(tag, other), row, np.int64(tree.order[partner])), member, walks, found)


@formula
def around(boxes, block, bits):
    """The box around the boxes of a block whose `bits` are set, in all lanes of six values."""
    at = block * (SIDES * W) + trailing_zeros(bits)
    x, y, z, u, v, w = boxes[at], boxes[at + W], boxes[at + 2 * W], boxes[at + 3 * W], boxes[at + 4 * W], boxes[at + 5 * W]
    bits &= bits - 1
    while bits:
        at = block * (SIDES * W) + trailing_zeros(bits)
        bits &= bits - 1
        x, y, z = min(x, boxes[at]), min(y, boxes[at + W]), min(z, boxes[at + 2 * W])
        u, v, w = max(u, boxes[at + 3 * W]), max(v, boxes[at + 4 * W]), max(w, boxes[at + 5 * W])
    return (as_lanes(boxes, x), as_lanes(boxes, y), as_lanes(boxes, z),
            as_lanes(boxes, u), as_lanes(boxes, v), as_lanes(boxes, w))


@formula
def list_near(box, blocks, scratch, member):
    """Of the leaf blocks below the `blocks` listed blocks of level 1, list those whose boxes overlap `box`; returns how many."""
    tree, walks = scratch.tree, scratch.walks
    first, count = member * TILE, np.int64(0)
    for k in range(first, first + blocks):
        block = np.int64(walks.low[k])
        bits = overlapping(tree.boxes, tree.level_start[1] + block, box)
        store_packed(walks.places, first + count, tree.numbers, block * W, mask_of(bits))
        count += count_bits(bits)
    return count


@formula
def search_near(block, blocks, scratch, member):
    """Add the new pairs of a block's bodies that left with the leaves below the `blocks` listed blocks of level 1."""
    tree, walks = scratch.tree, scratch.walks
    own, first = tree.left[block], member * TILE
    while own:
        lane = trailing_zeros(own)
        own &= own - 1
        box, before = box_of(tree.boxes, block, lane), box_of(tree.before, block, lane)
        for k in range(first, first + list_near(box, blocks, scratch, member)):
            node = np.int64(walks.places[k])
            left = tree.left[node]
            bits = overlapping(tree.boxes, node, box) & ~overlapping(tree.before if left else tree.boxes, node, before)
            if node < block:
                bits &= ~left                                # those that left find this one
            elif node == block:
                bits &= ~(left & ~(-2 << lane))
            if bits:
                add_new(bits, node, block * W + lane, scratch, member)


@formula
def search_block(block, scratch, member):
    """Add the new pairs of the bodies of a block that left: they walk through the tree together, down to level 1."""
    tree, walks = scratch.tree, scratch.walks
    box, top, first, blocks = around(tree.boxes, block, tree.left[block]), tree.size[TOP], member * LINE, np.int64(0)
    level = top
    if top == 1:                                             # level 1 is one block
        walks.low[member * TILE] = 0
        level, blocks = level + 1, blocks + 1
    else:
        walks.base[first + level] = 0
        walks.waiting[first + level] = overlapping(tree.boxes, tree.level_start[level], box)
    while level <= top or blocks > 0:
        if level > top or blocks == TILE // W:
            search_near(block, blocks, scratch, member)
            blocks = 0 * blocks
            continue
        bits = walks.waiting[first + level]
        if bits == 0:
            level += 1
            continue
        walks.waiting[first + level] = bits & (bits - 1)
        node = walks.base[first + level] + trailing_zeros(bits)
        if level == 2:
            walks.low[member * TILE + blocks] = node
            blocks += 1
        else:                                                # enter the sixteen boxes below
            level -= 1
            walks.base[first + level] = node * W
            walks.waiting[first + level] = overlapping(tree.boxes, tree.level_start[level] + node, box)


@formula
def note_again(left, found, walks):
    """Begin a search: mark the bodies whose pairs are searched for, and forget the found keys."""
    found.again[:] = 0
    for k in range(left.number[0]):
        found.again[left.rows[k]] = 1
    found.number[0] = 0
    for at in range(len(walks.room)):
        walks.room[at] = 0


@formula
def note_apart(tile, bodies, pairs, scratch, member):
    """Set the bits of the pairs of a `Tile` of the list that are removed: of bodies that left, without points, whose boxes no
    longer overlap.  They become padding at once.  Pairs with planes get their bits as candidates.
    """
    begin, end = tile.begin, tile.end
    walks, found = scratch.walks, scratch.found
    first, count = member * TILE, np.int64(0)
    for group in range(begin >> 4, (end + W - 1) >> 4):
        found.apart[group] = 0
    for place in range(begin, end):
        key = pairs.keys[place]
        walks.places[first + count] = place
        count += (found.again[np.uint32(low_row(key))] | found.again[np.uint32(high_row(key))]) != 0
    for at in range(first, first + count):
        key = pairs.keys[np.uint32(walks.places[at])]
        walks.low[at], walks.high[at] = low_row(key), high_row(key)
    boxed = (SPHERE_PLANE << 48) > pairs.keys[end - 1]       # no pair has a plane
    for start in range(0, count, W):
        one = gather_rows(bodies.fat_aabb, walks.low, first + start)
        two = gather_rows(bodies.fat_aabb, walks.high, first + start)
        near = lane_bits((one[0] <= two[3]) & (one[1] <= two[4]) & (one[2] <= two[5])
                         & (two[0] <= one[3]) & (two[1] <= one[4]) & (two[2] <= one[5]))
        bits = ~near & ((1 << min(count - start, W)) - 1)
        while bits:
            place = np.int64(walks.places[first + start + trailing_zeros(bits)])
            bits &= bits - 1
            entry = np.int64(pairs.order[place])
            if kind_of(pairs.keys[place]) < SPHERE_PLANE and not touches(pairs, entry):
                clear_entry(pairs, entry)
                found.apart[place >> 4] |= 1 << (place & (W - 1))
    if not boxed:
        for k in range(first, first + count):
            place = np.int64(walks.places[k])
            if kind_of(pairs.keys[place]) >= SPHERE_PLANE:
                found.apart[place >> 4] |= 1 << (place & (W - 1))


@formula
def note_all(begin, end, found):
    """Set the bits of all pairs at places begin .. end - 1 of the list."""
    for group in range(begin >> 4, (end + W - 1) >> 4):
        found.apart[group] = (1 << W) - 1


@verb
def share_search(team, bodies, pairs, scratch, scope):
    """Find the new pairs of the bodies that left their fat boxes, except those with planes, and mark those that may be removed.

    Keys come in any order, with NEVER between them.  `scope` is LEAVERS; or AGAIN, to repeat the last search with more room; or
    ALL_BODIES, after `build_tree`, when any pair may be removed.

    Reads   bodies.fat_aabb, scratch.left, scratch.tree
    Writes  team pairs scratch.found.number scratch.found.keys scratch.found.again scratch.found.apart scratch.walks
            scratch.tree.boxes scratch.tree.before scratch.tree.left scratch.tree.size
    """
    left, tree, walks, found = scratch.left, scratch.tree, scratch.walks, scratch.found
    member, one = team.member, np.int64(1)
    chunk = first_chunk(team, one, one)
    while chunk >= 0:
        note_again(left, found, walks)
        if scope == LEAVERS:
            note_left(left, tree)
        chunk = next_chunk(team)
    leaves = (tree.size[MEMBERS] + W - 1) // W
    if scope == LEAVERS:
        chunk = first_chunk(team, leaves, np.int64(BLOCKS))
        while chunk >= 0:
            first, last = share(team, chunk, 0 * leaves, leaves)
            refit_leaves(first, last, bodies, tree)
            chunk = next_chunk(team)
        chunk = first_chunk(team, one, one)
        while chunk >= 0:
            refit_above(tree)
            chunk = next_chunk(team)
    chunk = begin(team, leaves, np.int64(BLOCKS))
    while chunk >= 0:
        first, last = share(team, chunk, 0 * leaves, leaves)
        for block in range(first, last):
            if tree.left[block]:
                search_block(block, scratch, member)
        chunk = claim_next(team)
    listed = pairs.number[0]
    groups = (listed + W - 1) // W
    chunk = first_chunk(team, groups, np.int64(GROUPS))
    while chunk >= 0:
        first, last = share(team, chunk, 0 * groups, groups)
        for group in range(first, last, TILE // W):
            tile = Tile(group * W, min(min(group + TILE // W, last) * W, listed))
            if scope == ALL_BODIES:
                note_all(tile.begin, tile.end, found)
            else:
                note_apart(tile, bodies, pairs, scratch, member)
        chunk = next_chunk(team)
