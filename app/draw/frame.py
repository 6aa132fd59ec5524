"""The frame: all input of the renderer for one picture.

`draw.frame_builder` makes it from a view, `render` draws it.  Positions in metres, z up; colours are sRGB bytes.
"""
from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np

SELECTED, HOVERED, PLAIN, GHOST, GRID = 1, 2, 4, 8, 16          # bits of Instances.marks
USUAL_HEIGHT = 720.0                                            # [pixels] picture size to which sizes on the screen refer
SHINE = 0.20                                                    # strength of overlays where bodies hide them


@dataclass(frozen=True)
class Instances:
    """k bodies of one shape kind."""

    positions: np.ndarray     # (k, 3) float32
    rotations: np.ndarray     # (k, 4) float32 (x, y, z, w)
    sizes: np.ndarray         # (k, 3) float32 half extents, or radius x 3
    colors: np.ndarray        # (k, 4) uint8
    marks: np.ndarray         # (k,) uint8   SELECTED, HOVERED, PLAIN (no stripes), GHOST (translucent), GRID (metre lines)

    @staticmethod
    def none() -> Instances:
        """No bodies at all."""
        floats, octets = np.zeros((0, 4), np.float32), np.zeros((0, 4), np.uint8)
        return Instances(floats[:, :3], floats, floats[:, :3], octets, octets[:, 0])


class Solids(NamedTuple):
    """k bodies of one kind of shape beside spheres and boxes; `hulls` are the forms of hulls and height fields."""

    kind: int                 # of shape
    instances: Instances      # sizes: half extents, see `physics.definitions.shapes`
    hulls: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Segments:
    """m line segments, `width` in pixels before display scaling; those `on_top` are faintly visible through bodies."""

    points: np.ndarray        # (m, 2, 3) float32
    colors: np.ndarray        # (m, 4) uint8
    width: float = 2.0
    on_top: bool = False
    shine: float = SHINE      # strength where a body hides it
    caps: bool = True         # longer by half the width at each end, to close corners; not for curves, whose pieces touch
    casing: float = 0.0       # [pixels] border on each side, under all lines: dark in the dark theme, light in the light one


@dataclass(frozen=True)
class Markers:
    """m round dots, `size` in pixels before display scaling; those `on_top` are faintly visible through bodies."""

    points: np.ndarray        # (m, 3) float32
    colors: np.ndarray        # (m, 4) uint8
    size: float = 8.0
    on_top: bool = True
    shine: float = SHINE


@dataclass(frozen=True)
class Fills:
    """m triangles of uniform colour, two-sided, usually translucent; they are visible through bodies, under all lines."""

    points: np.ndarray        # (m, 3, 3) float32
    colors: np.ndarray        # (m, 4) uint8
    shine: float = SHINE


@dataclass(frozen=True)
class CameraPose:
    """Position and view of the eye."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    fov: float = 0.9          # vertical field of view [rad]
    near: float = 0.05
    far: float = 4000.0
    shift: tuple[float, float] = (0.0, 0.0)      # place of the target in the picture: -1 to 1, to the right and upwards
    detail: float = 1.0       # share of the picture's pixels of each side that are drawn: with fewer, marks have more room


class Count(NamedTuple):
    """How many of what has marks are drawn with them, where there are many."""

    what: str                 # "bodies", "contact points"
    shown: int
    there: int


@dataclass(frozen=True)
class Frame:
    """One picture."""

    camera: CameraPose
    spheres: Instances
    boxes: Instances
    planes: np.ndarray                                  # (k, 4) float32 unit normal and offset [m] of solid normal.x <= offset
    segments: tuple[Segments, ...] = field(default=())
    markers: tuple[Markers, ...] = field(default=())
    theme: str = "dark"                                 # "dark" or "light"
    grid: bool = True                                   # metre lines on the planes
    shadows: bool = True
    fills: tuple[Fills, ...] = field(default=())
    counts: tuple[Count, ...] = field(default=())
    solids: tuple[Solids, ...] = field(default=())      # capsules, cylinders, cones, hulls and height fields


@dataclass(frozen=True)
class Tile:
    """A frame in part of a picture: left, top, width and height as shares of the whole, from the left top corner."""

    frame: Frame
    place: tuple[float, float, float, float]

    def pixels(self, width: int, height: int) -> tuple[int, int, int, int]:
        """Left, bottom (from the bottom edge), width and height in a picture of width x height pixels."""
        left, top, wide, high = self.place
        size = max(int(wide * width), 1), max(int(high * height), 1)
        return min(round(left * width), width - size[0]), max(height - round(top * height) - size[1], 0), *size


@dataclass(frozen=True)
class Mosaic:
    """Several frames beside each other in one picture."""

    tiles: tuple[Tile, ...]
    theme: str = "dark"                                 # of the gaps between them: dark or light


def same(one: object, other: object) -> bool:
    """Whether two values of this module's types are equal: arrays element by element, everything else by `==`."""
    if one is other:
        return True
    if isinstance(one, np.ndarray):
        return isinstance(other, np.ndarray) and np.array_equal(one, other)
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, (Instances, Segments, Markers, Fills, CameraPose, Frame)):
        return all(same(getattr(one, part.name), getattr(other, part.name)) for part in fields(one))
    return one == other
