"""Surfaces of round solids as triangles, counter-clockwise from outside; each about the centre of mass, along the axis z."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Surface(NamedTuple):
    """Vertices and triangles."""

    vertices: np.ndarray       # (v, 6) float32 position [m] and normal
    triangles: np.ndarray      # (t, 3) uint16

    def __add__(self, other: Surface) -> Surface:
        """Both as one."""
        return Surface(np.concatenate((self.vertices, other.vertices)),
                       np.concatenate((self.triangles, other.triangles + len(self.vertices))).astype(np.uint16))


def capsule(radius: float, half_length: float, sides: int, rows: int) -> Surface:
    """A cylinder with half a ball on either end, `rows` of triangles in each."""
    angle = np.linspace(0.0, np.pi / 2, rows + 1)
    angle = np.concatenate((-angle[::-1], angle))
    around, up = np.cos(angle), np.sin(angle)
    places = radius * up + np.repeat((-half_length, half_length), rows + 1)
    return lathe(np.stack((radius * around, places, around, up), axis=1), sides)


def cylinder(radius: float, half_length: float, sides: int) -> Surface:
    """A smooth side and two flat ends."""
    side = [(radius, z, 1.0, 0.0) for z in (-half_length, half_length)]
    ends = [[(0.0, -half_length, 0.0, -1.0), (radius, -half_length, 0.0, -1.0)],
            [(radius, half_length, 0.0, 1.0), (0.0, half_length, 0.0, 1.0)]]
    return lathe(np.array(side), sides) + lathe(np.array(ends[0]), sides) + lathe(np.array(ends[1]), sides)


def cone(radius: float, half_length: float, sides: int) -> Surface:
    """A smooth side up to the tip, and a flat base."""
    base, tip = -0.5 * half_length, 1.5 * half_length
    slope = np.array((2 * half_length, radius)) / np.hypot(2 * half_length, radius)
    side = np.array([(radius, base, *slope), (0.0, tip, *slope)])
    return lathe(side, sides) + lathe(np.array([(0.0, base, 0.0, -1.0), (radius, base, 0.0, -1.0)]), sides)


def lathe(profile: np.ndarray, sides: int) -> Surface:
    """A profile turned about z: rows (k, 4) of radius and height [m], and of the normal outwards and up, from the lowest on."""
    turn = 2 * np.pi * np.arange(sides + 1) / sides
    radii, heights, out, up = (column[:, None] for column in profile.T)
    ones = np.ones(len(turn))
    vertices = np.stack((radii * np.cos(turn), radii * np.sin(turn), heights * ones, out * np.cos(turn), out * np.sin(turn),
                         up * ones), axis=2).reshape(-1, 6)
    low = ((sides + 1) * np.arange(len(profile) - 1)[:, None] + np.arange(sides)).reshape(-1)
    high = low + sides + 1
    triangles = np.stack((low, low + 1, high + 1, low, high + 1, high), axis=1).reshape(-1, 3)
    corners = vertices[triangles, :3]
    sizes = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    return Surface(vertices.astype(np.float32), triangles[sizes > 1e-12 * sizes.max()].astype(np.uint16))
