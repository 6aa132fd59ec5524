"""A free place for a new body: where it is wanted, or above what stands there."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from physics.bodies.shape_reach import extents
from scenes.editing.bounds import Bounds, bounds_over, overlap_from_above
from scenes.editing.moving import Plans
from scenes.schema.body import ShapeSection, shape_of
from scenes.schema.shapes import short

GAP = 0.01                 # [m] between a new body and what it is placed above
TOUCH = 1e-4               # [m] bounds that overlap by less only touch


def free_place(plans: Plans, shape: Mapping[str, Any], wanted: Sequence[float]) -> list[float]:
    """The lowest place [m] at or above the one that is wanted where a new body, of this shape as in a file, has room: where its
    bounds meet those of no other, and no height field below them.  Planes and sensors do not count."""
    low, high = extents(shape_of(ShapeSection.model_validate(dict(shape))), np.eye(3))
    place = np.asarray(wanted, float)
    here = Bounds(place + low, place + high)
    firm = [box for plan in plans.bodies if not plan.sensor and (box := bounds_over(plan, here)) is not None]
    return [short(x) for x in (*place[:2], place[2] + lift(here, firm))]


def lift(here: Bounds, firm: Iterable[Bounds]) -> float:
    """How far [m] bounds must go up to meet none of the firm ones."""
    bottom, height = here.low[2], here.high[2] - here.low[2]
    for box in sorted((box for box in firm if overlap_from_above(box, here, TOUCH)), key=lambda box: box.low[2]):
        if box.low[2] < bottom + height - TOUCH and bottom < box.high[2] - TOUCH:
            bottom = box.high[2] + GAP
    return float(bottom - here.low[2])
