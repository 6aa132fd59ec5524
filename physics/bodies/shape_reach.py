"""How far bodies reach in a direction, by the support of their shapes."""
from __future__ import annotations

from typing import Any

import numpy as np

from physics.definitions.shapes import Box, Capsule, Compound, Cone, Convex, Cylinder, HeightField, Shape
from physics.definitions.shapes.axes import matrix_of


def support(shape: Any, d: np.ndarray) -> np.ndarray:
    """(k,) how far a shape reaches from its centre of mass along unit directions d (k, 3) in its principal axes [m].

    The support max x . d over the points x of the shape.  A box with half extents h reaches |d| . h; a disc of radius r about z
    reaches r sqrt(1 - d_z^2), a cylinder so at either end, a cone at its base beside its tip; a capsule its radius beyond the
    ends of its segment; a hull and a height field to their farthest corner, a compound to that of its parts.
    Others reach their size, as a sphere.
    """
    if isinstance(shape, Box):
        return np.abs(d) @ np.array(shape.size)
    if isinstance(shape, Capsule):
        return np.abs(d[:, 2]) * shape.half_length + shape.radius
    if isinstance(shape, (Cylinder, Cone)):
        disc = shape.radius * np.sqrt(np.maximum(1 - d[:, 2]**2, 0.0))
        if isinstance(shape, Cylinder):
            return np.abs(d[:, 2]) * shape.half_length + disc
        return np.maximum(1.5 * shape.half_length * d[:, 2], disc - 0.5 * shape.half_length * d[:, 2])
    if isinstance(shape, Convex):
        return (d @ shape.hull.vertices.T).max(axis=1)
    if isinstance(shape, HeightField):
        return (d @ shape.points.reshape(-1, 3).T).max(axis=1)
    if isinstance(shape, Compound):
        return np.max([d @ np.array(part.position) + support(part.shape, d @ matrix_of(part.rotation)) for part in shape.parts],
                      axis=0)
    return np.full(len(d), float(shape.size[0]))


def extents(shape: Shape, axes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How far a shape reaches from its centre of mass along the world's axes, down (3,) and up (3,) [m]; the columns of `axes`
    (3, 3) are its own axes in the world."""
    along = axes @ matrix_of(shape.principal_axes)             # the world's axes in the principal ones, a row each
    return -support(shape, -along), support(shape, along)
