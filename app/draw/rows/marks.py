"""Marks of rows in the scene: where a row acts and along what, and the load path of a body."""
from __future__ import annotations

import numpy as np

from app.draw import colors
from app.draw.arrows import arrows
from app.draw.frame import CameraPose, Markers, Segments
from app.draw.joints.poses import body_rows
from app.draw.overlay import NOTHING, Primitives
from app.published.inside import Inside
from app.published.view import View

DOT, PICKED_DOT, ARROW = 13.0, 9.0, 0.09          # [pixels], and length of an arrow in the eye's distance
THIN, THICK, BANDS = 2.0, 12.0, 5                 # [pixels] of the bands of loads, and how many widths there are
RESOLVED = 0.01                                   # share of the load below which a carrier has no band


def marks_of(inside: Inside, hovered: int | None, camera: CameraPose) -> Primitives:
    """A dot and an arrow along the axis at the hovered row and at the picked ones."""
    rows, picked = inside.rows, [pinned.row for pinned in inside.pinned if pinned.row is not None]
    shown = [row for row in dict.fromkeys((*picked, *((hovered,) if hovered is not None else ()))) if row < rows.size]
    if not shown:
        return NOTHING
    points, axes = rows.point[shown].astype(np.float32), rows.axis[shown].astype(np.float32)
    away = np.linalg.norm(points - np.array(camera.eye, np.float32), axis=1, keepdims=True)
    shafts, heads = arrows(points, axes * np.float32(ARROW) * away, colors.ROW, camera, 3.0)
    dots = Markers(points, colors.repeated(colors.ROW, len(points)), DOT if hovered is not None else PICKED_DOT)
    return Primitives((shafts,), (dots,), (heads,))


def load_bands(inside: Inside, view: View) -> Primitives:
    """A band from each carried body to what carries it, as wide as its impulse."""
    if inside.load is None or not inside.load.path:
        return NOTHING
    path = inside.load.path
    largest = max(float(np.linalg.norm(inside.load.load)), max(float(np.linalg.norm(carrier.impulse)) for carrier in path), 1e-12)
    strengths = np.array([np.linalg.norm(carrier.impulse) for carrier in path]) / largest
    ends = _ends(inside, view)
    classes = np.ceil(strengths * BANDS).astype(int)
    found = []
    for number in range(1, BANDS + 1):
        chosen = (classes == number) & (strengths > RESOLVED)
        if chosen.any():
            width = THIN + (THICK - THIN) * (number - 1) / (BANDS - 1)
            found.append(Segments(ends[chosen], colors.repeated(colors.LOAD, int(chosen.sum())), width, on_top=True, caps=True))
    return Primitives(tuple(found))


def _ends(inside: Inside, view: View) -> np.ndarray:
    """(k, 2, 3) from each carried body's centre to the mean place of the rows of its carrier [m]."""
    carried = np.array([[carrier.body, carrier.body] for carrier in inside.load.path], np.int64)
    rows, known = body_rows(view.table, carried)
    places = np.array([inside.rows.point[carrier.rows].mean(axis=0) if len(carrier.rows) else np.zeros(3)
                       for carrier in inside.load.path])
    starts = np.where(known[:, :1], view.positions[rows[:, 0]], places)
    return np.stack((starts, places), axis=1).astype(np.float32)
