"""Arrows: lines with a head of constant size on the screen, and a scale in round numbers for their lengths."""
from __future__ import annotations

import math

import numpy as np

from app.draw.frame import USUAL_HEIGHT, CameraPose, Fills, Segments

HEAD, SLIM, MOST = 11.0, 0.42, 0.6     # [pixels] length of a head, half its width in lengths, and its largest share of an arrow
STEPS = (1.0, 2.0, 5.0)                # first digits of scales


def arrows(starts: np.ndarray, ways: np.ndarray, color, camera: CameraPose, width: float) -> tuple[Segments, Fills]:
    """Arrows from (k, 3) `starts` along (k, 3) `ways` [m] in one colour: shafts `width` pixels wide, and heads that face the
    eye.  One without length is not drawn."""
    lengths = np.linalg.norm(ways, axis=1)
    starts, ways, lengths = (part[lengths > 0] for part in (starts, ways, lengths))
    along, tips = ways / lengths[:, None], starts + ways
    away = tips - np.array(camera.eye, np.float32)
    aside = np.cross(along, away)
    size = np.linalg.norm(aside, axis=1, keepdims=True)
    aside = np.where(size > 1e-9, aside / np.maximum(size, 1e-9), 0.0)
    pixel = np.linalg.norm(away, axis=1) * 2 * math.tan(camera.fov / 2) / USUAL_HEIGHT
    head = np.minimum(HEAD * pixel, MOST * lengths)[:, None]
    feet = tips - along * head
    points = np.stack((starts, feet), axis=1).astype(np.float32)
    heads = np.stack((tips, feet + aside * head * SLIM, feet - aside * head * SLIM), axis=1).astype(np.float32)
    colors = np.tile(np.array(color, np.uint8), (len(points), 1))
    return Segments(points, colors, width, on_top=True, caps=False), Fills(heads, colors)


def round_scale(largest: float, longest: float) -> float:
    """The quantity that a metre stands for: a round number with which the `largest` one is drawn at most `longest` metres long,
    and more than two fifths of that."""
    least = max(largest, 1e-12) / longest
    decade = 10.0 ** math.floor(math.log10(least))
    return next((step * decade for step in STEPS if step * decade >= least * (1 - 1e-9)), 10 * decade)
