"""How far bodies reach: radii of bounding spheres by kind of shape, and points with radii that outline a solid."""
from __future__ import annotations

from typing import Any

import numpy as np

from app.draw.boxes import SIGNS
from app.draw.solids.field_form import field_form_of
from app.draw.solids.hull_form import form_of
from physics.bodies.rotation import rotate
from physics.definitions.shapes import Box, Capsule, Compound, Cone, Convex, Cylinder, HeightField, Sphere

RIM = 12                               # points of an outline around a rim
TIP = 1.5                              # height of a cone's tip over its centre of mass, in half lengths; its base is 1/2 below


def radii_of(kinds: Any, sizes: np.ndarray) -> np.ndarray:
    """(k,) radii of spheres about the centres of bodies that contain them [m], of one kind or of kinds (k,), sizes (k, 3)."""
    across, up = sizes[:, 0], sizes[:, 2]
    of_cone = np.maximum(up, np.hypot(across, up / (2 * TIP)))
    reach = {Sphere.kind: across, Capsule.kind: up, Cylinder.kind: np.hypot(across, up), Cone.kind: of_cone}
    if np.ndim(kinds) == 0:
        return reach[kinds] if kinds in reach else np.linalg.norm(sizes, axis=1)
    found = np.linalg.norm(sizes, axis=1)
    for kind, radii in reach.items():
        found = np.where(kinds == kind, radii, found)
    return found


def outlines(shape: Any) -> list[tuple[np.ndarray, float]]:
    """The outline of a solid, or those of all parts of a compound."""
    if not isinstance(shape, Compound):
        return [outline(shape)]
    found = []
    for child, position, rotation in shape.children:
        points, radius = outline(child)
        found.append((np.array(position) - shape.centre + rotate(np.array(rotation)[None], points), radius))
    return found


def outline(shape: Any) -> tuple[np.ndarray, float]:
    """Points (k, 3) along the axes of a solid, and a radius about each [m]: their convex hull is the solid, or close to it."""
    if isinstance(shape, Sphere):
        return np.zeros((1, 3)), shape.radius
    if isinstance(shape, Box):
        return SIGNS.astype(float) * shape.half, 0.0
    if isinstance(shape, Convex):
        return form_of(shape).vertices, 0.0
    if isinstance(shape, HeightField):
        return field_form_of(shape).corners, 0.0
    if isinstance(shape, Capsule):
        return np.array([(0.0, 0.0, -shape.half_length), (0.0, 0.0, shape.half_length)]), shape.radius
    turn = 2 * np.pi * np.arange(RIM) / RIM
    rim = np.stack((shape.radius * np.cos(turn), shape.radius * np.sin(turn), np.zeros(RIM)), axis=1)
    if isinstance(shape, Cylinder):
        return np.concatenate((rim - (0, 0, shape.half_length), rim + (0, 0, shape.half_length))), 0.0
    return np.concatenate((rim - (0, 0, shape.half_length / 2), [(0.0, 0.0, TIP * shape.half_length)])), 0.0
