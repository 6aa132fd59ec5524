"""Which components of joints that are solved together contacts touch in a step: those are solved in every iteration."""
from __future__ import annotations

from physics.compile.decorators import kernel


@kernel
def mark_touched(masks, part_masks, together):
    """Mark the bodies, and the components, that have contacts in this step.

    masks: (rows,) int64 colours of all constraints at each body; part_masks: those of joints alone.

    Reads   masks part_masks together.row together.first_body
    Writes  together.meets together.touched
    """
    for c in range(len(together.touched)):
        touched = 0
        for body in range(together.first_body[c], together.first_body[c + 1]):
            row = together.row[body]
            meets = 1 if masks[row] != part_masks[row] else 0
            together.meets[body] = meets
            touched |= meets
        together.touched[c] = touched
