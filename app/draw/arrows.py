"""Arrows: lines with a head of constant size on the screen, and a scale in round numbers for their lengths."""
from __future__ import annotations

import math

import numpy as np

from app.draw.colors import repeated
from app.draw.frame import USUAL_HEIGHT, CameraPose, Fills, Segments
from physics.bodies.rotation import cross

HEAD, SLIM, MOST = 11.0, 0.42, 0.6     # [pixels] length of a head, half its width in lengths, and its largest share of an arrow
STEPS = (1.0, 2.0, 5.0)                # first digits of scales


def arrows(starts: np.ndarray, ways: np.ndarray, color, camera: CameraPose, width: float) -> tuple[Segments, Fills]:
    """Arrows from (k, 3) `starts` along (k, 3) `ways` [m] in one colour: shafts `width` pixels wide, and heads that face the
    eye.  One without length is not drawn."""
    lengths = lengths_of(ways)
    if not (lengths > 0).all():
        starts, ways, lengths = (part[lengths > 0] for part in (starts, ways, lengths))
    along, tips = ways / lengths[:, None], starts + ways
    away = tips - np.array(camera.eye, np.float32)
    aside = cross(along, away)
    size = lengths_of(aside)[:, None]
    aside = np.where(size > 1e-9, aside / np.maximum(size, 1e-9), 0.0)
    head = np.minimum(lengths_of(away) * (HEAD * 2 * math.tan(camera.fov / 2) / USUAL_HEIGHT), MOST * lengths)[:, None]
    feet, aside = tips - along * head, aside * (SLIM * head)
    points, heads = np.empty((len(starts), 2, 3), np.float32), np.empty((len(starts), 3, 3), np.float32)
    points[:, 0], points[:, 1] = starts, feet
    heads[:, 0], heads[:, 1], heads[:, 2] = tips, feet + aside, feet - aside
    colors = repeated(color, len(points))
    return Segments(points, colors, width, on_top=True, caps=False), Fills(heads, colors)


def lengths_of(vectors: np.ndarray) -> np.ndarray:
    """(k,) lengths of vectors (k, 3): for few of them several times as fast as numpy's norm."""
    return np.sqrt(np.einsum("ij,ij->i", vectors, vectors))


def round_scale(largest: float, longest: float) -> float:
    """The quantity that a metre stands for: a round number with which the `largest` one is drawn at most `longest` metres long,
    and more than two fifths of that."""
    least = max(largest, 1e-12) / longest
    decade = 10.0 ** math.floor(math.log10(least))
    return next((step * decade for step in STEPS if step * decade >= least * (1 - 1e-9)), 10 * decade)
