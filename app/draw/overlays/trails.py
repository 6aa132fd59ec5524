"""Trails: the way of each moving body's centre over the last steps, fading with age."""
from __future__ import annotations

import numpy as np

from app.draw import colors
from app.draw.frame import Segments
from app.draw.front import in_front
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
    pieces = np.stack((path[:-1], path[1:]), axis=2)                      # (steps, bodies, 2, 3)
    ages = np.linspace(0.05, 1.0, len(pieces))
    least = max(float(shown.options.velocity_threshold) * view.dt, 1e-5)
    way = pieces[:, :, 1] - pieces[:, :, 0]
    seen = np.einsum("ijk,ijk->ij", way, way) > least * least                           # false for nan
    tints = colors.repeated(colors.TRAIL, len(pieces))
    tints[:, 3] = (tints[:, 3] * ages).astype(np.uint8)
    return Primitives((Segments(pieces[seen].astype(np.float32, copy=False), tints[np.nonzero(seen)[0]], WIDTH, caps=False),))
