"""Uneven ground: heights over a square grid, as triangles."""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from physics.definitions.known_names import constant
from physics.definitions.numbers import NotANumber, doubles
from physics.definitions.shapes.compound import Part
from physics.definitions.shapes.lengths import LARGEST, OWN_AXES, Immovable, length
from physics.definitions.tunable import SettingError

FEWEST, MOST_HEIGHTS = 2, 16_641       # heights along either side; of a field, 129 x 129
DEEP = 2.0                             # how far below a triangle what is there is still lifted out, in spacings
NEIGHBOURS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))     # of a point of the grid, counterclockwise from above
HALVES = 0, 1                          # first neighbour of a cell's two triangles: (1, 0), then (1, 1); or (1, 1), then (0, 1)

Heights = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, eq=False)
class Tile:
    """One triangle of a height field, seen from the middle of a box that contains it and what is solid below."""

    corners: np.ndarray                                  # (3, 3) counterclockwise from above [m]
    ring: np.ndarray                                     # (9, 3) the points of the grid around it, see `ring_of` [m]
    size: tuple[float, float, float]                     # half extents of the box [m]
    kind: ClassVar[int] = 10                             # in arrays of parts


def checked_heights(value: Any) -> Heights:
    """`value` as heights; SettingError says what is wrong with them."""
    try:
        array = doubles(value)
    except NotANumber as error:
        rows = value if isinstance(value, (list, tuple)) else ()
        lengths = sorted({len(row) for row in rows if isinstance(row, (list, tuple))})
        reason = f"and here are rows of {lengths[0]} and of {lengths[-1]}" if len(lengths) > 1 else error
        raise SettingError("heights", f"heights: needs a list of rows, each with as many heights [m]; {reason}") from None
    if array.ndim != 2:
        raise SettingError("heights", "heights: needs a list of rows, each with as many heights [m]")
    if min(array.shape) < FEWEST or array.size > MOST_HEIGHTS:
        rows, columns = array.shape
        raise SettingError("heights", f"heights: {rows} rows of {columns}; allowed are at least {FEWEST} rows of {FEWEST}, and "
                                      f"{MOST_HEIGHTS:,} heights in all")
    wrong = ~(np.abs(array) <= LARGEST)
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise SettingError("heights", f"heights[{row}][{column}]: {array[row, column]:g} is out of range; allowed is "
                                      f"{-LARGEST:g} to {LARGEST:g} m")
    return tuple(map(tuple, array.tolist()))


def ring_of(column: int, row: int, half: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The three corners of a triangle and the nine points of the grid around it, (column, row) each.

    Half 0 of a cell has the corners (0, 0), (1, 0), (1, 1), half 1 has (0, 0), (1, 1), (0, 1).  The ring is counterclockwise:

        ring[0]     faces the side from corner 2 to corner 0
        ring[3 k]   faces the side from corner k - 1 to corner k
        ring[3 k .. 3 k + 3] are all neighbours of corner k beside the other two corners, the last one of corner 2 being ring[0]
    """
    first = HALVES[half]
    corners = [(column, row), *((column + NEIGHBOURS[first + k][0], row + NEIGHBOURS[first + k][1]) for k in (0, 1))]
    ring = []
    for k, (x, y) in enumerate(corners):
        after = (first + 2 * k + 1) % 6                  # direction of the corner before this one, seen from it
        ring += [(x + NEIGHBOURS[(after + turn) % 6][0], y + NEIGHBOURS[(after + turn) % 6][1]) for turn in (1, 2, 3)]
    return corners, ring


@lru_cache(maxsize=64)
def tiles_of(heights: Heights, spacing: float) -> tuple[Part, ...]:
    """The triangles of a height field, cell after cell along x, then y; a neighbour that the field has not is at a corner of the
    triangle, where it says nothing."""
    points = grid_points(heights, spacing)
    found = [part for half in HALVES for part in _tiles_of_half(points, half, DEEP * spacing)]
    cells = len(found) // 2
    return tuple(part for pair in zip(found[:cells], found[cells:]) for part in pair)


def grid_points(heights: Heights, spacing: float) -> np.ndarray:
    """(rows, columns, 3) the points of the surface, from the middle of the grid at height 0 [m]."""
    z = np.array(heights)
    rows, columns = z.shape
    x, y = ((np.arange(count) - (count - 1) / 2) * spacing for count in (columns, rows))
    return np.stack((*np.meshgrid(x, y), z), axis=2)


def _tiles_of_half(points: np.ndarray, half: int, deep: float) -> list[Part]:
    """One triangle of each cell."""
    rows, columns = points.shape[:2]
    row, column = (grid.ravel() for grid in np.mgrid[:rows - 1, :columns - 1])
    own, around = ring_of(0, 0, half)
    corners = np.stack([points[row + y, column + x] for x, y in own], axis=1)
    ring = np.empty((len(row), len(around), 3))
    for k, (x, y) in enumerate(around):
        there, beside = row + y, column + x
        known = (there >= 0) & (there < rows) & (beside >= 0) & (beside < columns)
        ring[:, k] = np.where(known[:, None], points[there % rows, beside % columns], corners[:, k // 3])
    low, high = corners.min(1), corners.max(1)
    low[:, 2] -= deep
    middle = (low + high) / 2
    corners, ring = corners - middle[:, None], ring - middle[:, None]
    return [Part(Tile(*seen, tuple(size)), tuple(place), OWN_AXES)
            for *seen, size, place in zip(corners, ring, ((high - low) / 2).tolist(), middle.tolist())]


@constant
@dataclass(frozen=True, kw_only=True)
class HeightField(Immovable):
    """Ground over a square grid of `heights` [m], rows along x, one after the other along y, `spacing` [m] apart; not dynamic.

    The body's position is the middle of the grid at height 0.  Each cell is two triangles, which share the diagonal from its
    corner of the least x and y; what is up to two spacings below the surface is lifted out.  At most 16,641 heights.
    """

    heights: Heights                             # rows of heights [m]
    spacing: float                               # of the grid, along x and along y [m]
    kind: ClassVar[int] = 9                      # in arrays of bodies
    name: ClassVar[str] = "height_field"         # in scenes

    def __post_init__(self) -> None:
        object.__setattr__(self, "heights", checked_heights(self.heights))
        object.__setattr__(self, "spacing", length("spacing", self.spacing))
        if max(self.size[:2]) > LARGEST:
            raise SettingError("spacing", f"spacing: the field would be {2 * max(self.size[:2]):g} m long; "
                                          f"allowed are {2 * LARGEST:g}")

    @property
    def points(self) -> np.ndarray:
        """(rows, columns, 3) the points of the surface, from the body's position along its axes [m]."""
        return grid_points(self.heights, self.spacing)

    @property
    def parts(self) -> tuple[Part, ...]:
        """Its triangles."""
        return tiles_of(self.heights, self.spacing)

    @property
    def part_count(self) -> int:
        """Number of its triangles."""
        return 2 * (len(self.heights) - 1) * (len(self.heights[0]) - 1)

    @property
    def size(self) -> tuple[float, float, float]:
        """Half extents of a box about the body's position that contains the surface [m]."""
        rows, columns = len(self.heights), len(self.heights[0])
        top = max(max(map(abs, row)) for row in self.heights)
        return ((columns - 1) * self.spacing / 2, (rows - 1) * self.spacing / 2, top)
