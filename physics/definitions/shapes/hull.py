"""The convex hull of points: its corners, its faces with all their corners in order, and its mass.

The hull is Qhull's, by scipy (Barber, Dobkin, Huhdanpaa, The quickhull algorithm for convex hulls, 1996), whose triangles are
joined to faces where they lie in one plane.  Volume, centre and inertia are sums over the tetrahedra of the origin and the
triangles of each face, with A = (p q r) by columns:

    volume = det A / 6,     centre = (p + q + r) / 4,     covariance = det A  A C A^T,    C = 1/120 (1 + [i = j])

and inertia = trace(covariance) 1 - covariance, about the centre of mass.
Source: Blow, Binstock, How to find the inertia tensor (or other mass properties) of a 3D solid body represented by a triangle
mesh, 2004; the covariance of a tetrahedron by Tonon, Explicit exact formulas for the 3-D tetrahedron inertia tensor, 2004.
"""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from physics.definitions.numbers import NotANumber, doubles
from physics.definitions.shapes.axes import principal, quaternion_of
from physics.definitions.shapes.lengths import LARGEST, OWN_AXES, SMALLEST
from physics.definitions.tunable import SettingError

MOST_CORNERS, MOST_POINTS = 64, 1024             # of a hull; that one may be given
FLATTEST = 1e-4                                  # least thickness of a hull, as a share of its greatest extent
SAME_POINT = 1e-5                                # points nearer than this share of the greatest extent count as equal
SAME_PLANE = 1e-6                                # length of the difference of two unit normals that count as equal
CANONICAL = (np.ones((3, 3)) + np.eye(3)) / 120  # covariance of the tetrahedron (0, x, y, z)

Points = tuple[tuple[float, float, float], ...]


class Hull(NamedTuple):
    """A convex polyhedron."""

    vertices: np.ndarray          # (n, 3) corners [m]
    faces: tuple[tuple[int, ...], ...]                   # corners of each face, counterclockwise as seen from outside
    normals: np.ndarray           # (m, 3) outward unit normals of the faces


class Solid(NamedTuple):
    """A hull seen from its centre of mass along its principal axes, and its mass."""

    hull: Hull
    centre: tuple[float, float, float]                   # of mass, in the coordinates of the points [m]
    principal_axes: tuple[float, float, float, float]    # rotation x y z w from the principal axes to those of the points
    volume: float                                        # [m3]
    unit_inertia: tuple[float, float, float]             # moments about the principal axes per mass [m2]


def checked_points(value: object) -> Points:
    """`value` as points; SettingError says what is wrong with them."""
    try:
        array = doubles(value)
    except NotANumber as error:
        raise SettingError("points", f"points: needs a list of points, each of three numbers [x, y, z]: {error}") from None
    if array.ndim != 2 or array.shape[1] != 3:
        raise SettingError("points", "points: needs a list of points, each of three numbers [x, y, z]")
    if not 4 <= len(array) <= MOST_POINTS:
        raise SettingError("points", f"points: {len(array)} points; allowed are 4 to {MOST_POINTS}")
    if not (np.isfinite(array).all() and np.abs(array).max() <= LARGEST):
        worst = int(np.argmax(~(np.abs(array) <= LARGEST).all(1)))
        raise SettingError("points", f"points[{worst}]: {array[worst].tolist()} is out of range; allowed is "
                                     f"{-LARGEST:g} to {LARGEST:g} m")
    return tuple(map(tuple, array.tolist()))


def _refuse_thin(array: np.ndarray) -> None:
    """SettingError for points that are nearly equal, on a line or in a plane."""
    extent = float(np.ptp(array, axis=0).max())
    if extent < SMALLEST:
        raise SettingError("points", f"points: they lie within {extent:.3g} m; a hull is at least {SMALLEST:g} m wide")
    axes = np.linalg.svd(array - array.mean(0), full_matrices=False)[2]
    _, middle, least = np.ptp(array @ axes.T, axis=0)
    if middle < FLATTEST * extent:
        raise SettingError("points", "points: they lie on a line; a hull needs volume")
    if least < FLATTEST * extent:
        raise SettingError("points", "points: they lie in a plane; a hull needs volume")
    order = np.argsort(array[:, 0], kind="stable")
    for k, one in enumerate(order):
        for other in order[k + 1:]:
            if array[other, 0] - array[one, 0] > SAME_POINT * extent:
                break
            if np.abs(array[other] - array[one]).max() <= SAME_POINT * extent:
                first, second = sorted((int(one), int(other)))
                raise SettingError("points", f"points[{second}]: is nearly equal to points[{first}]; leave one out")


def _hull_of(array: np.ndarray) -> Hull:
    from scipy.spatial import ConvexHull, QhullError
    try:
        found = ConvexHull(array)
    except QhullError:
        raise SettingError("points", "points: no hull with volume can be made of them") from None
    if len(found.vertices) > MOST_CORNERS:
        raise SettingError("points", f"points: their hull has {len(found.vertices)} corners; allowed are {MOST_CORNERS}")
    corners = np.sort(found.vertices)
    number = {int(corner): k for k, corner in enumerate(corners)}
    left, faces, normals = set(range(len(found.simplices))), [], []
    while left:
        seed = min(left)
        left.remove(seed)
        normal, group, front = found.equations[seed, :3], [seed], [seed]
        while front:
            for other in found.neighbors[front.pop()].tolist():
                if other in left and np.linalg.norm(found.equations[other, :3] - normal) < SAME_PLANE:
                    left.remove(other)
                    group.append(other)
                    front.append(other)
        around = np.unique(found.simplices[group])
        faces.append(tuple(number[int(k)] for k in _in_order(array, around, normal)))
        normals.append(normal)
    return Hull(array[corners], tuple(faces), np.array(normals))


def _in_order(array: np.ndarray, corners: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """The corners of a face, counterclockwise about its normal, from the one of the lowest number on."""
    middle = array[corners].mean(0)
    u = array[corners[0]] - middle
    v = np.cross(normal, u)
    away = array[corners] - middle
    return corners[np.argsort(np.arctan2(away @ v, away @ u) % (2 * np.pi - 1e-9), kind="stable")]


def _mass(hull: Hull) -> tuple[float, np.ndarray, np.ndarray]:
    """(volume, centre of mass, covariance about it per volume)."""
    vertices = hull.vertices - hull.vertices.mean(0)
    triangles = np.array([(f[0], f[k], f[k + 1]) for f in hull.faces for k in range(1, len(f) - 1)])
    corners = vertices[triangles]                                             # (t, 3 corners, 3)
    sixfold = np.linalg.det(corners)
    volume = sixfold.sum() / 6
    centre = (sixfold[:, None] * corners.sum(1)).sum(0) / 24 / volume
    covariance = np.einsum("t,tki,kl,tlj->ij", sixfold, corners, CANONICAL, corners) / volume - np.outer(centre, centre)
    return float(volume), centre + hull.vertices.mean(0), covariance


@lru_cache(maxsize=4096)
def solid_of(points: Points) -> Solid:
    """The Solid of points; SettingError if they have no hull with volume, or one with too many corners."""
    array = np.array(points)
    _refuse_thin(array)
    hull = _hull_of(array)
    volume, centre, covariance = _mass(hull)
    moments, axes = principal(np.trace(covariance) * np.eye(3) - covariance)
    seen = Hull((hull.vertices - centre) @ axes, hull.faces, hull.normals @ axes)
    rotation = OWN_AXES if np.array_equal(axes, np.eye(3)) else quaternion_of(axes)
    return Solid(seen, tuple(centre.tolist()), rotation, volume, tuple(moments.tolist()))
