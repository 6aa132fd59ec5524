"""Centres of mass, and ellipsoids of inertia: the solid ellipsoid of the body's mass that turns as the body does.

    I_x = m (b^2 + c^2) / 5        so  a^2 = 5 (I_y + I_z - I_x) / (2 m)
    a = r for a sphere, sqrt(5 / 3) times the half size of a box

along the principal axes, which of a hull are not its own.
"""
from __future__ import annotations

import math

import numpy as np

from app.draw import colors
from app.draw.arrows import lengths_of
from app.draw.frame import Markers, Segments
from app.draw.front import counted, in_front, shine_of, sides_of
from app.draw.overlay import NOTHING, Primitives, Shown
from physics.bodies.rotation import product, rotate
from physics.definitions.shapes import Box, Plane

MOST = 300                         # bodies that are drawn: the nearest of those in front
OF_BOX = math.sqrt(5 / 3)
DOT = 7.0                          # [pixels]


def draw(shown: Shown) -> Primitives:
    """Three ellipses and a dot for each moving body in front."""
    if not shown.options.inertia:
        return NOTHING
    table, eye, front = shown.view.table, np.array(shown.camera.eye, np.float32), in_front(shown)
    rows = front[(table.types[front] == 0) & (table.kinds[front] != Plane.kind)]
    centres = shown.positions[rows].astype(np.float32)
    rows = rows[np.argsort(lengths_of(centres - eye), kind="stable")[:MOST]]
    axes = table.sizes[rows] * np.where(table.kinds[rows] == Box.kind, np.float32(OF_BOX), np.float32(1))[:, None]
    turns = shown.rotations[rows].copy()
    for place in np.flatnonzero(table.kinds[rows] > Plane.kind).tolist():
        shape = table.shapes[rows[place]]
        axes[place] = semi_axes(np.array(shape.unit_inertia))
        turns[place] = product(turns[place].astype(float), np.array(shape.principal_axes))
    sides = sides_of(shown)
    curves = rotate(turns[:, None], ellipses(sides)[None] * axes[:, None]) + shown.positions[rows, None]
    curves = curves.reshape(len(rows), 3, sides, 3)
    lines = np.empty((len(rows), 3, sides, 2, 3), np.float32)
    lines[..., 0, :], lines[:, :, :-1, 1], lines[:, :, -1, 1] = curves, curves[:, :, 1:], curves[:, :, 0]
    lines = lines.reshape(-1, 2, 3)
    return Primitives((Segments(lines, colors.repeated(colors.INERTIA, len(lines)), 1.4, on_top=True, caps=False,
                                shine=shine_of(shown, front)),),
                      (Markers(centres, colors.repeated(colors.INERTIA, len(centres)), DOT, shine=shine_of(shown, front)),),
                      counts=counted(shown))


def semi_axes(unit_inertia: np.ndarray) -> np.ndarray:
    """(3,) half axes of the ellipsoid [m], from moments of inertia per mass (3,) [m2] along them."""
    return np.sqrt(np.maximum(2.5 * (unit_inertia.sum() - 2 * unit_inertia), 0.0))


def ellipses(sides: int) -> np.ndarray:
    """(3 sides, 3) points of unit circles about x, y and z."""
    angle = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    circle = np.stack((0 * angle, np.cos(angle), np.sin(angle)), axis=1)
    return np.concatenate([np.roll(circle, axis, axis=1) for axis in range(3)]).astype(np.float32)
