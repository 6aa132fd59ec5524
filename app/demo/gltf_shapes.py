"""Meshes and materials of a glTF file: boxes, striped spheres and other solids, planes."""
from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pygltflib as gl

from app.demo.gltf_buffer import GltfBuffer
from app.demo.solids import UNLIKE, stripes_of, surface_of
from app.render.resources import meshes
from physics.definitions.shapes import HeightField, Shape

AROUND, ROWS = 48, 24                  # squares of a sphere
STRIPES, CAP = 6, 0.955                # white stripes of a sphere, and the height from which it is white; as in sphere.frag
WHITER = 0.80                          # share of white in a stripe
ROUGHNESS = 0.5
GLASS = 0.35                           # opacity of sensors and glass
MOST_SHORT = 65_535                    # vertices up to which their numbers are of 16 bits


class Paint(NamedTuple):
    """A colour, sRGB bytes, whether it is translucent, and whether it is on both sides."""

    color: tuple[int, int, int]
    glass: bool = False
    open: bool = False


class Shapes:
    """Meshes of a document, each made once."""

    def __init__(self, document: gl.GLTF2, buffer: GltfBuffer) -> None:
        """Without any."""
        self._document, self._buffer = document, buffer
        self._materials: dict[Paint, int] = {}
        self._made: dict[tuple[Any, Paint], int] = {}

    def box(self, paint: Paint) -> int:
        """The mesh of the cube -1..1."""
        return self._mesh("box", paint, lambda: [(meshes.cube().vertices, meshes.cube().triangles, paint)])

    def sphere(self, paint: Paint, striped: bool) -> int:
        """The mesh of the unit sphere."""
        vertices, plain, white = sphere()
        parts = [(vertices, np.concatenate((plain, white)), paint)]
        if striped:
            parts = [(vertices, plain, paint), (vertices, white, whiter(paint))]
        return self._mesh("striped" if striped else "sphere", paint, lambda: parts)

    def solid(self, paint: Paint, shape: Shape, striped: bool) -> int:
        """The mesh of a capsule, cylinder, cone, hull, compound or height field, in metres."""
        striped, paint = striped and not isinstance(shape, UNLIKE), paint._replace(open=isinstance(shape, HeightField))

        def parts() -> list[tuple[np.ndarray, np.ndarray, Paint]]:
            surface = surface_of(shape)
            if not striped:
                return [(surface.vertices, surface.triangles, paint)]
            white = stripes_of(surface)
            return [(surface.vertices, surface.triangles[~white], paint),
                    (surface.vertices, surface.triangles[white], whiter(paint))]

        return self._mesh((shape, striped), paint, parts, shape.name)

    def polygon(self, name: str, corners: np.ndarray, normal: np.ndarray, paint: Paint) -> int:
        """The mesh of a convex polygon (v, 3)."""
        vertices = np.concatenate((corners, np.broadcast_to(normal, corners.shape)), axis=1)
        triangles = np.array([(0, k, k + 1) for k in range(1, len(corners) - 1)])
        return self._mesh(name, paint, lambda: [(vertices, triangles, paint)])

    def _mesh(self, key: Any, paint: Paint, parts, name: str = "") -> int:
        """The mesh with this key and paint, called `name`, or as the key."""
        if (key, paint) not in self._made:
            self._document.meshes.append(gl.Mesh(name=name or key, primitives=[self._primitive(*part) for part in parts()]))
            self._made[key, paint] = len(self._document.meshes) - 1
        return self._made[key, paint]

    def _primitive(self, vertices: np.ndarray, triangles: np.ndarray, paint: Paint) -> gl.Primitive:
        add = self._buffer.add
        attributes = gl.Attributes(POSITION=add(vertices[:, :3], target=gl.ARRAY_BUFFER),
                                   NORMAL=add(vertices[:, 3:], target=gl.ARRAY_BUFFER))
        wide = "u2" if len(vertices) <= MOST_SHORT else "u4"
        return gl.Primitive(attributes=attributes, indices=add(triangles.reshape(-1), wide, gl.ELEMENT_ARRAY_BUFFER),
                            material=self._material(paint))

    def _material(self, paint: Paint) -> int:
        if paint not in self._materials:
            color = [*linear(paint.color), GLASS if paint.glass else 1.0]
            surface = gl.PbrMetallicRoughness(baseColorFactor=color, metallicFactor=0.0, roughnessFactor=ROUGHNESS)
            self._document.materials.append(gl.Material(
                pbrMetallicRoughness=surface, alphaMode=gl.BLEND if paint.glass else gl.OPAQUE, alphaCutoff=None,
                doubleSided=paint.glass or paint.open))
            self._materials[paint] = len(self._document.materials) - 1
        return self._materials[paint]


def whiter(paint: Paint) -> Paint:
    """The paint of stripes."""
    return Paint(tuple(round((1 - WHITER) * c + WHITER * 255) for c in paint.color), paint.glass)


def linear(color: tuple[int, int, int]) -> list[float]:
    """An sRGB colour in linear light (IEC 61966-2-1)."""
    shares = np.array(color) / 255
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4).round(5).tolist()


@cache
def sphere() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The unit sphere: vertices (v, 6), and the triangles outside and inside its stripes."""
    heights = np.concatenate(([-1.0], np.linspace(-CAP, CAP, ROWS - 1), [1.0]))
    turn = 2 * np.pi * np.arange(AROUND + 1) / AROUND
    flat = np.sqrt(1 - heights**2)
    up = np.repeat(heights[:, None], AROUND + 1, axis=1)
    points = np.stack((np.outer(flat, np.cos(turn)), np.outer(flat, np.sin(turn)), up), axis=2)
    vertices = np.tile(points.reshape(-1, 3), 2).astype(np.float32)
    plain, white = [], []
    for row in range(ROWS):
        for k in range(AROUND):
            low, high = row * (AROUND + 1) + k, (row + 1) * (AROUND + 1) + k
            # as in the shader: white where cos(6 angle) is positive, and at both poles
            striped = np.cos(STRIPES * (turn[k] + np.pi / AROUND)) > 0 or row in (0, ROWS - 1)
            (white if striped else plain).extend([(low, low + 1, high + 1), (low, high + 1, high)])
    return vertices, np.array(plain), np.array(white)
