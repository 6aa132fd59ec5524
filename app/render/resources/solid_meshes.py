"""Unit meshes of capsules, cylinders and cones in three levels of detail, which shaders stretch; and their shells, which grow.

The shaders read from location 1 the normal, or, of a shell, the way by which a corner moves where each side moves by 1.  A
capsule has there the end that a corner belongs to: its normals, and the way it grows, are the corners of the two halves of the
unit ball.
"""
from __future__ import annotations

import numpy as np

from app.draw.solids.surface import Surface, capsule, cone, cylinder
from app.render.resources.meshes import Mesh

DETAIL = {"fine": (48, 10), "middle": (24, 5), "coarse": (12, 3)}                # sides, and rows of a capsule's end
TIP_WAY, BASE_WAY = 2.2, 1.6           # of a cone twice as high as its radius


def solid_mesh(name: str, detail: str) -> Mesh:
    """The mesh of half extents 1 (a capsule: the unit ball in two halves) of "capsule", "cylinder" or "cone"."""
    sides, rows = DETAIL[detail]
    if name == "capsule":
        return _mesh(_halves(capsule(1.0, 0.0, sides, rows), sides))
    return _mesh(cylinder(1.0, 1.0, sides) if name == "cylinder" else cone(1.0, 2 / 3, sides))


def shell(name: str, detail: str) -> Mesh:
    """The same with ways to grow in place of normals."""
    mesh = solid_mesh(name, detail)
    if name == "capsule":
        return mesh
    vertices = mesh.vertices.copy()
    ways = vertices[:, :3].copy()
    if name == "cone":
        base = vertices[:, 2] < 0
        ways = np.where(base[:, None], ways * (BASE_WAY, BASE_WAY, 0) + (0, 0, -1), (0, 0, TIP_WAY))
    vertices[:, 3:] = ways
    return Mesh(vertices, mesh.triangles)


def _halves(ball: Surface, sides: int) -> Surface:
    """A ball with the end of each corner in place of its normal; those of the equator stand twice."""
    vertices = ball.vertices.copy()
    upper = np.arange(len(vertices)) >= len(vertices) // 2
    vertices[:, 3:] = np.where(upper[:, None], (0, 0, 1), (0, 0, -1))
    low = len(vertices) // 2 - (sides + 1) + np.arange(sides)            # the belt between both halves, which has no height here
    high = low + sides + 1
    belt = np.stack((low, low + 1, high + 1, low, high + 1, high), axis=1).reshape(-1, 3)
    return Surface(vertices, np.concatenate((ball.triangles, belt)).astype(np.uint16))


def _mesh(surface: Surface) -> Mesh:
    return Mesh(np.ascontiguousarray(surface.vertices, np.float32), surface.triangles)
