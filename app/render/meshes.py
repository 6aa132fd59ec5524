"""The fixed meshes: arrays of vertices (position and normal, 6 float32) and triangles, counter-clockwise from outside."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Mesh(NamedTuple):
    """Vertices and triangles."""

    vertices: np.ndarray       # (v, 6) float32 position, normal
    triangles: np.ndarray      # (t, 3) uint16


def cube() -> Mesh:
    """The cube -1..1, each face with vertices of its own."""
    vertices, triangles = [], []
    for axis in range(3):
        for side in (1.0, -1.0):
            start = len(vertices)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner, normal = np.zeros(3), np.zeros(3)
                corner[axis] = normal[axis] = side
                corner[(axis + 1) % 3], corner[(axis + 2) % 3] = a * side, b
                vertices.append((*corner, *normal))
            triangles += [(start, start + 1, start + 2), (start, start + 2, start + 3)]
    return Mesh(np.array(vertices, np.float32), np.array(triangles, np.uint16))


def square() -> Mesh:
    """The square -1..1 in x and y, facing +z."""
    corners = [(x, y, 0, 0, 0, 1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return Mesh(np.array(corners, np.float32), np.array(((0, 1, 2), (0, 2, 3)), np.uint16))


def corners() -> Mesh:
    """One triangle whose vertices say which corner they are: x is 0, 1, 2."""
    vertices = np.zeros((3, 6), np.float32)
    vertices[:, 0] = range(3)
    return Mesh(vertices, np.array(((0, 1, 2),), np.uint16))


def disc(sides: int = 24) -> Mesh:
    """The unit disc as a polygon of the same area, facing +z."""
    turn = 2 * np.pi * np.arange(sides) / sides
    radius = np.sqrt(2 * np.pi / sides / np.sin(2 * np.pi / sides))
    vertices = np.zeros((sides, 6), np.float32)
    vertices[:, 0], vertices[:, 1], vertices[:, 5] = radius * np.cos(turn), radius * np.sin(turn), 1
    return Mesh(vertices, np.array([(0, i, i + 1) for i in range(1, sides - 1)], np.uint16))


def rings(sides: int = 24, count: int = 13) -> Mesh:
    """A disc of `count` rings, each twice as wide as the one inside it, starting at radius 1: a ground whose triangles are small
    near the eye, so that positions interpolated over them stay exact."""
    turn = 2 * np.pi * np.arange(sides) / sides
    around = np.stack((np.cos(turn), np.sin(turn)), axis=1)
    points = np.concatenate([np.zeros((1, 2))] + [around * 2.0**ring for ring in range(count)])
    vertices = np.zeros((len(points), 6), np.float32)
    vertices[:, :2], vertices[:, 5] = points, 1
    triangles = [(0, 1 + i, 1 + (i + 1) % sides) for i in range(sides)]
    for ring in range(1, count):
        inner, outer = 1 + (ring - 1) * sides, 1 + ring * sides
        for i in range(sides):
            j = (i + 1) % sides
            triangles += [(inner + i, outer + i, outer + j), (inner + i, outer + j, inner + j)]
    return Mesh(vertices, np.array(triangles, np.uint16))
