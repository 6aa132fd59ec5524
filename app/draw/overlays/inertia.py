"""Centres of mass, and ellipsoids of inertia: the solid ellipsoid of the body's mass that turns as the body does.

    I_x = m (b^2 + c^2) / 5        so  a^2 = 5 (I_y + I_z - I_x) / (2 m)
    a = r for a sphere, sqrt(5 / 3) times the half size of a box
"""
from __future__ import annotations

import math

import numpy as np

from app.draw import colors
from app.draw.frame import Markers, Segments
from app.draw.overlay import NOTHING, Primitives, Shown
from physics.bodies.rotation import rotate
from physics.definitions.shapes import Box, Plane

SIDES, MOST = 32, 300              # pieces of an ellipse, and bodies that are drawn: the nearest
OF_BOX = math.sqrt(5 / 3)
DOT = 7.0                          # [pixels]


def draw(shown: Shown) -> Primitives:
    """Three ellipses and a dot for each moving body."""
    if not shown.options.inertia:
        return NOTHING
    table, eye = shown.view.table, np.array(shown.camera.eye, np.float32)
    moving = np.flatnonzero((table.types == 0) & (table.kinds != Plane.kind))
    away = np.linalg.norm(shown.positions[moving] - eye, axis=1)
    rows = moving[np.argsort(away, kind="stable")[:MOST]]
    axes = table.sizes[rows] * np.where(table.kinds[rows] == Box.kind, np.float32(OF_BOX), np.float32(1))[:, None]
    curves = rotate(shown.rotations[rows, None], ellipses()[None] * axes[:, None]) + shown.positions[rows, None]
    curves = curves.reshape(len(rows), 3, SIDES, 3)
    lines = np.stack((curves, np.roll(curves, -1, axis=2)), axis=3).reshape(-1, 2, 3).astype(np.float32)
    centres = shown.positions[moving].astype(np.float32)
    return Primitives((Segments(lines, colors.repeated(colors.INERTIA, len(lines)), 1.4, on_top=True, caps=False),),
                      (Markers(centres, colors.repeated(colors.INERTIA, len(centres)), DOT),))


def ellipses() -> np.ndarray:
    """(3 SIDES, 3) points of unit circles about x, y and z."""
    angle = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    circle = np.stack((0 * angle, np.cos(angle), np.sin(angle)), axis=1)
    return np.concatenate([np.roll(circle, axis, axis=1) for axis in range(3)]).astype(np.float32)
