"""The form of a height field: its triangles for drawing, and an edge around them that hangs down, to be seen from aside."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from app.draw.frame import Solids
from app.draw.solids.surface import Surface
from physics.bodies.grid_surface import GridSurface, surface_of
from physics.bodies.rotation import rotate_back
from physics.definitions.shapes import HeightField

HANGS = 0.5                            # height of the edge, in spacings
FORMS = 64                             # that are kept


@dataclass(frozen=True, eq=False)
class FieldForm:
    """One height field; equal shapes share one, so that it is known by its identity."""

    ground: GridSurface        # from the body's position along its axes

    @property
    def points(self) -> np.ndarray:
        """(rows, columns, 3) of the surface [m]."""
        return self.ground.points

    @cached_property
    def plain(self) -> np.ndarray:
        """(v, 7) float32 corners of triangles, three each: position, normal, and the spacing [m], of the edge 0."""
        corners = np.concatenate((self._edge, self._cells))       # of equal depths the later is seen
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        found = np.zeros((len(corners), 3, 7), np.float32)
        found[..., :3], found[..., 3:6] = corners, normals[:, None]
        found[len(self._edge):, :, 6] = self.ground.spacing
        return found.reshape(-1, 7)

    @property
    def detailed(self) -> np.ndarray:
        """The same: its lines are those of the grid."""
        return self.plain

    @cached_property
    def shell(self) -> np.ndarray:
        """(v, 7) float32 the same triangles: position, the way by which a corner moves to be outside, and 0."""
        ways = self._ways
        edge = self._around(np.concatenate((ways[..., :2], -np.ones((*ways.shape[:2], 1))), axis=2), ways)
        found = np.zeros((len(self._cells) + len(edge), 3, 7), np.float32)
        found[..., :3] = np.concatenate((self._edge, self._cells))
        found[..., 3:6] = np.concatenate((edge, _triangles(ways)))
        return found.reshape(-1, 7)

    @property
    def corners(self) -> np.ndarray:
        """(8, 3) corners of the box about it along the body's axes [m]."""
        low, high = self.points.reshape(-1, 3).min(0), self.points.reshape(-1, 3).max(0)
        low[2] -= HANGS * self.ground.spacing
        return np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])

    @property
    def surface(self) -> Surface:
        """Its triangles with flat normals."""
        return Surface(self.plain[:, :6].copy(), np.arange(len(self.plain), dtype=np.uint32).reshape(-1, 3))

    def distance(self, start: np.ndarray, along: np.ndarray) -> float:
        """Where a ray from (3,) along (3,) first meets the surface, or the edge around it [m]; inf for a miss."""
        found, half, drop = self.ground.distance(start, along), self.ground.half, HANGS * self.ground.spacing
        for axis in np.flatnonzero(along[:2]).tolist():
            for side in (-half[axis], half[axis]):
                away = (side - start[axis]) / along[axis]
                x, y, z = start + away * along
                within = abs((x, y)[1 - axis]) <= half[1 - axis] and -drop <= z - self.ground.over(x, y) <= 0
                if 0 < away < found and within:
                    found = float(away)
        return found

    def is_below(self, point: np.ndarray) -> bool:
        """Whether it is below a point (3,): within its edges, and under it."""
        return bool((np.abs(point[:2]) <= self.ground.half).all() and point[2] > self.ground.over(point[0], point[1]))

    def normal(self, local: np.ndarray) -> np.ndarray:
        """Upward unit normal (3,) at a point of the surface."""
        return self.ground.normal(local[0], local[1])

    @cached_property
    def _cells(self) -> np.ndarray:
        """(t, 3, 3) the triangles of the surface, counter-clockwise from above."""
        return _triangles(self.points)

    @cached_property
    def _edge(self) -> np.ndarray:
        """(t, 3, 3) the triangles of the edge, counter-clockwise from outside."""
        return self._around(self.points - (0.0, 0.0, HANGS * self.ground.spacing), self.points)

    @staticmethod
    def _around(below: np.ndarray, above: np.ndarray) -> np.ndarray:
        """(t, 3, 3) values (rows, columns, 3) of the lower and upper corners of the edge, three for each of its triangles."""
        low, high = _border(below), _border(above)
        low_after, high_after = np.roll(low, -1, axis=0), np.roll(high, -1, axis=0)
        return np.stack((low, low_after, high_after, low, high_after, high), axis=1).reshape(-1, 3, 3)

    @property
    def _ways(self) -> np.ndarray:
        """(rows, columns, 3) the mean of the normals about a point; at the edge, outwards too."""
        down, across = np.gradient(self.points[..., 2], self.ground.spacing)
        ways = np.stack((-across, -down, np.ones_like(across)), axis=2)
        ways /= np.linalg.norm(ways, axis=2, keepdims=True)
        ways[:, 0, 0], ways[:, -1, 0], ways[0, :, 1], ways[-1, :, 1] = -1.0, 1.0, -1.0, 1.0
        return ways


def seen_from_above(fields: Solids, eye: np.ndarray) -> bool:
    """Whether an eye (3,) [m] is over all these height fields: within their edges, where it sees no back."""
    bodies = fields.instances
    return all(form.is_below(rotate_back(rotation.astype(float), eye - position))
               for form, position, rotation in zip(fields.hulls, bodies.positions, bodies.rotations))


def _triangles(grid: np.ndarray) -> np.ndarray:
    """(t, 3, 3) values (rows, columns, 3) of the corners of the triangles of all cells."""
    a, b, c, d = grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]
    return np.stack((a, b, c, a, c, d), axis=2).reshape(-1, 3, 3)


def _border(grid: np.ndarray) -> np.ndarray:
    """(k, 3) the values at the edge, counter-clockwise from above."""
    return np.concatenate((grid[0, :-1], grid[:-1, -1], grid[-1, :0:-1], grid[:0:-1, 0]))


@lru_cache(FORMS)
def field_form_of(shape: HeightField) -> FieldForm:
    """The form of a height field."""
    return FieldForm(surface_of(shape))
