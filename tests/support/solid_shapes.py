"""Every shape beside spheres, boxes and planes, and what tests compare drawing and picking with: which points are inside."""
from __future__ import annotations

import numpy as np

from physics.bodies.rotation import rotate_back
from physics.definitions.shapes import Box, Capsule, Compound, Cone, Convex, Cylinder, Sphere

LOPSIDED = ((0.0, 0.0, 0.0), (1.2, 0.0, 0.0), (1.0, 0.7, 0.0), (0.1, 0.6, 0.1), (0.9, 0.1, 0.8), (0.2, 0.3, 0.9))
SOLIDS = {"capsule": Capsule(0.3, 0.5), "cylinder": Cylinder(0.5, 0.4), "coin": Cylinder(0.6, 0.08), "cone": Cone(0.5, 0.6),
          "hull": Convex(points=LOPSIDED)}


def inside(shape, points: np.ndarray) -> np.ndarray:
    """(k,) bool: which points (k, 3), from the centre of mass along the shape's own axes, are in it."""
    across, z = np.hypot(points[:, 0], points[:, 1]), points[:, 2]
    if isinstance(shape, Capsule):
        return across**2 + (z - np.clip(z, -shape.half_length, shape.half_length)) ** 2 <= shape.radius**2
    if isinstance(shape, Cylinder):
        return (across <= shape.radius) & (np.abs(z) <= shape.half_length)
    if isinstance(shape, Cone):
        share = (1.5 * shape.half_length - z) / (2 * shape.half_length)              # 0 at the tip, 1 at the base
        return (share >= 0) & (share <= 1) & (across <= share * shape.radius)
    if isinstance(shape, Compound):
        found = [inside(child, rotate_back(np.array(turn)[None], points - (np.array(place) - shape.centre)))
                 for child, place, turn in shape.children]
        return np.any(found, axis=0)
    if isinstance(shape, Sphere):
        return np.linalg.norm(points, axis=1) <= shape.radius
    if isinstance(shape, Box):
        return (np.abs(points) <= shape.half).all(axis=1)
    from scipy.spatial import Delaunay
    return Delaunay(np.array(shape.points) - shape.centre).find_simplex(points) >= 0


QUARTER_ABOUT_Y = (0.0, 0.7071067811865476, 0.0, 0.7071067811865476)          # 90 degrees
HAMMER = Compound(children=((Box(half=(0.4, 0.15, 0.15)), (0.0, 0.0, 0.7)), (Capsule(0.08, 0.6), (0.0, 0.0, 0.0)),
                            (Convex(points=LOPSIDED), (0.7, 0.0, 0.7), QUARTER_ABOUT_Y), (Sphere(radius=0.2), (0.0, 0.1, -0.7))))
