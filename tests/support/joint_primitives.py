"""The primitives of joint glyphs, by meaning, as tests of glyphs read them."""
from __future__ import annotations

import numpy as np

from app.draw.camera import Camera
from app.draw.joints.overlay import batch_of
from tests.support.joint_views import zoo

CAMERA = Camera((2.2, -3.6, 2.0), (0.0, 0.0, 0.0))
ZOO = zoo()


def batch(view, camera=CAMERA):
    """The primitives of a view at the end of its step."""
    return batch_of(view, view.positions, view.rotations, camera.pose)[0]


def curves(view, meaning):
    """The lines of one meaning, (s, 2, 3) for each run of pieces of which one begins where the last one ends."""
    drawn, found = batch(view), []
    for group in drawn.outlines.lines.values():
        vertices = group.vertices[group.meanings == meaning]
        found += np.split(vertices, np.flatnonzero(vertices[1:, 0] != vertices[:-1, 1]) + 1) if len(vertices) else []
    return [drawn.points[vertices] for vertices in found]


def lines(view, meaning):
    """(s, 2, 3) all lines of one meaning."""
    return np.concatenate([np.zeros((0, 2, 3)), *curves(view, meaning)])


def dots(view, meaning):
    """(s, 3) the dots of one meaning."""
    drawn = batch(view)
    return np.concatenate([drawn.points[group.vertices[group.meanings == meaning]] for group in drawn.outlines.dots.values()])


def meanings(view):
    """The meanings of all lines and dots."""
    return set(batch(view).outlines.pieces.meanings.tolist())


def line_meanings(view, camera):
    """The meanings of all lines."""
    return {meaning for group in batch(view, camera).outlines.lines.values() for meaning in group.meanings.tolist()}


def angles_about(points, center, axis, zero):
    """Angles [rad] of points (k, 3) about an axis, from `zero`."""
    away = points - np.asarray(center)
    return np.arctan2(away @ np.cross(axis, zero), away @ np.asarray(zero))
