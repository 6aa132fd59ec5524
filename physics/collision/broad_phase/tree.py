"""A tree of boxes over bodies in curve order, sixteen children a node, without pointers.

Level 0 has a box for each body, level k + 1 one around each sixteen neighbours of level k; the top level has at most
sixteen boxes.  Boxes lie in blocks of sixteen, [block][low x y z, high x y z][16]; the levels follow one another, and
the children of box q of level k are block level_start[k - 1] + q.  One block is tested in six comparisons.

      level 2      0 .  .  .                          one block
      level 1      0 1 2 ... 15 | 16 17 ...           box q of level 1 surrounds block q of level 0
      level 0      0-15  16-31 ...                    bodies, in the order of the curve
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import DUMMY_A, FAR, aligned, real_of
from physics.collision.broad_phase.morton import ROW_BITS
from physics.collision.broad_phase.pair_key import filter_of, tag_of
from physics.compile.decorators import formula, kernel
from physics.simd.functions import lane_bits, select
from physics.simd.memory import as_lanes, gather_rows, load, store
from physics.simd.value import W

SIDES = 6                                       # low x y z, high x y z
LEVELS = 8                                      # 16^8 bodies
MEMBERS, TOP, LEAVINGS = 0, 1, 2                # leaves with a body (0: not built), top level, fat boxes left since it was built


class Tree(NamedTuple):
    """A tree with room for a number of bodies; `build_tree` fills it."""

    order: np.ndarray             # (leaves,) int32 body row of each leaf, dummies at the end
    place: np.ndarray             # (rows,) int32 the leaf of each body row, -1 where it has none
    tags: np.ndarray              # (leaves,) int64 tag of each leaf's body, see `pair_key.tag_of`
    filters: np.ndarray           # (leaves,) int64 its category and mask, see `pair_key.filter_of`
    boxes: np.ndarray             # (blocks * SIDES * 16,) real [m]
    before: np.ndarray            # (leaves * SIDES,) real [m] previous boxes, of blocks in which a body left its own
    numbers: np.ndarray           # (level 1 blocks * 16,) int32 of the blocks of leaves: 0 1 2 ...
    left: np.ndarray              # (leaves / 16,) int64 bits of the leaves whose bodies left their fat boxes
    level_start: np.ndarray       # (LEVELS + 1,) int64 first block of each level
    size: np.ndarray              # (3,) int64 MEMBERS, TOP and LEAVINGS


def new_tree(capacity: int, precision: str, rows: int) -> Tree:
    """Room for `capacity` bodies of `rows` rows."""
    nodes, blocks = max(capacity, 1), 0
    for _ in range(LEVELS):
        nodes = -(-nodes // W)
        blocks += nodes
    leaves = -(-max(capacity, 1) // W) * W
    numbers = aligned(-(-leaves // W**2) * W, np.int32)
    numbers[:] = np.arange(len(numbers))
    return Tree(order=aligned(leaves, np.int32), place=aligned(rows, np.int32, -1), tags=aligned(leaves, np.int64),
                filters=aligned(leaves, np.int64), boxes=aligned(blocks * SIDES * W, real_of(precision)),
                before=aligned(leaves * SIDES, real_of(precision)),
                numbers=numbers, left=aligned(leaves // W, np.int64),
                level_start=aligned(LEVELS + 1, np.int64), size=aligned(3, np.int64))


@formula
def side(block, number):
    """Offset in Tree.boxes of a side of a block's sixteen boxes."""
    return (block * SIDES + number) * W


@formula
def box_of(boxes, block, lane):
    """One box of a block in all lanes of six values."""
    at = block * (SIDES * W) + lane
    return (as_lanes(boxes, boxes[at]), as_lanes(boxes, boxes[at + W]), as_lanes(boxes, boxes[at + 2 * W]),
            as_lanes(boxes, boxes[at + 3 * W]), as_lanes(boxes, boxes[at + 4 * W]), as_lanes(boxes, boxes[at + 5 * W]))


@formula
def overlapping(boxes, block, box):
    """Bits of the boxes of a block that overlap `box`, which is six lane values (low, high); touching counts."""
    at = block * (SIDES * W)
    return lane_bits((load(boxes, at) <= box[3]) & (load(boxes, at + W) <= box[4]) & (load(boxes, at + 2 * W) <= box[5])
                     & (load(boxes, at + 3 * W) >= box[0]) & (load(boxes, at + 4 * W) >= box[1])
                     & (load(boxes, at + 5 * W) >= box[2]))


@formula
def clear_boxes(boxes, block):
    """Give a block boxes that overlap nothing."""
    for number in range(SIDES * W):
        boxes[side(block, 0) + number] = FAR if number < 3 * W else -FAR


@formula
def surround(boxes, block, parent, child):
    """Make box `child` of block `parent` the one around the sixteen boxes of `block`."""
    for axis in range(3):
        low, high = boxes[side(block, axis)], boxes[side(block, axis + 3)]
        for k in range(1, W):
            low, high = min(low, boxes[side(block, axis) + k]), max(high, boxes[side(block, axis + 3) + k])
        boxes[side(parent, axis) + child] = low
        boxes[side(parent, axis + 3) + child] = high


@formula
def surround_level(tree, level, blocks):
    """Make the boxes of the level above `level`, which has `blocks` blocks."""
    first, above = tree.level_start[level], tree.level_start[level + 1]
    for block in range(blocks):
        if block % W == 0:
            clear_boxes(tree.boxes, above + block // W)
        surround(tree.boxes, first + block, above + block // W, block % W)


@formula
def fill_leaves(bodies, tree, block):
    """Copy the fat boxes of a block's bodies to their leaves; one with NaN, which would spread upwards, overlaps nothing."""
    box = gather_rows(bodies.fat_aabb, tree.order, block * W)
    sound = (box[0] <= box[3]) & (box[1] <= box[4]) & (box[2] <= box[5])
    for number in range(SIDES):
        store(tree.boxes, side(block, number), select(sound, box[number], FAR if number < 3 else -FAR))


@kernel
def build_tree(bodies, entries, count, tree):
    """Build the tree over `count` bodies in curve order; its top level is at least 1.

    All of them are marked as having left boxes that overlapped nothing, so the next search finds every pair.

    Reads   bodies.fat_aabb, bodies.type, bodies.group, bodies.owner, bodies.kind, bodies.category, bodies.mask,
            bodies.sensor, entries
    Writes  tree
    """
    blocks = max((count + W - 1) // W, 1)
    tree.place[:] = -1
    for k in range(blocks * W):
        row = entries[k] & ((1 << ROW_BITS) - 1) if k < count else DUMMY_A + k % W
        tree.order[k], tree.tags[k], tree.filters[k] = row, tag_of(bodies, row), filter_of(bodies, row)
        if k < count:
            tree.place[row] = k
    for block in range(blocks):
        fill_leaves(bodies, tree, block)
        clear_boxes(tree.before, block)
        tree.left[block] = (1 << min(count - block * W, W)) - 1
    level = 0
    tree.level_start[0] = 0
    while blocks > 1 or level == 0:
        tree.level_start[level + 1] = tree.level_start[level] + blocks
        surround_level(tree, level, blocks)
        level, blocks = level + 1, (blocks + W - 1) // W
    tree.size[MEMBERS], tree.size[TOP], tree.size[LEAVINGS] = count, level, 0


@formula
def note_left(left, tree):
    """Mark the leaves of the bodies that left their fat boxes."""
    for block in range((tree.size[MEMBERS] + W - 1) // W):
        tree.left[block] = 0
    for k in range(left.number[0]):
        place = tree.place[left.rows[k]]
        if place >= 0:
            tree.left[place // W] |= 1 << (place % W)
    tree.size[LEAVINGS] += left.number[0]


@formula
def keep_before(tree, block):
    """Copy the boxes of a block of leaves to tree.before."""
    for number in range(SIDES):
        at = side(block, number)
        store(tree.before, at, load(tree.boxes, at))


@formula
def refit_leaves(begin, end, bodies, tree):
    """Copy new fat boxes into the leaf blocks begin .. end - 1 in which a body left its own; tree.before keeps the old ones."""
    above = tree.level_start[1]
    for block in range(begin, end):
        if tree.left[block]:
            keep_before(tree, block)
            fill_leaves(bodies, tree, block)
            surround(tree.boxes, block, above + block // W, block % W)


@formula
def refit_above(tree):
    """Make the boxes of level 2 and above anew."""
    blocks = (tree.size[MEMBERS] + W - 1) // W
    for level in range(1, tree.size[TOP]):
        blocks = (blocks + W - 1) // W
        surround_level(tree, level, blocks)
