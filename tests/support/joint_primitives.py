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
    """The lines of one meaning, (s, 2, 3) for each time that a shape drew some."""
    return [points for group in batch(view)._lines.values() for points, _, what in group if what == meaning]


def lines(view, meaning):
    """(s, 2, 3) all lines of one meaning."""
    found = curves(view, meaning)
    return np.concatenate(found) if found else np.zeros((0, 2, 3))


def dots(view, meaning):
    """(s, 3) the dots of one meaning."""
    return np.concatenate([points for group in batch(view)._dots.values() for points, _, what in group if what == meaning])


def meanings(view):
    """The meanings of all primitives."""
    drawn = batch(view)
    return {what for groups in (drawn._lines, drawn._dots) for group in groups.values() for _, _, what in group}


def angles_about(points, center, axis, zero):
    """Angles [rad] of points (k, 3) about an axis, from `zero`."""
    away = points - np.asarray(center)
    return np.arctan2(away @ np.cross(axis, zero), away @ np.asarray(zero))
