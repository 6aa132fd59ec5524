"""Trails: the way of each moving body's centre over the last steps, fading with age."""
from __future__ import annotations

import numpy as np

from app.draw import colors
from app.draw.frame import Segments
from app.draw.front import counted, in_front
from app.draw.overlay import NOTHING, Primitives, Shown

MOST = 12_000                      # pieces in a picture, a tunable; with more bodies a piece spans several steps
WIDTH = 1.8                        # [pixels]


def draw(shown: Shown) -> Primitives:
    """Lines through the last centres of the bodies in front that move."""
    view = shown.view
    if not shown.options.trails or view.trails is None or len(view.trails) < 2:
        return NOTHING
    front = in_front(shown)
    moving = front[view.table.types[front] != 1]
    if len(moving) == 0:
        return NOTHING
    every = -(-len(view.trails) * len(moving) // MOST)
    path = np.concatenate((view.trails[(len(view.trails) - 1) % every::every, moving], shown.positions[None, moving]))
    starts, ends = path[:-1], path[1:]                                    # (steps, bodies, 3)
    ages = np.linspace(0.05, 1.0, len(starts))
    least = max(float(shown.options.velocity_threshold) * view.dt, 1e-5)
    way = ends - starts
    seen = np.nonzero(np.einsum("ijk,ijk->ij", way, way) > least * least)               # false for nan
    tints = colors.repeated(colors.TRAIL, len(starts))
    tints[:, 3] = (tints[:, 3] * ages).astype(np.uint8)
    pieces = np.stack((starts[seen], ends[seen]), axis=1).astype(np.float32, copy=False)
    return Primitives((Segments(pieces, tints[seen[0]], WIDTH, caps=False),), counts=counted(shown))
