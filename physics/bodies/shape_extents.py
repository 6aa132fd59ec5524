"""How far a shape reaches along the axes of the world, by its support."""
from __future__ import annotations

import numpy as np

from physics.bodies.rotation import matrix
from physics.definitions.shapes import Box, Capsule, Compound, Cone, Convex, Cylinder, Shape


def extents(shape: Shape, axes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How far a shape reaches from its centre of mass along the world's axes, down (3,) and up (3,) [m]; the columns of `axes`
    (3, 3) are its own axes in the world.

    A box with half extents h reaches |R| h to each side, a sphere its radius, a capsule its radius beyond the ends of its
    segment.  A disc of radius r with unit normal n reaches r sqrt(1 - n_i^2): a cylinder's two ends, and a cone's base beside
    its tip.  A hull reaches to its farthest points, a compound to those of its parts.
    """
    if isinstance(shape, Compound):
        parts = [(axes @ (np.array(position) - shape.centre), extents(child, axes @ matrix(np.array(rotation))))
                 for child, position, rotation in shape.children]
        return (np.min([place + low for place, (low, _) in parts], axis=0),
                np.max([place + high for place, (_, high) in parts], axis=0))
    if isinstance(shape, Convex):
        points = (np.array(shape.points) - shape.centre) @ axes.T
        return points.min(0), points.max(0)
    if isinstance(shape, (Capsule, Cylinder, Cone)):
        normal = axes[:, 2]
        disc = shape.radius * (np.ones(3) if isinstance(shape, Capsule) else np.sqrt(np.maximum(1 - normal**2, 0.0)))
        if isinstance(shape, Cone):
            base, tip = -0.5 * shape.half_length * normal, 1.5 * shape.half_length * normal
            return np.minimum(base - disc, tip), np.maximum(base + disc, tip)
        reach = np.abs(normal) * shape.half_length + disc
    else:
        size = np.asarray(shape.size, float)
        reach = np.abs(axes) @ size if isinstance(shape, Box) else size
    return -reach, reach
