"""The boxes of the tree of the broad phase, level by level."""
from __future__ import annotations

import numpy as np

from physics.collision.broad_phase.tree import MEMBERS, SIDES, TOP
from physics.simd.value import W


def boxes_by_level(world) -> list[np.ndarray]:
    """(k, 2, 3) low and high corners [m] of the boxes of level 1 and above; [] when a world has no tree yet."""
    tree = world._contacts.scratch.tree
    members = int(tree.size[MEMBERS])
    if not members:
        return []
    found, boxes = [], -(-members // W)
    for level in range(1, int(tree.size[TOP]) + 1):
        start = int(tree.level_start[level])
        blocks = -(-boxes // W)
        block = tree.boxes[start * SIDES * W:(start + blocks) * SIDES * W].reshape(blocks, SIDES, W)
        corners = block.swapaxes(1, 2).reshape(-1, SIDES)[:boxes]
        found.append(corners.reshape(-1, 2, 3).copy())
        boxes = blocks
    return found
