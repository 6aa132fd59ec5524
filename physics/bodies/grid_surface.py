"""The surface of a height field between the points of its grid: its height and normal over a place, and where a ray meets it.

In units of the spacing, from the corner of the least x and y, a place (u, v) lies in cell (floor u, floor v), at (f, g) of it.
With the heights a, b, c, d of the cell's corners, counterclockwise from that of the least x and y,

    z = a + f (b - a) + g (c - b)     where f >= g, on the triangle a b c
    z = a + g (d - a) + f (c - d)     elsewhere, on the triangle a c d
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from physics.definitions.shapes import HeightField

KEPT = 64                              # surfaces


@dataclass(frozen=True, eq=False)
class GridSurface:
    """Points over a grid."""

    points: np.ndarray                 # (rows, columns, 3) rows along x, one after the other along y [m]
    spacing: float                     # [m]

    @property
    def heights(self) -> np.ndarray:
        """(rows, columns) of the points [m]."""
        return self.points[..., 2]

    @property
    def half(self) -> np.ndarray:
        """(2,) half its lengths along x and y [m]."""
        return self.points[-1, -1, :2]

    def over(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Heights over places x, y of one shape [m]; over those beyond the edge the height of the nearest place of it."""
        (a, b, c, d), f, g = self._cells(x, y)
        return a + np.where(f >= g, f * (b - a) + g * (c - b), g * (d - a) + f * (c - d))

    def normal(self, x: float, y: float) -> np.ndarray:
        """(3,) upward unit normal over a place [m]."""
        (a, b, c, d), f, g = self._cells(x, y)
        slopes = (b - a, c - b) if f >= g else (c - d, d - a)
        normal = np.array((-slopes[0], -slopes[1], self.spacing), float)
        return normal / np.linalg.norm(normal)

    def distance(self, start: np.ndarray, along: np.ndarray) -> float:
        """The distance [m] at which a ray from `start` (3,) along the unit vector `along` (3,) first meets the surface, from
        above or below; inf where it does not.

        Between two crossings of the lines of the grid and its diagonals a ray is over one triangle, where its height above the
        surface changes evenly: the surface is where that changes its sign.
        """
        times = self._crossings(start, along)
        if not len(times):
            return math.inf
        places = start + times[:, None] * along
        above = places[:, 2] - self.over(places[:, 0], places[:, 1])
        changes = np.flatnonzero((above[:-1] > 0) != (above[1:] > 0))
        if not len(changes):
            return math.inf
        k = changes[0]
        return float(times[k] + (times[k + 1] - times[k]) * above[k] / (above[k] - above[k + 1]))

    def _cells(self, x: np.ndarray, y: np.ndarray) -> tuple[tuple[np.ndarray, ...], np.ndarray, np.ndarray]:
        """The heights of the four corners of the cells of places, and the places in the cells, 0 to 1 along x and y."""
        rows, columns = self.heights.shape
        u, v = (np.clip(np.asarray(place, float) / self.spacing + (count - 1) / 2, 0, count - 1)
                for place, count in ((x, columns), (y, rows)))
        i, j = np.minimum(u.astype(int), columns - 2), np.minimum(v.astype(int), rows - 2)
        z = self.heights
        return (z[j, i], z[j, i + 1], z[j + 1, i + 1], z[j + 1, i]), u - i, v - j

    def _crossings(self, start: np.ndarray, along: np.ndarray) -> np.ndarray:
        """Distances, rising, at which a ray enters the box about the surface, crosses lines, and leaves it; none beside it."""
        rows, columns = self.heights.shape
        low = np.array((*-self.half, self.heights.min() - self.spacing))
        high = np.array((*self.half, self.heights.max() + self.spacing))
        still = np.abs(along) < 1e-12
        if ((start < low) | (start > high))[still].any():
            return np.zeros(0)
        one, other = ((side - start)[~still] / along[~still] for side in (low, high))
        enter, leave = max(np.minimum(one, other).max(), 0.0), np.maximum(one, other).min()
        if not enter < leave:
            return np.zeros(0)
        u, v = ((start[k] + self.half[k]) / self.spacing for k in (0, 1))
        lines = ((u, along[0], np.arange(columns)), (v, along[1], np.arange(rows)),
                 (u - v, along[0] - along[1], np.arange(1 - rows, columns)))
        found = [(numbers - at) * self.spacing / speed for at, speed, numbers in lines if abs(speed) > 1e-12]
        times = np.concatenate((*found, [enter, leave]))
        return np.sort(times[(times >= enter) & (times <= leave)])


@lru_cache(KEPT)
def surface_of(shape: HeightField) -> GridSurface:
    """The surface of a height field, from its position along its axes."""
    return GridSurface(shape.points, shape.spacing)
