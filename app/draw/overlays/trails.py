"""Trails: the way of each moving body's centre over the last steps, fading with age."""
from __future__ import annotations

import numpy as np

from app.draw import colors
from app.draw.frame import Segments
from app.draw.overlay import NOTHING, Primitives, Shown

MOST = 60_000                      # pieces in a picture; with more bodies trails are shorter
WIDTH = 1.8                        # [pixels]


def draw(shown: Shown) -> Primitives:
    """Lines through the last centres of the bodies that move."""
    view = shown.view
    if not shown.options.trails or view.trails is None or len(view.trails) < 2:
        return NOTHING
    moving = np.flatnonzero(view.table.types != 1)
    if len(moving) == 0:
        return NOTHING
    path = np.concatenate((view.trails[-max(MOST // len(moving), 2):, moving], shown.positions[None, moving]))
    pieces = np.stack((path[:-1], path[1:]), axis=2)                      # (steps, bodies, 2, 3)
    ages = np.linspace(0.05, 1.0, len(pieces))
    least = max(float(shown.options.velocity_threshold) * view.dt, 1e-5)
    seen = np.linalg.norm(pieces[:, :, 1] - pieces[:, :, 0], axis=2) > least           # false for nan
    tints = np.repeat(colors.repeated(colors.TRAIL, len(pieces))[:, None], len(moving), axis=1)
    tints[..., 3] = (tints[..., 3] * ages[:, None]).astype(np.uint8)
    return Primitives((Segments(pieces[seen].astype(np.float32), tints[seen], WIDTH, caps=False),))
