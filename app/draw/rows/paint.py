"""Points and bodies in the colours of a column of the rows, from green for its least value to red for its largest."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw.colors import on_scale
from app.draw.frame import Markers
from app.draw.joints.poses import body_rows
from app.draw.overlay import NOTHING, Primitives
from app.draw.recent import Recent
from app.published.inside import Inside
from app.published.view import BodyTable

DOT = 9.0                          # [pixels]
PAINTS = Recent()


class Paint(NamedTuple):
    """The colours of k rows, and of the bodies that they act on."""

    low: float                     # value of the first colour
    high: float                    # and of the last
    points: np.ndarray             # (k, 3) [m]
    point_colors: np.ndarray       # (k, 4) uint8
    bodies: np.ndarray             # (b,) rows of moving bodies
    body_colors: np.ndarray        # (b, 3) uint8: that of the row with the largest value


def paint_of(inside: Inside | None, column: str, chosen: np.ndarray, table: BodyTable, theme: str) -> Paint | None:
    """The paint of the chosen rows; None without a column or without values."""
    if inside is None or not column or not len(chosen):
        return None
    return PAINTS.of((inside.rows, chosen, table), (column, theme), lambda: _paint(inside, column, chosen, table, theme))


def _paint(inside: Inside, column: str, chosen: np.ndarray, table: BodyTable, theme: str) -> Paint | None:
    rows, values = inside.rows, getattr(inside.rows, column)[chosen].astype(np.float64)
    known = np.isfinite(values)
    if not known.any():
        return None
    order = np.argsort(values[known], kind="stable")          # where points are one, the largest is drawn last
    chosen, values = chosen[known][order], values[known][order]
    low, high = float(values.min()), float(values.max())
    shares = (values - low) / (high - low) if high > low else np.zeros(len(values))
    opaque = np.full((len(shares), 1), 255, np.uint8)
    found, there = body_rows(table, np.stack((rows.a[chosen], rows.b[chosen]), axis=1))
    there &= table.types[found] == 0
    largest = np.full(len(table.uids), -1.0)
    np.maximum.at(largest, found[there], np.repeat(shares[:, None], 2, axis=1)[there])
    bodies = np.flatnonzero(largest >= 0)
    tints = np.concatenate((on_scale(shares, theme), opaque), axis=1)
    return Paint(low, high, rows.point[chosen].astype(np.float32), tints, bodies, on_scale(largest[bodies], theme))


def painted(paint: Paint | None) -> Primitives:
    """A dot at the point of each row."""
    return NOTHING if paint is None else Primitives(markers=(Markers(paint.points, paint.point_colors, DOT),))
