"""The corners and faces of the convex hulls of a world, and the parts of its compounds and height fields, as arrays that kernels
read.

Equal hulls are held once, and so are the parts of equal compounds.
"""
from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import aligned
from physics.collision.solids.placed import TILE_POINTS
from physics.compile.forks import new_in_child
from physics.definitions.shapes import Compound, Convex, HeightField
from physics.definitions.shapes.compound import Part
from physics.definitions.shapes.height_field import Tile
from physics.definitions.shapes.hull import Hull
from physics.simd.value import W


class Hulls(NamedTuple):
    """Hulls, seen from their centres of mass along their principal axes; hull k has the vertices from first_vertex[k] on."""

    vertices: np.ndarray          # (n, 3) float64 corners [m]
    normals: np.ndarray           # (m, 3) float64 outward unit normals of faces
    corners: np.ndarray           # (c,) int64 corners of faces, by number within the hull, counterclockwise from outside
    first_vertex: np.ndarray      # (h + 1,) int64
    first_face: np.ndarray        # (h + 1,) int64 hull k has the faces from here on
    first_corner: np.ndarray      # (m + 1,) int64 face j has the corners from here on
    vertex_lanes: np.ndarray      # (48 v,) float64 the corners as lanes, see `lanes_of`
    normal_lanes: np.ndarray      # (48 f,) float64 the normals likewise
    first_vertex_block: np.ndarray                       # (h + 1,) int64 hull k has the blocks of corners from here on
    first_normal_block: np.ndarray                       # (h + 1,) int64 and those of normals
    tiles: np.ndarray             # (12 t, 3) float64 corners of triangles of height fields, and the ring around each [m]
    part_kind: np.ndarray         # (p,) int64 Shape.kind of parts of compounds
    part_hull: np.ndarray         # (p,) int64 number of their hulls or tiles
    part_size: np.ndarray         # (p, 3) float64 Shape.size [m]
    part_place: np.ndarray        # (p, 7) float64 centre [m] and quaternion of their principal axes, seen from the compound's


BLOCK = 3 * W                                    # numbers of sixteen vectors as lanes
ADDING = new_in_child(threading.Lock())          # snapshots share a store, and variants step in threads of their own
NO_HULLS = Hulls(aligned((1, 3), np.float64), aligned((1, 3), np.float64), aligned(1, np.int64), aligned(1, np.int64),
                 aligned(1, np.int64), aligned(1, np.int64), aligned(BLOCK, np.float64), aligned(BLOCK, np.float64),
                 aligned(1, np.int64), aligned(1, np.int64), aligned((0, 3), np.float64), aligned(1, np.int64),
                 aligned(1, np.int64), aligned((1, 3), np.float64), aligned((1, 7), np.float64))


class HullStore:
    """The hulls and parts of a world, numbered as they come; none is ever removed, for equal ones come again."""

    def __init__(self) -> None:
        self.numbers: dict[Convex, int] = {}
        self.parts: dict[Compound | HeightField, int] = {}
        self.part_count = 0
        self.arrays: Hulls = NO_HULLS

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HullStore) and (self.numbers, self.parts) == (other.numbers, other.parts)

    __hash__ = None

    def number_of(self, shape: Convex) -> int:
        """The number of a shape's hull, which is added if it is new."""
        with ADDING:
            number = self.numbers.get(shape)
            if number is None:
                number = len(self.numbers)
                self.arrays = _with_hull(self.arrays, shape.hull, number)
                self.numbers[shape] = number
        return number

    def first_part_of(self, shape: Compound | HeightField) -> int:
        """The number of a compound's first part, or of a height field's; its parts are added if they are new."""
        hulls = [self.number_of(part.shape) if isinstance(part.shape, Convex) else 0 for part in shape.parts]
        with ADDING:
            first = self.parts.get(shape)
            if first is None:
                first = self.part_count
                if isinstance(shape, HeightField):
                    tiles = len(self.arrays.tiles) // TILE_POINTS
                    hulls = list(range(tiles, tiles + len(hulls)))
                    self.arrays = _with_tiles(self.arrays, [part.shape for part in shape.parts])
                self.arrays = _with_parts(self.arrays, shape.parts, hulls, first)
                self.parts[shape], self.part_count = first, first + len(hulls)
        return first


def _joined(old: np.ndarray, end: int, new: np.ndarray) -> np.ndarray:
    array = aligned((end + len(new), *old.shape[1:]), old.dtype)
    array[:end], array[end:] = old[:end], new
    return array


def lanes_of(vectors: np.ndarray) -> np.ndarray:
    """Vectors (n, 3) as blocks of sixteen x, sixteen y, sixteen z; the first one fills up the last block."""
    filled = np.concatenate([vectors, np.repeat(vectors[:1], -len(vectors) % W, 0)])
    return filled.reshape(-1, W, 3).transpose(0, 2, 1).ravel()


def _with_hull(hulls: Hulls, hull: Hull, number: int) -> Hulls:
    """`hulls`, of which there are `number`, and one more."""
    corners = np.concatenate([np.array(face) for face in hull.faces])
    lengths = np.cumsum([len(face) for face in hull.faces])
    vertex, face = int(hulls.first_vertex[number]), int(hulls.first_face[number])
    corner = int(hulls.first_corner[face])
    vertex_block, normal_block = int(hulls.first_vertex_block[number]), int(hulls.first_normal_block[number])
    vertices, normals = lanes_of(hull.vertices), lanes_of(hull.normals)
    ends = np.array([vertex_block + len(vertices) // BLOCK]), np.array([normal_block + len(normals) // BLOCK])
    return hulls._replace(vertices=_joined(hulls.vertices, vertex, hull.vertices),
                          normals=_joined(hulls.normals, face, hull.normals), corners=_joined(hulls.corners, corner, corners),
                          first_vertex=_joined(hulls.first_vertex, number + 1, np.array([vertex + len(hull.vertices)])),
                          first_face=_joined(hulls.first_face, number + 1, np.array([face + len(hull.faces)])),
                          first_corner=_joined(hulls.first_corner, face + 1, corner + lengths),
                          vertex_lanes=_joined(hulls.vertex_lanes, vertex_block * BLOCK, vertices),
                          normal_lanes=_joined(hulls.normal_lanes, normal_block * BLOCK, normals),
                          first_vertex_block=_joined(hulls.first_vertex_block, number + 1, ends[0]),
                          first_normal_block=_joined(hulls.first_normal_block, number + 1, ends[1]))


def _with_tiles(hulls: Hulls, tiles: list[Tile]) -> Hulls:
    """`hulls`, and these tiles behind all that there are."""
    points = np.concatenate([points for tile in tiles for points in (tile.corners, tile.ring)])
    return hulls._replace(tiles=_joined(hulls.tiles, len(hulls.tiles), points))


def _with_parts(hulls: Hulls, parts: tuple[Part, ...], numbers: list[int], first: int) -> Hulls:
    """`hulls` with `first` parts, and these more; `numbers` of their hulls."""
    places = np.array([part.position + part.rotation for part in parts])
    return hulls._replace(part_kind=_joined(hulls.part_kind, first, np.array([part.shape.kind for part in parts])),
                          part_hull=_joined(hulls.part_hull, first, np.array(numbers)),
                          part_size=_joined(hulls.part_size, first, np.array([part.shape.size for part in parts])),
                          part_place=_joined(hulls.part_place, first, places))
