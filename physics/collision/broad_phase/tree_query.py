"""Finding the new pairs of bodies that left their fat boxes, and the pairs that are apart now, shared by a team.

Two bodies whose old fat boxes overlapped are in the list already.  So a body is only a new partner if its new box overlaps and
the old one did not: one in fifteen in a pile that falls.  Those of sixteen neighbours on the curve that left walk through the
tree together and meet everyone, but of two that left only the earlier one finds the other.

Of the pairs in the list those of bodies that left are looked at, sixteen of them at a time.  Where the boxes are apart now and
there are no points the pair becomes padding, and a bit is noted for the list.  Planes have no boxes: every pair with one
gets its bit, and stays if `finish_search` finds it.

All pairs are found in the same way, by everybody who has left a box that overlapped nothing.

Which member finds a pair changes nothing: keys are sorted afterwards, and bits have their places.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import aligned
from physics.collision.broad_phase.pair_key import NEVER, high_row, key_of, kind_of, low_row, may_collide
from physics.collision.broad_phase.pair_memory import clear_entry
from physics.collision.broad_phase.pair_merge import SPHERE_PLANE, pair_kind, touches
from physics.collision.broad_phase.tree import MEMBERS, SIDES, TOP, box_of, note_left, overlapping, refit_above, refit_leaves
from physics.compile.decorators import formula, verb
from physics.parallel.atomics import atomic_add
from physics.parallel.team import LINE, MOST_MEMBERS, begin, claim_next, first_chunk, lines, next_chunk, share
from physics.simd.compress import count_bits, mask_of, store_packed
from physics.simd.functions import lane_bits, trailing_zeros
from physics.simd.memory import as_lanes, gather_rows
from physics.simd.value import W

ROOM = 32                                        # places for keys that a member takes at a time
TILE = 1024                                      # pairs of the list of which those to be looked at are listed together
BLOCKS, GROUPS = 16, 64                          # of leaves, of sixteen pairs, that are worth a chunk
LEAVERS, AGAIN, EVERYBODY = 0, 1, 2              # a search for those that left; the same once more; for everybody, in a new tree
USUAL, USUAL_PAIR = 0.3, 0.003                   # [us] that a body which left takes, and a pair of the list


class Walks(NamedTuple):
    """What each member of a team works with, on lines of memory of its own."""

    base: np.ndarray              # (MOST_MEMBERS * LINE,) int64 where a walk stands: first box of the block at each level,
    waiting: np.ndarray           # and a bit for each of its boxes that are still to be entered
    room: np.ndarray              # (MOST_MEMBERS * LINE,) int64 the place for the next key, and where the member's places end
    places: np.ndarray            # (MOST_MEMBERS * TILE,) int32 pairs of the list that are looked at: their places, and
    low: np.ndarray               # their rows; for a walk blocks of leaves that are near, and in `low` those of boxes
    high: np.ndarray              # around them


def new_walks() -> Walks:
    """What a team needs; memory that no member uses is never touched."""
    return Walks(*(lines(MOST_MEMBERS) for _ in range(3)), *(aligned(MOST_MEMBERS * TILE, np.int32) for _ in range(3)))


def unused_places(walks: Walks) -> int:
    """For how many keys members took places that they did not use."""
    return int((walks.room[1::LINE] - walks.room[::LINE]).sum())


def expected(left: int, pairs: int) -> float:
    """Time that a search takes one thread [us]."""
    return USUAL * left + USUAL_PAIR * pairs


@formula
def add_key(key, member, walks, found):
    """Write down a pair; beyond the capacity places are only counted."""
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
def add_new(bits, node, position, search, member):
    """Add the pairs of the body at a position of the tree with those of the leaves of a block that `bits` tell.

    search = (left, tree, walks, found)
    """
    _, tree, walks, found = search
    row, tag = np.int64(tree.order[position]), tree.tags[position]
    while bits:
        partner = node * W + trailing_zeros(bits)
        bits &= bits - 1
        other = tree.tags[partner]
        if may_collide(tag, other):
            add_key(key_of(pair_kind(tag, other), row, np.int64(tree.order[partner])), member, walks, found)


@formula
def around(boxes, block, bits):
    """The box around those of a block that `bits` tell, in all lanes of six values."""
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
def list_near(box, blocks, search, member):
    """List the blocks of leaves whose boxes, in so many blocks of boxes that are listed, overlap `box`; returns how many.

    search = (left, tree, walks, found)
    """
    _, tree, walks, _ = search
    first, count = member * TILE, np.int64(0)
    for k in range(first, first + blocks):
        block = np.int64(walks.low[k])
        bits = overlapping(tree.boxes, tree.level_start[1] + block, box)
        store_packed(walks.places, first + count, tree.numbers, block * W, mask_of(bits))
        count += count_bits(bits)
    return count


@formula
def search_near(block, blocks, search, member):
    """Add the new pairs of the bodies of a block that left with the leaves below so many blocks of boxes that are listed.

    search = (left, tree, walks, found)
    """
    _, tree, walks, _ = search
    own, first = tree.left[block], member * TILE
    while own:
        lane = trailing_zeros(own)
        own &= own - 1
        box, before = box_of(tree.boxes, block, lane), box_of(tree.before, block, lane)
        for k in range(first, first + list_near(box, blocks, search, member)):
            node = np.int64(walks.places[k])
            left = tree.left[node]
            bits = overlapping(tree.boxes, node, box) & ~overlapping(tree.before if left else tree.boxes, node, before)
            if node < block:
                bits &= ~left                                # they find this one
            elif node == block:
                bits &= ~(left & ~(-2 << lane))
            if bits:
                add_new(bits, node, block * W + lane, search, member)


@formula
def search_block(block, search, member):
    """Add the new pairs of the bodies of a block that left: they walk through the tree together, down to level 1.

    search = (left, tree, walks, found)
    """
    _, tree, walks, _ = search
    box, top, first, blocks = around(tree.boxes, block, tree.left[block]), tree.size[TOP], member * LINE, np.int64(0)
    level = top
    if top == 1:                                             # its only block
        walks.low[member * TILE] = 0
        level, blocks = level + 1, blocks + 1
    else:
        walks.base[first + level] = 0
        walks.waiting[first + level] = overlapping(tree.boxes, tree.level_start[level], box)
    while level <= top or blocks > 0:
        if level > top or blocks == TILE // W:
            search_near(block, blocks, search, member)
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
    """Note whose pairs are found anew, and that nothing has been found."""
    found.again[:] = 0
    for k in range(left.number[0]):
        found.again[left.rows[k]] = 1
    found.number[0] = 0
    for at in range(len(walks.room)):
        walks.room[at] = 0


@formula
def note_apart(tile, bodies, pairs, search, member):
    """Note which pairs of the list go, in a tile = (first place, one past the last): those of bodies that left which overlap no
    more and have no points.  They become padding at once.  Those with planes may go.

    search = (left, tree, walks, found)
    """
    begin, end = tile
    _, _, walks, found = search
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
    boxed = (SPHERE_PLANE << 48) > pairs.keys[end - 1]       # all of them
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
    """Any pair of the list may go, from one place to another."""
    for group in range(begin >> 4, (end + W - 1) >> 4):
        found.apart[group] = (1 << W) - 1


@verb
def share_search(team, bodies, pairs, search, whom):
    """Find the new pairs of the bodies that left their fat boxes, but for those with planes, and note which are apart now.

    search = (left, tree, walks, found).  Keys are found in any order, with NEVER between them.  `whom` is LEAVERS; or AGAIN,
    where all is as after the last search and there is more room; or EVERYBODY, after `build_tree`, when any pair may go.

    Reads   bodies.fat_aabb, left, tree
    Writes  team pairs found.number found.keys found.again found.apart walks tree.boxes tree.before tree.left tree.size
    """
    left, tree, walks, found = search
    member, one = team.member, np.int64(1)
    chunk = first_chunk(team, one, one)
    while chunk >= 0:
        note_again(left, found, walks)
        if whom == LEAVERS:
            note_left(left, tree)
        chunk = next_chunk(team)
    leaves = (tree.size[MEMBERS] + W - 1) // W
    if whom == LEAVERS:
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
                search_block(block, search, member)
        chunk = claim_next(team)
    listed = pairs.number[0]
    groups = (listed + W - 1) // W
    chunk = first_chunk(team, groups, np.int64(GROUPS))
    while chunk >= 0:
        first, last = share(team, chunk, 0 * groups, groups)
        for group in range(first, last, TILE // W):
            tile = group * W, min(min(group + TILE // W, last) * W, listed)
            if whom == EVERYBODY:
                note_all(*tile, found)
            else:
                note_apart(tile, bodies, pairs, search, member)
        chunk = next_chunk(team)
