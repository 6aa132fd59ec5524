"""Bodies in front: those whose marks of many lines are drawn where there are many bodies.

A pile of a thousand bodies hides most of them, and their boxes, ellipses, arrows and dots would be drawn over each other: of
those within one square of the screen, as wide as a body, only the nearest to the eye has its marks.  The legend counts them.
"""
from __future__ import annotations

import math

import numpy as np

from app.draw.contact_marks import measures
from app.draw.frame import SHINE, USUAL_HEIGHT, Count
from app.draw.overlay import Shown
from app.draw.recent import Recent
from app.draw.thinning import nearest_of_each_cell

SIDES = ((8.0, 8), (20.0, 12), (48.0, 20), (math.inf, 32))       # of a curve of at most such a radius [drawn pixels]
MANY = 256                         # so many bodies all have their marks, a tunable: every mark counts against a frame's time
ROOM = 1.0                         # side of a square, in typical widths of a body
STATIC = 1                         # of `BodyTable.types`
FOUND = Recent()


def in_front(shown: Shown) -> np.ndarray:
    """Rows, rising, of the bodies with marks: all of a few; all static ones, and those of the others that are in front."""
    view, camera = shown.view, shown.camera
    return FOUND.of((view,), (camera,), lambda: _found(shown))


def counted(shown: Shown) -> tuple[Count, ...]:
    """How many bodies have marks, where not all have."""
    front, there = len(in_front(shown)), len(shown.view.table.uids)
    return (Count("bodies", front, there),) if front < there else ()


def _found(shown: Shown) -> np.ndarray:
    types = shown.view.table.types
    still, moving = np.flatnonzero(types == STATIC), np.flatnonzero(types != STATIC)
    if len(moving) <= MANY:
        return np.arange(len(types))
    near = nearest_of_each_cell(shown.view.positions[moving], shown.camera, max(2 * ROOM * half_pixels(shown), 1.0), MANY)
    return np.sort(np.concatenate((still, moving[near])))


def half_pixels(shown: Shown) -> float:
    """Half the width of a typical body at the camera's target [pixels]."""
    away, half = measures(shown.view, shown.camera)
    return half / (2 * math.tan(shown.camera.fov / 2) * max(away, 1e-6)) * USUAL_HEIGHT


def sides_of(shown: Shown) -> int:
    """Pieces of a curve about a typical body: it is off a circle by less than a drawn pixel."""
    radius = half_pixels(shown) * shown.camera.detail
    return next(sides for most, sides in SIDES if radius <= most)


def shine_of(shown: Shown, rows: np.ndarray) -> float:
    """Strength of the marks of these bodies where others hide them: those in front are seldom hidden."""
    return SHINE if len(rows) == len(shown.view.table.uids) else 0.0
