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
    return _faces((1.0, -1.0))


def half_cube() -> Mesh:
    """The faces +x, +y and +z of the cube -1..1, each with vertices of its own; shaders turn them towards the eye."""
    return _faces((1.0,))


def corner_cube() -> Mesh:
    """The same three faces with seven shared corners: for silhouettes, which need no normals."""
    mesh = half_cube()
    corners, rows = np.unique(mesh.vertices[:, :3], axis=0, return_inverse=True)
    vertices = np.concatenate((corners, np.zeros_like(corners)), axis=1)
    return Mesh(vertices, rows.reshape(-1)[mesh.triangles].astype(np.uint16))


def _faces(sides: tuple[float, ...]) -> Mesh:
    vertices, triangles = [], []
    for axis in range(3):
        for side in sides:
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


def disc(sides: int) -> Mesh:
    """The unit disc as a polygon of the same area, facing +z."""
    turn = 2 * np.pi * np.arange(sides) / sides
    radius = np.sqrt(2 * np.pi / sides / np.sin(2 * np.pi / sides))
    vertices = np.zeros((sides, 6), np.float32)
    vertices[:, 0], vertices[:, 1], vertices[:, 5] = radius * np.cos(turn), radius * np.sin(turn), 1
    return Mesh(vertices, np.array([(0, i, i + 1) for i in range(1, sides - 1)], np.uint16))


def rings(sides: int = 32, doublings: int = 12, between: int = 4) -> Mesh:
    """A disc of rings that starts at radius 1 and doubles its radius every `between` of them: a ground with small triangles near
    the eye, where interpolation must be accurate."""
    turn = 2 * np.pi * np.arange(sides) / sides
    around = np.stack((np.cos(turn), np.sin(turn)), axis=1)
    radii = 2.0 ** (np.arange(doublings * between + 1) / between)
    points = np.concatenate([np.zeros((1, 2))] + [around * radius for radius in radii])
    vertices = np.zeros((len(points), 6), np.float32)
    vertices[:, :2], vertices[:, 5] = points, 1
    triangles = [(0, 1 + i, 1 + (i + 1) % sides) for i in range(sides)]
    for ring in range(1, len(radii)):
        inner, outer = 1 + (ring - 1) * sides, 1 + ring * sides
        for i in range(sides):
            j = (i + 1) % sides
            triangles += [(inner + i, outer + i, outer + j), (inner + i, outer + j, inner + j)]
    return Mesh(vertices, np.array(triangles, np.uint16))


def floor_cube(cells: int = 12) -> Mesh:
    """`half_cube` with each face in cells x cells squares, for lighting at vertices of large faces."""
    mesh, steps = half_cube(), np.linspace(0.0, 1.0, cells + 1)
    a, b = (grid.reshape(-1, 1) for grid in np.meshgrid(steps, steps, indexing="ij"))
    vertices, triangles = [], []
    for face in np.split(mesh.vertices, 3):
        start = len(vertices) * len(a)
        points = face[0] + a * (face[1] - face[0]) + b * (face[3] - face[0])
        vertices.append(points)
        low = start + (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).reshape(-1)
        squares = np.stack((low, low + cells + 1, low + cells + 2, low + 1), axis=1)
        triangles.append(squares[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3))
    return Mesh(np.concatenate(vertices).astype(np.float32), np.concatenate(triangles).astype(np.uint16))


def dome(sides: int = 48, rows: int = 16) -> Mesh:
    """The unit sphere in `rows` above the horizon and as many below, lower ones near the horizon, where the sky's colour changes
    most."""
    share = np.linspace(0.0, 1.0, rows + 1) ** 1.5
    heights = np.concatenate((-share[:0:-1], share))
    turn = 2 * np.pi * np.arange(sides) / sides
    flat = np.sqrt(1.0 - heights**2)
    points = np.stack((np.outer(flat, np.cos(turn)), np.outer(flat, np.sin(turn)), np.tile(heights[:, None], sides)), axis=2)
    vertices = np.zeros((points.size // 3, 6), np.float32)
    vertices[:, :3] = points.reshape(-1, 3)
    low = (sides * np.arange(2 * rows)[:, None] + np.arange(sides)).reshape(-1)
    along = (sides * np.arange(2 * rows)[:, None] + (np.arange(sides) + 1) % sides).reshape(-1)
    squares = np.stack((low, low + sides, along + sides, along), axis=1)
    return Mesh(vertices, squares[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3).astype(np.uint16))
